/** The services besides reception and result: summaries, annulments, approvals, directory, QR pages, status, imitated buyer. */
import { existsSync } from 'node:fs';
import { signXml } from '../../../src/signing/keys/sign-xml.js';
import type { RunningSimulator } from '../../../tools/simulator/start.js';
import { createAuthority } from '../../../tools/simulator/test-authority.js';
import {
  annulment,
  approval,
  call,
  certificateOf,
  get,
  login,
  makeWorld,
  note,
  post,
  put,
  result,
  rnc,
  seen,
  serialNumber,
  signedAt,
  small,
  submit,
  summary,
  voucher,
  type World,
} from './client.js';

const buyer = '131880681';
const official = '../shared/dgii/xsd';

let world: World;
let simulator: RunningSimulator;
let token: string;
let now = new Date();
let serial = 0;

beforeAll(async () => {
  world = makeWorld();
  const officialXsdDir = existsSync(official) ? official : '';
  if (officialXsdDir === '')
    console.warn(
      `NOT CHECKED: ${official} is not here, so no document of these tests was compared with its XSD.`,
    );
  simulator = await world.start({
    delegations: { [serialNumber]: [rnc, buyer] },
    clock: () => now,
    officialXsdDir,
  });
  token = await login(simulator.url, world.certificate);
});
beforeEach(() => {
  now = new Date();
});
afterEach(() =>
  put(simulator.url, {
    faults: [],
    plan: null,
    maintenance: [],
    directory: [],
    directoryForm: 'array',
    rejectionStatus: 400,
    rejectEncfs: [],
    resultPolls: 0,
    unauthorizedBody: 'empty',
    sequences: 'any',
    exceptedForm: 'ranges',
    approvedAgain: 'accepted',
    dgiiBuyerToken: 'required',
    dgiiBuyerType45: 'taken',
  }),
);

const nextEncf = (type = '32') => `E${type}${String(++serial).padStart(10, '0')}`;
const sign = (xml: string) => signXml(xml, world.certificate);
const sendSummary = (encf: string, code: string, change?: (xml: string) => string, environment = 'testecf') =>
  post(simulator.url, token, 'recepcionfc/api/recepcion/ecf', {
    content: sign(summary(encf, code, change)),
    fileName: `${rnc}${encf}.xml`,
    environment,
  });
const handOver = (body: string, query = '') =>
  call(`${simulator.url}/_simulator/full-ecf${query}`, { method: 'POST', body });
const stranger = () => certificateOf(createAuthority('OTRA AUTORIDAD'), { commonName: 'OTRO', serialNumber });
const askSummary = (encf: string, code: string) =>
  get(
    simulator.url,
    token,
    `consultarfce/api/Consultas/Consulta?RNC_Emisor=${rnc}&ENCF=${encf}&Cod_Seguridad_eCF=${encodeURIComponent(code)}`,
  );

