/** Checks what a run really tested: an outage while no voucher was under way, or a fault that met no request, tested nothing. */

/** Workers are killed in addition to the rounds' outages. */
const workerKill = 'worker kill';

/**
 * @param {{ part: string, how: string }[]} planned the rounds' outages
 * @param {Readonly<Record<string, readonly number[]>>} met by outage: vouchers under way, each time it struck
 * @param {Readonly<Record<string, number>>} faults by action: DGII requests that the fault met
 * @param {number} suspended how often a company was refused a number because it is suspended
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
