/** The metrics of open records, counted by indexes that contain only open records. */
import { admitInput, attemptOf, openLedger, refusedAt, type TestLedger } from '../../harness/ledger.js';
import { ageOriginChange } from '../../harness/numbers.js';
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
  // The search finds them already.
  const search = { version: 1 };
  const numbered = (records: object[]) =>
    records.map((record, n) => ({ ...record, rncEmisor: `${n}`, encf: `n${n}` }));
  await ledger.db
    .collection('documents')
    .insertMany(numbered([...many(3, { deliverAt: now, search }), ...many(500, { search })]));
  await ledger.db
    .collection('receptions')
    .insertMany(numbered([...many(2, { approvalDueAt: now, search }), ...many(500, { search })]));
  await ledger.db
    .collection('rangeAnnulments')
    .insertMany([
      ...many(3, { final: false, state: 'uncertain', requestedAt: new Date(now.getTime() - 9_000) }),
      ...many(1, { final: false, state: 'uncertain', requestedAt: now }),
      ...many(1, { final: false, state: 'locked', requestedAt: now }),
      ...many(500, { state: 'annulled' }),
    ]);
});

test('the oldest open vouchers, suspended companies and the age of the registry', async () => {
  const { store } = ledger;
  const at = (ms: number) => new Date(now.getTime() - ms);
  for (const ageMs of [5_000, 700_000, 60_000])
    await store.admit(admitInput({ companyId: 1, now: at(ageMs) }));
  // It waits for a shorter time than it has been there.
  const waiting = admitInput({ companyId: 1, now: at(9_000_000) });
  await store.admit(waiting);
  const times = { now: at(8_000_000), nextTryAt: now, nextCheckAt: now };
  await store.recordWaiting(attemptOf(waiting), 'DGII_UNAVAILABLE', times);
  await store.admit(admitInput({ companyId: 1, environment: 'production', now: at(4_000) }));
  for (const companyId of [1, 2, 3]) {
    await store.putCompany({
      companyId,
      rnc: `99999999${companyId}`,
      razonSocial: 'PRUEBA SRL',
      origin: 'client',
      environment,
      productionAllowed: false,
    });
  }
  await store.suspendIssuing(1, environment, refusedAt(now), now);
  // This company left the environment in which DGII refused its signer.
  await store.suspendIssuing(2, 'certification', refusedAt(now), now);
  expect((await store.ledgerOverview(now)).registryAgeMs).toBeNull();
  await store.importTaxpayers({
    batches: oneTaxpayer(),
    dataDate: '22-11-2026',
    origin: { source: 'prueba' },
    rowsShareMin: 0,
    now,
  });

  const { open, suspended, registryAgeMs } = await store.ledgerOverview(now);
  const admitted = {
    ecfType: 31,
    environment,
    state: 'admitted',
    nearExpiry: 0,
    datedAheadMs: 0,
    sendLeftMs: null,
  };
  expect([...open].sort((a, b) => a.oldestMs - b.oldestMs)).toEqual([
    { ...admitted, environment: 'production', reason: null, count: 1, oldestMs: 4_000 },
    { ...admitted, reason: null, count: 3, oldestMs: 700_000 },
    { ...admitted, reason: 'DGII_UNAVAILABLE', count: 1, oldestMs: 8_000_000 },
  ]);
  expect(suspended).toEqual([{ reason: 'NOT_DELEGATED', environment, count: 1 }]);
  // 22 November starts at 04:00 UTC.
  expect(registryAgeMs).toBe(32 * 3_600_000);
});

test('the longest change of origin', async () => {
  const { store, database } = ledger;
  const companies = [71, 72, 73];
  const more = {
    razonSocial: 'PRUEBA SRL',
    origin: 'client',
    environment,
    productionAllowed: false,
  } as const;
  for (const companyId of companies)
    await store.putCompany({ companyId, rnc: `9999999${companyId}`, ...more });
  const changingMs = async () => (await store.ledgerOverview(new Date())).originChangingMs;
  expect(await changingMs()).toBe(0);
  for (const companyId of companies)
    await store.beginOriginChange(companyId, { to: 'service', environment: 'pre-certification' });
  await ageOriginChange(database, 72, 700_000);
  await ageOriginChange(database, 73, 100_000);
  expect(await changingMs()).toBeGreaterThanOrEqual(700_000);
  await store.cancelOriginChange(72);
  expect(await changingMs()).toBeLessThan(700_000);
  for (const companyId of [71, 73]) await store.cancelOriginChange(companyId);
  expect(await changingMs()).toBe(0);
});

