/** Reception and result at the imitated DGII, as a DGII client sees them. */
import { readFileSync, appendFileSync } from 'node:fs';
import { join } from 'node:path';
import { connect } from 'node:net';
import { once } from 'node:events';
import { signXml } from '../../../src/signing/keys/sign-xml.js';
import { createAuthority } from '../../../tools/simulator/test-authority.js';
import type { RunningSimulator } from '../../../tools/simulator/start.js';
import {
  call,
  certificateOf,
  get,
  login,
  makeWorld,
  result,
  rnc,
  seen,
  serialNumber,
  signedAt,
  submit,
  voucher,
  type World,
} from './client.js';

let world: World;
let simulator: RunningSimulator;
let token: string;
let serial = 0;

beforeAll(async () => {
  world = makeWorld();
  simulator = await world.start();
  token = await login(simulator.url, world.certificate);
});

const nextEncf = (type = '31') => `E${type}${String(++serial).padStart(10, '0')}`;
const signed = (encf: string, change?: (xml: string) => string) =>
  signXml(voucher(encf, change), world.certificate);

describe('a good voucher', () => {
  test('is received and accepted, with DGII’s exact bodies', async () => {
    const encf = nextEncf();
    const received = await submit(simulator.url, token, signed(encf));
    expect(received).toMatchObject({
      status: 200,
      json: { trackId: expect.stringMatching(/^[0-9a-f-]{36}$/), error: null, mensaje: null },
    });
    const { trackId } = received.json;
    const answer = await get(
      simulator.url,
      token,
      `consultaresultado/api/consultas/estado?TrackId=${trackId}`,
    );
    expect(answer.text).toBe(
      JSON.stringify({
        trackId,
        codigo: '1',
        estado: 'Aceptado',
        rnc,
        encf,
        secuenciaUtilizada: true,
        fechaRecepcion: answer.json.fechaRecepcion,
        mensajes: [{ valor: '', codigo: 0 }],
      }),
    );
    expect(answer.json.fechaRecepcion).toMatch(/^\d{1,2}\/\d{1,2}\/\d{4} \d{1,2}:\d\d:\d\d (AM|PM)$/);
    expect(await seen(simulator.url, encf)).toMatchObject({
      received: [{ trackId, encf, rncEmisor: rnc, outcome: 'accepted' }],
      accepted: 1,
      distinctBytes: 1,
    });
    const { sha256 } = (await seen(simulator.url, encf)).received[0]!;
    expect(readFileSync(join(world.dataDir, 'files', `${sha256}.xml`), 'utf8')).toContain(encf);
  });

  test('reads En Proceso until the delay is over', async () => {
    let now = new Date();
    const own = makeWorld();
    const running = await own.start({ resultDelayMs: 60_000, clock: () => now });
    const ownToken = await login(running.url, own.certificate);
    const encf = 'E310000000001';
    const { trackId } = (await submit(running.url, ownToken, signXml(voucher(encf), own.certificate))).json;
    const pending = { codigo: '3', estado: 'En Proceso', secuenciaUtilizada: false, mensajes: [] };
    expect(await result(running.url, ownToken, trackId)).toMatchObject(pending);
    const trackIds = () =>
      get(running.url, ownToken, `consultatrackids/api/trackids/consulta?rncEmisor=${rnc}&encf=${encf}`);
    expect((await trackIds()).json).toMatchObject([{ trackId, estado: 'En Proceso' }]);
    now = new Date(now.getTime() + 60_000);
    expect(await result(running.url, ownToken, trackId)).toMatchObject({ codigo: '1', estado: 'Aceptado' });
    expect((await trackIds()).json).toMatchObject([{ trackId, estado: 'Aceptado' }]);
    await running.close();
  });

  test('is found by its e-NCF, with the data of the voucher', async () => {
    const encf = nextEncf();
    const xml = signed(encf);
    await submit(simulator.url, token, xml);
    const state = (rest = '') =>
      get(
        simulator.url,
        token,
        `consultaestado/api/consultas/estado?rncemisor=${rnc}&NcfElectronico=${encf}${rest}`,
      );
    const code = encodeURIComponent(/<SignatureValue>(.{6})/.exec(xml)![1]!);
    for (const rest of ['', '&rnccomprador=131880681', `&codigoseguridad=${code}`])
      expect((await state(rest)).json).toMatchObject({
        codigo: 1,
        estado: 'Aceptado',
        rncEmisor: rnc,
        ncfElectronico: encf,
        montoTotal: 300000,
        totalITBIS: 45762.71,
        fechaEmision: '20-11-2026',
        fechaFirma: signedAt,
        rncComprador: '131880681',
      });
    expect((await state('&codigoseguridad=xxxxxx')).json).toMatchObject({
      codigo: 0,
      estado: 'No encontrado',
    });
  });
});

