/** Two vouchers with one number: what DGII's answers decide, and how many questions strangers can cause. */
import { createContests, outcomeOf, type Contest } from '../../../src/api/receiver/contests.js';
import { signerFacts } from '../../harness/samples/signer-facts.js';
import { until } from '../../harness/until.js';

const voucher = {
  companyId: 1,
  environment: 'production',
  rncEmisor: '131880681',
  encf: 'E310000000001',
  rncComprador: '101000001',
  montoTotal: '1180.00',
  fechaEmision: '20-11-2026',
  signer: signerFacts,
} as const;
const stranger = { ...signerFacts, fingerprint: '01' };
const contest = (sha256 = 'second', holder: object = {}, second: object = {}, network = 'net') =>
  ({
    holder: { ...voucher, _id: 'r', sha256: 'first', securityCode: 'FIRST1', ...holder },
    voucher: { ...voucher, securityCode: 'SECOND', ...second },
    sha256,
    network,
  }) as unknown as Contest;
type Answers = Parameters<typeof outcomeOf>[1];
const found = (standing: string, more: object = {}) => {
  return { outcome: 'found', standing, montoTotal: '1180', codigoSeguridad: null, ...more };
};
const notFound = { outcome: 'not-found' };

test.each<[string, object, object, string, object?]>([
  ['found, first unknown', notFound, found('accepted'), 'not-found'],
  ['found conditionally', notFound, found('conditionally-accepted'), 'not-found'],
  ['in process', notFound, found('in-process'), 'not-found'],
  ['found, first rejected', found('rejected'), found('accepted'), 'rejected'],
  ['both found', found('accepted'), found('accepted'), 'stays'],
  ['first in process', found('in-process'), found('accepted'), 'stays'],
  ['both found, other signers', found('accepted'), found('accepted'), 'both-fit', { signer: stranger }],
  [
    'first in process, other signers',
    found('in-process'),
    found('accepted'),
    'both-fit',
    { signer: stranger },
  ],
  ['first rejected, other signers', found('rejected'), found('accepted'), 'rejected', { signer: stranger }],
  ['second rejected', notFound, found('rejected'), 'stays'],
  ['both unknown', notFound, notFound, 'stays'],
  ['another amount', notFound, found('accepted', { montoTotal: '1180.01' }), 'stays'],
  ['another code', notFound, found('accepted', { codigoSeguridad: 'FIRST1' }), 'stays'],
  [
    'one answer for both codes',
    ...([found('accepted', { codigoSeguridad: 'SECOND' }), found('accepted')] as const),
    'not-found',
  ],
  [
    'one code for both, and the total of both',
    ...([found('accepted', { codigoSeguridad: 'SECOND' }), found('accepted')] as const),
    'stays',
    { securityCode: 'SECOND' },
  ],
  [
    'one code for both, and the total of the second',
    ...([found('accepted', { codigoSeguridad: 'SECOND' }), found('accepted')] as const),
    'not-found',
    { securityCode: 'SECOND', montoTotal: '2360.00' },
  ],
  [
    'no code, and the total of the second',
    ...([found('accepted'), found('accepted')] as const),
    'not-found',
    { montoTotal: '2360.00' },
  ],
  [
    'the code that was asked for, and the total of the second',
    ...([found('accepted', { codigoSeguridad: 'FIRST1' }), found('accepted')] as const),
    'not-found',
    { montoTotal: '2360.00' },
  ],
  [
    'the code of both, and the day of the second',
    ...([found('accepted', { fechaEmision: '20-11-2026' }), found('accepted')] as const),
    'not-found',
    { securityCode: 'SECOND', fechaEmision: '19-11-2026' },
  ],
  ['DGII refuses the question', { outcome: 'refused' }, found('accepted'), 'stays'],
])('%s', (_name, ...row) => {
  const [ofHolder, ofSecond, expected, holder] = row;
  expect(outcomeOf(contest('second', holder), [ofHolder, ofSecond] as unknown as Answers)).toBe(expected);
});

/** DGII as the ledger's questions show it. @param patienceMs how long a sender waits */
function dgii(answerTo: (code: string) => object | undefined, patienceMs = 5_000) {
  const asked: string[] = [];
  const held = { ask: () => Promise.resolve() };
  const counts = new Map<string, number>();
  const clock = { now: new Date('2026-11-23T12:30:00Z') };
  const deps = {
    clock: () => clock.now,
    store: {
      count: (id: string, by: number) => {
        counts.set(id, (counts.get(id) ?? 0) + by);
        return Promise.resolve(counts.get(id));
      },
    },
    processes: {
      ask: async (_kind: string, { question }: { question: { codigoSeguridad: string } }) => {
        asked.push(question.codigoSeguridad);
        const answer = answerTo(question.codigoSeguridad);
        await held.ask();
        return answer === undefined ? { outcome: 'refused' } : { outcome: 'answered', answer };
      },
    },
  } as unknown as Parameters<typeof createContests>[0];
  return { asked, held, clock, decideContested: createContests(deps, patienceMs) };
}
const genuine = (code: string) => (code === 'SECOND' ? found('accepted') : notFound);

