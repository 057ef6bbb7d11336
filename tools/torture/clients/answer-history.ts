/**
 * Objects when a later answer about a voucher contradicts an earlier one. Simultaneous answers may overtake each other.
 */

export interface VoucherData {
  readonly attempt: number;
  readonly accepted: 0 | 1 | null;
  readonly status: string;
  readonly alreadyProcessed: boolean;
  readonly securityCode: string;
  readonly qrUrl: string | null;
  readonly fechaFirma: string | null;
  readonly codigoDgii: string | null;
  readonly secuenciaUtilizada: boolean | null;
  readonly reason?: string;
  readonly code?: string;
}

export interface VoucherAnswer {
  readonly data: VoucherData;
  readonly startedAt: number;
  readonly endedAt: number;
}

/** What must not change for an attempt once an answer said it. */
const lasting = [
  ...(['accepted', 'securityCode', 'qrUrl', 'fechaFirma'] as const),
  ...(['codigoDgii', 'secuenciaUtilizada'] as const),
];
type Lasting = (typeof lasting)[number];

interface Said {
  readonly value: VoucherData[Lasting];
  readonly endedAt: number;
}

export type AnswerHistory = ReturnType<typeof createAnswerHistory>;

export function createAnswerHistory(name: string) {
  /** By `attempt:member`. */
  const said = new Map<string, Said>();
  /** Attempts that an answer claimed to have created. */
  const created = new Set<number>();
  const objections: string[] = [];
  let highest = { attempt: 0, endedAt: 0 };
  const waits = new Map<string, { readonly attempt: number; readonly reason: string }>();
  let firstAnswerAt = Infinity;
  let last: VoucherData | undefined;

  return {
    name,
    objections: objections as readonly string[],
    object: (what: string) => void objections.push(`${name}: ${what}`),
    add(answer: VoucherAnswer): void {
      const { data, endedAt } = answer;
      firstAnswerAt = Math.min(firstAnswerAt, endedAt);
      const { attempt, accepted, reason } = data;
      if (accepted === null && reason !== undefined) waits.set(`${attempt}:${reason}`, { attempt, reason });
      if (last === undefined || !isBehind(data, last)) last = data;
      checkAttempt(answer);
      for (const member of lasting) checkMember(member, answer);
    },
    /** It is an objection if an earlier answer had reported the voucher. */
    addUnknown({ startedAt }: { readonly startedAt: number }): void {
      if (firstAnswerAt < startedAt)
        objections.push(`${name}: an answer had reported it, and it is unknown now`);
    },
    /** What it waited for, each reason of an attempt once. */
    waits: () => [...waits.values()],
    get last() {
      return last;
    },
  };

  function checkAttempt({ data: { attempt, alreadyProcessed }, startedAt, endedAt }: VoucherAnswer): void {
    if (attempt < highest.attempt && highest.endedAt < startedAt)
      objections.push(`${name}: attempt ${attempt} came after attempt ${highest.attempt}`);
    if (attempt > highest.attempt) highest = { attempt, endedAt };
    if (alreadyProcessed) return;
    if (created.has(attempt)) objections.push(`${name}: attempt ${attempt} was created twice`);
    created.add(attempt);
  }

  function checkMember(member: Lasting, { data, startedAt, endedAt }: VoucherAnswer): void {
    const { attempt, accepted } = data;
    const value = data[member];
    const before = said.get(`${attempt}:${member}`);
    if (before === undefined) {
      if (value !== null && value !== '') said.set(`${attempt}:${member}`, { value, endedAt });
      return;
    }
    // `qrUrl` is shown from the first delivery on. It is withheld if DGII refused that delivery, or rejected the voucher.
    const withheld = member === 'qrUrl' && value === null && accepted !== 1;
    if (before.endedAt < startedAt && before.value !== value && !withheld)
      objections.push(`${name}: ${member} of attempt ${attempt} was ${before.value} and is ${value}`);
  }
}

function isBehind(data: VoucherData, last: VoucherData): boolean {
  if (data.attempt !== last.attempt) return data.attempt < last.attempt;
  return last.accepted !== null && data.accepted === null;
}
