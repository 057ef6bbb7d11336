/** The sequence endpoints: rules, error codes and their order, answers. Also send and validate when the service numbers. */
import { jest } from '@jest/globals';
import type {
  HandedOut,
  NextNumber,
  NumberFacts,
  SequenceStatus,
} from '../../../src/ledger/numbers/numbers.js';
import { ownVerdict } from '../../../src/ledger/vouchers/document-record.js';
import { listOf } from '../../harness/http/answer.js';
import { until } from '../../harness/until.js';
import { startApi, startOfTest, voucher, type Api } from '../harness.js';

let api: Api;
beforeAll(async () => {
  api = await startApi();
});
beforeEach(() => api.reset());

const next = '/api/v2/ecf-sequences/next';
const overview = '/api/v2/ecf-sequences';
const unused = '/api/v2/ecf-sequences/unused';
const service = 2;

const ask = (body: unknown, companyId = service) =>
  api.call('POST', next, { token: api.tokenOf(companyId), body });
const read = (path: string, companyId = service) => api.call('GET', path, { token: api.tokenOf(companyId) });
const change = (companyId: number, patch: object) =>
  api.store.companies.set(companyId, { ...api.store.companies.get(companyId)!, ...patch });

const handedOut: HandedOut = {
  outcome: 'handed-out',
  encf: 'E310000000124',
  ecfType: 31,
  expiresOn: '31-12-2027',
  ref: 'FAC-000123',
  reservedAt: new Date('2026-07-01T14:15:00Z'),
  reused: false,
  state: 'reserved',
  left: 876,
};

