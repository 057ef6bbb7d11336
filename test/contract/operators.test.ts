/** MongoDB operators instead of values, in every query, body and path of every operation: no operator reaches the ledger. */
import { documentedOperations } from '../harness/http/described.js';
import { readOpenApiDocument } from '../../src/api/http/openapi-document.js';
import { clave, startApi, voucher, type Api } from '../api/harness.js';

interface Parameter {
  readonly $ref?: string;
  readonly name: string;
  readonly in: 'query' | 'path' | 'header';
}

const { parameters } = readOpenApiDocument().components as unknown as {
  parameters: Readonly<Record<string, Parameter>>;
};
const operators = ['$ne', '$gt', '$where', '$regex'];
const operations = documentedOperations().map(({ operationId, method, path, ...rest }) => ({
  operationId,
  method,
  path,
  parameters: ((rest as { parameters?: readonly Parameter[] }).parameters ?? []).map((parameter) =>
    parameter.$ref === undefined ? parameter : parameters[parameter.$ref.split('/').at(-1)!]!,
  ),
}));

let api: Api;
beforeAll(async () => {
  api = await startApi();
});
beforeEach(() => api.reset());
afterEach(() => {
  expect(api.log.filter(({ level }) => level === 'error')).toEqual([]);
  expect([api.store.admitted, api.store.nextRequests, api.store.unusedQueries]).toEqual([[], [], []]);
});

const bodyOf: Readonly<Record<string, object>> = {
  login: { usuario: 'integracion', clave, rnc: '999999992' },
  validate: voucher(),
  send: voucher(),
  nextSequence: { ecfType: 31, externalReference: 'FAC-1' },
  requestAnnulments: { ranges: [{ desde: 'E310000000001', hasta: 'E310000000002' }], note: 'x' },
  cancelAnnulment: { note: 'x' },
  noteDraft: {
    tipoeCF: 34,
    codigoModificacion: 3,
    razonModificacion: 'x',
    lineas: [{ numeroLinea: 1, cantidad: 1 }],
  },
  documentMail: { correos: ['a@cliente.example'], mensaje: 'x' },
  decideReceived: { estado: 'rechazado', motivo: 'x' },
  addWebhook: { url: 'https://erp.ejemplo.example/', types: ['ecf.accepted'], description: 'x' },
  changeWebhook: { url: 'https://erp.ejemplo.example/', types: ['ecf.accepted'], active: true, from: 'now' },
  redeliver: { eventId: 'evt_1_production_1' },
  recoverWebhook: { since: '2026-07-01T12:00:00Z' },
  rotateWebhookSecret: { graceHours: 1 },
};
const bodyFor = (operationId: string) => bodyOf[operationId.replace(/V1$/, '')];
const plainPath = (path: string) =>
  path
    .replace('{companyId}', '0')
    .replace(/\{rnc(Emisor)?\}/, '999999992')
    .replace('{encf}', 'E310000000001')
    .replace('{webhookId}', `wh_${'0'.repeat(24)}`);
const call = (operationId: string, method: string, path: string, body: unknown) =>
  api.call(method, path, { token: api.tokenOf(operationId.includes('equence') ? 2 : 1), body });

function turns(): () => string {
  let turn = 0;
  return () => operators[turn++ % operators.length]!;
}

/** All variants of a body where an operator replaces one value. The operators take turns. */
function* replaced(value: unknown, next = turns()): Generator {
  yield { [next()]: '' };
  if (typeof value !== 'object' || value === null) return;
  for (const [name, member] of Object.entries(value))
    for (const change of replaced(member, next))
      yield Array.isArray(value)
        ? value.map((one, index) => (String(index) === name ? change : one))
        : { ...value, [name]: change };
}

test.each(operations)(
  '$operationId: an operator in a parameter is refused',
  async ({ operationId, method, path, parameters: given }) => {
    const body = bodyFor(operationId);
    for (const operator of operators) {
      for (const { name, in: place } of given) {
        if (place === 'header') continue;
        const target =
          place === 'path'
            ? plainPath(path.replace(`{${name}}`, encodeURIComponent(JSON.stringify({ [operator]: '' }))))
            : `${plainPath(path)}?${name}[${operator}]=`;
        const answer = await call(operationId, method, target, body);
        // validate answers 200 whatever is wrong (spec §4.1), a parameter of its query included.
        const refused =
          operationId.startsWith('validate') && place === 'query'
            ? !answer.body.data['valido']
            : [400, 403].includes(answer.status);
        expect([target, refused]).toEqual([target, true]);
      }
    }
  },
);

test.each(operations.filter(({ operationId }) => bodyFor(operationId) !== undefined))(
  '$operationId: an operator in a field is refused',
  async ({ operationId, method, path }) => {
    let count = 0;
    for (const body of replaced(bodyFor(operationId))) {
      count++;
      const answer = await call(operationId, method, plainPath(path), body);
      const refused = answer.status === 400 || !answer.body.data.valido;
      expect([JSON.stringify(body), refused]).toEqual([JSON.stringify(body), true]);
    }
    // The body itself, and each of its fields.
    expect(count).toBeGreaterThan(Object.keys(bodyFor(operationId) ?? {}).length);
  },
);
