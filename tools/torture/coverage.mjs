/** What a run really met: an outage while nothing was under way, or a fault that no request ran into, has tested nothing. */

/** Workers are killed beside the rounds' outages. */
const workerKill = 'worker kill';

/**
 * @param {{ part: string, how: string }[]} planned the rounds' outages
 * @param {Readonly<Record<string, readonly number[]>>} met by outage: vouchers under way, each time it struck
 * @param {Readonly<Record<string, number>>} faults by action: requests of DGII's that it met
 * @param {number} suspended how often a company was told that it gets no number
 * @returns {string[]} violations, each a sentence that begins with its code
 */
export function coverageGaps({ planned, met, faults, suspended }) {
  const wanted = [...new Set([...planned.map(({ part, how }) => `${part} ${how}`), workerKill])];
  return [
    ...wanted
      .filter((name) => (met[name] ?? []).every((vouchers) => vouchers === 0))
      .map((name) => `MET-NOTHING: ${name} struck while no voucher was under way`),
    ...(Object.values(faults).every((requests) => requests === 0)
      ? ["MET-NOTHING: none of DGII's faults met a request"]
      : []),
    ...(suspended === 0 ? ['MET-NOTHING: no company heard that it is suspended'] : []),
  ];
}
