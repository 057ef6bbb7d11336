/** Due deliveries are claimed in turn: many vouchers and approvals of one company do not hold up a single one of another company. */
import { openLedger, type TestLedger } from '../../harness/ledger.js';
import { profiled } from '../../harness/profile.js';

const now = new Date('2026-11-23T12:00:00Z');
const until = new Date(now.getTime() + 60_000);
const minutesAgo = (minutes: number) => new Date(now.getTime() - minutes * 60_000);
const busy = 1;
const dueOfBusy = 2_000;
const small = 2;
/** Another company has only deliveries that are due later. */
const later = 3;

let ledger: TestLedger;
beforeAll(async () => {
  ledger = await openLedger();
  const due = (companyId: number, n: number, at: Date, name: 'deliverAt' | 'approvalDueAt') => {
    const encf = `E31${String(n).padStart(10, '0')}`;
    const key = { companyId, environment: 'production', encf, rncEmisor: '131880681' };
    return { _id: `${name}-${companyId}-${n}` as never, ...key, [name]: at };
  };
  for (const [collection, name] of [
    ['documents', 'deliverAt'],
    ['receptions', 'approvalDueAt'],
  ] as const)
    await ledger.db
      .collection(collection)
      .insertMany([
        ...Array.from({ length: dueOfBusy }, (_, n) => due(busy, n, minutesAgo(60), name)),
        ...[due(small, 1, minutesAgo(2), name), due(small, 2, minutesAgo(1), name)],
        ...Array.from({ length: dueOfBusy }, (_, n) => due(later, n, new Date(now.getTime() + 1), name)),
      ]);
}, 60_000);

test.each([
  ['deliveries', 'documents', 'claimBuyerDeliveries'],
  ['approvals', 'receptions', 'claimApprovals'],
] as const)(
  "%s: companies take turns, and each company's longest overdue item comes first",
  async (_name, collection, claim) => {
    const claimed = async (limit: number) =>
      (await ledger.store[claim](now, until, limit)).map(({ companyId, encf }) => `${companyId} ${encf}`);
    let first: string[] = [];
    const plans = await profiled(ledger.db, collection, async () => {
      first = await claimed(2);
    });
    expect(first.map((one) => one.split(' ')[0])).toEqual(['1', '2']);
    expect(first[1]).toBe('2 E310000000001');
    for (const { keysExamined } of plans) expect(keysExamined).toBeLessThanOrEqual(20);
    // The next call continues where this one ended.
    const next = await claimed(4);
    expect(next.map((one) => one.split(' ')[0])).toEqual(['1', '2', '1', '1']);
    expect(next[1]).toBe('2 E310000000002');
    expect(new Set([...first, ...next]).size).toBe(6);
  },
);