describe('next', () => {
  test('returns a number with everything that send needs', async () => {
    api.store.next = handedOut;
    const { status, body } = await ask({ ecfType: 31, externalReference: 'FAC-000123' });
    expect([status, body.codigo, body.procesado]).toEqual([200, 200, true]);
    expect(body.data).toEqual({
      encf: 'E310000000124',
      ecfType: 31,
      sequenceExpiresOn: '31-12-2027',
      externalReference: 'FAC-000123',
      reservedAt: '2026-07-01T14:15:00.000Z',
      reused: false,
    });
    expect(api.store.nextRequests).toMatchObject([
      { companyId: service, environment: 'pre-certification', ecfType: 31, ref: 'FAC-000123' },
    ]);
  });

  test('works without a reference and for a type without expiry', async () => {
    api.store.next = { ...handedOut, encf: 'E340000000007', ecfType: 34, expiresOn: null, ref: undefined };
    const { body } = await ask({ ecfType: 34 });
    expect(body.data).toMatchObject({ sequenceExpiresOn: null, externalReference: '' });
    expect(api.store.nextRequests[0]).not.toHaveProperty('ref');
  });

  test('the reference again: reused', async () => {
    api.store.next = { ...handedOut, reused: true };
    const { body } = await ask({ ecfType: 31, externalReference: 'FAC-000123' });
    expect([body.mensaje, body.data.reused]).toEqual([
      'El número ya estaba reservado para esta referencia.',
      true,
    ]);
    expect(body.data).not.toHaveProperty('advertencias');
  });

  test.each([
    { name: 'voided', number: { state: 'annulled' }, code: 'ENCF_ANNULLED', says: 'fue anulado' },
    {
      name: 'being voided',
      number: { state: 'annulling' },
      code: 'ENCF_ANNULLED',
      says: 'Se pidió a la DGII',
    },
    {
      name: 'never sent, and its sequence expired',
      number: { state: 'reserved', expiresOn: '30-06-2026' },
      code: 'SEQUENCE_EXPIRED',
      says: 'venció el 30-06-2026',
    },
  ] as const)(
    'the reference of a number that is $name: the same number, and $code',
    async ({ number, code, says }) => {
      api.store.next = { ...handedOut, ...number, reused: true };
      const { status, body } = await ask({ ecfType: 31, externalReference: 'FAC-000123' });
      expect([status, body.procesado]).toEqual([200, true]);
      expect(body.mensaje).toMatch(/^ATENCIÓN\. .* use otra externalReference\.$/);
      expect(body.mensaje).toContain(says);
      expect(body.data).toMatchObject({ encf: 'E310000000124', reused: true });
      expect(body.data.advertencias).toEqual([{ code, mensaje: body.mensaje.replace(/^ATENCIÓN\. /, '') }]);
    },
  );

  test.each([
    { was: 'rejected, and the number is spent', state: 'rejected', used: true, code: 'ENCF_SPENT' },
    {
      was: 'rejected, and DGII does not say whether it is',
      state: 'rejected',
      used: null,
      code: 'ENCF_SPENT',
    },
    { was: 'rejected, and the number is free', state: 'rejected', used: false, code: undefined },
    { was: 'annulled', state: 'annulled', used: null, code: 'ENCF_ANNULLED' },
    { was: 'accepted', state: 'accepted', used: true, code: undefined },
  ] as const)('the reference of a number whose voucher was $was: $code', async ({ state, used, code }) => {
    await api.call('POST', '/api/v2/dgii-ecf/send', { token: api.tokenOf(1), body: voucher() });
    const encf = 'E310000000001';
    api.store.patch(encf, { state, verdict: ownVerdict('', '', { secuenciaUtilizada: used }) });
    api.store.next = { ...handedOut, encf, state: 'used', reused: true };
    change(1, { origin: 'service' });
    const { body } = await ask({ ecfType: 31, externalReference: 'FAC-000123' }, 1);
    expect(body.data.advertencias).toEqual(code && [expect.objectContaining({ code })]);
    expect(body.mensaje).toMatch(
      code === undefined ? /document-status dice su estado/ : /use otra externalReference/,
    );
  });

  test('a number that was not sent costs no read of its voucher', async () => {
    api.store.next = handedOut;
    const read = jest.spyOn(api.store, 'findDocument');
    await ask({ ecfType: 31 });
    api.store.next = { ...handedOut, reused: true };
    await ask({ ecfType: 31, externalReference: 'FAC-000123' });
    expect(read).not.toHaveBeenCalled();
    read.mockRestore();
  });

  test.each([
    { name: 'sent', number: { state: 'used' } },
    { name: 'sent before its sequence expired', number: { state: 'used', expiresOn: '30-06-2026' } },
  ] as const)('the reference of a number that was $name: its status is known', async ({ number }) => {
    api.store.next = { ...handedOut, ...number, reused: true };
    const { body } = await ask({ ecfType: 31, externalReference: 'FAC-000123' });
    expect(body.mensaje).toContain('document-status');
    expect(body.data).not.toHaveProperty('advertencias');
  });

  test.each([31, 32, 33, 34, 41, 43, 44, 45, 46, 47])('type %i is one of the ten', async (ecfType) => {
    api.store.next = handedOut;
    expect((await ask({ ecfType })).status).toBe(200);
  });

  test.each([
    { name: 'a type that does not exist', body: { ecfType: 42 }, code: 'ECF_TYPE_INVALID', campo: 'ecfType' },
    { name: 'a type as text', body: { ecfType: '31' }, code: 'ECF_TYPE_INVALID', campo: 'ecfType' },
    { name: 'no type', body: {}, code: 'ECF_TYPE_INVALID', campo: 'ecfType' },
    { name: 'a type of null', body: { ecfType: null }, code: 'ECF_TYPE_INVALID', campo: 'ecfType' },
    { name: 'half a type', body: { ecfType: 31.5 }, code: 'ECF_TYPE_INVALID', campo: 'ecfType' },
    { name: 'an empty reference', ref: '', code: 'EXTERNAL_REFERENCE_INVALID' },
    { name: 'a reference of 65 characters', ref: 'x'.repeat(65), code: 'EXTERNAL_REFERENCE_INVALID' },
    { name: 'a reference of 65 code points', ref: '😀'.repeat(65), code: 'EXTERNAL_REFERENCE_INVALID' },
    { name: 'a reference that is a number', ref: 123, code: 'EXTERNAL_REFERENCE_INVALID' },
    { name: 'a reference of null', ref: null, code: 'EXTERNAL_REFERENCE_INVALID' },
    ...['   ', '\t\n', '\u00A0', '\u0000', 'FAC-\u0000', 'FAC-\u001B1', ' FAC-1', 'FAC-1 '].map((ref) => ({
      name: `the reference ${JSON.stringify(ref)}`,
      ref,
      code: 'EXTERNAL_REFERENCE_INVALID',
      campo: 'externalReference',
      body: undefined,
    })),
    {
      name: 'half of a surrogate pair',
      body: '{"ecfType":31,"externalReference":"\\ud83d"}',
      code: 'EXTERNAL_REFERENCE_INVALID',
      campo: 'externalReference',
    },
    {
      name: 'both wrong: the type is reported',
      body: { ecfType: 1, externalReference: '' },
      code: 'ECF_TYPE_INVALID',
      campo: 'ecfType',
    },
    { name: 'a field that does not exist', body: { ecfType: 31, x: 1 }, code: 'REQUEST_INVALID' },
    { name: 'a list', body: [], code: 'REQUEST_INVALID' },
    { name: 'a body that is not JSON', body: '{', code: 'JSON_INVALID' },
    { name: 'a key twice', body: '{"ecfType":31,"ecfType":32}', code: 'REQUEST_INVALID', campo: 'ecfType' },
  ])('$name: $code', async ({ body, ref, code, campo }) => {
    const { status, body: answer } = await ask(body ?? { ecfType: 31, externalReference: ref });
    expect([status, answer.procesado, answer.data.code]).toEqual([400, false, code]);
    if (campo !== undefined) expect(answer.data.campo).toBe(campo);
    expect(api.store.nextRequests).toEqual([]);
  });

  test.each([
    { name: '64 code points of two units each', ref: '😀'.repeat(64) },
    { name: 'blanks within it and accents', ref: 'Órden Nº  7' },
  ])('a reference of $name is stored unchanged', async ({ ref }) => {
    api.store.next = { ...handedOut, ref };
    expect((await ask({ ecfType: 31, externalReference: ref })).body.data.externalReference).toBe(ref);
    expect(api.store.nextRequests[0]?.ref).toBe(ref);
  });

  test.each([
    {
      outcome: { outcome: 'not-available', reason: 'SIN_RANGO' },
      status: 409,
      code: 'SEQUENCE_NOT_AVAILABLE',
      reason: 'SIN_RANGO',
    },
    {
      outcome: { outcome: 'not-available', reason: 'VENCIDA' },
      status: 409,
      code: 'SEQUENCE_NOT_AVAILABLE',
      reason: 'VENCIDA',
    },
    {
      outcome: { outcome: 'not-available', reason: 'AGOTADA' },
      status: 409,
      code: 'SEQUENCE_NOT_AVAILABLE',
      reason: 'AGOTADA',
    },
    {
      outcome: { outcome: 'suspended', reason: 'NOT_DELEGATED' },
      status: 409,
      code: 'ISSUING_SUSPENDED',
      reason: 'NOT_DELEGATED',
    },
    { outcome: { outcome: 'client-origin' }, status: 409, code: 'SEQUENCE_MANAGED_EXTERNALLY' },
    { outcome: { outcome: 'origin-changing' }, status: 503, code: 'ORIGIN_CHANGING', retry: true },
    { outcome: { outcome: 'caller-refused' }, status: 401, code: 'TOKEN_INVALID' },
    { outcome: { outcome: 'other-environment' }, status: 401, code: 'TOKEN_INVALID' },
    { outcome: { outcome: 'busy' }, status: 429, code: 'TOO_MANY_REQUESTS', retry: true },
  ] satisfies { outcome: NextNumber; status: number; code: string; reason?: string; retry?: boolean }[])(
    '$outcome.outcome $outcome.reason: $status $code',
    async ({ outcome, status, code, reason, retry = false }) => {
      api.store.next = outcome;
      const answer = await ask({ ecfType: 31 });
      expect([answer.status, answer.body.procesado, answer.body.data.code]).toEqual([status, false, code]);
      expect(answer.body.data.reason).toBe(reason);
      expect(answer.headers['retry-after'] !== undefined).toBe(retry);
    },
  );

  test.each([
    {
      name: 'a missing token before a wrong body',
      token: false,
      companyId: service,
      body: { ecfType: 1 },
      code: 'TOKEN_MISSING',
    },
    {
      name: 'a wrong body before the environment',
      token: true,
      companyId: 3,
      body: { ecfType: 1 },
      code: 'ECF_TYPE_INVALID',
    },
    {
      name: 'certification before all checks of the numbers',
      token: true,
      companyId: 3,
      body: { ecfType: 31 },
      code: 'SEQUENCE_CERTIFICATION_WEB_ONLY',
    },
  ])('$name: $code', async ({ token, companyId, body, code }) => {
    const answer = await api.call('POST', next, {
      body,
      ...(token ? { token: api.tokenOf(companyId) } : {}),
    });
    expect(answer.body.data.code).toBe(code);
    expect(api.store.nextRequests).toEqual([]);
  });

  test('certification is reported before the origin of a company that numbers itself', async () => {
    change(1, { environment: 'certification' });
    expect((await ask({ ecfType: 31 }, 1)).body.data.code).toBe('SEQUENCE_CERTIFICATION_WEB_ONLY');
  });

  test('version 1 does not have next', async () => {
    const { body } = await api.call('POST', '/api/v1/ecf-sequences/next', {
      token: api.tokenOf(service),
      body: { ecfType: 31 },
      undescribed: true,
    });
    expect(body.data.code).toBe('NOT_FOUND');
  });

  test('the log warns of the last numbers, but not at each request', async () => {
    api.store.next = handedOut;
    api.store.overview = [status({ available: 7 })];
    // One hour later, so that an earlier check does not suppress this one.
    api.nowMs += 3_600_000;
    for (let turn = 0; turn < 3; turn += 1) await ask({ ecfType: 31 });
    const shown = () => api.log.filter(({ line }) => line['code'] === 'SEQUENCE_LOW_STOCK');
    await until('the warning is logged', async () => shown().length > 0);
    expect(shown()).toMatchObject([{ level: 'warn', line: { companyId: service, ecfType: 31, left: 7 } }]);
  });
});

