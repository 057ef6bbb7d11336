/** How the attempts of a voucher decide the state of its row in a certification run. */
import { takeVoucher } from '../../../../src/activities/certification/take-voucher.js';
import type { ActivityDeps } from '../../../../src/activities/deps.js';
import type { CertificationRunRecord, RunRow } from '../../../../src/ledger/certification/run-record.js';
import { attemptAtDgii, isRepeatedNumber } from '../../../../src/ledger/certification/attempt-at-dgii.js';
import type { RunVoucher } from '../../../../src/ledger/certification/runs.js';
import type { DocumentRecord } from '../../../../src/ledger/vouchers/document-record.js';

const run = { companyId: 1, next: 0 } as CertificationRunRecord;
const row = { row: 2, encf: 'E310000000005', faults: [], attempt: 1 };

type Attempt = Pick<DocumentRecord, 'attempt' | 'state' | 'final'> &
  Partial<Pick<DocumentRecord, 'verdict' | 'contentHash'>>;
const takenWith = (ofRow: RunRow, latest: Attempt, earlier: readonly Attempt[]) => {
  const store = {
    findDocument: () => Promise.resolve(latest),
    findEarlierAttempt: () => Promise.resolve(earlier[0]),
    findAttemptsAtDgii: (_companyId: number, [document]: RunVoucher[]) =>
      Promise.resolve(isRepeatedNumber(document!) ? [attemptAtDgii(earlier)].filter(Boolean) : []),
  };
  return takeVoucher({ store } as unknown as ActivityDeps, { run, row: ofRow });
};
const outcomeWith = (latest: Attempt, ...earlier: Attempt[]) => takenWith(row, latest, earlier);

test.each([
  { state: 'submitted', final: false, outcome: 'waits' },
  { state: 'accepted', final: true, outcome: 'accepted' },
  { state: 'conditionally-accepted', final: true, outcome: 'conditional' },
  { state: 'rejected', final: true, outcome: 'rejected' },
  { state: 'annulled', final: true, outcome: 'not-sent' },
] as const)('$state: $outcome', async ({ state, final, outcome }) => {
  expect(await outcomeWith({ attempt: 1, state, final })).toMatchObject({ outcome });
});

test('a voucher that the service signed anew goes on with its new attempt', async () => {
  const outcome = await outcomeWith(
    { attempt: 2, state: 'submitted', final: false },
    { attempt: 1, state: 'submitting', final: false },
  );
  expect(outcome).toMatchObject({ outcome: 'issued', attempt: 2 });
});

describe('a repetition that DGII rejects because the number is used', () => {
  const verdictOf = (codigo: string) =>
    ({ mensajes: [{ codigo, valor: '' }] }) as unknown as DocumentRecord['verdict'] & object;
  const attempt = (
    number: number,
    state: Attempt['state'],
    { contentHash = 'same', ...rest }: Partial<Attempt> = {},
  ): Attempt => ({ attempt: number, final: true, state, contentHash, ...rest });
  const used = { verdict: verdictOf('1209') };
  const signer = { verdict: { ...verdictOf('0'), configuration: 'NOT_DELEGATED' } as const };
  const taken = (latest: Attempt, earlier: readonly Attempt[]) =>
    takenWith({ ...row, attempt: 4 }, latest, earlier);
  const repeated = attempt(4, 'rejected', used);

  test.each([
    { name: 'the accepted attempt', earlier: [attempt(3, 'accepted')], follows: 3 },
    { name: 'a conditional acceptance', earlier: [attempt(3, 'conditionally-accepted')], follows: 3 },
    {
      name: 'the accepted attempt before another repetition',
      earlier: [attempt(2, 'accepted'), attempt(3, 'rejected', used)],
      follows: 2,
    },
    {
      name: 'the accepted attempt before attempts that DGII did not judge',
      earlier: [attempt(1, 'accepted'), attempt(2, 'refused'), attempt(3, 'rejected', signer)],
      follows: 1,
    },
  ])('leaves the row with $name', async ({ earlier, follows }) => {
    expect(await taken(repeated, earlier)).toMatchObject({ outcome: 'issued', attempt: follows });
  });

  test.each([
    { name: 'no earlier attempt', earlier: [] },
    { name: 'other content', earlier: [attempt(3, 'accepted', { contentHash: 'other' })] },
    {
      name: 'other content accepted later',
      earlier: [attempt(2, 'accepted'), attempt(3, 'accepted', { contentHash: 'other' })],
    },
    {
      name: 'a later rejection of the content',
      earlier: [attempt(2, 'accepted'), attempt(3, 'rejected', { verdict: verdictOf('999') })],
    },
  ])('rejects the row with $name', async ({ earlier }) => {
    expect(await taken(repeated, earlier)).toMatchObject({ outcome: 'rejected' });
  });

  test('another rejection is the row’s, although DGII accepted the voucher before', async () => {
    const rejected = { ...repeated, verdict: verdictOf('999') };
    expect(await taken(rejected, [attempt(3, 'accepted')])).toMatchObject({ outcome: 'rejected' });
  });
});