describe('a post that is not a voucher is not received: 400', () => {
  test.each([
    { name: 'file name without e-NCF', fileName: 'factura.xml', body: { mensajes: [{ codigo: '3243' }] } },
    {
      name: 'file name ending in .XML',
      fileName: `${rnc}E310000000900.XML`,
      body: { mensajes: [{ codigo: '3243' }] },
    },
    {
      name: 'file name of another e-NCF',
      fileName: `${rnc}E310000000901.xml`,
      body: { mensajes: [{ codigo: '81' }] },
    },
    {
      name: 'byte-order mark',
      content: (xml: string) => `\uFEFF${xml}`,
      body: { mensajes: [{ codigo: '001', valor: 'Archivo no válido' }] },
    },
    {
      name: 'not UTF-8',
      content: (xml: string) => Buffer.from(xml, 'latin1'),
      body: { mensajes: [{ codigo: '001' }] },
    },
    {
      name: 'not XML',
      content: () => '{"eNCF":"E310000000900"}',
      body: { trackId: null, error: 'Archivo no válido' },
    },
    {
      name: 'a broken end tag',
      content: (xml: string) => xml.replace('</KeyInfo>', '</KeyInfa>'),
      body: { trackId: null },
    },
    { name: 'another field name', field: 'file', body: { trackId: null, error: 'Archivo no válido' } },
  ])(
    '$name',
    async ({ fileName = `${rnc}E310000000900.xml`, content = (xml: string) => xml, field, body }) => {
      const xml = content(signed('E310000000900'));
      const answer = await submit(simulator.url, token, xml, {
        fileName,
        ...(field === undefined ? {} : { field }),
      });
      expect(answer).toMatchObject({ status: 400, json: body });
      expect((await seen(simulator.url, 'E310000000900')).received).toEqual([]);
    },
  );

  test('a chunked upload, because multipart needs Content-Length', async () => {
    const socket = connect(simulator.port, '127.0.0.1');
    const chunk =
      '--b\r\nContent-Disposition: form-data; name="xml"; filename="a.xml"\r\n\r\n<a/>\r\n--b--\r\n';
    socket.write(
      `POST /testecf/recepcion/api/facturaselectronicas HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\nAuthorization: bearer ${token}\r\n` +
        `Content-Type: multipart/form-data; boundary=b\r\nTransfer-Encoding: chunked\r\n\r\n${chunk.length.toString(16)}\r\n${chunk}\r\n0\r\n\r\n`,
    );
    let text = '';
    socket.on('data', (data) => (text += data.toString()));
    await once(socket, 'close');
    expect(text).toMatch(/^HTTP\/1.1 400 /);
    expect(text).toContain('Multipart cannot be empty');
  });

  test("unquoted multipart names, as DGII's own caller writes them, are read", async () => {
    const encf = nextEncf();
    const boundary = '------------------------d74496d66958873e';
    const body = `--${boundary}\r\nContent-Disposition: form-data; name=xml; filename=${rnc}${encf}.xml; filename*=utf-8''${rnc}${encf}.xml\r\n\r\n${signed(encf)}\r\n--${boundary}--\r\n`;
    const answer = await call(`${simulator.url}/testecf/Recepcion/api/FacturasElectronicas`, {
      method: 'POST',
      headers: {
        'content-type': `multipart/form-data; boundary=${boundary}`,
        authorization: `Bearer ${token}`,
      },
      body: Buffer.from(body),
    });
    expect(answer).toMatchObject({ status: 200, json: { error: null } });
  });

  test('a file larger than any voucher: 413, without reading it', async () => {
    const answer = await submit(simulator.url, token, Buffer.alloc(21 * 1024 * 1024, ' '), {
      fileName: 'x.xml',
    });
    expect(answer.status).toBe(413);
  });
});