describe('a summary (RFCE)', () => {
  test('gets its verdict at once and is found by its security code', async () => {
    const encf = nextEncf();
    const answer = await sendSummary(encf, 'aB+/09');
    expect(answer).toMatchObject({ status: 200 });
    expect(answer.text).toBe(
      JSON.stringify({
        codigo: 1,
        estado: 'Aceptado',
        mensajes: [{ codigo: '0', valor: '' }],
        encf,
        secuenciaUtilizada: true,
      }),
    );
    expect((await askSummary(encf, 'aB+/09')).text).toBe(
      JSON.stringify({
        rnc,
        encf,
        secuenciaUtilizada: true,
        codigo: '1',
        estado: 'Aceptado',
        mensajes: [{ valor: '', codigo: 0 }],
      }),
    );
    expect((await askSummary(encf, 'xxxxxx')).json).toMatchObject({ codigo: '0', estado: 'No encontrado' });
    const state = await get(
      simulator.url,
      token,
      `consultaestado/api/consultas/estado?rncemisor=${rnc}&ncfelectronico=${encf}`,
    );
    expect(state.json).toMatchObject({ codigo: 1, montoTotal: 1180, codigoSeguridad: 'aB+/09' });
    const page = await call(
      `${simulator.url}/testecf/ConsultaTimbreFC?RncEmisor=${rnc}&ENCF=${encf}&MontoTotal=1180&CodigoSeguridad=aB%2B%2F09`,
    );
    expect(page.text).toContain('<td>Aceptado</td>');
  });

  test('comes as XML for a caller that asks for XML', async () => {
    const encf = nextEncf();
    const answer = await post(simulator.url, token, 'recepcionfc/api/recepcion/ecf', {
      content: sign(summary(encf, 'abcdef')),
      fileName: `${rnc}${encf}.xml`,
      accept: 'application/xml',
    });
    expect(answer.text).toContain(
      '<Respuesta><codigo>1</codigo><estado>Aceptado</estado><mensajes><codigo>0</codigo><valor /></mensajes>',
    );
  });

  test.each([
    {
      name: 'the same number and code again',
      again: 'abcdef',
      valor: 'La combinación e-NCF y código de seguridad ya han sido utilizados',
      codigo: '0',
    },
    {
      name: 'the same number with another code',
      again: 'ghijkl',
      valor: 'El e-NCF indica una secuencia ya utilizada.',
      codigo: '1209',
    },
  ])('is rejected: $name', async ({ again, valor, codigo }) => {
    const encf = nextEncf();
    await sendSummary(encf, 'abcdef');
    expect(await sendSummary(encf, again)).toMatchObject({
      status: 400,
      json: {
        codigo: 2,
        estado: 'Rechazado',
        secuenciaUtilizada: true,
        encf,
        mensajes: [{ codigo, valor }],
      },
    });
    expect(await seen(simulator.url, encf)).toMatchObject({ accepted: 1 });
    expect((await askSummary(encf, 'abcdef')).json).toMatchObject({ codigo: '1' });
  });

  test.each([
    {
      name: 'of 250,000.00 and more',
      change: (xml: string) =>
        xml
          .replace(small.total, '300000.00')
          .replaceAll(small.base, '254237.29')
          .replaceAll(small.itbis, '45762.71'),
      is: { codigo: 2, secuenciaUtilizada: true, mensajes: [{ valor: expect.stringMatching(/completa/) }] },
    },
    {
      name: 'with one decimal',
      change: (xml: string) => xml.replace(small.total, '1180.0'),
      is: { codigo: 2, secuenciaUtilizada: false, mensajes: [{ codigo: '3' }] },
    },
    {
      name: 'without Comprador',
      change: (xml: string) => xml.replace(/<Comprador>.*<\/Comprador>/, ''),
      is: { codigo: 2, secuenciaUtilizada: false, mensajes: [{ codigo: '3' }] },
    },
  ])('is rejected: $name', async ({ change, is }) => {
    expect(await sendSummary(nextEncf(), 'abcdef', change)).toMatchObject({ status: 400, json: is });
  });

  test.each([
    { query: '', environment: 'certification', segment: 'certecf' },
    { query: '?environment=pre-certification', environment: 'pre-certification', segment: 'testecf' },
  ])('its full voucher is handed over$query: $environment', async ({ query, environment, segment }) => {
    const encf = nextEncf();
    const body = sign(voucher(encf, undefined, small));
    const [, code = ''] = /<SignatureValue>(.{6})/.exec(body)!;
    const other = await login(simulator.url, world.certificate, segment);
    const sendTo = (number: string, securityCode: string) =>
      post(simulator.url, other, 'recepcionfc/api/recepcion/ecf', {
        content: sign(summary(number, securityCode)),
        fileName: `${rnc}${number}.xml`,
        environment: segment,
      });
    await sendTo(encf, code);
    expect(await handOver(body, query)).toMatchObject({ status: 200, json: { environment, coincide: true } });
    const different = nextEncf();
    await sendTo(different, 'zzzzzz');
    const handed = await handOver(sign(voucher(different, undefined, small)), query);
    expect(handed).toMatchObject({ status: 200, json: { environment, coincide: false } });
  });

  test.each([
    {
      name: 'its summary was not accepted',
      make: (encf: string) => sign(voucher(encf, undefined, small)),
      error: expect.stringMatching(/^no RFCE of E32/),
    },
    {
      name: 'it has another type',
      make: () => sign(voucher(nextEncf('31'), undefined, small)),
      error: expect.stringMatching(/^only a type 32 below 250000/),
    },
    {
      name: 'it is not small',
      make: (encf: string) => sign(voucher(encf)),
      error: expect.stringMatching(/^only a type 32 below 250000/),
    },
    {
      name: 'its issuer did not delegate',
      make: (encf: string) => sign(voucher(encf, (xml) => xml.replace(rnc, '999999974'), small)),
      error: expect.stringMatching(/is not delegated for 999999974$/),
    },
    {
      name: 'its structure is wrong',
      make: (encf: string) => sign(voucher(encf, (xml) => xml.replace(/<Totales>.*<\/Totales>/, ''), small)),
      error: expect.stringMatching(/Totales/),
    },
    {
      name: 'nobody admits its certificate',
      make: (encf: string) => signXml(voucher(encf, undefined, small), stranger()),
      error: expect.stringMatching(/^the certificate is not admitted/),
    },
  ])('its full voucher is not handed over when $name', async ({ make, error }) => {
    expect(await handOver(make(nextEncf()))).toMatchObject({ status: 400, json: { error } });
  });

  test('its full voucher cannot be handed over to an environment that does not exist', async () => {
    const url = `${simulator.url}/_simulator/full-ecf?environment=test`;
    const body = sign(voucher(nextEncf(), undefined, small));
    expect(await call(url, { method: 'POST', body })).toMatchObject({
      status: 400,
      json: { error: 'environment must be one of pre-certification, certification, production' },
    });
  });

  test('is accepted conditionally when its total is not the sum of its parts: 3205', async () => {
    const encf = nextEncf();
    const answer = await sendSummary(encf, 'abcdef', (xml) => xml.replace(small.total, '1182.00'));
    expect(answer).toMatchObject({
      status: 200,
      json: { codigo: 4, estado: 'Aceptado Condicional', mensajes: [{ codigo: '3205' }] },
    });
    const state = await get(
      simulator.url,
      token,
      `consultaestado/api/consultas/estado?rncemisor=${rnc}&ncfelectronico=${encf}`,
    );
    expect(state.json).toMatchObject({ codigo: 4, estado: 'Aceptado Condicional' });
  });

  test('a setting sends Rechazado with status 200', async () => {
    await put(simulator.url, { rejectionStatus: 200 });
    const answer = await sendSummary(nextEncf(), 'abcdef', (xml) => xml.replace(small.total, '1180.0'));
    expect(answer).toMatchObject({ status: 200, json: { codigo: 2 } });
  });

  test.each([
    { code: (own: string) => own, codigo: 1 },
    { code: () => 'zzzzzz', codigo: 2 },
  ])('must carry the code of the full voucher, when DGII has seen that one ($codigo)', async (row) => {
    const encf = nextEncf();
    const full = sign(voucher(encf, undefined, small));
    const own = /<SignatureValue>(.{6})/.exec(full)![1]!;
    // DGII has read the full voucher, but its number stays free.
    await put(simulator.url, { taxpayers: { [rnc]: 'inactive' } });
    await submit(simulator.url, token, full);
    await put(simulator.url, { taxpayers: {} });
    const { json } = await sendSummary(encf, row.code(own));
    expect(json).toMatchObject({ codigo: row.codigo });
    if (row.codigo === 2)
      expect(json).toMatchObject({ mensajes: [{ valor: expect.stringMatching(/no coincide/) }] });
  });

  test('a transient fault gives no verdict and receives nothing', async () => {
    const encf = nextEncf();
    await put(simulator.url, { faults: [{ service: 'recepcionfc', action: 'transient-004', times: 1 }] });
    expect((await sendSummary(encf, 'abcdef')).json).toEqual({
      estado: 'Rechazado',
      mensajes: [
        { codigo: '004', valor: 'Ha ocurrido un error validando en eCF, favor intentar nueva vez.' },
      ],
      encf: null,
      secuenciaUtilizada: false,
    });
    expect((await seen(simulator.url, encf)).received).toEqual([]);
    expect((await sendSummary(encf, 'abcdef')).json).toMatchObject({ codigo: 1 });
  });
});

