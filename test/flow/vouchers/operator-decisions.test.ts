/** What an operator decides about a voucher, on a real ledger: each decision changes only what it may change. */
import { jest } from '@jest/globals';
import { endedDeliveries, type Confirmation } from '../../../src/ledger/vouchers/operator-decisions.js';
import type { Store } from '../../../src/ledger/ledger.js';
import type { AttemptRef } from '../../../src/ecf/model/encf.js';
import type { Delivery } from '../../../src/ledger/vouchers/document-record.js';
import { admitInput, attemptOf, openLedger, readDocument, signedXml } from '../../harness/ledger.js';
import { beforeNextWrite } from '../../harness/processes/another-process.js';

const now = new Date('2026-11-20T15:00:00Z');
const word = { by: 'pedro@caja', note: 'Visto en la oficina virtual', now };
const leaseOver = new Date(now.getTime() - 1);
const leaseRuns = new Date(now.getTime() + 60_000);
let store: Store;

beforeAll(async () => {
  ({ store } = await openLedger());
});
afterEach(() => jest.restoreAllMocks());

type Step = 'admitted' | 'signed' | 'in flight' | 'unanswered' | 'not sent' | 'submitted' | 'accepted';

async function voucher(step: Step): Promise<AttemptRef> {
  const input = admitInput({ now });
  const ref = attemptOf(input);
  await store.admit(input);
  if (step === 'admitted') return ref;
  await store.recordSigned(ref, signedXml(), now);
  if (step === 'signed') return ref;
  const delivery: Delivery = {
    n: 1,
    startedAt: new Date(now.getTime() - 60_000),
    leaseUntil: step === 'in flight' ? leaseRuns : leaseOver,
    host: 'x',
    to: 'ecf.dgii.gov.do',
  };
  await store.beginDelivery(ref, delivery, now, {});
  if (step === 'not sent') await store.updateDelivery(ref, delivery, { outcome: 'not-sent' });
  if (step === 'submitted' || step === 'accepted')
    await store.recordSubmitted(
      ref,
      ['T1'],
      { delivery, patch: { outcome: 'received', trackId: 'T1' } },
      { now, nextCheckAt: now },
    );
  if (step !== 'in flight')
    await store.recordWaiting(ref, 'CONFIRM_BY_HAND', { now, nextTryAt: now, nextCheckAt: now });
  const verdict = { trackId: 'T1', codigoDgii: '1', estado: 'Aceptado', mensajes: [], replyFile: null };
  if (step === 'accepted')
    await store.recordVerdict(
      ref,
      { state: 'accepted', verdict: { ...verdict, secuenciaUtilizada: true } },
      now,
    );
  return ref;
}

const read = (ref: AttemptRef) => readDocument(store, ref);

/** What a person says who reads the voucher and then looks at DGII's virtual office. */
async function whatIsSeen(ref: AttemptRef, found: Confirmation['found']): Promise<Confirmation> {
  const deliveries = endedDeliveries(await read(ref), now);
  return { found, deliveries, trackId: '9d0c1a52-7f3e-4b8a-9c6d-2e5f8a1b3c4d' };
}

const actions = {
  force: (ref: AttemptRef) => store.forceDocument(ref, word),
  annul: (ref: AttemptRef) => store.annulDocument(ref, word),
  ...Object.fromEntries(
    (['received', 'not-received', 'accepted', 'rejected'] as const).map((found) => [
      found,
      async (ref: AttemptRef) => store.confirmDocument(ref, await whatIsSeen(ref, found), word),
    ]),
  ),
} as Record<string, (ref: AttemptRef) => ReturnType<Store['forceDocument']>>;

