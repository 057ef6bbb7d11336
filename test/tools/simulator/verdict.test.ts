/** How the imitated DGII checks amounts, content and numbers, and how the settings for open questions change its answers. */
import { signBuilt } from '../../harness/samples/sign-built.js';
import { signXml } from '../../../src/signing/keys/sign-xml.js';
import type { RunningSimulator } from '../../../tools/simulator/start.js';
import { processorMs } from '../../harness/processes/processor-time.js';
import {
  amounts,
  call,
  exchange,
  get,
  localTime,
  login,
  makeWorld,
  note,
  post,
  put,
  result,
  rnc,
  seed,
  submit,
  summary,
  voucher,
  type World,
} from './client.js';

let world: World;
let simulator: RunningSimulator;
let token: string;
let defaults: object;
let serial = 0;

beforeAll(async () => {
  world = makeWorld();
  simulator = await world.start();
  defaults = (await call(`${simulator.url}/_simulator/settings`)).json;
});
beforeEach(async () => {
  token = await login(simulator.url, world.certificate);
});
afterEach(async () => {
  expect((await put(simulator.url, defaults)).status).toBe(200);
});

const nextEncf = (type = '31') => `E${type}${String(++serial).padStart(10, '0')}`;
type Change = (xml: string) => string;
const sign = (xml: string) => signXml(xml, world.certificate);

async function verdictOn(type = '31', change?: Change, encf = nextEncf(type)) {
  const { trackId } = (await submit(simulator.url, token, sign(voucher(encf, change)))).json;
  return result(simulator.url, token, trackId);
}

async function summarize(encf: string, securityCode: string, environment: string) {
  const [url, content] = [simulator.url, sign(summary(encf, securityCode))];
  const auth = await login(url, world.certificate, environment);
  const file = { content, fileName: `${rnc}${encf}.xml`, environment };
  return post(url, auth, 'recepcionfc/api/recepcion/ecf', file);
}

const set =
  (name: string, value: string): Change =>
  (xml) =>
    xml.replace(new RegExp(`(<${name}>)[^<]*`), `$1${value}`);
const before =
  (name: string, inserted: string): Change =>
  (xml) =>
    xml.replace(`<${name}>`, `${inserted}<${name}>`);
const all =
  (...changes: Change[]): Change =>
  (xml) =>
    changes.reduce((text, change) => change(text), xml);

describe('arithmetic', () => {
  test.each([
    { name: 'a line within one unit', change: set('MontoItem', '254238.29'), codigo: '1' },
    { name: 'a line beyond one unit', change: set('MontoItem', '254238.30'), codigo: '4' },
    { name: 'MontoTotal within the number of lines', change: set('MontoTotal', '300001.00'), codigo: '1' },
    { name: 'MontoTotal beyond the number of lines', change: set('MontoTotal', '300001.01'), codigo: '4' },
    {
      name: 'a line and a total, each within its tolerance but beyond it together',
      change: all(set('PrecioUnitarioItem', '254236.79'), set('MontoTotal', '300000.51')),
      codigo: '4',
    },
    {
      name: 'a line and a total that together differ by exactly the tolerance',
      change: all(set('PrecioUnitarioItem', '254236.79'), set('MontoTotal', '300000.50')),
      codigo: '1',
    },
    {
      name: 'MontoGravadoI1 different from its lines',
      change: set('MontoGravadoI1', '254000.00'),
      codigo: '4',
    },
    { name: 'TotalITBIS1 different from 18%', change: set('TotalITBIS1', '45000.00'), codigo: '4' },
    {
      name: 'a global discount included in the sums',
      change: all(
        (xml) => xml.replaceAll(amounts.base, '254237.29').replace(/(<MontoItem>)[^<]*/, '$1254337.29'),
        set('PrecioUnitarioItem', '254337.29'),
        before(
          'FechaHoraFirma',
          '<DescuentosORecargos><DescuentoORecargo><NumeroLinea>1</NumeroLinea><TipoAjuste>D</TipoAjuste><TipoValor>$</TipoValor>' +
            '<MontoDescuentooRecargo>100.00</MontoDescuentooRecargo>' +
            '<IndicadorFacturacionDescuentooRecargo>1</IndicadorFacturacionDescuentooRecargo></DescuentoORecargo></DescuentosORecargos>',
        ),
      ),
      codigo: '1',
    },
    {
      name: 'prices that include ITBIS',
      change: all(
        set('IndicadorMontoGravado', '1'),
        set('PrecioUnitarioItem', '300000.00'),
        set('MontoItem', '300000.00'),
      ),
      codigo: '1',
    },
  ])('$name: $codigo', async ({ change, codigo }) => {
    expect(await verdictOn('31', change)).toMatchObject({ codigo, secuenciaUtilizada: true });
  });

  test('reports the code of the base; settings make it a rejection or ignore it', async () => {
    const wrong = set('MontoGravadoI1', '254000.00');
    expect(await verdictOn('31', wrong)).toMatchObject({
      estado: 'Aceptado Condicional',
      mensajes: expect.arrayContaining([
        {
          codigo: 1934,
          valor:
            'MontoGravadoI1 no coincide con la sumatoria de los valores del detalle gravado con tasa 18% menos descuentos mas recargos.',
        },
      ]),
    });
    await put(simulator.url, { arithmetic: 'rejected' });
    expect(await verdictOn('31', wrong)).toMatchObject({ codigo: '2', secuenciaUtilizada: true });
    await put(simulator.url, { arithmetic: 'off' });
    expect(await verdictOn('31', wrong)).toMatchObject({ codigo: '1' });
  });
});