describe('annulment (ANECF)', () => {
  const send = (xml: string, environment?: string) =>
    post(simulator.url, token, 'anulacionrangos/api/Operaciones/AnularRango', {
      content: sign(xml),
      fileName: 'anulacion.xml',
      ...(environment === undefined ? {} : { environment }),
    });
  const of = (type: string, n: number) => `E${type}${String(n).padStart(10, '0')}`;

  test('voids numbers, which are refused from then on', async () => {
    const answer = await send(annulment(of('45', 10), of('45', 12)));
    expect(answer).toMatchObject({
      status: 200,
      json: {
        rnc,
        codigo: '15',
        nombre: 'Satisfactorio',
        mensajes: ['Las secuencias fueron anuladas correctamente.'],
      },
    });
    const { trackId } = (await submit(simulator.url, token, sign(voucher(of('45', 11))))).json;
    expect(await result(simulator.url, token, trackId)).toMatchObject({
      codigo: '2',
      secuenciaUtilizada: true,
      mensajes: [{ codigo: 135 }],
    });
    const free = (await submit(simulator.url, token, sign(voucher(of('45', 13))))).json;
    expect(await result(simulator.url, token, free.trackId)).toMatchObject({ codigo: '1' });
  });

  test.each([
    { again: 'used', mensajes: ['Las secuencias que está intentando anular han sido utilizadas'] },
    {
      again: 'not-possible',
      mensajes: ['No fue posible anular las siguientes secuencias', `${of('45', 20)} - ${of('45', 21)}`],
    },
    { again: 'again', mensajes: ['Las secuencias fueron anuladas correctamente.'] },
  ])('numbers that were annulled before: $again', async ({ again, mensajes }) => {
    await put(simulator.url, { annulledAgain: 'again' });
    await send(annulment(of('45', 20), of('45', 21)));
    await put(simulator.url, { annulledAgain: again });
    expect((await send(annulment(of('45', 20), of('45', 21)))).json).toMatchObject({ mensajes });
  });

  test.each([
    { form: 'one-by-one', first: 40, names: [of('45', 40), of('45', 41)] },
    { form: 'serials', first: 50, names: ['Tipo 45: 50 a 51'] },
    { form: 'ranges', first: 30, names: [`${of('45', 30)} - ${of('45', 31)}`] },
  ])('it names the numbers that it left out: $form', async ({ form, first, names }) => {
    await put(simulator.url, { annulledAgain: 'used', exceptedForm: form });
    await send(annulment(of('45', first), of('45', first + 1)));
    const { json } = await send(annulment(of('45', first), of('45', first + 5)));
    expect(json).toMatchObject({ mensajes: [expect.stringMatching(/Con excepción/), ...names] });
  });

  test('does not void numbers in use, including type 32 numbers sent either way', async () => {
    await sendSummary('E320000005002', 'abcdef');
    const answer = await send(annulment('E320000005001', 'E320000005003'));
    expect(answer.json).toMatchObject({
      codigo: '15',
      mensajes: [expect.stringMatching(/Con excepción/), 'E320000005002 - E320000005002'],
    });
    expect((await sendSummary('E320000005003', 'abcdef')).json).toMatchObject({ codigo: 2 });
  });

  test.each([
    {
      name: 'only numbers in use',
      xml: async () => {
        await sendSummary('E320000006001', 'abcdef');
        return annulment('E320000006001', 'E320000006001');
      },
      text: 'Las secuencias que está intentando anular han sido utilizadas',
    },
    {
      name: 'a range from high to low',
      xml: async () =>
        annulment(of('31', 9), of('31', 5)).replaceAll(
          /<CantidadeNCFAnulados>-3</g,
          '<CantidadeNCFAnulados>5<',
        ),
      text: 'El valor del campo SecuenciaeNCFDesde es mayor al del campo SecuenciaeNCFHasta',
    },
    {
      name: 'lines out of order',
      xml: async () => annulment(of('31', 1), of('31', 2)).replace('<NoLinea>1', '<NoLinea>2'),
      text: 'El campo NoLinea no es válido, no cumple orden secuencial.',
    },
    {
      name: 'another type',
      xml: async () => annulment(of('31', 1), of('31', 2)).replace('<TipoeCF>31', '<TipoeCF>44'),
      text: 'El tipo de comprobante no es válido',
    },
    {
      name: 'a wrong count',
      xml: async () => annulment(of('31', 1), of('31', 2)).replace('Anulados>2<', 'Anulados>3<'),
      text: expect.stringMatching(/CantidadeNCFAnulados/),
    },
    {
      name: 'the number 0',
      xml: async () => annulment(of('31', 0), of('31', 2)),
      text: expect.stringMatching(/mayor a 0/),
    },
    {
      name: 'two blocks of one type',
      xml: async () => withSecondBlock(annulment(of('31', 1), of('31', 2))),
      text: expect.stringMatching(/tipo de comprobante aparece más de una vez/),
    },
    {
      name: 'a number in two ranges',
      xml: async () => withSecondRange(annulment(of('31', 1), of('31', 2)), of('31', 2)),
      text: expect.stringMatching(/secuencia aparece más de una vez/),
    },
    {
      name: 'for another company',
      xml: async () => annulment(of('31', 1), of('31', 2)).replace(rnc, '999999974'),
      text: expect.stringMatching(/no está delegado .* 999999974$/),
    },
    {
      name: 'another document',
      xml: async () => voucher(of('31', 1)),
      text: 'Tipo de archivo no válido, favor proveer un XML',
    },
  ])('is refused: $name', async ({ xml, text }) => {
    expect(await send(await xml())).toMatchObject({ status: 400, json: { mensajes: [text] } });
  });

  test('takes two ranges that have no number in common', async () => {
    const xml = withSecondRange(annulment(of('47', 1), of('47', 2)), of('47', 4));
    expect(await send(xml)).toMatchObject({ status: 200, json: { codigo: '15' } });
  });

  test.each([
    {
      name: 'the official ranges',
      sequences: 'official-test',
      first: 9_999_999,
      last: 10_000_001,
      of: 10_000_000,
    },
    {
      name: 'those of the environment',
      first: 101,
      last: 103,
      of: 102,
      sequences: [
        { rnc, environment: 'pre-certification', tipo: 46, desde: 1, hasta: 102, vence: null },
        { rnc, environment: 'production', tipo: 46, desde: 1, hasta: 9_999, vence: null },
      ],
    },
  ])('voids authorised numbers only: $name', async ({ sequences, first, last, of: highest }) => {
    await put(simulator.url, { sequences, exceptedForm: 'one-by-one' });
    const { json } = await send(annulment(of('46', first), of('46', last)));
    expect(json).toMatchObject({
      codigo: '15',
      mensajes: [expect.stringMatching(/Con excepción/), of('46', highest + 1)],
    });
  });

  test('is refused for a type without a number in this environment', async () => {
    const production = { rnc, environment: 'production', tipo: 31, desde: 1, hasta: 9, vence: null };
    await put(simulator.url, { sequences: [production] });
    const mensajes = ['El tipo de comprobante no es válido'];
    expect((await send(annulment(of('31', 1), of('31', 2)))).json).toMatchObject({ mensajes });
  });

  test('does not exist in certification', async () => {
    expect((await send(annulment(of('31', 1), of('31', 2)), 'certecf')).status).toBe(404);
  });
});

