/** What the operations on annulments say. What becomes of the numbers is tested with a real ledger, in test/flow/numbering. */
import { randomUUID } from 'node:crypto';
import { request } from 'undici';
import type {
  NumberResult,
  RangeAnnulmentRecord,
  RangeAnnulmentState,
} from '../../../src/ledger/numbering/range-annulment-record.js';
import { startApi, type Api } from '../harness.js';

const path = '/api/v2/ecf-sequences/annulments';
const companyId = 1;
let api: Api;
beforeAll(async () => {
  api = await startApi();
});
beforeEach(() => api.reset());

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
  const { body } = await api.call('POST', path, {
    token: api.tokenOf(companyId),
    body: { ranges: results.map(({ desde, hasta }) => ({ desde, hasta })) },
  });
  api.store.putRangeAnnulment = put;
  expect(body.mensaje).toBe(mensaje);
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