describe('OtrosImpuestosAdicionales against the lines', () => {
  const tax = (codigo: string, rate = '', amount = '') =>
    `<ImpuestoAdicional><TipoImpuesto>${codigo}</TipoImpuesto>${rate && `<TasaImpuestoAdicional>${rate}</TasaImpuestoAdicional>`}` +
    `${amount && `<OtrosImpuestosAdicionales>${amount}</OtrosImpuestosAdicionales>`}</ImpuestoAdicional>`;
  /** One line of 1,000.00 at 18%, with its own taxes and the totals' taxes. */
  const taxed = (ofLine: string, ofTotals: string, additional: string, total: string): Change =>
    all(
      (xml) =>
        xml
          .replaceAll(amounts.base, '1000.00')
          .replaceAll(amounts.itbis, '180.00')
          .replace(amounts.total, total),
      before('MontoItem', ofLine && `<TablaImpuestoAdicional>${ofLine}</TablaImpuestoAdicional>`),
      before(
        'MontoTotal',
        ofTotals &&
          `<MontoImpuestoAdicional>${additional}</MontoImpuestoAdicional><ImpuestosAdicionales>${ofTotals}</ImpuestosAdicionales>`,
      ),
    );
  const refused = (codigo: string) => ({
    codigo: 0,
    valor: `OtrosImpuestosAdicionales para el Tipo de Impuesto ${codigo} del área ImpuestosAdicionales de la sección Totales no coincide con el detalle de la factura.`,
  });
  const both = tax('002') + tax('004');
  const adjustment = before(
    'FechaHoraFirma',
    '<DescuentosORecargos><DescuentoORecargo><NumeroLinea>1</NumeroLinea><TipoAjuste>D</TipoAjuste><TipoValor>$</TipoValor>' +
      '<MontoDescuentooRecargo>1.00</MontoDescuentooRecargo>' +
      '<IndicadorFacturacionDescuentooRecargo>1</IndicadorFacturacionDescuentooRecargo></DescuentoORecargo></DescuentosORecargos>',
  );

  test.each([
    {
      name: 'equal to the sum of the lines',
      change: taxed(both, tax('002', '2', '20.00') + tax('004', '10', '100.00'), '120.00', '1300.00'),
      mensajes: [],
    },
    {
      name: 'within one unit for the line',
      change: taxed(tax('002'), tax('002', '2', '21.00'), '21.00', '1201.00'),
      mensajes: [],
    },
    {
      name: 'beyond one unit for the line',
      change: taxed(tax('002'), tax('002', '2', '21.01'), '21.01', '1201.01'),
      mensajes: [refused('002')],
    },
    {
      name: 'both codes beyond one unit',
      change: taxed(both, tax('002', '2', '25.00') + tax('004', '10', '90.00'), '115.00', '1295.00'),
      mensajes: [refused('002'), refused('004')],
    },
    {
      name: 'a code that no line carries',
      change: taxed('', tax('002', '2', '20.00'), '20.00', '1200.00'),
      mensajes: [refused('002')],
    },
    {
      name: 'a line’s code that is missing in the totals',
      change: taxed(both, tax('002', '2', '20.00'), '20.00', '1200.00'),
      mensajes: [refused('004')],
    },
    {
      name: 'with a global adjustment, only the codes are compared',
      change: all(taxed(tax('002'), tax('002', '2', '25.00'), '25.00', '1205.00'), adjustment, (xml) =>
        xml.replace(/(<MontoItem>)[^<]*/, '$11001.00').replace(/(<PrecioUnitarioItem>)[^<]*/, '$11001.00'),
      ),
      mensajes: [],
    },
    {
      name: 'prices that include ITBIS',
      change: all(
        taxed(tax('002'), tax('002', '2', '20.00'), '20.00', '1200.00'),
        set('IndicadorMontoGravado', '1'),
        set('PrecioUnitarioItem', '1180.00'),
        set('MontoItem', '1180.00'),
      ),
      mensajes: [],
    },
  ])('$name', async ({ change, mensajes }) => {
    expect(await verdictOn('31', change)).toMatchObject(
      mensajes.length === 0
        ? { estado: 'Aceptado' }
        : { estado: 'Rechazado', secuenciaUtilizada: true, mensajes },
    );
  });

  test('is not checked when the arithmetic setting is off', async () => {
    await put(simulator.url, { arithmetic: 'off' });
    const change = taxed('', tax('002', '2', '20.00'), '20.00', '1200.00');
    expect(await verdictOn('31', change)).toMatchObject({ estado: 'Aceptado' });
  });
});

