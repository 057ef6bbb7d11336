/** The workers' rounds claim due records in turn: many records of one company do not hold up a single one of another company. */
import { jest } from '@jest/globals';
import { Db } from 'mongodb';
import { openLedger, type TestLedger } from '../../harness/ledger.js';
import { profiled } from '../../harness/profile.js';

const now = new Date('2026-11-23T12:00:00Z');
const until = new Date(now.getTime() + 60_000);
const minutesAgo = (minutes: number) => new Date(now.getTime() - minutes * 60_000);
const busy = 1;
const dueOfBusy = 2_000;
const small = 2;
/** Another company has only records that are due later. */
const later = 3;

let ledger: TestLedger;
beforeEach(async () => {
  ledger = await openLedger();
});

/** A record with only what a claim reads. */
const record = (companyId: number, n: number, more: object) => {
  const encf = `E31${String(n).padStart(10, '0')}`;
  const key = { companyId, environment: 'production', encf, rncEmisor: '131880681' };
  return { _id: `${JSON.stringify(more)}-${companyId}-${n}` as never, ...key, ...more };
};
const records = (companyId: number, count: number, more: object) =>
  Array.from({ length: count }, (_, n) => record(companyId, n, more));
const namesOf = (claimed: readonly { readonly companyId: number }[]) =>
  claimed.map((one) => `${one.companyId} ${(one as { readonly encf?: string }).encf}`);
const companiesOf = (names: readonly string[]) => names.map((one) => one.split(' ')[0]);

const rounds = [
  { due: 'open vouchers', in: 'documents', by: 'nextCheckAt', claim: 'claimDue', also: { final: false } },
  { due: 'unsettled vouchers', in: 'documents', by: 'settleAt', claim: 'claimDue', also: { final: true } },
  { due: 'deliveries', in: 'documents', by: 'deliverAt', claim: 'claimBuyerDeliveries', also: {} },
  { due: 'approvals', in: 'receptions', by: 'approvalDueAt', claim: 'claimApprovals', also: {} },
  { due: 'annulments', in: 'rangeAnnulments', by: 'dueAt', claim: 'claimDueAnnulments', also: {} },
  { due: 'certification runs', in: 'certificationRuns', by: 'dueAt', claim: 'claimDueRuns', also: {} },
] as const;

test.each(rounds)(
  "$due: companies take turns, and each company's longest overdue item comes first",
  async ({ in: collection, by, claim, also }) => {
    await ledger.db
      .collection(collection)
      .insertMany([
        ...records(busy, dueOfBusy, { [by]: minutesAgo(60), ...also }),
        record(small, 1, { [by]: minutesAgo(2), ...also }),
        record(small, 2, { [by]: minutesAgo(1), ...also }),
        ...records(later, dueOfBusy, { [by]: new Date(now.getTime() + 1), ...also }),
      ]);
    const claimed = async (limit: number) => namesOf(await ledger.store[claim](now, until, limit));
    let first: string[] = [];
    const plans = await profiled(ledger.db, collection, async () => {
      first = await claimed(2);
    });
    expect(companiesOf(first)).toEqual(['1', '2']);
    expect(first[1]).toBe('2 E310000000001');
    expect(plans.length).toBeGreaterThan(0);
    for (const { keysExamined } of plans) expect(keysExamined).toBeLessThanOrEqual(20);
    // The next call continues where this one ended.
    const next = await claimed(4);
    expect(companiesOf(next)).toEqual(['1', '2', '1', '1']);
    expect(next[1]).toBe('2 E310000000002');
    expect(new Set([...first, ...next]).size).toBe(6);
  },
  60_000,
);

test.each(rounds)(
  '$due: a time further ahead than any pause is due now',
  async ({ in: where, by, claim, also }) => {
    const hoursAhead = (hours: number) => new Date(Date.now() + hours * 3_600_000);
    await ledger.db
      .collection(where)
      .insertMany([
        record(small, 1, { [by]: hoursAhead(25), ...also }),
        record(small, 2, { [by]: hoursAhead(31), ...also }),
      ]);
    const claimed = async (at: Date) => namesOf(await ledger.store[claim](at, hoursAhead(25), 10));
    // To a clock that is behind, 25 hours look like 49. The ledger's clock decides.
    expect(await claimed(hoursAhead(-24))).toEqual(['2 E310000000002']);
    expect(await claimed(hoursAhead(0))).toEqual([]);
  },
);

