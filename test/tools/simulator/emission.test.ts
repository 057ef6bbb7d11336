/** DGII as sender: its e-CF and approvals reach a receiver in the captured form, and it checks the receiver's acknowledgement. */
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { existsSync } from 'node:fs';
import { signXml } from '../../../src/signing/keys/sign-xml.js';
import { verifyXml } from '../../../src/signing/verify/verify.js';
import { createXsdValidator } from '../../../src/documents/check/xsd-validator.js';
import { parseEcfType } from '../../../src/ecf/model/ecf-types.js';
import { readBody } from '../../../tools/simulator/http/upload.js';
import type { RunningSimulator } from '../../../tools/simulator/start.js';
import { own } from '../../harness/own.js';
import {
  approval,
  call,
  get,
  localTime,
  login,
  makeWorld,
  multipart,
  put,
  rnc,
  submit,
  voucher,
  type Answer,
  type World,
} from './client.js';

const dgii = '131880681';
const official = '../shared/dgii/xsd';
const emission = 'emisorreceptor/api/emision';

interface Arrived {
  readonly path: string;
  readonly headers: IncomingMessage['headers'];
  readonly body: string;
}

/** What the receiver answers to each path; a test changes it. */
type Answering = (arrived: Arrived) => { readonly status: number; readonly body: string } | 'cut';

let world: World;
let simulator: RunningSimulator;
let token: string;
let receiverUrl: string;
let answering: Answering;
const arrived: Arrived[] = [];