test('an attempt that a person ordered beside the run is not the row’s', async () => {
  const outcome = await outcomeWith(
    { attempt: 2, state: 'accepted', final: true },
    { attempt: 1, state: 'rejected', final: true },
  );
  expect(outcome).toMatchObject({ outcome: 'rejected' });
});

test('a rejection of the signer does not start the set again, so a person mends it and the run goes on', async () => {
  const verdict = { configuration: 'NOT_DELEGATED' } as DocumentRecord['verdict'] & object;
  expect(await outcomeWith({ attempt: 1, state: 'rejected', final: true, verdict })).toMatchObject({
    outcome: 'not-sent',
    refusal: { code: 'NOT_DELEGATED' },
  });
});

test('what the service refused to send says why', async () => {
  const mensajes = [{ codigo: 'REFERENCE_MISMATCH', valor: 'El comprobante modificado es otro.' }];
  const verdict = { mensajes } as unknown as DocumentRecord['verdict'] & object;
  expect(await outcomeWith({ attempt: 1, state: 'refused', final: true, verdict })).toMatchObject({
    refusal: { code: 'REFERENCE_MISMATCH', mensaje: 'El comprobante modificado es otro.' },
  });
});

describe('a row whose voucher is not admitted', () => {
  const company = { companyId: 1, rnc: '131880681', environment: 'certification' };
  const identity = { rncEmisor: company.rnc, encf: { text: row.encf, type: 31, serial: 5 } };
  const checked = { errores: [] as object[], advertencias: [], contentHash: 'h' };
  const wrong = {
    code: 'TOTALES-03',
    campo: 'MontoTotal',
    mensaje: 'El total no cuadra.',
    severidad: 'rechazo',
  };

  const taken = (parsed: object, change: object = {}, ofRow: Partial<RunRow> = {}, ofStore: object = {}) => {
    const deps = {
      clock: () => new Date(),
      log: {},
      settings: { checkMarginMs: 1 },
      store: {
        runContents: () => Promise.resolve(['{}']),
        findCompany: () => Promise.resolve({ ...company, ...change }),
        findNumber: () => Promise.resolve({ annulled: false }),
        ...ofStore,
      },
      checker: { parse: () => Promise.resolve(parsed) },
    };
    return takeVoucher(deps as unknown as ActivityDeps, {
      run: { ...run, contents: ['{}'] } as unknown as CertificationRunRecord,
      row: { row: 2, encf: row.encf, faults: [], ...ofRow },
    });
  };
  const readable = (errores: object[]) => {
    return { ok: true, identity, large: false, check: () => Promise.resolve({ ...checked, errores }) };
  };

  test('because of faults shows all of them', async () => {
    expect(await taken(readable([wrong]))).toMatchObject({
      outcome: 'not-sent',
      refusal: { code: 'ECF_INVALID' },
      faults: [wrong],
    });
  });

  test.each([{ conditionalConfirmed: true, code: 'ECF_INVALID' }, { code: 'CONDITIONAL_FAULTS' }] as const)(
    'unless the person confirmed its conditional faults: $code',
    async ({ code, ...ofRow }) => {
      // The checker allows the one fault only if the person confirmed it. The other one shows that the row got so far.
      const check = ({ facts }: { readonly facts: { readonly conditionalAllowed: boolean } }) =>
        Promise.resolve({
          ...checked,
          errores: [facts.conditionalAllowed ? wrong : { ...wrong, severidad: 'condicional' }],
        });
      expect(await taken({ ...readable([]), check }, {}, ofRow)).toMatchObject({ refusal: { code } });
    },
  );

  test('because it is no JSON says so', async () => {
    expect(await taken({ ok: false, mensaje: 'No es JSON.' })).toMatchObject({
      outcome: 'not-sent',
      refusal: { code: 'JSON_INVALID', mensaje: 'No es JSON.' },
    });
  });

  test('because a person issued it beside the run follows the attempt that DGII has, and not its repetition', async () => {
    const verdict = { secuenciaUtilizada: true, mensajes: [{ codigo: '1209', valor: '' }] };
    const repetition = { attempt: 3, state: 'rejected', final: true, contentHash: 'h', verdict };
    const store = {
      findNumber: () => Promise.resolve({ annulled: false, document: repetition }),
      findDocument: () => Promise.resolve(repetition),
      findAttemptsAtDgii: () => Promise.resolve([{ attempt: 2, state: 'accepted', contentHash: 'h' }]),
    };
    const outcome = await taken(readable([]), {}, { contentHash: 'h' }, store);
    expect(outcome).toMatchObject({ outcome: 'issued', attempt: 2 });
  });

  test('because of a refusal that ends by itself waits', async () => {
    const originChange = { to: 'client', since: new Date() };
    expect(await taken(readable([]), { originChange })).toMatchObject({ outcome: 'waits' });
  });
});