describe('commercial approval (ACECF)', () => {
  const path = 'aprobacioncomercial/api/aprobacioncomercial';
  const send = (encf: string, change?: (xml: string) => string) =>
    post(simulator.url, token, path, {
      content: sign(approval(encf, change)),
      fileName: `${buyer}${encf}.xml`,
    });

  test('is accepted for an accepted voucher', async () => {
    const encf = nextEncf('31');
    await submit(simulator.url, token, sign(voucher(encf)));
    expect(await send(encf)).toMatchObject({
      status: 200,
      json: { mensaje: null, estado: 'Aprobacion Comercial Aprobada.', codigo: '01' },
    });
  });

  test.each([
    { approvedAgain: 'accepted', status: 200 },
    { approvedAgain: 'refused', status: 400 },
  ])('comes a second time: $approvedAgain', async ({ approvedAgain, status }) => {
    const encf = nextEncf('31');
    await put(simulator.url, { approvedAgain });
    await submit(simulator.url, token, sign(voucher(encf)));
    expect((await send(encf)).status).toBe(200);
    expect((await send(encf)).status).toBe(status);
  });

  test('is refused while the voucher is En Proceso', async () => {
    const encf = nextEncf('31');
    await put(simulator.url, { resultPolls: 1 });
    const { trackId } = (await submit(simulator.url, token, sign(voucher(encf)))).json;
    expect(await send(encf)).toMatchObject({
      status: 400,
      json: { mensaje: ['Factura no encontrada para esta Aprobación comercial.'] },
    });
    expect(await result(simulator.url, token, trackId)).toMatchObject({ estado: 'En Proceso' });
    expect((await send(encf)).status).toBe(200);
  });

  test.each([
    {
      name: 'an unknown voucher',
      type: '31',
      sent: false,
      text: 'Factura no encontrada para esta Aprobación comercial.',
    },
    {
      name: 'a type that needs no approval',
      type: '32',
      sent: true,
      text: 'Aprobación Comercial no es requerida para este tipo de e-CF',
    },
    {
      name: 'another amount',
      type: '31',
      sent: true,
      change: (xml: string) => xml.replace('300000.00', '300000.01'),
      text: 'No se encuentra un e-CF válido para esta aprobación comercial',
    },
  ])('is refused: $name', async ({ type, sent, change, text }) => {
    const encf = nextEncf(type);
    if (sent) await submit(simulator.url, token, sign(voucher(encf)));
    expect(await send(encf, change)).toMatchObject({
      status: 400,
      json: { mensaje: [text], estado: 'Aprobacion Comercial Rechazada.', codigo: '02' },
    });
  });
});