/** The result of each decision: the voucher's state afterwards, or the code of the refusal. */
const table: Record<Step, Record<string, string>> = {
  admitted: {
    force: 'admitted',
    annul: 'annulled',
    received: 'NOTHING_OPEN',
    'not-received': 'NOTHING_OPEN',
    accepted: 'NOTHING_OPEN',
    rejected: 'NOTHING_OPEN',
  },
  signed: {
    force: 'signed',
    annul: 'annulled',
    received: 'NOTHING_OPEN',
    'not-received': 'NOTHING_OPEN',
    accepted: 'NOTHING_OPEN',
    rejected: 'NOTHING_OPEN',
  },
  'in flight': {
    force: 'IN_FLIGHT',
    annul: 'IN_FLIGHT',
    received: 'IN_FLIGHT',
    'not-received': 'IN_FLIGHT',
    accepted: 'IN_FLIGHT',
    rejected: 'IN_FLIGHT',
  },
  unanswered: {
    force: 'submitting',
    annul: 'MAY_HAVE_ARRIVED',
    received: 'submitted',
    'not-received': 'submitting',
    accepted: 'accepted',
    rejected: 'rejected',
  },
  'not sent': {
    force: 'submitting',
    annul: 'annulled',
    received: 'submitted',
    'not-received': 'NOTHING_OPEN',
    accepted: 'accepted',
    rejected: 'rejected',
  },
  submitted: {
    force: 'MAY_HAVE_ARRIVED',
    annul: 'MAY_HAVE_ARRIVED',
    received: 'submitted',
    'not-received': 'MAY_HAVE_ARRIVED',
    accepted: 'accepted',
    rejected: 'rejected',
  },
  accepted: {
    force: 'ALREADY_FINAL',
    annul: 'ALREADY_FINAL',
    received: 'ALREADY_FINAL',
    'not-received': 'ALREADY_FINAL',
    accepted: 'ALREADY_FINAL',
    rejected: 'ALREADY_FINAL',
  },
};

const rows = Object.entries(table).flatMap(([step, words]) =>
  Object.entries(words).map(([action, then]) => ({ step: step as Step, action, then })),
);

test.each(rows)('$step, then $action: $then', async ({ step, action, then }) => {
  const ref = await voucher(step);
  const before = await read(ref);
  const outcome = await actions[action]!(ref);
  const after = await read(ref);
  if (outcome.outcome === 'refused') {
    expect(outcome.refusal).toBe(then);
    expect(after).toEqual(before);
    return;
  }
  expect(after).toEqual(outcome.document);
  expect(after.state).toBe(then);
  expect(after.waiting).toBeUndefined();
  expect(after.byHand).toMatchObject([{ by: word.by, note: word.note, at: now }]);
  if (!after.final) expect(after.nextCheckAt).toEqual(now);
});

test('a decision about an open delivery records it as lost or found, with its time', async () => {
  for (const [action, outcome] of [
    ['not-received', 'lost'],
    ['force', 'lost'],
    ['received', 'found'],
  ] as const) {
    const ref = await voucher('unanswered');
    await actions[action]!(ref);
    expect((await read(ref)).submissions.at(-1)).toMatchObject({ outcome, endedAt: now });
  }
});

test('a voucher that a person confirms as accepted goes to its buyer, and a rejected one does not', async () => {
  for (const [action, goes] of [
    ['accepted', true],
    ['rejected', false],
  ] as const) {
    const ref = await voucher('unanswered');
    await actions[action]!(ref);
    expect((await read(ref)).deliverAt !== undefined).toBe(goes);
  }
});

test('a trackId that a person types in capitals is kept as DGII writes it', async () => {
  const ref = await voucher('unanswered');
  const typed = '9D0C1A52-7F3E-4B8A-9C6D-2E5F8A1B3C4D';
  await store.confirmDocument(ref, { found: 'received', trackId: typed, deliveries: 1 }, word);
  expect((await read(ref)).trackIds).toEqual([typed.toLowerCase()]);
});

test('an annulled number stays annulled, and a repeated order is refused', async () => {
  const ref = await voucher('signed');
  await store.annulDocument(ref, word);
  expect(await store.findNumber(1, 'pre-certification', ref.encf)).toMatchObject({ annulled: true });
  const again = await store.annulDocument(ref, word);
  expect(again).toMatchObject({ outcome: 'refused', refusal: 'ALREADY_FINAL' });
  const begun = await store.beginDelivery(
    ref,
    { n: 1, startedAt: now, leaseUntil: now, host: 'x', to: 'ecf.dgii.gov.do' },
    now,
    {},
  );
  expect(begun).toBe(false);
});

test('an order to deliver is used up by one delivery', async () => {
  const ref = await voucher('signed');
  await store.forceDocument(ref, word);
  expect((await read(ref)).forced).toEqual({ note: word.note, at: now });
  await store.beginDelivery(
    ref,
    { n: 1, startedAt: now, leaseUntil: now, host: 'x', to: 'ecf.dgii.gov.do' },
    now,
    {},
  );
  expect((await read(ref)).forced).toBeUndefined();
});