async function* oneTaxpayer() {
  const unknown = { nombreComercial: null, actividadEconomica: null, estado: null, regimenPagos: null };
  yield [{ rnc: '999999991', razonSocial: 'PRUEBA SRL', ...unknown }];
}

test('counts deliveries to buyers, approvals and annulments that are open', async () => {
  const { buyerDeliveries, approvals, annulments, whole } = await ledger.store.ledgerOverview(now);
  expect({ buyerDeliveries, approvals, whole }).toEqual({ buyerDeliveries: 3, approvals: 2, whole: true });
  expect([...annulments].sort((a, b) => a.state.localeCompare(b.state))).toEqual([
    { state: 'locked', environment, count: 1, oldestMs: 0 },
    { state: 'uncertain', environment, count: 4, oldestMs: 9_000 },
  ]);
});

test.each([
  { collection: 'documents', open: 5 },
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

test('counts the vouchers that were not delivered and whose sequence expires within seven days', async () => {
  const hourAgo = new Date(now.getTime() - 3_600_000);
  const held = {
    final: false,
    state: 'signed',
    nextCheckAt: now,
    receivedAt: hourAgo,
    submissions: [],
    tipoeCF: 45,
    fechaVencimientoSecuencia: '30-11-2026',
  };
  const notSent = { n: 1, outcome: 'not-sent' };
  const cases = [
    { near: true },
    { near: true, fechaVencimientoSecuencia: '23-11-2026' },
    { near: true, submissions: [notSent] },
    { near: false, fechaVencimientoSecuencia: '01-12-2026' },
    { near: false, fechaVencimientoSecuencia: '22-11-2026' },
    { near: false, fechaVencimientoSecuencia: null },
    { near: false, submissions: [notSent, { n: 2, outcome: 'refused' }] },
    // Open: it may have arrived.
    { near: false, submissions: [{ n: 1 }] },
    { near: false, receivedAt: new Date(hourAgo.getTime() + 1) },
    { near: false, final: true },
  ];
  const documents = ledger.db.collection('documents');
  await documents.insertMany(
    cases.map(({ near: _, ...change }, n) => ({
      companyId: 2,
      environment,
      encf: `E45${n}`,
      ...held,
      ...change,
    })),
  );
  const { open } = await ledger.store.ledgerOverview(now);
  expect(open.filter(({ ecfType }) => ecfType === 45)).toEqual([
    {
      ecfType: 45,
      environment,
      oldestMs: 3_600_000,
      datedAheadMs: 0,
      sendLeftMs: null,
      state: 'signed',
      reason: null,
      count: cases.length - 1,
      nearExpiry: cases.filter(({ near }) => near).length,
    },
  ]);
  await documents.deleteMany({ companyId: 2 });
});

test.each([
  {
    name: 'a voucher that waited for hours and is delivered now',
    state: 'submitted',
    times: { submitted: 1 },
    ageMs: 1,
  },
  {
    name: 'a voucher that DGII has had for an hour',
    state: 'submitted',
    times: { submitted: 3_600_000 },
    ageMs: 3_600_000,
  },
  {
    name: 'a delivery under way',
    state: 'submitting',
    times: { signed: 9_000, started: 20 },
    ageMs: 20,
    leftHours: 72,
  },
  {
    name: 'a voucher that is signed',
    state: 'signed',
    times: { signed: 9_000 },
    ageMs: 9_000,
    leftHours: 72,
  },
  {
    name: 'deferred sending',
    state: 'signed',
    times: { signed: 9_000 },
    deferred: true,
    ageMs: 9_000,
    leftHours: 24,
  },
])(
  'the age without a wait, and the time left to send: $name',
  async ({ state, times, deferred, ageMs, leftHours }) => {
    const at = (ms = 18_000_000) => new Date(now.getTime() - ms);
    const { signed, started, submitted } = times as { signed?: number; started?: number; submitted?: number };
    const documents = ledger.db.collection('documents');
    const ofOwn = { companyId: 3, environment, tipoeCF: 47, nextCheckAt: now, final: false, state };
    await documents.insertOne({
      ...ofOwn,
      encf: 'E470000000001',
      receivedAt: at(),
      signed: { signedAt: at(signed) },
      submissions: [
        { n: 1, startedAt: at(), outcome: 'not-sent' },
        { n: 2, startedAt: at(started) },
      ],
      ...(submitted !== undefined && { submittedAt: at(submitted) }),
      ...(deferred === true && { deferred }),
    });
    const { open } = await ledger.store.ledgerOverview(now);
    const sendLeftMs = leftHours === undefined ? null : leftHours * 3_600_000 - (signed ?? 0);
    expect(open.find(({ ecfType }) => ecfType === 47)).toMatchObject({ oldestMs: ageMs, sendLeftMs });
    await documents.deleteMany({ companyId: 3 });
  },
);

test('numbers and certificates that expired 31 days ago or earlier are left out', async () => {
  const { db, store } = ledger;
  const daysAgo = (days: number) => new Date(now.getTime() - days * 86_400_000);
  const ranges = [
    { ecfType: 31, expiresOn: ['01-01-2024', '31-12-2028'] },
    { ecfType: 33, expiresOn: ['01-01-2024', '23-10-2026'] },
    { ecfType: 44, expiresOn: ['01-01-2024', '22-10-2026'] },
  ] as const;
  await store.putCompany({
    companyId: 9,
    rnc: '999999999',
    razonSocial: 'PRUEBA SRL',
    origin: 'service',
    environment,
    productionAllowed: false,
  });
  for (const { ecfType, expiresOn } of ranges)
    for (const [n, day] of expiresOn.entries())
      await store.addAuthorization({
        companyId: 9,
        environment,
        ecfType,
        from: n * 10 + 1,
        to: n * 10 + 10,
        expiresOn: day,
        authorizationNumber: `A-${n}`,
        now: daysAgo(2_000),
      });
  await db.collection('certificates').insertMany([
    { companyId: 7, importedAt: daysAgo(400), notAfter: daysAgo(30) },
    { companyId: 8, importedAt: daysAgo(400), notAfter: daysAgo(32) },
    { companyId: 9, importedAt: daysAgo(900), notAfter: daysAgo(500), fingerprint: 'old' },
    { companyId: 9, importedAt: daysAgo(2), notAfter: daysAgo(-500), fingerprint: 'new' },
  ]);
  const { sequences, certificates } = await store.ledgerOverview(now);
  expect(sequences.map(({ ecfType, numbersLeft }) => [ecfType, numbersLeft]).sort()).toEqual([
    [31, 10],
    [33, 0],
  ]);
  expect([...certificates].sort((a, b) => a.companyId - b.companyId)).toEqual([
    { companyId: 7, daysLeft: -30 },
    { companyId: 9, daysLeft: 500 },
  ]);
});

test('each round is as late as the record that is due longest', async () => {
  const { db, store } = ledger;
  const at = (seconds: number) => new Date(now.getTime() - seconds * 1_000);
  const record = (change: object) => ({ companyId: 9, environment, ...change });
  const inserted = {
    documents: [
      record({ encf: 'E310000000901', final: true, settleAt: at(10) }),
      record({ encf: 'E310000000902', final: true, settleAt: at(-500), deliverAt: at(20) }),
    ],
    receptions: [
      record({ rncEmisor: 'a', encf: 'a', approvalDueAt: at(30), askDgiiAt: at(-60) }),
      record({ rncEmisor: 'b', encf: 'b', approvalDueAt: at(3), askDgiiAt: at(40) }),
    ],
    rangeAnnulments: [record({ dueAt: at(50), count: 1 })],
    certificationRuns: [record({ dueAt: at(-60) })],
  };
  for (const [name, records] of Object.entries(inserted)) await db.collection(name).insertMany(records);
  expect((await store.ledgerOverview(now)).lateMs).toEqual({
    verdicts: 10_000,
    'buyer-deliveries': 20_000,
    approvals: 30_000,
    questions: 40_000,
    annulments: 50_000,
    'certification-runs': 0,
    events: 0,
  });
});

test('how far in the future the last step of an open voucher lies, which a clock that was ahead wrote', async () => {
  const aheadMs = 4 * 3_600_000;
  const documents = ledger.db.collection('documents');
  const ofOwn = { companyId: 4, environment, tipoeCF: 46, nextCheckAt: now, final: false, state: 'admitted' };
  await documents.insertMany([
    { ...ofOwn, encf: 'E460000000001', receivedAt: new Date(now.getTime() + aheadMs) },
    { ...ofOwn, encf: 'E460000000002', receivedAt: now },
  ]);
  const { open } = await ledger.store.ledgerOverview(now);
  expect(open.find(({ ecfType }) => ecfType === 46)).toMatchObject({ count: 2, datedAheadMs: aheadMs });
  await documents.deleteMany({ companyId: 4 });
});