describe('the result reports a voucher’s faults', () => {
  const remove = (name: string) => (xml: string) => xml.replace(new RegExp(`<${name}>.*?</${name}>`), '');
  const free = { codigo: '2', estado: 'Rechazado', secuenciaUtilizada: false };

  test.each([
    {
      name: 'content changed after signing',
      after: (xml: string) => xml.replace('COMPRADOR<', 'OTRO<'),
      text: /firma/i,
      codigo: 0,
    },
    {
      name: 'not signed',
      after: (xml: string) => xml.replace(/<Signature.*<\/Signature>/s, ''),
      text: /firma/i,
      codigo: 0,
    },
    {
      name: 'a second root element inside',
      before: (xml: string) => xml.replace('</ECF>', '<ECF>x</ECF></ECF>'),
      text: /^The element 'ECF' has invalid child element 'ECF'\. .*: 'any element'\.$/,
      codigo: 3,
    },
    {
      name: 'another root element',
      before: (xml: string) => xml.replace(/(<\/?)ECF>/g, '$1RFCE>'),
      text: /RFCE/,
      codigo: 3,
    },
    {
      name: 'a missing section',
      before: remove('DetallesItems'),
      text: /^The element 'ECF' has invalid child element 'FechaHoraFirma'\. .*: 'DetallesItems'\.$/,
      codigo: 3,
    },
    {
      name: 'a missing element in a line',
      before: remove('MontoItem'),
      text: /^The element 'Item' has incomplete content\. List of possible elements expected: .*, MontoItem'\.$/,
      codigo: 3,
    },
    {
      name: 'sections out of order',
      before: (xml: string) => xml.replace(/(<Emisor>.*<\/Emisor>)(<Comprador>.*<\/Comprador>)/, '$2$1'),
      text: /^The element 'Encabezado' has invalid child element 'Comprador'\./,
      codigo: 3,
    },
    {
      name: 'an empty element',
      before: (xml: string) => xml.replace('<DireccionEmisor>CALLE 1<', '<DireccionEmisor><'),
      text: /^The 'DireccionEmisor' element is invalid - The actual length is less than the MinLength value\.$/,
      codigo: 3,
    },
    {
      name: 'TipoeCF different from the e-NCF',
      before: (xml: string) => xml.replace('<TipoeCF>31', '<TipoeCF>45'),
      text: /no coincide con TipoeCF/,
      codigo: 3,
    },
    {
      name: 'signing time on a 12-hour clock',
      before: (xml: string) => xml.replace('</FechaHoraFirma>', ' PM</FechaHoraFirma>'),
      text: /FechaHoraFirma/,
      codigo: 3,
    },
    {
      name: 'an expired sequence',
      before: (xml: string) => xml.replace('31-12-2028', '31-12-2020'),
      text: /^Fecha de vencimiento de secuencia inválida\.$/,
      codigo: 145,
    },
  ])(
    'rejected, and the number stays free: $name',
    async ({ before, after = (xml: string) => xml, text, codigo }) => {
      const encf = nextEncf();
      const xml = after(signed(encf, before));
      const { trackId } = (await submit(simulator.url, token, xml, { fileName: `${rnc}${encf}.xml` })).json;
      expect(await result(simulator.url, token, trackId)).toMatchObject({
        ...free,
        encf,
        mensajes: [{ valor: expect.stringMatching(text), codigo }],
      });
      // The same number again, without the fault.
      const again = (await submit(simulator.url, token, signed(encf))).json;
      expect(await result(simulator.url, token, again.trackId)).toMatchObject({
        codigo: '1',
        estado: 'Aceptado',
      });
    },
  );

  test.each([
    {
      name: 'authority',
      issue: () => certificateOf(createAuthority('OTRA'), { commonName: 'X', serialNumber }),
      text: 'Tipo de certificado no admitido',
    },
    {
      name: 'delegation',
      issue: () => certificateOf(world.authority, { commonName: 'X', serialNumber: 'IDCDO-00112233445' }),
      text: `El RNC 00112233445 del certificado no está delegado para realizar transacciones para el RNC: ${rnc}`,
    },
  ])('rejected, and the number stays free: signer without $name', async ({ issue, text }) => {
    const encf = nextEncf();
    const { trackId } = (await submit(simulator.url, token, signXml(voucher(encf), issue()))).json;
    expect(await result(simulator.url, token, trackId)).toMatchObject({
      ...free,
      mensajes: [{ valor: text }],
    });
  });

  test('a type 32 below 250,000.00 is rejected, because it must be sent as a summary; from there on it is accepted', async () => {
    const low = nextEncf('32');
    const below = { base: '211864.40', itbis: '38135.59', total: '249999.99' };
    const from = { base: '211864.41', itbis: '38135.59', total: '250000.00' };
    const cheap = signXml(voucher(low, undefined, below), world.certificate);
    const refused = (await submit(simulator.url, token, cheap)).json;
    expect(await result(simulator.url, token, refused.trackId)).toMatchObject({
      codigo: '2',
      mensajes: [{ valor: expect.stringMatching(/RFCE/) }],
    });
    const high = nextEncf('32');
    const taken = (
      await submit(simulator.url, token, signXml(voucher(high, undefined, from), world.certificate))
    ).json;
    expect(await result(simulator.url, token, taken.trackId)).toMatchObject({ codigo: '1' });
  });

  test.each([
    { name: 'the same bytes', other: (xml: string) => xml, distinctBytes: 1 },
    { name: 'other content', other: (xml: string) => xml.replace('CALLE 1', 'CALLE 2'), distinctBytes: 2 },
  ])('a number used before: 1209, and the first stays accepted ($name)', async ({ other, distinctBytes }) => {
    const encf = nextEncf();
    const first = (await submit(simulator.url, token, signed(encf))).json;
    const second = (await submit(simulator.url, token, signed(encf, other))).json;
    expect(second.trackId).not.toBe(first.trackId);
    expect(await result(simulator.url, token, second.trackId)).toMatchObject({
      codigo: '2',
      secuenciaUtilizada: true,
      mensajes: [{ codigo: 1209, valor: expect.stringMatching(/secuencia ya utilizada/) }],
    });
    expect(await result(simulator.url, token, first.trackId)).toMatchObject({ codigo: '1' });
    const trackIds = await get(
      simulator.url,
      token,
      `consultatrackids/api/trackids/consulta?rncemisor=${rnc}&encf=${encf}`,
    );
    expect((trackIds.json as unknown as { estado: string }[]).map(({ estado }) => estado)).toEqual([
      'Aceptado',
      'Rechazado',
    ]);
    expect(await seen(simulator.url, encf)).toMatchObject({ accepted: 1, distinctBytes });
    const state = await get(
      simulator.url,
      token,
      `consultaestado/api/consultas/estado?rncemisor=${rnc}&ncfelectronico=${encf}`,
    );
    expect(state.json).toMatchObject({ codigo: 1 });
  });

  test('of 20 posts of one number at the same time, exactly one is accepted', async () => {
    const encf = nextEncf();
    await Promise.all(Array.from({ length: 20 }, () => submit(simulator.url, token, signed(encf))));
    expect(await seen(simulator.url, encf)).toMatchObject({ accepted: 1, received: { length: 20 } });
  });
});