describe('content', () => {
  test.each([
    {
      codigo: 176,
      change: (xml: string) => xml.replace(/<IndicadorMontoGravado>.*?<\/IndicadorMontoGravado>/, ''),
    },
    { codigo: 2020, change: before('MontoItem', '<DescuentoMonto>0.50</DescuentoMonto>') },
    { codigo: 2030, change: before('MontoItem', '<RecargoMonto>0.50</RecargoMonto>') },
    {
      codigo: 2150,
      change: before(
        'PrecioUnitarioItem',
        '<TablaSubcantidad><SubcantidadItem><Subcantidad>1</Subcantidad></SubcantidadItem></TablaSubcantidad>',
      ),
    },
  ])('$codigo: rejected, and the number is spent', async ({ codigo, change }) => {
    expect(await verdictOn('31', change)).toMatchObject({
      codigo: '2',
      secuenciaUtilizada: true,
      mensajes: [{ codigo }],
    });
  });

  test('294: payments abroad are for services only', async () => {
    const abroad = all(
      (xml) => xml.replace(/<IndicadorMontoGravado>.*<\/TipoIngresos>|<RNCComprador>.*<\/RNCComprador>/g, ''),
      (xml) => xml.replace(/<MontoGravadoTotal>.*<\/TotalITBIS1>/, ''),
      set('IndicadorFacturacion', '4'),
      before(
        'NombreItem',
        '<Retencion><IndicadorAgenteRetencionoPercepcion>1</IndicadorAgenteRetencionoPercepcion><MontoISRRetenido>0.00</MontoISRRetenido></Retencion>',
      ),
    );
    expect(await verdictOn('47', abroad)).toMatchObject({
      codigo: '2',
      mensajes: expect.arrayContaining([expect.objectContaining({ codigo: 294 })]),
    });
  });

  test('a signing time ahead of the clock, as from a server in another time zone', async () => {
    const ahead = localTime(new Date(Date.now() + 4 * 3_600_000));
    expect(await verdictOn('31', set('FechaHoraFirma', ahead))).toMatchObject({
      codigo: '2',
      mensajes: [{ valor: expect.stringMatching(/FechaHoraFirma/) }],
    });
  });
});