test('each voucher is asked about with its own security code; copies ask once', async () => {
  const { asked, decideContested } = dgii(genuine);
  const outcomes = await Promise.all(Array.from({ length: 50 }, () => decideContested(contest())));
  expect(new Set(outcomes)).toEqual(new Set(['not-found']));
  expect(asked).toEqual(['FIRST1', 'SECOND']);
});

test.each([
  ['certification', { environment: 'certification' }],
  ['an approval', { approval: {} }],
  ['DGII accepted the first', { dgii: { estado: 'accepted' } }],
  ['many displaced before', { displaced: Array.from({ length: 5 }) }],
])('nobody asks: %s', async (_name, holder) => {
  const { asked, decideContested } = dgii(genuine);
  expect(await decideContested(contest('second', holder))).toBe('stays');
  expect(asked).toEqual([]);
});

test('a voucher with the code of one that DGII accepted is undecided if another person signed it', async () => {
  const { asked, decideContested } = dgii(genuine);
  const accepted = { dgii: { estado: 'accepted' }, securityCode: 'SECOND' };
  const decide = (holder: object) => decideContested(contest('second', holder));
  expect(await decide({ ...accepted, signer: stranger })).toBe('both-fit');
  expect(await decide({ approval: {}, securityCode: 'SECOND', signer: stranger })).toBe('both-fit');
  expect(await decide(accepted)).toBe('stays');
  expect(await decide({ ...accepted, signer: stranger, securityCode: 'FIRST1' })).toBe('stays');
  expect(await decide({ ...accepted, signer: stranger, environment: 'certification' })).toBe('stays');
  expect(asked).toEqual([]);
});

test('an answer that is missing decides nothing, and is asked for again', async () => {
  let answer: object | undefined = { outcome: 'unavailable', cause: 'timeout' };
  const { decideContested } = dgii((code) => (code === 'SECOND' ? answer : notFound));
  expect(await decideContested(contest())).toBe('unanswered');
  answer = undefined;
  expect(await decideContested(contest())).toBe('unanswered');
  answer = found('accepted');
  expect(await decideContested(contest())).toBe('not-found');
});

test('nobody waits longer than the limit, and one company asks only so much at once', async () => {
  const { asked, held, decideContested } = dgii(genuine, 50);
  let release: (() => void) | undefined;
  const gate = new Promise<void>((resolve) => (release = resolve));
  held.ask = () => gate;
  const many = Array.from({ length: 100 }, (_, n) => decideContested(contest(`other-${n}`)));
  expect(new Set(await Promise.all(many))).toEqual(new Set(['unanswered']));
  const before = asked.length;
  expect(before).toBeLessThanOrEqual(12);
  // Another company finds a place.
  const another = decideContested(contest('x', { companyId: 2 }));
  await until('it is asked for', () => Promise.resolve(asked.length > before));
  release?.();
  await another;
});

test('the strangers of one company cause so many questions in an hour; another company has its own', async () => {
  const { asked, clock, decideContested } = dgii(() => notFound);
  const decide = (n: number, holder: object = {}) =>
    decideContested(contest(`other-${n}`, holder, {}, `net-${n % 10}`));
  for (let n = 0; n < 100; n += 1) expect(await decide(n)).toBe('stays');
  expect(asked).toHaveLength(200);
  expect(await decide(100)).toBe('unanswered');
  expect(asked).toHaveLength(200);
  expect(await decide(100, { companyId: 2 })).toBe('stays');
  clock.now = new Date('2026-11-23T13:00:00Z');
  expect(await decide(100)).toBe('stays');
});

test('one network may cause an eighth of them; what it wants beyond takes nothing from the others', async () => {
  const { asked, decideContested } = dgii(() => notFound);
  const decide = (n: number, network: string, second = {}) =>
    decideContested(contest(`other-${n}`, {}, second, network));
  for (let n = 0; n < 12; n += 1) expect(await decide(n, 'flood')).toBe('stays');
  for (let n = 12; n < 300; n += 1) expect(await decide(n, 'flood')).toBe('unanswered');
  expect(asked).toHaveLength(24);
  expect(await decide(300, 'flood', { signer: { ...signerFacts, chain: 'trusted' } })).toBe('stays');
  for (let n = 400; n < 488; n += 1) expect(await decide(n, `net-${n % 8}`)).toBe('stays');
  expect(await decide(500, 'net-9')).toBe('unanswered');
});