function status(patch: Partial<SequenceStatus> & { readonly expiry?: string | null } = {}): SequenceStatus {
  const { expiry = '31-12-2027', ...rest } = patch;
  return {
    ecfType: 31,
    next: 951,
    available: 5_000,
    expiresOn: expiry,
    state: 'Vigente',
    authorizations: [
      {
        id: 'E310000000001',
        ecfType: 31,
        from: 1,
        to: 10_000,
        first: 1,
        last: 10_000,
        expiresOn: expiry,
        authorizationNumber: 'A-1',
        registeredAt: new Date(0),
        next: 951,
        available: 5_000,
        state: 'Vigente',
      },
    ],
    ...rest,
  };
}

describe('the state of the sequences', () => {
  test('lists each type with its authorizations', async () => {
    api.store.overview = [
      status(),
      {
        ecfType: 32,
        next: null,
        available: 0,
        expiresOn: null,
        state: 'Sin autorizaciones',
        authorizations: [],
      },
    ];
    const { body } = await read(overview);
    expect(body.data).toEqual([
      {
        ecfType: 31,
        next: 'E310000000951',
        available: 5_000,
        expiresOn: '31-12-2027',
        state: 'Vigente',
        advertencias: [],
        authorizations: [
          {
            id: 'E310000000001',
            from: 'E310000000001',
            to: 'E310000010000',
            next: 'E310000000951',
            available: 5_000,
            expiresOn: '31-12-2027',
            state: 'Vigente',
          },
        ],
      },
      {
        ecfType: 32,
        next: null,
        available: 0,
        expiresOn: null,
        state: 'Sin autorizaciones',
        advertencias: [],
        authorizations: [],
      },
    ]);
  });

  // Today is 01-07-2026.
  test.each([
    { name: '101 numbers left', patch: { available: 101 }, codes: [] },
    { name: '100 numbers left', patch: { available: 100 }, codes: [['SEQUENCE_LOW_STOCK', 100]] },
    { name: 'expires in 31 days', patch: { expiry: '01-08-2026' }, codes: [] },
    { name: 'expires in 30 days', patch: { expiry: '31-07-2026' }, codes: [['SEQUENCE_EXPIRING', 30]] },
    { name: 'expires today', patch: { expiry: '01-07-2026' }, codes: [['SEQUENCE_EXPIRING', 0]] },
    { name: 'never expires', patch: { expiry: null }, codes: [] },
    {
      name: 'used up',
      patch: { state: 'Agotada', available: 0 } as const,
      codes: [['SEQUENCE_LOW_STOCK', 0]],
    },
    { name: 'expired', patch: { state: 'Vencida', available: 0 } as const, codes: [] },
  ])('$name warns of $codes', async ({ patch, codes }) => {
    api.store.overview = [status(patch)];
    const { body } = await read(overview);
    expect(listOf(body)[0]?.advertencias.map(({ code, quedan }) => [code, quedan])).toEqual(codes);
  });
});

