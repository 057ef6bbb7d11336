/** After a lost answer the bytes of an annulment go out again, but not at once: whatever keeps DGII silent lasts longer. */
import { ask } from '../../../../src/activities/numbers/ask-annulment.js';

const askAgainMs = 5_000;

/** @param silentMs since the last delivery ended without an answer. @returns whether the step waits, or else what comes next */
async function after(silentMs: number, lost: number) {
  const endedAt = new Date('2026-11-23T12:00:00Z');
  const results = [{ desde: 'E310000000001', hasta: 'E310000000001', outcome: 'uncertain' }];
  const record = {
    _id: 'a',
    companyId: 1,
    environment: 'pre-certification',
    rnc: '131880681',
    version: 1,
    lost,
    state: 'uncertain',
    final: false,
    asked: { count: 1, last: 'E310000000001' },
    dueAt: endedAt,
    deliveries: [{ n: lost, startedAt: endedAt, endedAt, outcome: 'lost' }],
  };
  const nothing = () => Promise.resolve();
  const store = {
    annulmentResults: () => Promise.resolve(results),
    closeLocked: nothing,
    releaseLocked: nothing,
    changeRangeAnnulment: (
      _was: object,
      changes: object,
      { remove = [] }: { remove?: readonly string[] },
    ) => {
      const kept = Object.entries({ ...record, ...changes }).filter(([name]) => !remove.includes(name));
      return Promise.resolve(Object.fromEntries(kept));
    },
  };
  const deps = {
    store,
    log: { error: () => undefined },
    settings: { askAgainMs, checkMarginMs: 0 },
    clock: () => new Date(endedAt.getTime() + silentMs),
    certificates: { current: () => Promise.resolve({ fingerprint: 'x' }) },
  } as unknown as Parameters<typeof ask>[0];
  const turn = { record, pauseMs: 1 } as unknown as Parameters<typeof ask>[1];
  const { next, waits } = await ask(deps, turn, new AbortController().signal);
  return waits ? 'waits' : next;
}

test.each([
  { lost: 1, pauseMs: 30_000 },
  { lost: 2, pauseMs: 180_000 },
])('after $lost lost answers the bytes go out again $pauseMs ms later', async ({ lost, pauseMs }) => {
  expect(await after(0, lost)).toBe('waits');
  expect(await after(pauseMs - 1, lost)).toBe('waits');
  expect(await after(pauseMs, lost)).toBe('send');
});

test('after three lost answers a person must check, without more pauses', async () => {
  expect(await after(0, 3)).toBe('end');
});

const notFound = { kind: 'not-found', mensajes: [], reply: null };

/** DGII's answers about one uncertain number. @returns whether the step waits, and what it wrote */
async function answered(trackIds: object, state: object) {
  const written: object[] = [];
  const deps = {
    store: {
      annulmentResults: () =>
        Promise.resolve([{ desde: 'E310000000001', hasta: 'E310000000001', outcome: 'uncertain' }]),
      closeLocked: () => Promise.resolve(),
      releaseLocked: () => Promise.resolve(),
      changeRangeAnnulment: (was: object, changes: object) => {
        written.push(changes);
        return Promise.resolve({ ...was, ...changes });
      },
      suspendIssuing: () => Promise.reject(new Error('A question suspends nobody')),
    },
    log: { error: () => undefined },
    settings: { askAgainMs, checkMarginMs: 0 },
    dgii: { trackIds: () => Promise.resolve(trackIds), state: () => Promise.resolve(state) },
    clock: () => new Date('2026-11-23T12:00:00Z'),
    certificates: { current: () => Promise.resolve({ fingerprint: 'x' }) },
  } as unknown as Parameters<typeof ask>[0];
  const record = {
    _id: 'a',
    companyId: 1,
    environment: 'pre-certification',
    rnc: '131880681',
    version: 1,
    state: 'uncertain',
    final: false,
    dueAt: new Date(),
    deliveries: [],
  };
  const turn = { record, pauseMs: 1 } as unknown as Parameters<typeof ask>[1];
  const { waits } = await ask(deps, turn, new AbortController().signal);
  return { waits, written };
}

describe('while a question has no answer, the annulment waits', () => {
  const silent = (cause: string) => ({ kind: 'unavailable', cause, detail: '', mensajes: [], reply: null });

  test.each([
    { name: 'DGII is away', trackIds: silent('timeout'), state: notFound, waiting: 'DGII_UNAVAILABLE' },
    {
      name: 'DGII does not let the signer ask for trackIds',
      trackIds: silent('not-allowed-to-ask'),
      state: notFound,
      waiting: 'NOT_DELEGATED',
    },
    {
      name: 'DGII does not let the signer ask for the state',
      trackIds: notFound,
      state: silent('not-allowed-to-ask'),
      waiting: 'NOT_DELEGATED',
    },
    {
      name: 'DGII has no such question in this environment',
      trackIds: { kind: 'not-offered' },
      state: notFound,
      waiting: 'DGII_UNAVAILABLE',
    },
  ])('$name: $waiting', async ({ trackIds, state, waiting }) => {
    expect(await answered(trackIds, state)).toMatchObject({ waits: true, written: [{ waiting }] });
  });
});

test.each([
  { state: 'accepted', outcome: 'refused' },
  { state: 'in-process', outcome: 'refused' },
  // DGII rejected an earlier voucher, so the number may be void.
  { state: 'rejected', outcome: 'uncertain' },
])('a number whose voucher is $state at DGII: $outcome', async ({ state, outcome }) => {
  const { written } = await answered(notFound, { kind: 'found', state, reply: null });
  expect(written).toMatchObject([{ results: [{ outcome }] }]);
});
