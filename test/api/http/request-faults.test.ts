/** The message for a request that breaks the contract: it names the field, the right name and what we expect. */
import { readQuery } from '../../../src/api/http/request-context.js';
import { clave, startApi, type Api } from '../harness.js';

let api: Api;
beforeAll(async () => {
  api = await startApi();
});
beforeEach(() => api.reset());

const login = '/api/v2/Auth/login';
const next = '/api/v2/ecf-sequences/next';
const annulments = '/api/v2/ecf-sequences/annulments';
const unused = '/api/v2/ecf-sequences/unused';
const credentials = { usuario: 'integracion', clave, rnc: '999999992' };

const types = '31, 32, 33, 34, 41, 43, 44, 45, 46 o 47';

test.each<{ name: string; path: string; body: unknown; code?: string; campo?: string; mensaje: string }>([
  {
    name: 'password instead of clave',
    path: login,
    body: { usuario: 'integracion', password: clave, rnc: '999999992' },
    campo: 'clave',
    mensaje:
      'Falta el campo clave. El campo password no existe. ¿Quiso decir clave? Los campos son usuario, clave y rnc.',
  },
  {
    name: 'an unknown field',
    path: login,
    body: { ...credentials, otro: 1 },
    campo: 'otro',
    mensaje: 'El campo otro no existe. Los campos son usuario, clave y rnc.',
  },
  {
    name: 'an RNC with hyphens',
    path: login,
    body: { ...credentials, rnc: '1-31-88068-1' },
    campo: 'rnc',
    mensaje:
      'rnc no tiene la forma esperada. RNC de la empresa: 9 u 11 dígitos, sin guiones. Por ejemplo: 999999992.',
  },
  {
    name: 'an RNC as a number',
    path: login,
    body: { ...credentials, rnc: 999999992 },
    campo: 'rnc',
    mensaje: 'rnc debe ser un texto JSON, entre comillas.',
  },
  {
    name: 'an empty user name',
    path: login,
    body: { ...credentials, usuario: '' },
    campo: 'usuario',
    mensaje: 'usuario debe ser un texto de 1 a 100 caracteres.',
  },
  {
    name: 'a note that is too long',
    path: annulments,
    body: { ranges: [{ desde: 'E310000000001', hasta: 'E310000000001' }], note: 'x'.repeat(301) },
    campo: 'note',
    mensaje: 'note debe ser un texto de hasta 300 caracteres.',
  },
  {
    name: 'a list',
    path: login,
    body: [credentials],
    mensaje: 'El cuerpo debe ser un objeto JSON con usuario, clave y rnc.',
  },
  {
    name: 'a malformed SHA-256 of the voucher to decide on',
    path: '/api/v2/ecf-received/131880681/E310000000001/approval',
    body: { estado: 'aprobado', xmlSha256: 'ABC' },
    campo: 'xmlSha256',
    mensaje:
      'xmlSha256 no tiene la forma esperada. El del comprobante sobre el que se decide: 64 dígitos hexadecimales, en minúscula. ' +
      'Si otro comprobante ya tomó el número, la respuesta es RECEIVED_CHANGED y no se registra nada. ' +
      'Sin él, la decisión es sobre el comprobante que tenga el número.',
  },
  {
    name: 'an empty list of ranges',
    path: annulments,
    body: { ranges: [] },
    campo: 'ranges',
    mensaje: 'ranges debe ser una lista JSON de 1 a 1000 elementos.',
  },
  {
    name: 'a range that ends before it begins',
    path: annulments,
    body: { ranges: [{ desde: 'E310000000002', hasta: 'E310000000001' }] },
    campo: 'ranges[0]',
    mensaje: 'El rango 1 (E310000000002 a E310000000001) no es válido: termina antes de empezar.',
  },
  {
    name: 'a range that does not begin with an e-NCF',
    path: annulments,
    body: { ranges: [{ desde: 'B0100000001', hasta: 'E310000000002' }] },
    campo: 'ranges[0].desde',
    mensaje: 'ranges[0].desde no tiene la forma esperada. Cada elemento de ranges lleva desde y hasta.',
  },
  {
    name: 'a range without its last number',
    path: annulments,
    body: { ranges: [{ desde: 'E310000000001' }] },
    campo: 'ranges[0].hasta',
    mensaje: 'Falta ranges[0].hasta. Cada elemento de ranges lleva desde y hasta.',
  },
  {
    name: 'referencia instead of externalReference',
    path: next,
    body: { ecfType: 31, referencia: 'FAC-1' },
    campo: 'referencia',
    mensaje:
      'El campo referencia no existe. ¿Quiso decir externalReference? Los campos son ecfType y externalReference.',
  },
  {
    name: 'externalRef instead of externalReference, and no type',
    path: next,
    body: { externalRef: 'FAC-1' },
    code: 'ECF_TYPE_INVALID',
    campo: 'ecfType',
    mensaje: `Falta el campo ecfType. Valores: ${types}. El campo externalRef no existe. ¿Quiso decir externalReference? Los campos son ecfType y externalReference.`,
  },
  {
    name: 'the type as text',
    path: next,
    body: { ecfType: '31' },
    code: 'ECF_TYPE_INVALID',
    campo: 'ecfType',
    mensaje: 'ecfType debe ser un número JSON, sin comillas: 31.',
  },
  {
    name: 'a type as text that does not exist',
    path: next,
    body: { ecfType: 'E31' },
    code: 'ECF_TYPE_INVALID',
    campo: 'ecfType',
    mensaje: `ecfType debe ser un número JSON, sin comillas, uno de: ${types}.`,
  },
  {
    name: 'a type that does not exist',
    path: next,
    body: { ecfType: 42 },
    code: 'ECF_TYPE_INVALID',
    campo: 'ecfType',
    mensaje: `ecfType debe ser uno de: ${types}.`,
  },
])('a body: $name', async ({ path, body, code = 'REQUEST_INVALID', campo, mensaje }) => {
  const answer = await api.call('POST', path, { token: api.tokenOf(2), body });
  expect([answer.status, answer.body.data.code, answer.body.data.campo]).toEqual([400, code, campo]);
  expect(answer.body.mensaje).toBe(mensaje);
});