describe('directory', () => {
  const list = 'consultadirectorio/api/consultas/listado';
  const byRnc = 'consultadirectorio/api/Consultas/ObtenerDirectorioPorRNC?RNC=';

  test('leads to the imitated buyer in pre-certification', async () => {
    const entry = {
      nombre: 'DGII',
      rnc: buyer,
      urlRecepcion: `${simulator.url}/testecf/emisorreceptor`,
    };
    expect((await get(simulator.url, token, list)).json).toMatchObject([entry]);
    expect((await get(simulator.url, token, `${byRnc}999999974`)).json).toMatchObject([entry]);
    await put(simulator.url, { directoryForm: 'object' });
    expect((await get(simulator.url, token, `${byRnc}999999974`)).json).toMatchObject(entry);
    const headers = { authorization: `bearer ${token}`, accept: 'application/xml' };
    const { text } = await call(`${simulator.url}/testecf/${byRnc}999999974`, { headers });
    expect(text).toMatch(/<Directorio><nombre>DGII<\/nombre>/);
  });

  test('lists the entries of the settings in production', async () => {
    const entry = {
      nombre: 'A',
      rnc: '999999974',
      urlRecepcion: 'https://a.example',
      urlAceptacion: 'https://a.example',
      urlOpcional: null,
    };
    await put(simulator.url, { directory: [entry] });
    const authorization = `bearer ${await login(simulator.url, world.certificate, 'ecf')}`;
    const ask = (path: string) => call(`${simulator.url}/ecf/${path}`, { headers: { authorization } });
    expect((await ask(list)).json).toEqual([entry]);
    expect((await ask(`${byRnc}999999974`)).json).toEqual([entry]);
    expect((await ask(`${byRnc}999999982`)).status).toBe(404);
  });
});