test('a note of 10,000 lines gets its verdict in reasonable time', async () => {
  const lines = 10_000;
  const [invoice, encf] = [nextEncf(), nextEncf('33')];
  await verdictOn('31', undefined, invoice);
  const line = (n: number) =>
    `<Item><NumeroLinea>${n}</NumeroLinea><IndicadorFacturacion>1</IndicadorFacturacion><NombreItem>A</NombreItem>` +
    '<IndicadorBienoServicio>1</IndicadorBienoServicio><CantidadItem>1.00</CantidadItem>' +
    '<PrecioUnitarioItem>100.00</PrecioUnitarioItem><MontoItem>100.00</MontoItem></Item>';
  const items = Array.from({ length: lines }, (_, index) => line(index + 1)).join('');
  const wire = note(encf, invoice, { base: '1000000.00', itbis: '180000.00', total: '1180000.00' }).replace(
    /<DetallesItems>.*<\/DetallesItems>/,
    `<DetallesItems>${items}</DetallesItems>`,
  );
  // Its canonical form differs from the wire form only in the XML declaration.
  const canonical = wire.replace(/^<\?xml.*?\?>/, '');
  const { xml } = signBuilt({ wire, canonical, rootName: 'ECF' }, world.certificate);
  const began = processorMs();
  const { trackId } = (await submit(simulator.url, token, xml)).json;
  expect(processorMs() - began).toBeLessThan(15_000);
  expect(await result(simulator.url, token, trackId)).toMatchObject({
    codigo: '1',
    mensajes: [{ valor: '' }],
  });
}, 120_000);

describe('numbers and taxpayers', () => {
  const range = {
    rnc,
    environment: 'pre-certification',
    tipo: 31,
    desde: 1,
    hasta: 9_000,
    vence: '31-12-2028',
  };
  test.each([
    { name: 'authorised', sequences: [range], type: '31', is: { codigo: '1' } },
    {
      name: 'outside all ranges',
      sequences: [{ ...range, hasta: 1 }],
      type: '31',
      is: { codigo: '2', secuenciaUtilizada: false, mensajes: [{ codigo: 75 }] },
    },
    {
      name: 'type 32 outside all ranges',
      sequences: [range],
      type: '32',
      is: { codigo: '4', mensajes: [{ codigo: 75, valor: 'Número de secuencia no autorizada.' }] },
    },
    {
      name: 'with another expiry',
      sequences: [{ ...range, vence: '31-12-2027' }],
      type: '31',
      is: { codigo: '2', secuenciaUtilizada: true, mensajes: [{ codigo: 145 }] },
    },
    { name: 'in the official test range', sequences: 'official-test', type: '31', is: { codigo: '1' } },
  ])('$name', async ({ sequences, type, is }) => {
    await put(simulator.url, { sequences });
    serial = Math.max(serial, 1);
    expect(await verdictOn(type)).toMatchObject(is);
  });

  test.each([
    { environment: 'testecf', is: { codigo: 4, mensajes: [{ codigo: '75' }] } },
    { environment: 'ecf', is: { codigo: 2, secuenciaUtilizada: false, mensajes: [{ codigo: '75' }] } },
  ])('a summary outside all ranges, in $environment', async ({ environment, is }) => {
    await put(simulator.url, { sequences: [range] });
    expect((await summarize(nextEncf('32'), 'abcdef', environment)).json).toMatchObject(is);
  });

  test('beyond the official test range', async () => {
    await put(simulator.url, { sequences: 'official-test' });
    expect(await verdictOn('31', undefined, 'E310010000001')).toMatchObject({ mensajes: [{ codigo: 75 }] });
    expect(await verdictOn('32', undefined, 'E320050000000')).toMatchObject({ codigo: '1' });
  });

  test.each(['unknown', 'not-electronic', 'inactive'])('an issuer that is %s', async (standing) => {
    await put(simulator.url, { taxpayers: { [rnc]: standing } });
    expect(await verdictOn()).toMatchObject({ codigo: '2', secuenciaUtilizada: false });
  });

  test('an unknown buyer makes the acceptance conditional: 1385', async () => {
    await put(simulator.url, { taxpayers: { 131880681: 'unknown' } });
    expect(await verdictOn()).toMatchObject({ codigo: '4', mensajes: [{ codigo: 1385 }] });
  });

  test('a setting makes every rejection use up its number', async () => {
    await put(simulator.url, { burning: 'always' });
    expect(await verdictOn('31', set('FechaVencimientoSecuencia', '31-12-2020'))).toMatchObject({
      codigo: '2',
      secuenciaUtilizada: true,
    });
  });

  test('a setting reports the second use of a number as 135', async () => {
    await put(simulator.url, { usedNumberCode: 135 });
    const encf = nextEncf();
    await verdictOn('31', undefined, encf);
    expect(await verdictOn('31', undefined, encf)).toMatchObject({ mensajes: [{ codigo: 135 }] });
  });
});