beforeAll(async () => {
  world = makeWorld();
  simulator = await world.start({ officialXsdDir: existsSync(official) ? official : '' });
  token = await login(simulator.url, world.certificate);
  const server = createServer((request, response) => {
    void readBody(request, 1024 * 1024).then((body) => {
      const one = { path: request.url ?? '', headers: request.headers, body: body!.toString('utf8') };
      arrived.push(one);
      const answer = answering(one);
      if (answer === 'cut') request.socket.destroy();
      else response.writeHead(answer.status).end(answer.body);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  own('the receiver', () => {
    server.closeAllConnections();
    server.close();
  });
  receiverUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
beforeEach(() => {
  arrived.length = 0;
  answering = acknowledging();
});
afterEach(() => put(simulator.url, { emissionForm: 'captured', faults: [] }));

const sign = (xml: string) => signXml(xml, world.certificate);
const textIn = (xml: string, name: string) => new RegExp(`<${name}>(.*?)</${name}>`).exec(xml)?.[1] ?? '';
const xmlIn = ({ body }: Arrived) => /\r\n\r\n([^]*)\r\n--/.exec(body)![1]!;

/** A correct receiver; the change spoils its acknowledgement before it is signed. */
function acknowledging(change: (xml: string) => string = (xml) => xml, signed = sign): Answering {
  return (one) => {
    const xml = xmlIn(one);
    const arecf =
      '<ARECF><DetalleAcusedeRecibo><Version>1.0</Version>' +
      `<RNCEmisor>${textIn(xml, 'RNCEmisor')}</RNCEmisor><RNCComprador>${textIn(xml, 'RNCComprador')}</RNCComprador>` +
      `<eNCF>${textIn(xml, 'eNCF')}</eNCF><Estado>0</Estado>` +
      `<FechaHoraAcuseRecibo>${localTime(new Date())}</FechaHoraAcuseRecibo></DetalleAcusedeRecibo></ARECF>`;
    return { status: 200, body: signed(change(arecf)) };
  };
}

function post(path: string, body: string, type = 'application/json'): Promise<Answer> {
  const headers = { authorization: `bearer ${token}`, 'content-type': type };
  return call(`${simulator.url}/testecf/${path}`, { method: 'POST', headers, body });
}

const emit = (members: object) =>
  post(
    `${emission}/emisioncomprobantes`,
    JSON.stringify({ rnc, tipoEncf: '31', urlRecepcion: receiverUrl, urlAutenticacion: '', ...members }),
  );
const opinion = async (encf: string, of = rnc) =>
  (await get(simulator.url, token, `${emission}/consultaacuserecibo?Rnc=${of}&Encf=${encf}`)).json;

interface Ordered {
  readonly encf: string;
  readonly sha256: string;
  readonly status: number | null;
  readonly estado: string;
  readonly mensajes: readonly string[];
}

async function order(members: object, environment = 'certification'): Promise<Ordered> {
  const { text } = await call(`${simulator.url}/_simulator/emission?environment=${environment}`, {
    method: 'POST',
    body: JSON.stringify({ rnc, urlRecepcion: receiverUrl, ...members }),
  });
  return JSON.parse(text) as Ordered;
}

describe('an e-CF of DGII', () => {
  test('comes as captured: no declaration, Version 1, an unquoted part with a strange type', async () => {
    const answer = await emit({});
    expect(answer).toMatchObject({ status: 200 });
    const [one] = arrived;
    const xml = xmlIn(one!);
    expect(xml).toBe(answer.text);
    expect(xml).toMatch(/^<ECF><Encabezado><Version>1<\/Version>/);
    expect(one!.path).toBe('/fe/recepcion/api/ecf');
    expect(one!.headers).not.toHaveProperty('authorization');
    const name = `${dgii}${textIn(xml, 'eNCF')}.xml`;
    expect(one!.body).toContain(
      `Content-Type: multipart/form-data;\r\nContent-Disposition: form-data; name=xml; filename=${name}; filename*=utf-8''${name}\r\n\r\n`,
    );
    const verified = verifyXml(xml);
    if (!verified.ok) throw new Error(verified.reason);
    expect(verified.certificate.subject).toContain(`FIRMANTE DE ${dgii}`);
  });

  test.each(['31', '33', '34', '44', '45'])('of type %s is valid by its schema', async (type) => {
    await put(simulator.url, { emissionForm: 'documented' });
    const xml = (await emit({ tipoEncf: type })).text;
    expect(arrived[0]!.body).toContain('name="xml"');
    const officialXsdDir = existsSync(official) ? { officialXsdDir: official } : {};
    const validator = createXsdValidator(officialXsdDir);
    own('the validator', () => validator.dispose());
    expect(validator.validate(parseEcfType(type)!, xml)).toEqual([]);
    await put(simulator.url, { emissionForm: 'captured' });
    const captured = (await emit({ tipoEncf: `E${type}` })).text;
    expect(validator.validate(parseEcfType(type)!, captured.replace('<Version>1<', '<Version>1.0<'))).toEqual(
      [],
    );
  });

  test('is ordered with XML too', async () => {
    const model =
      `<EmisionComprobanteModel><rnc>${rnc}</rnc><tipoEncf>44</tipoEncf>` +
      `<urlRecepcion>${receiverUrl}/algo/</urlRecepcion></EmisionComprobanteModel>`;
    expect(await post(`${emission}/emisioncomprobantes`, model, 'application/xml')).toMatchObject({
      status: 200,
    });
    expect(arrived[0]!.path).toBe('/algo/fe/recepcion/api/ecf');
  });

  test.each([
    { name: 'a type that no buyer gets', members: { tipoEncf: '41' } },
    { name: 'no address', members: { urlRecepcion: '' } },
    { name: 'another protocol', members: { urlRecepcion: 'file:///etc/passwd' } },
  ])('is refused: $name', async ({ members }) => {
    expect(await emit(members)).toMatchObject({ status: 400 });
    expect(arrived).toEqual([]);
  });

  test('needs a token, and exists only in pre-certification', async () => {
    const anonymous = await call(`${simulator.url}/testecf/${emission}/emisioncomprobantes`, {
      method: 'POST',
      body: '{}',
    });
    expect(anonymous).toMatchObject({ status: 401 });
    expect(await call(`${simulator.url}/certecf/${emission}/consultaacuserecibo`)).toMatchObject({
      status: 404,
    });
  });

  test('is known to DGII, so the buyer can ask about it', async () => {
    const encf = textIn((await emit({})).text, 'eNCF');
    const state = await get(
      simulator.url,
      token,
      `consultaestado/api/consultas/estado?rncemisor=${dgii}&ncfelectronico=${encf}&rnccomprador=${rnc}`,
    );
    expect(state.json).toMatchObject({ codigo: 1, montoTotal: 35400, rncComprador: rnc });
  });

  test('is sent after authentication if an address for it is given', async () => {
    const taking = acknowledging();
    answering = (one) => {
      if (one.path === '/fe/autenticacion/api/semilla')
        return { status: 200, body: '<SemillaModel><valor>abc</valor><fecha>x</fecha></SemillaModel>' };
      if (one.path === '/fe/autenticacion/api/ValidacionCertificado')
        return { status: 200, body: JSON.stringify({ token: 'de-prueba' }) };
      return taking(one);
    };
    await emit({ urlAutenticacion: receiverUrl });
    expect(verifyXml(xmlIn(arrived[1]!)).ok).toBe(true);
    expect(arrived[2]!.headers.authorization).toBe('Bearer de-prueba');
    expect(arrived).toHaveLength(3);
  });
});

describe('DGII’s opinion of the acknowledgement', () => {
  test('is good when nothing is wrong; both parties may ask', async () => {
    const encf = textIn((await emit({})).text, 'eNCF');
    expect(await opinion(encf)).toEqual({ rnc, encf, estado: 'Aceptado', mensajes: [] });
    expect(await opinion(encf, dgii)).toMatchObject({ estado: 'Aceptado' });
    expect(await opinion('E319999999999')).toMatchObject({ estado: 'No encontrado' });
  });

  test('is good for a refusal with its reason', async () => {
    answering = acknowledging((xml) =>
      xml.replace(
        '<Estado>0</Estado>',
        '<Estado>1</Estado><CodigoMotivoNoRecibido>3</CodigoMotivoNoRecibido>',
      ),
    );
    const { encf, estado } = await order({ tipoEncf: '31' }, 'pre-certification');
    expect(estado).toBe('1');
    expect(await opinion(encf)).toMatchObject({ estado: 'Aceptado' });
  });

  const unsigned = (xml: string) => xml;
  test.each<{ name: string; answer: () => Answering; says: RegExp }>([
    { name: 'no signature', answer: () => acknowledging(undefined, unsigned), says: /firma del acuse/ },
    {
      name: 'a changed content',
      answer: () => acknowledging(undefined, (xml) => sign(xml).replace('>1.0<', '>1.1<')),
      says: /firma del acuse/,
    },
    {
      name: 'another buyer',
      answer: () =>
        acknowledging((xml) => xml.replace(`>${rnc}</RNCComprador>`, '>999999974</RNCComprador>')),
      says: /RNCComprador es '999999974'/,
    },
    {
      name: 'another e-NCF',
      answer: () => acknowledging((xml) => xml.replace(/<eNCF>.*<\/eNCF>/, '<eNCF>E310000009999</eNCF>')),
      says: /eNCF es 'E310000009999'/,
    },
    {
      name: 'no reason of a refusal',
      answer: () => acknowledging((xml) => xml.replace('<Estado>0<', '<Estado>1<')),
      says: /CodigoMotivoNoRecibido/,
    },
    {
      name: 'a clock of twelve hours',
      answer: () => acknowledging((xml) => xml.replace(/\d\d:\d\d:\d\d</, '1:00:00 PM<')),
      says: /FechaHoraAcuseRecibo/,
    },
    {
      name: 'a page',
      answer: () => () => ({ status: 200, body: '<html></html>' }),
      says: /no es un acuse/,
    },
    {
      name: 'a status of an error',
      answer: () => (one) => ({ ...(acknowledging()(one) as { body: string }), status: 400 }),
      says: /HTTP 400/,
    },
    { name: 'no answer', answer: () => () => 'cut', says: /no respondió/ },
  ])('objects to $name', async ({ answer, says }) => {
    answering = answer();
    const { encf } = await order({ tipoEncf: '31' }, 'pre-certification');
    expect(await opinion(encf)).toMatchObject({
      estado: 'Rechazado',
      mensajes: expect.arrayContaining([expect.stringMatching(says)]),
    });
  });

  test('objects to a signer whom the buyer has not delegated', async () => {
    const { mensajes } = await order({ rnc: '999999974', tipoEncf: '31' });
    expect(mensajes).toEqual([expect.stringMatching(/no está delegado por 999999974/)]);
  });
});

describe('the control endpoint', () => {
  test('sends the same bytes again, or other bytes under the same number', async () => {
    const first = await order({ tipoEncf: '33', rncEmisor: '999999982' });
    const { encf } = first;
    const again = await order({ rncEmisor: '999999982', encf });
    expect(again.sha256).toBe(first.sha256);
    const other = await order({ rncEmisor: '999999982', encf, bytes: 'other' });
    expect(other.sha256).not.toBe(first.sha256);
    const earlier = await order({ rncEmisor: '999999982', encf, sha256: first.sha256 });
    expect(earlier.sha256).toBe(first.sha256);
    expect(arrived.map((one) => textIn(xmlIn(one), 'eNCF'))).toEqual([encf, encf, encf, encf]);
    expect(await order({ rncEmisor: '999999982', encf: 'E330000099999' })).toHaveProperty('error');
  });

  test.each([
    { flaw: 'altered', verifies: false },
    { flaw: 'incomplete', verifies: true },
  ])('sends a voucher with a flaw: $flaw', async ({ flaw, verifies }) => {
    await order({ tipoEncf: '31', flaw });
    const xml = xmlIn(arrived[0]!);
    expect(verifyXml(xml).ok).toBe(verifies);
    expect(xml.includes('RazonSocialEmisor')).toBe(flaw !== 'incomplete');
  });

  test('a voucher can be unknown to DGII, or rejected', async () => {
    for (const [atDgii, codigo] of [
      ['unknown', 0],
      ['rejected', 2],
    ] as const) {
      const { encf } = await order({ tipoEncf: '31', atDgii }, 'pre-certification');
      const path = `consultaestado/api/consultas/estado?rncemisor=${dgii}&ncfelectronico=${encf}&rnccomprador=${rnc}`;
      expect((await get(simulator.url, token, path)).json).toMatchObject({ codigo });
    }
  });

  test('of simultaneous orders each gets a number of its own', async () => {
    const all = await Promise.all(Array.from({ length: 6 }, () => order({ tipoEncf: '45' })));
    expect(new Set(all.map(({ encf }) => encf)).size).toBe(6);
  });
});

describe('an approval of DGII', () => {
  const sendOne = (encf: string, members: object = {}) =>
    post(
      `${emission}/envioaprobacioncomercial`,
      JSON.stringify({ urlAprobacionComercial: receiverUrl, rnc, encf, estadoAprobacion: 1, ...members }),
    );
  const issued = async (encf: string) => {
    await submit(simulator.url, token, sign(voucher(encf)));
    return encf;
  };
  beforeEach(() => {
    answering = () => ({ status: 200, body: '' });
  });

  test('comes as captured: an amount without decimals, an unquoted part without a type', async () => {
    const encf = await issued('E310000000101');
    expect(await sendOne(encf)).toMatchObject({ status: 200, json: { estado: 'OK', mensajes: [] } });
    const [one] = arrived;
    const xml = xmlIn(one!);
    expect(one!.path).toBe('/fe/aprobacioncomercial/api/ecf');
    const name = `${dgii}${encf}.xml`;
    expect(one!.body).toMatch(
      new RegExp(
        `^--.*\r\nContent-Disposition: form-data; name=xml; filename=${name}; filename\\*=.*\r\n\r\n`,
      ),
    );
    expect(xml).toMatch(/^<\?xml version="1.0"\?><ACECF>/);
    expect(textIn(xml, 'MontoTotal')).toBe('300000');
    expect(textIn(xml, 'RNCEmisor')).toBe(rnc);
    const verified = verifyXml(xml);
    if (!verified.ok) throw new Error(verified.reason);
    // The buyer signs its decision, and a repetition has the same bytes.
    expect(verified.certificate.subject).toContain(`FIRMANTE DE ${dgii}`);
    await sendOne(encf);
    expect(xmlIn(arrived[1]!)).toBe(xml);
  });

  test('goes with its own bytes after one with a flaw', async () => {
    const encf = await issued('E310000000104');
    const ordered = { rnc, encf, estadoAprobacion: '1', urlAprobacionComercial: receiverUrl };
    const altered = await order({ ...ordered, flaw: 'altered' }, 'pre-certification');
    const good = await order(ordered, 'pre-certification');
    expect(good.sha256).not.toBe(altered.sha256);
    expect(arrived.map((one) => verifyXml(xmlIn(one)).ok)).toEqual([false, true]);
  });

  test('is valid by its schema as documented; a rejection has its reason', async () => {
    await put(simulator.url, { emissionForm: 'documented' });
    await sendOne(await issued('E310000000102'), { estadoAprobacion: '2' });
    const xml = xmlIn(arrived[0]!);
    const validator = createXsdValidator();
    own('the validator', () => validator.dispose());
    expect(validator.validate('ACECF', xml)).toEqual([]);
    expect(textIn(xml, 'DetalleMotivoRechazo')).not.toBe('');
  });

  test('shows that the receiver refused it', async () => {
    answering = () => ({ status: 400, body: '' });
    expect((await sendOne(await issued('E310000000103'))).json).toMatchObject({ estado: 'Error' });
  });

  test.each([
    { name: 'a voucher that DGII does not have', encf: 'E319999999998' },
    { name: 'a type without approvals', encf: 'E320000000001' },
  ])('is not sent about $name', async ({ encf }) => {
    expect(await sendOne(encf)).toMatchObject({ status: 400 });
    expect(arrived).toEqual([]);
  });
});

test('an approval at DGII is refused with an ordered text as often as ordered, and then checked', async () => {
  const encf = 'E310000000201';
  const delegated = makeWorld();
  const started = await delegated.start({ delegations: { 'IDCDO-00199999996': [rnc, dgii] } });
  const other = await login(started.url, delegated.certificate);
  await submit(started.url, other, sign(voucher(encf)));
  await put(started.url, {
    faults: [{ service: 'aprobacion', action: 'approval-try-again', times: 2, encf }],
  });
  const statuses = [];
  for (let times = 0; times < 3; times += 1) {
    const { body, headers } = multipart(sign(approval(encf)), `${dgii}${encf}.xml`);
    const answer = await call(`${started.url}/testecf/aprobacioncomercial/api/aprobacioncomercial`, {
      method: 'POST',
      body,
      headers: { ...headers, authorization: `bearer ${other}` },
    });
    statuses.push(answer.status);
    if (times === 0) expect(answer.text).toContain('Favor intentar nuevamente');
  }
  expect(statuses).toEqual([400, 400, 200]);
});
