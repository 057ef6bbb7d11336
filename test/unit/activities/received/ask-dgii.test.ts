/** The questions to DGII about a received voucher: they end with a final state, or after a month, and start when it has its ARECF. */
import { askDgii } from '../../../../src/activities/received/ask-dgii.js';

const dayMs = 86_400_000;
const now = new Date('2026-11-23T12:00:00Z');

/** @returns what was written down after one question */
async function ask(ageDays: number, answer: object, approvals?: object): Promise<readonly string[]> {
  const written: string[] = [];
  const reception = {
    _id: 'r',
    companyId: 1,
    environment: 'production',
    rncEmisor: '131880681',
    encf: 'E310000000001',
    arecf: {},
    securityCode: 'abc+12',
    montoTotal: '1180.00',
    receivedAt: new Date(now.getTime() - ageDays * dayMs),
  };
  const store = {
    findCompany: () => Promise.resolve({ approvals }),
    recordDgiiState: (_due: object, estado: string, _now: Date, decision?: { readonly estado: string }) => {
      written.push(estado, ...(decision === undefined ? [] : [decision.estado]));
      return Promise.resolve();
    },
    endQuestions: () => Promise.resolve(void written.push('ended')),
  };
  const deps = {
    store,
    clock: () => now,
    log: { debug: () => undefined, warn: () => undefined },
    certificates: { current: () => Promise.resolve({ fingerprint: 'x' }) },
    dgii: { state: () => Promise.resolve(answer) },
  } as unknown as Parameters<typeof askDgii>[0];
  await askDgii(deps, reception as Parameters<typeof askDgii>[1], new AbortController().signal);
  return written;
}

test.each([
  ['not-found', { kind: 'not-found' }, ['not-found']],
  [
    'in-process',
    { kind: 'found', state: 'in-process', encf: null, codigoSeguridad: null, montoTotal: null },
    ['in-process'],
  ],
  ['no answer', { kind: 'unavailable', cause: 'unreachable' }, []],
] as const)('%s: asked again for a month, then no more', async (_name, answer, known) => {
  expect(await ask(29, answer)).toEqual(known);
  expect(await ask(31, answer)).toEqual([...known, 'ended']);
});

const accepted = {
  kind: 'found',
  state: 'accepted',
  encf: 'E310000000001',
  codigoSeguridad: null,
  montoTotal: null,
};

test.each([
  ['the code of the received bytes', { ...accepted, codigoSeguridad: 'abc+12' }, ['accepted', 'aprobado']],
  ['no code', { ...accepted, codigoSeguridad: null }, ['accepted', 'aprobado']],
  ['the code of another voucher', { ...accepted, codigoSeguridad: 'genuin' }, ['not-confirmed']],
  [
    'a rejection of another voucher',
    ...([{ ...accepted, state: 'rejected', codigoSeguridad: 'genuin' }, ['not-confirmed']] as const),
  ],
  ['no code and the same total', { ...accepted, montoTotal: '1180' }, ['accepted', 'aprobado']],
  ['no code and another total', { ...accepted, montoTotal: '1180.01' }, ['not-confirmed']],
  [
    'the same code and another total',
    { ...accepted, codigoSeguridad: 'abc+12', montoTotal: '2' },
    ['not-confirmed'],
  ],
  ['another number', { ...accepted, encf: 'E310000000002' }, []],
] as const)('automatic approval, DGII answers with %s', async (_name, answer, written) => {
  expect(await ask(1, answer, { mode: 'automatic' })).toEqual(written);
});

test('what is not confirmed is asked again for a month, then no more', async () => {
  const answer = { ...accepted, codigoSeguridad: 'genuin' };
  expect(await ask(31, answer, { mode: 'automatic' })).toEqual(['not-confirmed', 'ended']);
});

describe('a voucher without an ARECF', () => {
  /** @param ledger what the worker finds: another process may have signed meanwhile. @returns the steps of one visit */
  async function visit(
    environment: string,
    ledger: () => Promise<{ readonly arecf?: object }>,
    ageDays = 1,
  ): Promise<readonly string[]> {
    const steps: string[] = [];
    const step = (name: string) => Promise.resolve(void steps.push(name));
    const deps = {
      store: {
        findToAcknowledge: ledger,
        recordDgiiState: () => step('state'),
        endQuestions: () => step('ended'),
      },
      clock: () => now,
      log: { debug: () => undefined, warn: (_about: object, text: string) => void steps.push(text) },
      certificates: { current: () => Promise.resolve({ unusable: 'expired' }) },
      dgii: { state: () => step('asked').then(() => ({ kind: 'not-found' })) },
    } as unknown as Parameters<typeof askDgii>[0];
    const receivedAt = new Date(now.getTime() - ageDays * dayMs);
    const due = { _id: 'r', companyId: 1, environment, receivedAt } as Parameters<typeof askDgii>[1];
    await askDgii(deps, due, new AbortController().signal).catch(() => steps.push('failed'));
    return steps;
  }
  const unsigned = () => Promise.resolve({});

  test.each(['production', 'certification'])(
    'stays open while no worker can sign (%s)',
    async (environment) => {
      expect(await visit(environment, unsigned)).toEqual(['certificate unusable']);
      expect(await visit(environment, unsigned, 31)).toEqual(['certificate unusable', 'ended']);
      expect(await visit(environment, () => Promise.reject(new Error('away')))).toEqual(['failed']);
    },
  );

  test('in certification nothing is asked, and nothing is left to do when it is signed', async () => {
    expect(await visit('certification', () => Promise.resolve({ arecf: {} }))).toEqual(['ended']);
  });
});