test.each<{ name: string; path: string; code?: string; campo: string; mensaje: string }>([
  {
    name: 'a misspelt parameter',
    path: `${unused}?olderThan=1`,
    campo: 'olderThan',
    mensaje:
      'El parámetro olderThan no existe. ¿Quiso decir olderThanHours? Los parámetros son olderThanHours, limit y cursor.',
  },
  {
    name: 'a number out of range',
    path: `${unused}?limit=0`,
    campo: 'limit',
    mensaje: 'limit debe ser un número entero de 1 a 1000.',
  },
  {
    name: 'a value that is not a number',
    path: `${unused}?olderThanHours=x`,
    campo: 'olderThanHours',
    mensaje: 'olderThanHours debe ser un número entero de 0 a 87600.',
  },
  {
    name: 'a cursor that we did not make',
    path: `${unused}?cursor=x`,
    campo: 'cursor',
    mensaje: 'cursor no es válido: debe ser el X-Next-Cursor de la página anterior.',
  },
  {
    name: 'a parameter of an operation that has none',
    path: '/api/v2/ecf-sequences?tipo=31',
    campo: 'tipo',
    mensaje: 'El parámetro tipo no existe. La operación no tiene parámetros.',
  },
  {
    name: 'a name with brackets',
    path: `${unused}?limit[0]=1&limit=1`,
    campo: 'limit',
    mensaje: 'limit debe ser un número entero de 1 a 1000.',
  },
  {
    name: 'a value that is not in the list',
    path: '/api/v2/dgii-ecf/document-status/E310000000001?environment=prod',
    campo: 'environment',
    mensaje: 'environment debe ser uno de: pre-certification, certification o production.',
  },
  {
    name: 'a type that is empty',
    path: '/api/v2/dgii-ecf/documents?tipo=',
    campo: 'tipo',
    mensaje: `tipo debe ser uno de: ${types}.`,
  },
  {
    name: 'a malformed id of an annulment',
    path: `${annulments}/abc`,
    campo: 'annulmentId',
    mensaje:
      'annulmentId no tiene la forma esperada. El id que devolvió la solicitud. Por ejemplo: 6f1c2a34-9b0d-4f6e-8a51-2f3f4c5d6e7f.',
  },
  {
    name: 'a malformed SHA-256 of a displaced voucher',
    path: '/api/v2/ecf-received/131880681/E310000000001/xml?xmlSha256=ABC',
    campo: 'xmlSha256',
    mensaje:
      'xmlSha256 no tiene la forma esperada. El de un comprobante desplazado: 64 dígitos hexadecimales, en minúscula. ' +
      'Sin él, la respuesta es el XML del que tiene el número.',
  },
  {
    name: 'no RNC to look up',
    path: '/api/v2/dgii-ecf/consult-rnc',
    code: 'RNC_INVALID',
    campo: 'rnc',
    mensaje: 'Falta el parámetro rnc. RNC (9 dígitos) o cédula (11 dígitos), sin guiones.',
  },
  {
    name: 'a missing RNC',
    path: '/api/v2/dgii-ecf/external-status?encf=E310000000001',
    code: 'RNC_INVALID',
    campo: 'rncEmisor',
    mensaje: 'Falta el parámetro rncEmisor. RNC o cédula de quien emitió el comprobante, solo dígitos.',
  },
])('a query: $name', async ({ path, code = 'REQUEST_INVALID', campo, mensaje }) => {
  const { status, body } = await api.call('GET', path, { token: api.tokenOf(2) });
  expect([status, body.data.code, body.data.campo]).toEqual([400, code, campo]);
  expect(body.mensaje).toBe(mensaje);
});

test('the OpenAPI validator gets a query of a hundred names without brackets', () => {
  const names = ['encf', ...Array.from({ length: 1_000 }, (_, index) => `a[${index}][b]`)];
  expect(readQuery(names.map((name) => `${name}=1`).join('&'))).toEqual({ encf: '1', a: [] });
  const plain = readQuery(Array.from({ length: 1_000 }, (_, index) => `a${index}=1`).join('&'));
  expect(Object.keys(plain)).toHaveLength(100);
});

test('send explains a misspelt parameter', async () => {
  const { body } = await api.call('POST', '/api/v2/dgii-ecf/send?waitForfinal=10s', {
    token: api.tokenOf(1),
    body: {},
  });
  expect(body.mensaje).toBe(
    'El parámetro waitForfinal no existe. ¿Quiso decir waitForFinal? Los parámetros son waitForFinal, condicional, reenviar y totales.',
  );
});

test('a value is never shown: it may be a password', async () => {
  const { text } = await api.call('POST', login, { body: { ...credentials, clave: ['mi-clave-secreta'] } });
  expect(text).toContain('clave debe ser un texto JSON');
  expect(text).not.toContain('secreta');
});