describe('open questions are settings', () => {
  const refusals = [
    { form: 'string', json: 'Archivo no válido' },
    { form: 'mensaje', json: { mensaje: 'Archivo no válido' } },
    { form: 'mensaje-list', json: { mensaje: ['Archivo no válido'] } },
    { form: 'mensajes', json: { mensajes: [{ codigo: '001', valor: 'Archivo no válido' }] } },
    { form: 'mensajes-text', json: { mensajes: ['Archivo no válido'] } },
    { form: 'problem-details', json: { title: 'Archivo no válido', status: 400 } },
    { form: 'model-state', json: { errors: { xml: ['Archivo no válido'] } } },
  ];
  test.each(refusals)('a refusal as $form', async ({ form, json }) => {
    await put(simulator.url, { refusalForm: form });
    const encf = nextEncf();
    expect(await submit(simulator.url, token, `\uFEFF${sign(voucher(encf))}`)).toMatchObject({
      status: 400,
      json,
    });
  });

  test('a refusal as plain text', async () => {
    await put(simulator.url, { refusalForm: 'plain-text' });
    const answer = await exchange(simulator.url, (await seed(simulator.url)).replace('SemillaModel>', 'X>'));
    expect(answer).toMatchObject({ status: 400, text: expect.stringMatching(/^La estructura del archivo/) });
    expect(answer.headers['content-type']).toMatch(/^text\/plain/);
  });

  test('a setting gives results in the documented form, not in the observed one', async () => {
    await put(simulator.url, { resultForm: 'documented' });
    const encf = nextEncf();
    expect(await verdictOn('31', undefined, encf)).toMatchObject({ codigo: 1, eNCF: encf });
    const { trackId } = (await submit(simulator.url, token, sign(voucher(nextEncf())))).json;
    const headers = { authorization: `bearer ${token}`, accept: 'application/xml' };
    const path = `testecf/consultaresultado/api/consultas/estado?trackid=${trackId}`;
    // The document writes it in small letters there (Descripción técnica p. 24).
    expect((await call(`${simulator.url}/${path}`, { headers })).text).toMatch(/<encf>E31/);
  });

  test('a 401 with a text', async () => {
    await put(simulator.url, { unauthorizedBody: 'text' });
    expect(await submit(simulator.url, 'none', sign(voucher(nextEncf())))).toMatchObject({
      status: 401,
      json: 'Token vencido',
    });
  });

  test('one trackId as object, or as XML', async () => {
    const encf = nextEncf();
    await verdictOn('31', undefined, encf);
    const path = `consultatrackids/api/trackids/consulta?rncemisor=${rnc}&encf=${encf}`;
    await put(simulator.url, { trackIdsForm: 'object' });
    expect((await get(simulator.url, token, path)).json).toMatchObject({ estado: 'Aceptado' });
    const xml = await call(`${simulator.url}/testecf/${path}`, {
      headers: { authorization: `bearer ${token}`, accept: 'application/xml' },
    });
    expect(xml.text).toMatch(/<TrackingDetalle><trackId>.+<\/trackId><estado>Aceptado<\/estado>/);
  });

  test('tokens with another lifetime, which can all be revoked', async () => {
    await put(simulator.url, { tokenSeconds: 60 });
    const answer = await exchange(simulator.url, sign(await seed(simulator.url)));
    expect(Date.parse(answer.json.expira) - Date.parse(answer.json.expedido)).toBe(60_000);
    const ask = () =>
      get(simulator.url, answer.json.token, 'consultaresultado/api/consultas/estado?trackid=x');
    expect((await ask()).status).toBe(404);
    await call(`${simulator.url}/_simulator/revoke-tokens`, { method: 'POST' });
    expect(await ask()).toMatchObject({ status: 401, text: '' });
  });

  const refused: readonly { name: string; settings: object }[] = [
    { name: 'a choice that does not exist', settings: { arithmetic: 'maybe' } },
    { name: 'a count that is not a whole number', settings: { resultPolls: 1.5 } },
    { name: 'a sequence without type', settings: { sequences: [{ rnc }] } },
    { name: 'a plan without seed', settings: { plan: { perMille: 10 } } },
    {
      name: 'a fault that does not fit its service',
      settings: { faults: [{ service: 'semilla', action: 'receive-twice', times: 1 }] },
    },
    { name: 'a name from the prototype', settings: { constructor: 1 } },
    {
      name: 'an unknown action',
      settings: { faults: [{ service: 'recepcion', action: 'explode', times: 1 }] },
    },
    {
      name: 'an e-NCF for a fault that happens before the e-NCF is known',
      settings: {
        faults: [{ service: 'recepcion', action: 'drop-before-reading', times: 1, encf: 'E310000000001' }],
      },
    },
    { name: 'a code in words', settings: { rejectEncfs: [{ encf: 'E310000000001', codigo: 'mil' }] } },
    { name: 'a misspelt member', settings: { resultDelay: 5 } },
    { name: 'a negative delay', settings: { resultDelayMs: -1 } },
  ];
  test.each(refused)('refused: $name', async ({ settings }) => {
    expect(await put(simulator.url, settings)).toMatchObject({
      status: 400,
      json: { error: expect.any(String) },
    });
  });
});