test('the warnings for the last number and the last day are correct sentences', async () => {
  api.store.overview = [status({ available: 1, expiry: '01-07-2026' })];
  const { body } = await read(overview);
  expect(JSON.stringify(body)).toContain('Queda 1 número del tipo 31: solicite otra autorización a la DGII.');
  expect(JSON.stringify(body)).toContain('Todos los números del tipo 31 vencen hoy.');
});

describe('unused numbers', () => {
  const number = {
    encf: 'E310000000117',
    ecfType: 31 as const,
    ref: 'FAC-000119',
    reservedAt: new Date(startOfTest - 50 * 3_600_000),
    expiresOn: '31-12-2027',
  };

  test('returns a page and the cursor of the next one', async () => {
    const cursor = { at: number.reservedAt, id: '2:pre-certification:31:0000000117' };
    api.store.page = { numbers: [number, { ...number, ref: undefined }], next: cursor };
    const { body, headers } = await read(unused);
    expect(body.data).toMatchObject([
      {
        encf: 'E310000000117',
        ecfType: 31,
        externalReference: 'FAC-000119',
        reservedAt: number.reservedAt.toISOString(),
        ageHours: 50,
        sequenceExpiresOn: '31-12-2027',
      },
      { externalReference: '' },
    ]);
    expect(body.mensaje).toMatch(/Hay más: use el cursor/);
    await read(`${unused}?cursor=${String(headers['x-next-cursor'])}&limit=7`);
    expect(api.store.unusedQueries[1]).toMatchObject({ cursor, limit: 7 });
  });

  test('the last page has no cursor; the defaults are one day and 100 numbers', async () => {
    const { headers, body } = await read(unused);
    expect(headers['x-next-cursor']).toBeUndefined();
    expect(body.mensaje).toBe('Números reservados que no se han enviado.');
    expect(api.store.unusedQueries).toEqual([
      {
        companyId: service,
        environment: 'pre-certification',
        reservedBefore: new Date(api.nowMs - 24 * 3_600_000),
        limit: 100,
      },
    ]);
  });

  test('olderThanHours=0 returns all of them', async () => {
    await read(`${unused}?olderThanHours=0`);
    expect(api.store.unusedQueries[0]?.reservedBefore).toEqual(new Date(api.nowMs));
  });

  test.each([
    { query: 'olderThanHours=-1', campo: 'olderThanHours' },
    { query: 'olderThanHours=87601', campo: 'olderThanHours' },
    { query: 'olderThanHours=1.5', campo: 'olderThanHours' },
    { query: 'olderThanHours=x', campo: 'olderThanHours' },
    { query: 'olderThanHours=', campo: 'olderThanHours' },
    { query: 'limit=0', campo: 'limit' },
    { query: 'limit=1001', campo: 'limit' },
    { query: 'cursor=x', campo: 'cursor' },
    { query: `cursor=${Buffer.from('[1e99,"x"]').toString('base64url')}`, campo: 'cursor' },
    { query: 'page=2', campo: 'page' },
  ])('$query: 400 on $campo', async ({ query, campo }) => {
    const { status: code, body } = await read(`${unused}?${query}`);
    expect([code, body.data.code, body.data.campo]).toEqual([400, 'REQUEST_INVALID', campo]);
    expect(api.store.unusedQueries).toEqual([]);
  });
});