test('the QR page of an e-CF shows it only when every value of the address is right', async () => {
  const encf = nextEncf('31');
  const xml = sign(voucher(encf));
  await submit(simulator.url, token, xml);
  const code = encodeURIComponent(/<SignatureValue>(.{6})/.exec(xml)![1]!);
  const page = (amount: string, firma = signedAt) =>
    call(
      `${simulator.url}/testecf/consultatimbre?rncemisor=${rnc}&rnccomprador=${buyer}&encf=${encf}&fechaemision=20-11-2026` +
        `&montototal=${amount}&fechafirma=${firma.replace(' ', '%20')}&codigoseguridad=${code}`,
    );
  expect((await page('300000')).text).toContain('<td>Aceptado</td>');
  expect((await page('300000.00')).text).toContain('<td>EMPRESA DE PRUEBA SRL</td>');
  expect((await page('300001')).text).toContain('No fue encontrada la factura (e-CF)');
  expect((await page('300000', '01-01-2026 00:00:00')).text).toContain('No fue encontrada');
});

describe('status service', () => {
  const ask = (path: string, key = 'abc') =>
    call(`${simulator.statusUrl}/api/EstatusServicios/${path}`, {
      headers: key === '' ? {} : { authorization: `Apikey ${key}` },
    });

  test('reports which services are up', async () => {
    expect((await ask('VerificarEstado?ambiente=1')).json).toEqual({ estado: 'Disponible' });
    expect((await ask('obtenerestatus')).json).toContainEqual({
      servicio: 'Autenticación',
      estatus: 'Disponible',
      ambiente: 'Produccion',
    });
  });

  test('answers an empty 401 without a key, and 404 with an environment in the path', async () => {
    expect(await ask('obtenerestatus', '')).toMatchObject({ status: 401, text: '' });
    expect((await call(`${simulator.statusUrl}/testecf/api/estatusservicios/obtenerestatus`)).status).toBe(
      404,
    );
  });

  test('during maintenance every service of the environment answers 503 with an HTML page', async () => {
    now = new Date('2026-11-20T14:00:00Z');
    await put(simulator.url, {
      maintenance: [
        { environment: 'pre-certification', from: '2026-11-20T13:00:00Z', to: '2026-11-20T16:00:00Z' },
      ],
    });
    expect((await ask('verificarestado?ambiente=1')).json).toEqual({ estado: 'No Disponible' });
    expect((await ask('verificarestado?ambiente=2')).json).toEqual({ estado: 'Disponible' });
    expect((await ask('obtenerventanasmantenimiento')).json).toEqual({
      ventanaMantenimientos: [
        { ambiente: 'PreCertificacion', horaInicio: '9:00 AM', horaFin: '12:00 PM', dias: ['20-11-2026'] },
      ],
    });
    const seedPath = 'autenticacion/api/autenticacion/semilla';
    expect(await call(`${simulator.url}/testecf/${seedPath}`)).toMatchObject({
      status: 503,
      text: expect.stringMatching(/^<!DOCTYPE html>/),
    });
    expect((await call(`${simulator.url}/certecf/${seedPath}`)).status).toBe(200);
    now = new Date('2026-11-20T16:00:00Z');
    expect((await call(`${simulator.url}/testecf/${seedPath}`)).status).toBe(200);
  });
});

