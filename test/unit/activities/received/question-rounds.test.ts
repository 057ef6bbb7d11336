/** The questions to DGII about received vouchers: companies take turns, and a slow one does not hold up the others. */
import { createQuestionRounds } from '../../../../src/activities/received/question-rounds.js';
import { until } from '../../../harness/until.js';

const now = new Date('2026-11-23T12:00:00Z');
const never = new AbortController().signal;

/** A ledger with so many due questions of each company. */
function ledgerWith(due: Readonly<Record<number, number>>) {
  const left = new Map(Object.entries(due).map(([companyId, count]) => [Number(companyId), count]));
  const next = ({ after, busy }: { after: number; busy: readonly number[] }) => {
    const waiting = [...left].filter(([id, count]) => count > 0 && !busy.includes(id)).map(([id]) => id);
    return waiting.find((id) => id > after) ?? waiting[0];
  };
  return {
    claimQuestion: async (
      _now: Date,
      turn: { after: number; busy: readonly number[] },
    ): Promise<object | undefined> => {
      const companyId = next(turn);
      if (companyId === undefined) return undefined;
      left.set(companyId, (left.get(companyId) ?? 0) - 1);
      return { _id: 'r', companyId, encf: 'E310000000001', receivedAt: now, arecf: {} };
    },
    recordDgiiState: () => Promise.resolve(),
  };
}

/** @param answer of DGII for a company */
function roundsOf(
  due: Readonly<Record<number, number>>,
  answer: (companyId: number) => Promise<void>,
  store = ledgerWith(due),
) {
  const asked: number[] = [];
  const deps = {
    store,
    clock: () => now,
    log: { debug: () => undefined, warn: () => undefined },
    certificates: { current: () => Promise.resolve({ fingerprint: 'x' }) },
    dgii: {
      state: async ({ companyId }: { companyId: number }) => {
        asked.push(companyId);
        await answer(companyId);
        return { kind: 'not-found' };
      },
    },
  } as unknown as Parameters<typeof createQuestionRounds>[0];
  return { round: createQuestionRounds(deps), asked };
}

const count = (asked: readonly number[], companyId: number) => asked.filter((id) => id === companyId).length;

test('a company with ten thousand open receptions delays the others by one turn', async () => {
  const { round, asked } = roundsOf({ 1: 10_000, 2: 3, 3: 3 }, () => Promise.resolve());
  expect(await round(never)).toBe(true);
  expect(asked.slice(0, 9)).toEqual([1, 2, 3, 1, 2, 3, 1, 2, 3]);
  // The round is bounded.
  expect(asked).toHaveLength(200);
});

test('the next round begins after the company that had the last turn', async () => {
  const companies = Object.fromEntries(Array.from({ length: 300 }, (_, at) => [at + 1, 2]));
  const { round, asked } = roundsOf(companies, () => Promise.resolve());
  await round(never);
  await round(never);
  expect(new Set(asked).size).toBe(300);
});

test('while DGII does not answer a company, the others are asked for', async () => {
  let release = () => {};
  const silent = new Promise<void>((resolve) => (release = resolve));
  const { round, asked } = roundsOf({ 1: 10, 2: 4, 3: 4, 4: 4 }, (id) =>
    id === 1 ? silent : Promise.resolve(),
  );
  const ended = round(never);
  await until('the others were asked for', () => Promise.resolve(asked.length === 2 + 3 * 4));
  expect(count(asked, 1)).toBe(2);
  release();
  expect(await ended).toBe(false);
  expect(count(asked, 1)).toBe(10);
});

test('a company whose answers come while the ledger is asked for another one has its next turn', async () => {
  const unanswered: (() => void)[] = [];
  const ledger = ledgerWith({ 1: 5 });
  const claimQuestion: typeof ledger.claimQuestion = async (...claim) => {
    const found = await ledger.claimQuestion(...claim);
    // Every question that was started has reached DGII by now.
    await new Promise(setImmediate);
    if (found === undefined) for (const answer of unanswered.splice(0)) answer();
    // The ledger's answer comes after DGII's.
    await new Promise(setImmediate);
    return found;
  };
  const { round, asked } = roundsOf({}, () => new Promise((resolve) => unanswered.push(resolve)), {
    ...ledger,
    claimQuestion,
  });
  expect(await round(never)).toBe(false);
  expect(count(asked, 1)).toBe(5);
});

test('few questions run at once', async () => {
  let running = 0;
  let most = 0;
  const due = Object.fromEntries(Array.from({ length: 20 }, (_, at) => [at + 1, 1]));
  const { round } = roundsOf(due, async () => {
    running += 1;
    most = Math.max(most, running);
    await new Promise(setImmediate);
    running -= 1;
  });
  await round(never);
  expect(most).toBe(6);
});

test('one question that fails does not end the round', async () => {
  const { round, asked } = roundsOf({ 1: 1, 2: 1, 3: 1 }, (id) =>
    id === 1 ? Promise.reject(new Error('defect')) : Promise.resolve(),
  );
  expect(await round(never)).toBe(false);
  expect(asked).toEqual([1, 2, 3]);
});

test('it stops when the worker stops', async () => {
  const stopping = new AbortController();
  const { round, asked } = roundsOf({ 1: 10 }, () => {
    stopping.abort();
    return Promise.resolve();
  });
  expect(await round(stopping.signal)).toBe(false);
  expect(asked.length).toBeLessThanOrEqual(2);
});