test('a decision reads the voucher again when the voucher changes at that moment', async () => {
  const ref = await voucher('signed');
  const [forced, annulled] = await Promise.all([
    store.forceDocument(ref, word),
    store.annulDocument(ref, word),
  ]);
  const after = await read(ref);
  expect(annulled.outcome).toBe('done');
  expect(after.state).toBe('annulled');
  expect([forced.outcome, (after.byHand ?? []).length]).toEqual(
    forced.outcome === 'done' ? ['done', 2] : ['refused', 1],
  );
});

test('a delivery that starts while a person annuls is not forgotten', async () => {
  const ref = await voucher('not sent');
  const again: Delivery = { n: 1, startedAt: now, leaseUntil: leaseRuns, host: 'x', to: 'ecf.dgii.gov.do' };
  beforeNextWrite('findOneAndUpdate', 'documents', () => store.beginDeliveryAgain(ref, again, now));
  expect(await store.annulDocument(ref, word)).toMatchObject({ outcome: 'refused', refusal: 'IN_FLIGHT' });
});

test.each([
  { name: 'an empty note', ref: {}, note: ' ', refusal: 'NOTE_INVALID' },
  { name: 'a note that is too long', ref: {}, note: 'x'.repeat(301), refusal: 'NOTE_INVALID' },
  {
    name: 'a voucher that does not exist',
    ref: { encf: 'E319999999999' },
    note: 'x',
    refusal: 'ECF_NOT_FOUND',
  },
  { name: 'an attempt that is over', ref: { attempt: 2 }, note: 'x', refusal: 'ATTEMPT_OVER' },
])('$name is refused', async ({ ref, note, refusal }) => {
  const given = { ...(await voucher('signed')), ...ref };
  expect(await store.forceDocument(given, { ...word, note })).toMatchObject({ outcome: 'refused', refusal });
});

test('an invalid trackId is refused', async () => {
  const ref = await voucher('unanswered');
  const typed = { found: 'received', trackId: 'no es/uno', deliveries: 1 } as const;
  expect(await store.confirmDocument(ref, typed, word)).toMatchObject({ refusal: 'TRACK_ID_INVALID' });
});

describe('a delivery that a person has not seen', () => {
  const lost: Omit<Delivery, 'n'> = {
    startedAt: now,
    leaseUntil: leaseOver,
    host: 'x',
    to: 'ecf.dgii.gov.do',
  };
  const steps = [
    {
      name: 'follows one without an answer',
      from: 'unanswered',
      deliver: (ref: AttemptRef) => store.beginDelivery(ref, { ...lost, n: 2 }, now, {}),
    },
    {
      name: 'takes the place of an unsent one',
      from: 'not sent',
      deliver: (ref: AttemptRef) => store.beginDeliveryAgain(ref, { ...lost, n: 1 }, now),
    },
    {
      name: 'was under way, and its answer is lost',
      from: 'in flight',
      deliver: async (ref: AttemptRef) => {
        const open = (await read(ref)).submissions[0]!;
        return store.updateDelivery(ref, open, { leaseUntil: leaseOver });
      },
    },
  ] as const;
  const founds = ['received', 'not-received', 'rejected', 'accepted'] as const;
  const cases = steps.flatMap((step) => founds.map((found) => ({ ...step, found })));

  test.each(cases)('$name: $found', async ({ from, deliver, found }) => {
    const ref = await voucher(from);
    const seen = await whatIsSeen(ref, found);
    expect(await deliver(ref)).toBe(true);
    const before = await read(ref);
    const outcome = await store.confirmDocument(ref, seen, word);
    // DGII accepts a voucher once, so a later delivery changes nothing about it.
    if (found === 'accepted') {
      expect(outcome.outcome).toBe('done');
      return;
    }
    expect(outcome).toMatchObject({ outcome: 'refused', refusal: 'CHANGED_MEANWHILE' });
    expect(await read(ref)).toEqual(before);
    expect(await store.confirmDocument(ref, await whatIsSeen(ref, found), word)).toMatchObject({
      outcome: 'done',
    });
  });

  test('ends between the read and the write of the decision', async () => {
    const ref = await voucher('unanswered');
    const seen = await whatIsSeen(ref, 'rejected');
    beforeNextWrite('findOneAndUpdate', 'documents', () =>
      store.beginDelivery(ref, { ...lost, n: 2 }, now, {}),
    );
    expect(await store.confirmDocument(ref, seen, word)).toMatchObject({ refusal: 'CHANGED_MEANWHILE' });
    expect((await read(ref)).final).toBe(false);
  });
});
