/** What the operations on annulments say. What becomes of the numbers is tested with a real ledger, in test/flow/numbering. */
import { randomUUID } from 'node:crypto';
import { jest } from '@jest/globals';
import { request } from 'undici';
import { formatEncf } from '../../../src/ecf/model/encf.js';
import type {
  NumberResult,
  RangeAnnulmentRecord,
  RangeAnnulmentState,
} from '../../../src/ledger/numbers/range-annulment-record.js';
import { until } from '../../harness/until.js';
import { startApi, type Api } from '../harness.js';

const path = '/api/v2/ecf-sequences/annulments';
const companyId = 1;
let api: Api;
beforeAll(async () => {
  api = await startApi();
});
beforeEach(() => api.reset());
afterEach(() => {
  jest.restoreAllMocks();
});

const numbers = (desde: string, outcome: NumberResult['outcome']): NumberResult => ({
  desde,
  hasta: desde,
  outcome,
  ...(outcome === 'refused' && { reason: 'ISSUED' }),
});
const [first, second] = ['E310000000001', 'E310000000003'] as const;

interface MessageCase {
  readonly name: string;
  readonly state: RangeAnnulmentState;
  readonly results: readonly NumberResult[];
  readonly mensaje: string;
}

const unclear =
  'La DGII no dio una respuesta clara: los números inciertos siguen bloqueados hasta que el operador los confirme en la Oficina Virtual.';

test.each<MessageCase>([
  {
    name: 'all are pending',
    state: 'locked',
    results: [numbers(first, 'locked'), numbers(second, 'locked')],
    mensaje: 'Anulación solicitada: la DGII todavía no ha respondido.',
  },
  {
    name: 'some are pending, and some are refused',
    state: 'locked',
    results: [numbers(first, 'locked'), numbers(second, 'refused')],
    mensaje:
      'Anulación solicitada: la DGII todavía no ha respondido. Otros números se rechazaron: data.resultado dice por qué.',
  },
  {
    name: 'all are annulled',
    state: 'annulled',
    results: [numbers(first, 'annulled'), numbers(second, 'annulled')],
    mensaje: 'La DGII anuló todos los números.',
  },
  {
    name: 'some are annulled, and some are refused',
    state: 'partly',
    results: [numbers(first, 'annulled'), numbers(second, 'refused')],
    mensaje: 'La DGII anuló los números, salvo los rechazados: data.resultado dice por qué.',
  },
  {
    name: 'all are refused',
    state: 'refused',
    results: [numbers(first, 'refused'), numbers(second, 'refused')],
    mensaje: 'No se anuló ningún número: data.resultado dice por qué.',
  },
  {
    name: 'all are uncertain',
    state: 'uncertain',
    results: [numbers(first, 'uncertain'), numbers(second, 'uncertain')],
    mensaje: unclear,
  },
  {
    name: 'some are uncertain, and some are refused',
    state: 'uncertain',
    results: [numbers(first, 'uncertain'), numbers(second, 'refused')],
    mensaje: `${unclear} Otros números se rechazaron: data.resultado dice por qué.`,
  },
])('the message of a request: $name', async ({ state, results, mensaje }) => {
  const put = api.store.putRangeAnnulment.bind(api.store);
  api.store.putRangeAnnulment = async (wanted) => {
    const record = await put(wanted);
    return (await api.store.changeRangeAnnulment(record, { state, results })) ?? record;
  };
  const ask = () =>
    api.call('POST', path, {
      token: api.tokenOf(companyId),
      body: { ranges: results.map(({ desde, hasta }) => ({ desde, hasta })) },
    });
  const { body } = await ask();
  api.store.putRangeAnnulment = put;
  expect(body.mensaje).toBe(mensaje);

  const [record] = [...api.store.rangeAnnulments.values()];
  jest.spyOn(api.store, 'findSameRequest').mockResolvedValue(record);
  const repeated = await ask();
  expect(repeated.body.data).toMatchObject({ annulmentId: record?._id, reused: true });
  expect(repeated.body.mensaje).toBe(
    state === 'annulled'
      ? 'Estos números ya estaban anulados: es la anulación que se solicitó antes.'
      : `Estos números ya se habían pedido: es la solicitud anterior. ${mensaje}`,
  );
});