test('a company that has its share already is left out, and the others take turns', async () => {
  await ledger.db
    .collection('documents')
    .insertMany([
      ...records(busy, dueOfBusy, { deliverAt: minutesAgo(60) }),
      ...records(small, 3, { deliverAt: minutesAgo(2) }),
      ...records(later, 3, { deliverAt: minutesAgo(1) }),
    ]);
  const claimed = async (except?: readonly number[]) =>
    companiesOf(namesOf(await ledger.store.claimBuyerDeliveries(now, until, 4, except)));
  let first: unknown[] = [];
  const plans = await profiled(ledger.db, 'documents', async () => {
    first = await claimed([busy]);
  });
  expect(first).toEqual(['2', '3', '2', '3']);
  for (const { keysExamined } of plans) expect(keysExamined).toBeLessThanOrEqual(20);
  expect(await claimed([busy, later])).toEqual(['2']);
  expect(await claimed()).toEqual(['3', '1', '1', '1']);
});

test('a worker whose clock is ahead claims what is due by the clock of the ledger, for as long as other workers do', async () => {
  const nowMs = Date.now();
  const [aheadMs, claimMs, tookMaxMs] = [4 * 3_600_000, 30_000, 20_000];
  const dueIn = (ms: number) => ({ final: false, nextCheckAt: new Date(nowMs + ms) });
  await ledger.db
    .collection('documents')
    .insertMany([record(small, 1, dueIn(-1)), record(small, 2, dueIn(3_600_000))]);
  const ahead = new Date(nowMs + aheadMs);
  const claimed = await ledger.store.claimDue(ahead, new Date(ahead.getTime() + claimMs), 10);
  expect(namesOf(claimed)).toEqual(['2 E310000000001']);
  const { nextCheckAt } = (await ledger.db.collection('documents').findOne({ encf: 'E310000000001' }))!;
  const againInMs = (nextCheckAt as Date).getTime() - nowMs;
  expect(againInMs).toBeGreaterThanOrEqual(claimMs);
  expect(againInMs).toBeLessThan(claimMs + tookMaxMs);
});

test('of open and unsettled vouchers neither keeps the other kind from being claimed', async () => {
  await ledger.db
    .collection('documents')
    .insertMany([
      ...records(busy, 150, { nextCheckAt: minutesAgo(60), final: false }),
      ...records(small, 150, { settleAt: minutesAgo(60), final: true }),
    ]);
  const claimed = async () => companiesOf(namesOf(await ledger.store.claimDue(now, until, 100)));
  const share = (names: readonly unknown[], companyId: number) =>
    names.filter((one) => one === String(companyId)).length;
  const rounds = [await claimed(), await claimed(), await claimed()];
  expect(rounds.map((names) => [share(names, busy), share(names, small)])).toEqual([
    [75, 25],
    [75, 25],
    [0, 100],
  ]);
  expect(await claimed()).toEqual([]);
});

test('after an outage of DGII the vouchers to wake are divided among the companies', async () => {
  const waiting = { reason: 'DGII_UNAVAILABLE', since: now, nextTryAt: now };
  const open = { final: false, waiting };
  await ledger.db.collection('documents').insertMany([
    ...records(busy, dueOfBusy, { ...open, nextCheckAt: until }),
    ...[1, 2, 3].map((n) => record(small, n, { ...open, nextCheckAt: minutesAgo(n) })),
    record(small, 4, { ...open, nextCheckAt: until, signed: { summary: {} } }),
    record(small, 5, { final: false, nextCheckAt: until }),
    // A limit held it back, so it does not wait for DGII itself, but for the same moment.
    record(later, 1, {
      final: false,
      waiting: { ...waiting, reason: 'REQUEST_DELAYED' },
      nextCheckAt: now,
    }),
  ]);
  const wake = async (limit: number) =>
    namesOf(await ledger.store.waitingForDgii('production', 'ecf', limit));
  let woken: string[] = [];
  const plans = await profiled(ledger.db, 'documents', async () => {
    woken = await wake(6);
  });
  for (const { keysExamined } of plans) expect(keysExamined).toBeLessThanOrEqual(20);
  expect(companiesOf(woken)).toEqual(['1', '1', '2', '2', '3']);
  // Of a company, the vouchers that would wait longest.
  expect(woken.slice(2, 4)).toEqual(['2 E310000000001', '2 E310000000002']);
  // Not all companies get a place: the next call begins with another one.
  const turns = [await wake(1), await wake(1), await wake(1)];
  expect(new Set(companiesOf(turns.flat()))).toEqual(new Set(['1', '2', '3']));
  expect(namesOf(await ledger.store.waitingForDgii('production', 'fc', 6))).toEqual(['2 E310000000004']);
});

test('a round of vouchers asks for the ledger’s time once', async () => {
  const command = jest.spyOn(Db.prototype, 'command');
  await ledger.store.claimDue(now, until, 4);
  expect(command.mock.calls).toEqual([[{ hello: 1 }]]);
  command.mockRestore();
});
