/**
 * The delivery of an annulment to DGII: a process that paused longer than its lease sends nothing, because the numbers may be free by now.
 */
import { send } from '../../../../src/activities/numbers/send-annulment.js';

const leaseMarginMs = 5_000;

/**
 * @param stillMs how long the process pauses between the write-ahead and the first byte. @returns how often DGII was called, and how the
 * delivery ended
 */
async function sent(stillMs: number, cause = 'unreachable', environment = 'pre-certification') {
  let calls = 0;
  let nowMs = Date.parse('2026-11-23T12:00:00Z');
  const signed = { file: 'f', sha256: 'x', signedAt: new Date(nowMs) };
  let record = {
    _id: 'a',
    companyId: 1,
    environment,
    rnc: '131880681',
    version: 1,
    signed,
    state: 'signed',
    final: false,
    deliveryCount: 0,
    deliveries: [] as { outcome?: string }[],
    dueAt: new Date(nowMs),
    waiting: '',
  };
  const store = {
    findCompany: () => Promise.resolve({}),
    getFileBytes: () => Promise.resolve(Buffer.from('<ANECF/>')),
    changeRangeAnnulment: (_before: object, changes: { state?: string }) => {
      record = { ...record, ...changes, version: record.version + 1 };
      if (changes.state === 'sending') nowMs += stillMs;
      return Promise.resolve(record);
    },
  };
  const deps = {
    store,
    clock: () => new Date(nowMs),
    log: { warn: () => undefined, error: () => undefined },
    settings: { deliveryTimeoutMs: 20_000, leaseMarginMs, checkMarginMs: 0 },
    certificates: { current: () => Promise.resolve({ fingerprint: 'x' }) },
    dgii: {
      annul: () => {
        calls += 1;
        return Promise.resolve({
          kind: 'not-sent',
          cause,
          detail: '',
          mensajes: [],
          reply: null,
        });
      },
    },
  } as unknown as Parameters<typeof send>[0];
  const turn = { record, pauseMs: 1 } as unknown as Parameters<typeof send>[1];
  await send(deps, turn, new AbortController().signal);
  const { state, waiting } = record;
  return { calls, state, waiting, outcome: record.deliveries.at(-1)?.outcome };
}

test('it sends within its lease', async () => {
  expect(await sent(leaseMarginMs)).toEqual({
    calls: 1,
    state: 'signed',
    outcome: 'not-sent',
    waiting: 'DGII_UNAVAILABLE',
  });
});

test('it sends nothing after a pause that is longer than its lease', async () => {
  expect(await sent(leaseMarginMs + 1)).toMatchObject({
    calls: 0,
    state: 'signed',
    outcome: 'not-sent',
  });
});

test.each([
  { cause: 'not-delegated', waiting: 'NOT_DELEGATED' },
  { cause: 'certificate', waiting: 'CERTIFICATE_UNUSABLE' },
  // DGII cannot read what we signed. Waiting for DGII would never end.
  { cause: 'seed-refused', waiting: 'INTERNAL_FAULT' },
])('it waits as a voucher does when nothing was sent: $cause', async ({ cause, waiting }) => {
  expect(await sent(0, cause)).toMatchObject({ waiting, outcome: 'not-sent' });
});

test('it sends nothing to production without the consents', async () => {
  const waits = { calls: 0, waiting: 'PRODUCTION_NOT_ALLOWED' };
  expect(await sent(0, 'unreachable', 'production')).toMatchObject(waits);
});