test('many requests at one moment: the numbers under way stay within the limit, and another company goes on', async () => {
  const underWay = api.store.annulmentsUnderWay.bind(api.store);
  const many = 50;
  let reading = 0;
  // Without turns, all of them would see an empty ledger.
  jest.spyOn(api.store, 'annulmentsUnderWay').mockImplementation(async (companyId) => {
    const seen = await underWay(companyId);
    reading += 1;
    await until('the others have arrived', async () => reading + api.limits.annulments.waiting >= many);
    return seen;
  });
  const ask = (n: number, company = companyId) => {
    const [desde, hasta] = [formatEncf(31, n * 10_000 + 1), formatEncf(31, (n + 1) * 10_000)];
    const body = { ranges: [{ desde, hasta }] };
    return api.call('POST', path, { token: api.tokenOf(company), body });
  };
  const answers = await Promise.all(Array.from({ length: many }, (_, n) => ask(n)));
  expect(answers.filter(({ status }) => status === 200).length).toBe(2);
  const refused = answers.filter(({ status }) => status !== 200);
  for (const { status, headers, body } of refused) {
    expect([status, body.data['code']]).toEqual([429, 'TOO_MANY_REQUESTS']);
    expect(body.mensaje).toContain('anulaciones en curso');
    expect(Number(headers['retry-after'])).toBeGreaterThan(0);
  }
  expect((await ask(0, 2)).status).toBe(200);
});

test('a request that waits for its turn is refused when its user was disabled meanwhile', async () => {
  let end = () => {};
  void api.limits.annulments.run(companyId, () => new Promise<void>((resolve) => (end = resolve)));
  const body = { ranges: [{ desde: first, hasta: first }] };
  const asked = api.call('POST', path, { token: api.tokenOf(companyId), body });
  await until('the request waits', async () => api.limits.annulments.waiting === 1);
  const index = api.store.users.findIndex((user) => user.companyId === companyId);
  api.store.users.splice(index, 1, { ...api.store.users[index]!, disabled: true });
  end();
  expect(await asked).toMatchObject({ status: 401, body: { data: { code: 'TOKEN_INVALID' } } });
  expect(api.store.rangeAnnulments.size).toBe(0);
});

describe('a cancellation needs no body', () => {
  const cancel = async (headers: Readonly<Record<string, string>>, body?: string) => {
    const _id = randomUUID();
    api.store.rangeAnnulments.set(_id, {
      _id,
      companyId,
      count: 1,
      note: 'x',
      requestedAt: new Date(api.nowMs),
      state: 'sending',
    } as unknown as RangeAnnulmentRecord);
    const authorization = `Bearer ${api.tokenOf(companyId)}`;
    const answer = await request(`${api.url}${path}/${_id}/cancel`, {
      method: 'POST',
      headers: { authorization, ...headers },
      ...(body !== undefined && { body }),
    });
    const { data } = (await answer.body.json()) as { data: { code: string } };
    return [answer.statusCode, data.code];
  };

  // The operation is reached: this annulment has been sent.
  test.each([
    { name: 'no body', headers: {} },
    { name: 'an empty body of JSON', headers: { 'content-type': 'application/json' } },
    {
      name: 'an empty body of a form',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: '',
    },
  ])('$name', async ({ headers, body }) => {
    expect(await cancel(headers, body)).toEqual([409, 'ANNULMENT_SENT']);
  });

  test('a body that is there must be JSON', async () => {
    expect(await cancel({ 'content-type': 'text/plain' }, '{}')).toEqual([415, 'CONTENT_TYPE_INVALID']);
    expect(await cancel({ 'content-type': 'application/json' }, '{')).toEqual([400, 'JSON_INVALID']);
    expect(await cancel({ 'content-type': 'application/json' }, '{"x":1}')).toEqual([400, 'REQUEST_INVALID']);
  });
});