describe('queries refuse', () => {
  const trackIds = 'consultatrackids/api/trackids/consulta';
  test.each([
    {
      path: trackIds,
      status: 400,
      json: { mensajes: ['El campo RNC Emisor es requerido.', 'El campo ENCF es requerido.'] },
    },
    {
      path: `${trackIds}?rncemisor=1&encf=E31`,
      status: 400,
      json: { mensajes: ['La longitud del RNC Emisor es inválida.', 'La longitud del ENCF es inválida.'] },
    },
    {
      path: `${trackIds}?rncemisor=${rnc}&encf=B310000000001`,
      status: 400,
      json: { mensajes: ['El ENCF es inválido.'] },
    },
    {
      path: `${trackIds}?rncemisor=999999974&encf=E310000000001`,
      status: 400,
      json: { mensajes: [expect.stringMatching(/no está autorizado a consultar el trackid/)] },
    },
    { path: `${trackIds}?rncemisor=${rnc}&encf=E319999999999`, status: 200, json: [] },
  ])('$path', async ({ path, status, json }) => {
    expect(await get(simulator.url, token, path)).toMatchObject({ status, json });
  });

  test('in certification the queries by number do not exist', async () => {
    for (const path of [trackIds, 'consultaestado/api/consultas/estado'])
      expect(
        (await call(`${simulator.url}/certecf/${path}?rncemisor=${rnc}&encf=E310000000001`)).status,
      ).toBe(404);
  });

  test('a wrong method: 405', async () => {
    expect((await call(`${simulator.url}/testecf/recepcion/api/facturaselectronicas`)).status).toBe(405);
  });
});

describe('after a restart', () => {
  test('everything received is still there; an incomplete last line is removed', async () => {
    const own = makeWorld();
    const first = await own.start();
    const ownToken = await login(first.url, own.certificate);
    const encf = 'E310000000001';
    const sign = () => signXml(voucher(encf), own.certificate);
    const { trackId } = (await submit(first.url, ownToken, sign())).json;
    await submit(first.url, ownToken, 'no xml', { fileName: `${rnc}${encf}.xml` });
    await first.close();
    appendFileSync(join(own.dataDir, 'record.jsonl'), '{"kind":"received","trackId":"torn');

    const second = await own.start();
    expect(await result(second.url, ownToken, trackId)).toMatchObject({ codigo: '1', encf });
    const again = (await submit(second.url, ownToken, sign())).json;
    expect(await result(second.url, ownToken, again.trackId)).toMatchObject({ mensajes: [{ codigo: 1209 }] });
    await second.close();

    const third = await own.start();
    expect(await seen(third.url, encf)).toMatchObject({
      accepted: 1,
      received: [{ trackId }, { trackId: again.trackId }],
    });
    expect((await call(`${third.url}/_simulator/counts`)).json).toMatchObject({
      received: 2,
      accepted: 1,
      rejected: 1,
    });
    await third.close();
  });
});