test.each([
  { companyId: 1, code: 'SEQUENCE_MANAGED_EXTERNALLY' },
  { companyId: 3, code: 'SEQUENCE_CERTIFICATION_WEB_ONLY' },
])('state and unused numbers of company $companyId: 409 $code', async ({ companyId, code }) => {
  for (const path of [overview, unused]) {
    const answer = await read(path, companyId);
    expect([answer.status, answer.body.data.code]).toEqual([409, code]);
  }
});

describe('send with numbering by the service', () => {
  const encf = 'E310000000001';
  const body = voucher({ rncEmisor: '999999982' });
  const send = (companyId = service, content: unknown = body) =>
    api.call('POST', '/api/v2/dgii-ecf/send?waitForFinal=0s', {
      token: api.tokenOf(companyId),
      body: content,
    });
  const know = (facts: Partial<NumberFacts>) =>
    api.store.numbers.set(encf, { reservation: undefined, annulled: false, expiresOn: undefined, ...facts });

  test('a number that next handed out is admitted and marked used', async () => {
    know({ reservation: 'reserved', expiresOn: '31-12-2027' });
    const { status: code, body: answer } = await send();
    expect([code, answer.data.alreadyProcessed]).toEqual([200, false]);
    expect(api.store.marked).toEqual([
      { companyId: service, environment: 'pre-certification', encf, attempt: 1 },
    ]);
  });

  test('a number that next did not deliver is refused and nothing is stored', async () => {
    const { status: code, body: answer } = await send();
    expect([code, answer.data.code, answer.data.campo]).toEqual([
      400,
      'ENCF_NOT_ISSUED_BY_SERVICE',
      'ECF.Encabezado.IdDoc.eNCF',
    ]);
    expect(answer.mensaje).toContain(encf);
    expect(api.store.admitted).toEqual([]);
  });

  test.each([
    { name: 'another expiry than the authorization that covers it', expiresOn: '30-11-2027', change: {} },
    { name: 'a field that does not exist', expiresOn: undefined, change: { Sobra: 1 } },
  ])('any other number with $name: both faults are reported', async ({ expiresOn, change: wrong }) => {
    know({ expiresOn });
    const { body: answer } = await send(service, { ECF: { ...body.ECF, ...wrong } });
    expect([answer.data.code, answer.data.campo]).toEqual([
      'ENCF_NOT_ISSUED_BY_SERVICE',
      'ECF.Encabezado.IdDoc.eNCF',
    ]);
    expect(answer.data.errores).toHaveLength(2);
    expect(answer.data.errores[0]?.code).toBe('ENCF_NOT_ISSUED_BY_SERVICE');
    expect(api.store.admitted).toEqual([]);
  });

  test('validate warns of a number that next did not deliver; the voucher is valid', async () => {
    const validated = await api.call('POST', '/api/v2/dgii-ecf/validate', {
      token: api.tokenOf(service),
      body,
    });
    expect(validated.body.data).toMatchObject({
      valido: true,
      advertencias: [{ code: 'ENCF_NOT_ISSUED_BY_SERVICE', campo: 'ECF.Encabezado.IdDoc.eNCF' }],
    });
    expect(validated.body.data.advertencias[0]?.mensaje).toContain(`${encf} no fue entregado`);
    expect(validated.body.mensaje).toContain('Hay 1 advertencia');
  });

  test('a wrong expiry date is a fault, and the number is not used', async () => {
    know({ reservation: 'reserved', expiresOn: '30-11-2027' });
    const { status: code, body: answer } = await send();
    expect([code, answer.data.code, answer.data.campo]).toEqual([
      400,
      'SEQUENCE_EXPIRY_MISMATCH',
      'ECF.Encabezado.IdDoc.FechaVencimientoSecuencia',
    ]);
    expect([api.store.admitted, api.store.marked]).toEqual([[], []]);
    const validated = await api.call('POST', '/api/v2/dgii-ecf/validate', {
      token: api.tokenOf(service),
      body,
    });
    expect(validated.body.data.errores).toMatchObject([{ code: 'SEQUENCE_EXPIRY_MISMATCH' }]);
  });

  test.each([
    { origin: 'service', companyId: service, content: body },
    { origin: 'client', companyId: 1, content: voucher() },
  ])('an annulled number is refused when the origin is $origin', async ({ companyId, content }) => {
    know({ annulled: true });
    const { status: code, body: answer } = await send(companyId, content);
    expect([code, answer.data.code]).toEqual([409, 'ENCF_ANNULLED']);
    expect(answer.mensaje).toContain(encf);
    expect(api.store.admitted).toEqual([]);
  });

  test.each([
    { from: 'service', to: 'client', companyId: service, content: body },
    { from: 'client', to: 'service', companyId: 1, content: voucher() },
  ])(
    'while the origin changes from $from to $to, a new voucher gets 503 with Retry-After',
    async ({ to, companyId, content }) => {
      know({ reservation: 'reserved', expiresOn: '31-12-2027' });
      change(companyId, { originChange: { to, since: new Date(0) } });
      const { status: code, headers, body: answer } = await send(companyId, content);
      expect([code, answer.data.code]).toEqual([503, 'ORIGIN_CHANGING']);
      expect(Number(headers['retry-after'])).toBeGreaterThan(0);
      expect(api.store.admitted).toEqual([]);
    },
  );

  test('a voucher that exists is answered even if its number was annulled or the origin changes', async () => {
    know({ reservation: 'reserved', expiresOn: '31-12-2027' });
    await send();
    know({ reservation: 'annulled', annulled: true });
    change(service, { originChange: { to: 'client', since: new Date(0) } });
    const { status: code, body: answer } = await send();
    expect([code, answer.data.alreadyProcessed]).toEqual([200, true]);
  });

  test('a client that numbers itself needs no reservation', async () => {
    expect((await send(1, voucher())).status).toBe(200);
    expect(api.store.marked).toEqual([]);
  });
});