describe('the imitated buyer', () => {
  const base = 'emisorreceptor/fe';
  const beside = `${base}/autenticacion/api`;
  let own = '';
  const acknowledge = async (content: string, bearer = own) =>
    post(simulator.url, bearer, `${base}/recepcion/api/ecf`, { content, fileName: 'x.xml' });
  const lastRefusal = async () => {
    const { text } = await call(`${simulator.url}/_simulator/others?kind=refused`);
    return (JSON.parse(text) as { readonly others: readonly object[] }).others.at(-1);
  };

  /** A token of the buyer, from one of the two addresses of its authentication. */
  async function ownToken(authentication: string): Promise<string> {
    const seedXml = (await call(`${simulator.url}/testecf/${authentication}/semilla`)).text;
    const file = { content: sign(seedXml), fileName: 'semilla.xml' };
    return (await post(simulator.url, '', `${authentication}/validacioncertificado`, file)).json.token;
  }

  beforeAll(async () => {
    now = new Date();
    own = await ownToken(beside);
  });

  test('gives its tokens at the address of the directory too, and demands one', async () => {
    const fromDirectory = await ownToken('Autenticacion/fe/autenticacion/api');
    expect((await acknowledge(sign(voucher(nextEncf('31'))), fromDirectory)).status).toBe(200);
    const xml = sign(voucher(nextEncf('31')));
    expect(await acknowledge(xml, 'none')).toMatchObject({ status: 401, text: '' });
    await put(simulator.url, { dgiiBuyerToken: 'not-checked' });
    expect((await acknowledge(xml, 'none')).status).toBe(200);
  });

  test.each(['recepcion', 'aprobacioncomercial'])(
    '%s: a post that is no document is on record',
    async (of) => {
      const file = { content: 'no xml', fileName: 'x.xml' };
      const answer = await post(simulator.url, own, `${base}/${of}/api/ecf`, file);
      expect(answer).toMatchObject({ status: 400, text: '"Archivo no válido"' });
      expect(await lastRefusal()).toMatchObject({ reason: 'Archivo no válido', fileName: 'x.xml' });
      const headers = { authorization: `bearer ${own}` };
      await call(`${simulator.url}/testecf/${base}/${of}/api/ecf`, { method: 'POST', headers });
      expect(await lastRefusal()).toMatchObject({ reason: 'Multipart cannot be empty', fileName: '' });
    },
  );

  test.each([
    { dgiiBuyerType45: 'taken', motivo: '<Estado>0<' },
    { dgiiBuyerType45: 'refused', motivo: '<CodigoMotivoNoRecibido>1<' },
  ])('type 45: $dgiiBuyerType45', async ({ motivo, ...setting }) => {
    await put(simulator.url, setting);
    expect((await acknowledge(sign(voucher(nextEncf('45'))))).text).toContain(motivo);
  });

  test('refuses with reason 1 what does not satisfy the official XSD', async () => {
    if (!existsSync(official)) return;
    const xml = voucher(nextEncf('31'), (text) => text.replace('<TipoPago>1<', '<TipoPago>9<'));
    expect((await acknowledge(sign(xml))).text).toContain('<CodigoMotivoNoRecibido>1<');
  });

  test.each([
    { name: 'structure', motivo: 1, make: (xml: string) => sign(xml.replace(/<Emisor>.*<\/Emisor>/, '')) },
    {
      name: 'buyer',
      motivo: 4,
      // In a 34 the XSD lets the buyer be absent.
      make: () => sign(note(nextEncf('34'), 'E310000000001').replace(/<Comprador>.*<\/Comprador>/, '')),
    },
  ])('does not take what has a bad $name', async ({ motivo, make }) => {
    const answer = await acknowledge(make(voucher(nextEncf('31'))));
    expect(answer.text).toContain(`<CodigoMotivoNoRecibido>${motivo}<`);
  });

  test('answers an approval with 200 and anything else with 400', async () => {
    const send = (xml: string) =>
      post(simulator.url, own, `${base}/aprobacioncomercial/api/ecf`, {
        content: sign(xml),
        fileName: 'x.xml',
      });
    expect((await send(approval('E310000000001'))).status).toBe(200);
    expect((await send(voucher('E310000000001'))).status).toBe(400);
  });

  test('exists only in pre-certification', async () => {
    expect((await call(`${simulator.url}/certecf/${base}/autenticacion/api/semilla`)).status).toBe(404);
    expect((await call(`${simulator.url}/testecf/${base}/autenticacion/api/semilla`)).status).toBe(200);
  });
});