test.each([
  { ordered: (encf: string) => encf, codigo: '2', secuenciaUtilizada: true },
  {
    ordered: (encf: string) => ({ encf, secuenciaUtilizada: false, codigo: 145 }),
    codigo: '2',
    secuenciaUtilizada: false,
  },
  {
    ordered: (encf: string) => ({ encf, outcome: 'conditionally-accepted', codigo: 1934, valor: 'x' }),
    codigo: '4',
    secuenciaUtilizada: true,
  },
  { ordered: (encf: string) => ({ encf, rnc }), codigo: '2', secuenciaUtilizada: true },
  { ordered: (encf: string) => ({ encf, codigo: '1934' }), codigo: '2', said: '1934' },
  // The order names another issuer, who uses the same number.
  { ordered: (encf: string) => ({ encf, rnc: '999999974' }), codigo: '1', secuenciaUtilizada: true },
])(
  'a test can request a verdict: $codigo, used $secuenciaUtilizada',
  async ({ ordered, codigo, secuenciaUtilizada = true, said }) => {
    const encf = nextEncf();
    await put(simulator.url, { rejectEncfs: [ordered(encf)] });
    const found = await verdictOn('31', undefined, encf);
    expect(found).toMatchObject({ codigo, secuenciaUtilizada });
    if (said !== undefined) expect(JSON.stringify(found)).toContain(said);
  },
);

describe('after a rejection in certification', () => {
  const environment = 'certecf';
  async function certified(xml: string) {
    const auth = await login(simulator.url, world.certificate, environment);
    const { trackId } = (await submit(simulator.url, auth, sign(xml), { environment })).json;
    const path = `consultaresultado/api/consultas/estado?trackid=${trackId}`;
    const headers = { authorization: `bearer ${auth}` };
    return (await call(`${simulator.url}/${environment}/${path}`, { headers })).json;
  }

  test.each([
    { certificationSet: 'kept', invoice: [1209], aNote: [0], again: ['1209'] },
    { certificationSet: 'starts-again', invoice: [0], aNote: [614], again: ['1209'] },
    { certificationSet: 'starts-again-with-summaries', invoice: [0], aNote: [614], again: ['0'] },
  ])('$certificationSet', async ({ certificationSet, invoice, aNote, again }) => {
    const codesOf = (answer: unknown) =>
      (answer as { mensajes: { codigo: unknown }[] }).mensajes.map(({ codigo }) => codigo);
    const [first, rejected, small] = [nextEncf(), nextEncf(), nextEncf('32')];
    await put(simulator.url, { certificationSet, rejectEncfs: [rejected] });
    await certified(voucher(first));
    await summarize(small, 'abcdef', environment);
    // The same summary once more is no fault of the set, so the invoice stays known.
    await summarize(small, 'abcdef', environment);
    expect(codesOf(await certified(note(nextEncf('33'), first)))).toEqual([0]);
    expect(await certified(voucher(rejected))).toMatchObject({ codigo: '2' });
    await put(simulator.url, { rejectEncfs: [] });
    expect(codesOf((await summarize(small, 'ghijkl', environment)).json)).toEqual(again);
    expect(codesOf(await certified(note(nextEncf('33'), first)))).toEqual(aNote);
    expect(codesOf(await certified(voucher(first)))).toEqual(invoice);
  });

  test('a rejected summary may be sent again with another code', async () => {
    const encf = nextEncf('32');
    await put(simulator.url, { certificationSet: 'starts-again', rejectEncfs: [encf] });
    expect((await summarize(encf, 'abcdef', environment)).json).toMatchObject({ codigo: 2 });
    await put(simulator.url, { rejectEncfs: [] });
    expect((await summarize(encf, 'ghijkl', environment)).json).toMatchObject({ codigo: 1 });
  });
});
