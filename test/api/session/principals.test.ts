/** How often requests read user and company from the ledger, and how old the records that they see may be. */
import { jest } from '@jest/globals';
import { createFindPrincipal } from '../../../src/api/session/principals.js';
import type { TokenClaims } from '../../../src/api/session/tokens.js';
import type { ApiStore } from '../../../src/ledger/ledger.js';
import type { UserOfCompany } from '../../../src/ledger/people/user.js';

const claims: TokenClaims = {
  usuario: 'integracion',
  rnc: '999999992',
  companyId: 1,
  environment: 'pre-certification',
  userGeneration: 0,
  companyGeneration: 0,
};
const { usuario, rnc, companyId, environment } = claims;
const found: UserOfCompany = {
  user: { usuario, rnc, companyId, disabled: false },
  company: {
    companyId,
    rnc,
    environment,
    razonSocial: 'EMPRESA DE PRUEBA SRL',
    origin: 'client',
    productionAllowed: false,
  },
};

/** A ledger whose answers the test gives one by one, in the order of the reads. */
function slowLedger() {
  const answers: ((answer: UserOfCompany | Error) => void)[] = [];
  const findUserOfCompany: ApiStore['findUserOfCompany'] = () =>
    new Promise((resolve, reject) => {
      answers.push((answer) => (answer instanceof Error ? reject(answer) : resolve(answer)));
    });
  let nowMs = 0;
  const findPrincipal = createFindPrincipal({ findUserOfCompany } as ApiStore, () => new Date(nowMs));
  return { findPrincipal, answers, wait: (ms: number) => (nowMs += ms) };
}

/** Until all promises that can settle now have settled. */
const settled = () => new Promise((resolve) => setImmediate(resolve));

test('requests that arrive during a read share it; a request that issues makes a read of its own', async () => {
  const { findPrincipal, answers } = slowLedger();
  const together = Array.from({ length: 20 }, () => findPrincipal(claims));
  expect(answers).toHaveLength(1);
  answers[0]!(found);
  const [first] = await Promise.all(together);
  const reread = expect(first!.readAgain()).rejects.toMatchObject({ code: 'TOKEN_INVALID' });
  answers[1]!({ ...found, user: { ...found.user, disabled: true } });
  await reread;
});

test('a record counts as old from the moment its read started', async () => {
  const { findPrincipal, answers, wait } = slowLedger();
  const slow = findPrincipal(claims);
  wait(900);
  answers[0]!(found);
  await slow;
  wait(99);
  await findPrincipal(claims);
  expect(answers).toHaveLength(1);
  wait(1);
  const again = findPrincipal(claims);
  await settled();
  expect(answers).toHaveLength(2);
  answers[1]!(found);
  await again;
});

test('a record is of no use after the clock was set back, because it may be of any age', async () => {
  const { findPrincipal, answers, wait } = slowLedger();
  const read = findPrincipal(claims);
  answers[0]!(found);
  await read;
  wait(-1);
  const again = findPrincipal(claims);
  await settled();
  expect(answers).toHaveLength(2);
  answers[1]!(found);
  await again;
});

test('a remembered read is never enough for a send or a number', async () => {
  const { findPrincipal, answers } = slowLedger();
  const read = findPrincipal(claims);
  answers[0]!(found);
  const principal = await read;
  const reread = principal.readAgain();
  await settled();
  expect(answers).toHaveLength(2);
  answers[1]!(found);
  await reread;
});

describe('sends and numbers that read again at the same moment', () => {
  // These reads wait for each other, but for one second at most. That second passes only when a test says so.
  beforeEach(() => void jest.useFakeTimers({ doNotFake: ['setImmediate'] }));
  afterEach(() => void jest.useRealTimers());

  /** Reads the caller, and reads again; that read is still under way. */
  async function readingAgain() {
    const { answers, findPrincipal } = slowLedger();
    const read = findPrincipal(claims);
    answers[0]!(found);
    const principal = await read;
    return { principal, answers, first: principal.readAgain() };
  }

  test('share one read, which starts after all of them asked', async () => {
    const { principal, answers, first } = await readingAgain();
    const others = Array.from({ length: 20 }, () =>
      expect(principal.readAgain()).rejects.toMatchObject({ code: 'TOKEN_INVALID' }),
    );
    await settled();
    expect(answers).toHaveLength(2);
    answers[1]!(found);
    await first;
    await settled();
    expect(answers).toHaveLength(3);
    answers[2]!({ ...found, user: { ...found.user, disabled: true } });
    await Promise.all(others);
  });

  test('have a read of their own when the one before them failed', async () => {
    const { principal, answers, first } = await readingAgain();
    const failed = expect(first).rejects.toThrow('no connection');
    const second = principal.readAgain();
    answers[1]!(new Error('no connection'));
    await failed;
    await settled();
    answers[2]!(found);
    await second;
  });

  test('wait a second at most for the read before them', async () => {
    const { principal, answers } = await readingAgain();
    const second = principal.readAgain();
    await jest.advanceTimersByTimeAsync(999);
    expect(answers).toHaveLength(2);
    await jest.advanceTimersByTimeAsync(1);
    expect(answers).toHaveLength(3);
    answers[2]!(found);
    await second;
  });
});