describe('hosts', () => {
  test.each([
    { base: 'ecfUrl', path: 'recepcion/api/facturaselectronicas', there: true },
    { base: 'ecfUrl', path: 'recepcionfc/api/recepcion/ecf', there: false },
    { base: 'fcUrl', path: 'recepcionfc/api/recepcion/ecf', there: true },
    { base: 'fcUrl', path: 'autenticacion/api/autenticacion/validarsemilla', there: false },
    { base: 'url', path: 'Recepcionfc/API/recepcion/ecf', there: true },
  ] as const)('$path at $base: $there', async ({ base, path, there }) => {
    // Both services are POSTs: where they exist, GET is a wrong method.
    expect((await call(`${simulator[base]}/Certecf/${path}`)).status).toBe(there ? 405 : 404);
  });
});

describe('notes', () => {
  test('a note on a voucher that was never accepted is rejected with 614, and its number is spent', async () => {
    const encf = nextEncf('34');
    const { trackId } = (await submit(simulator.url, token, sign(note(encf, 'E319999999999')))).json;
    expect(await result(simulator.url, token, trackId)).toMatchObject({
      codigo: '2',
      secuenciaUtilizada: true,
      mensajes: [{ codigo: 614, valor: expect.stringContaining('E319999999999') }],
    });
  });

  test('so is a type 31 that refers to a consumption voucher that was never accepted', async () => {
    const invoice = note(nextEncf('31'), 'E329999999999');
    const { trackId } = (await submit(simulator.url, token, sign(invoice))).json;
    expect(await result(simulator.url, token, trackId)).toMatchObject({ mensajes: [{ codigo: 614 }] });
  });

  test('a note on a voucher that is En Proceso is rejected with 614', async () => {
    const invoice = nextEncf('31');
    await put(simulator.url, { resultPolls: 1 });
    const first = (await submit(simulator.url, token, sign(voucher(invoice)))).json.trackId;
    await put(simulator.url, { resultPolls: 0 });
    const early = (await submit(simulator.url, token, sign(note(nextEncf('33'), invoice)))).json.trackId;
    expect(await result(simulator.url, token, early)).toMatchObject({ mensajes: [{ codigo: 614 }] });
    await result(simulator.url, token, first);
    const late = (await submit(simulator.url, token, sign(note(nextEncf('33'), invoice)))).json.trackId;
    expect(await result(simulator.url, token, late)).toMatchObject({ codigo: '1' });
  });

  test.each(['E31', 'E32'])('a note on an accepted voucher (%s) is accepted', async (series) => {
    const invoice = nextEncf(series.slice(1));
    if (series === 'E31') await submit(simulator.url, token, sign(voucher(invoice)));
    else await sendSummary(invoice, 'abcdef');
    const { trackId } = (await submit(simulator.url, token, sign(note(nextEncf('33'), invoice)))).json;
    expect(await result(simulator.url, token, trackId)).toMatchObject({ codigo: '1' });
  });
});

/** An ANECF whose block, of two numbers, is there twice. */
function withSecondBlock(xml: string): string {
  const [block = ''] = /<Anulacion>.*<\/Anulacion>/.exec(xml)!;
  const second = block.replace('<NoLinea>1<', '<NoLinea>2<');
  return xml.replace(block, block + second).replace('Anulados>2<', 'Anulados>4<');
}

/** An ANECF with one more range, of one number. */
function withSecondRange(xml: string, encf: string): string {
  const range =
    `<Secuencias><SecuenciaeNCFDesde>${encf}</SecuenciaeNCFDesde>` +
    `<SecuenciaeNCFHasta>${encf}</SecuenciaeNCFHasta></Secuencias>`;
  return xml
    .replace('</Secuencias>', `</Secuencias>${range}`)
    .replaceAll('<CantidadeNCFAnulados>2<', '<CantidadeNCFAnulados>3<');
}
