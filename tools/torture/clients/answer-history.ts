/**
 * Remembers what the service said about one voucher, and objects when a later answer contradicts it. An answer is later when its
 * request was made after the earlier answer arrived; simultaneous answers may overtake each other.
 */

/** What must not change for an attempt once an answer said it. */
const lasting = ['accepted', 'securityCode', 'qrUrl', 'fechaFirma', 'codigoDgii', 'secuenciaUtilizada'];
const unsaid = [null, undefined, ''];

export function createWitness(name) {
  /** `attempt:member` → the value, and when its answer arrived. */
  const said = new Map();
  const created = new Map();
  const objections = [];
  let highestAttempt = { attempt: 0, heardAt: 0 };
  let admittedAt = Infinity;
  let last;

  return {
    name,
    objections,
    object: (what) => objections.push(`${name}: ${what}`),
    /** An answer of send or document-status with the voucher in it. */
    hear({ body: { data }, startedAt, endedAt }) {
      admittedAt = Math.min(admittedAt, endedAt);
      const { attempt } = data;
      const overtaken =
        last !== undefined &&
        (attempt < last.attempt ||
          (attempt === last.attempt && last.accepted !== null && data.accepted === null));
      if (!overtaken) last = data;
      if (attempt < highestAttempt.attempt && highestAttempt.heardAt < startedAt)
        objections.push(`${name}: attempt ${attempt} was told after attempt ${highestAttempt.attempt}`);
      if (attempt > highestAttempt.attempt) highestAttempt = { attempt, heardAt: endedAt };
      if (data.alreadyProcessed === false) created.set(attempt, (created.get(attempt) ?? 0) + 1);
      if (created.get(attempt) > 1) objections.push(`${name}: attempt ${attempt} was created twice`);
      for (const member of lasting) {
        const value = data[member];
        const before = said.get(`${attempt}:${member}`);
        // Shown in contingency, and again once accepted; in between the voucher must not be printed with it.
        const withheld = member === 'qrUrl' && value === null && data.accepted !== 1;
        if (before !== undefined && before.heardAt < startedAt && before.value !== value && !withheld)
          objections.push(`${name}: ${member} of attempt ${attempt} was ${before.value} and is ${value}`);
        if (before === undefined && !unsaid.includes(value))
          said.set(`${attempt}:${member}`, { value, heardAt: endedAt });
      }
    },
    /** ECF_NOT_FOUND, for a voucher that had been acknowledged. */
    hearUnknown({ startedAt }) {
      if (admittedAt < startedAt) objections.push(`${name}: it was admitted, and is unknown now`);
    },
    /** The answer with the most advanced state. */
    get last() {
      return last;
    },
  };
}
