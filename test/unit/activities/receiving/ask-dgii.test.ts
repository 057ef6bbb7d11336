/** The questions to DGII about a received voucher: they end with a final state, or after a month. */
import { askDgii } from '../../../../src/activities/receiving/ask-dgii.js';

const dayMs = 86_400_000;
const now = new Date('2026-11-23T12:00:00Z');

/** @returns what was written down after one question */
async function ask(ageDays: number, answer: object): Promise<readonly string[]> {
  const written: string[] = [];
  const reception = {
    ...{ _id: 'r', companyId: 1, environment: 'production', rncEmisor: '131880681', encf: 'E310000000001' },
    receivedAt: new Date(now.getTime() - ageDays * dayMs),
  };
  const store = {
    recordDgiiState: (_id: string, estado: string) => Promise.resolve(void written.push(estado)),
    endQuestions: () => Promise.resolve(void written.push('ended')),
  };
  const deps = {
    ...{ store, clock: () => now, log: { debug: () => undefined } },
    certificates: { current: () => Promise.resolve({ fingerprint: 'x' }) },
    dgii: { state: () => Promise.resolve(answer) },
  } as unknown as Parameters<typeof askDgii>[0];
  await askDgii(deps, reception as Parameters<typeof askDgii>[1], new AbortController().signal);
  return written;
}

test.each([
  ['not-found', { kind: 'not-found' }, ['not-found']],
  ['in-process', { kind: 'found', state: 'in-process', encf: null }, ['in-process']],
  ['no answer', { kind: 'unavailable', cause: 'unreachable' }, []],
] as const)('%s: asked again for a month, then no more', async (_name, answer, known) => {
  expect(await ask(29, answer)).toEqual(known);
  expect(await ask(31, answer)).toEqual([...known, 'ended']);
});
