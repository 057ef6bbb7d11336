/** The metrics of open records, counted by indexes that contain only open records. */
import { openLedger, type TestLedger } from '../../harness/ledger.js';
import { profiled } from '../../harness/profile.js';

const environment = 'pre-certification';
const now = new Date('2026-11-23T12:00:00Z');
let ledger: TestLedger;

beforeAll(async () => {
  ledger = await openLedger();
  const many = (count: number, open: object) =>
    Array.from({ length: count }, (_, n) => ({
      companyId: 1,
      environment,
      encf: `E31${n}`,
      final: true,
      ...open,
    }));
  const numbered = (records: object[]) =>
    records.map((record, n) => ({ ...record, rncEmisor: `${n}`, encf: `n${n}` }));
  await ledger.db
    .collection('documents')
    .insertMany(numbered([...many(3, { deliverAt: now }), ...many(500, {})]));
  await ledger.db
    .collection('receptions')
    .insertMany(numbered([...many(2, { approvalDueAt: now }), ...many(500, {})]));
  await ledger.db
    .collection('rangeAnnulments')
    .insertMany([
      ...many(4, { final: false, state: 'uncertain' }),
      ...many(1, { final: false, state: 'locked' }),
      ...many(500, { state: 'annulled' }),
    ]);
});

test('counts deliveries to buyers, approvals and annulments that are open', async () => {
  const { buyerDeliveries, approvals, annulments, whole } = await ledger.store.ledgerOverview(now);
  expect({ buyerDeliveries, approvals, whole }).toEqual({ buyerDeliveries: 3, approvals: 2, whole: true });
  expect([...annulments].sort((a, b) => a.state.localeCompare(b.state))).toEqual([
    { state: 'locked', count: 1 },
    { state: 'uncertain', count: 4 },
  ]);
});

test.each([
  { collection: 'documents', open: 3 },
  { collection: 'receptions', open: 2 },
  { collection: 'rangeAnnulments', open: 5 },
])('reads only the open records of $collection', async ({ collection, open }) => {
  const plans = await profiled(ledger.db, collection, () => ledger.store.ledgerOverview(now));
  expect(plans.length).toBeGreaterThan(0);
  for (const { planSummary, keysExamined, docsExamined } of plans) {
    expect(planSummary).toMatch(/IXSCAN|COUNT_SCAN/);
    expect(keysExamined).toBeLessThanOrEqual(open + 1);
    expect(docsExamined).toBeLessThanOrEqual(open);
  }
});
