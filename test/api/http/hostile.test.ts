/**
 * Hostile bodies over HTTP: validate answers faults, send refuses them, and neither answers 500. The types take turns, because
 * the edge does not know them; test/unit/ecf/json/hostile.test.ts tries every attack on every type.
 */
import { ecfTypeList, type EcfType } from '../../../src/ecf/model/ecf-types.js';
import { ecfExamples } from '../../../src/ecf/publish/examples.js';
import { startApi, type Api } from '../harness.js';

let api: Api;
beforeAll(async () => {
  api = await startApi();
});
beforeEach(() => api.reset());

/** Far more than a refusal with a thousand faults needs. Apart from the XML, an answer repeats no long value. */
const answerMax = 1_000_000;

interface HostileBody {
  readonly name: string;
  /** Changes the JSON of a valid voucher into the hostile body. */
  readonly make: (json: string) => string;
  readonly code: string;
}

const swap = (pattern: RegExp, replacement: string) => (json: string) => {
  const swapped = json.replace(pattern, () => replacement);
  if (swapped === json) throw new Error(`nothing like ${String(pattern)} in the voucher`);
  return swapped;
};
const total = (value: string) => swap(/"MontoTotal":[\d.]+/, `"MontoTotal":${value}`);
const issuer = (value: string) => swap(/"EMPRESA DE PRUEBA SRL"/, value);
const lines = (count: number) => (json: string) => {
  const [, item = ''] = /"Item":\[(\{.*?\})\]/.exec(json) ?? [];
  return json.replace(item, Array.from({ length: count }, () => item).join(','));
};

const bodies: readonly HostileBody[] = [
  { name: '10,001 lines', make: lines(10_001), code: 'ESTRUCTURA-08' },
  {
    name: 'a depth of 1,000',
    make: issuer('{"a":'.repeat(1000) + '1' + '}'.repeat(1000)),
    code: 'JSON_INVALID',
  },
  {
    name: 'keys of the prototype',
    make: swap(/^\{/, '{"__proto__":{"valido":true},"constructor":{},"hasOwnProperty":1,'),
    code: 'ESTRUCTURA-01',
  },
  { name: 'a text of five million characters', make: issuer(`"${'x'.repeat(5e6)}"`), code: 'ESTRUCTURA-05' },
  { name: 'an escaped control character', make: issuer('"EMPRESA\\u0000"'), code: 'ESTRUCTURA-13' },
  { name: 'a bare control character', make: issuer('"EMPRESA\u0001"'), code: 'JSON_INVALID' },
  { name: 'a lone surrogate', make: issuer('"EMPRESA \\ud83d"'), code: 'ESTRUCTURA-13' },
  { name: '1e308', make: total('1e308'), code: 'ESTRUCTURA-10' },
  { name: '1e309', make: total('1e309'), code: 'ESTRUCTURA-15' },
  { name: 'a number of a million digits', make: total('9'.repeat(1e6)), code: 'ESTRUCTURA-15' },
  { name: 'NaN', make: total('NaN'), code: 'JSON_INVALID' },
  { name: 'NaN as text', make: total('"NaN"'), code: 'ESTRUCTURA-03' },
  { name: 'a duplicate key', make: total('1,"MontoTotal":2'), code: 'ESTRUCTURA-14' },
  {
    name: 'a list instead of an object',
    make: swap(/"Emisor":/, '"Emisor":[],"x":'),
    code: 'ESTRUCTURA-03',
  },
  { name: 'an object instead of a list', make: swap(/"Item":\[/, '"Item":{},"y":['), code: 'ESTRUCTURA-03' },
];

const jsonOf = (type: EcfType) => JSON.stringify(ecfExamples.find((example) => example.type === type)!.body);

const turns = bodies.map((body, index) => ({ ...body, type: ecfTypeList[index % ecfTypeList.length]! }));

test.each(turns)('$name, in type $type', async ({ make, code, type }) => {
  const token = api.tokenOf(1);
  const body = make(jsonOf(type));
  const validated = await api.call('POST', '/api/v2/dgii-ecf/validate', { token, body });
  expect([validated.status, validated.body.data.valido]).toEqual([200, false]);
  const codes = validated.body.data.errores.map((fault: { code: string }) => fault.code);
  expect(codes).toContain(code);
  expect(validated.text.length - validated.body.data.xml.length).toBeLessThan(answerMax);

  const sent = await api.call('POST', '/api/v2/dgii-ecf/send', { token, body });
  expect([sent.status, sent.body.procesado]).toEqual([400, false]);
  expect(sent.text.length).toBeLessThan(answerMax);
  expect(api.store.admitted).toEqual([]);
  expect(api.log.filter(({ level }) => level === 'error')).toEqual([]);
});

test.each(ecfTypeList)('minus zero is zero in type %i', async (type) => {
  const body = swap(/"MontoTotal":/, '"SaldoAnterior":-0,"MontoTotal":')(jsonOf(type));
  const answer = await api.call('POST', '/api/v2/dgii-ecf/validate', { token: api.tokenOf(1), body });
  expect(answer.body.data).toMatchObject({ valido: true, errores: [] });
  expect(answer.body.data.xml).toContain('<SaldoAnterior>0.00</SaldoAnterior>');
});
