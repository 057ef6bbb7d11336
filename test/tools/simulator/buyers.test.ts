/** Imitated buyers of the settings: their places in the directory, their acknowledgements, and everything that they do wrong. */
import { X509Certificate } from 'node:crypto';
import { request } from 'undici';
import { signXml } from '../../../src/signing/keys/sign-xml.js';
import { chainFault } from '../../../src/signing/verify/chain.js';
import { verifyXml } from '../../../src/signing/verify/verify.js';
import { createXsdValidator } from '../../../src/documents/check/xsd-validator.js';
import { buyerAnswerNames } from '../../../tools/simulator/buyers/buyer-answers.js';
import { buyerAddresses } from '../../../tools/simulator/buyers/buyer-settings.js';
import type { ToBuyer } from '../../../tools/simulator/record.js';
import type { RunningSimulator } from '../../../tools/simulator/start.js';
import { own } from '../../harness/own.js';
import { approval, call, login, makeWorld, multipart, put, rnc, voucher, type World } from './client.js';

const buyer = '131880681';
const other = '999999974';

let world: World;
let simulator: RunningSimulator;
let serial = 0;

beforeAll(async () => {
  world = makeWorld();
  simulator = await world.start();
});
afterEach(() => put(simulator.url, { buyers: [], maintenance: [], directoryForm: 'array' }));

const nextEncf = () => `E31${String(++serial).padStart(10, '0')}`;
const sign = (xml: string) => signXml(xml, world.certificate);
const set = async (...buyers: object[]) => {
  expect(await put(simulator.url, { buyers })).toMatchObject({ status: 200 });
};

async function deliver(
  xml: string,
  { base = baseOf(buyer), token = '', path = 'fe/recepcion/api/ecf' } = {},
) {
  const { body, headers } = multipart(xml, 'x.xml');
  const authorization: Record<string, string> = token === '' ? {} : { authorization: `Bearer ${token}` };
  return call(`${base}/${path}`, { method: 'POST', headers: { ...headers, ...authorization }, body });
}

function baseOf(of: string): string {
  return `${simulator.url}/ecf/contribuyentes/${of}`;
}

async function arrived(encf: string): Promise<readonly ToBuyer[]> {
  const { text } = await call(`${simulator.url}/_simulator/others?kind=to-buyer`);
  const { others } = JSON.parse(text) as { readonly others: readonly ToBuyer[] };
  return others.filter((one) => one.encf === encf);
}

async function directory(of: string, environment = 'ecf'): Promise<unknown> {
  const token = await login(simulator.url, world.certificate, environment);
  const { json } = await call(
    `${simulator.url}/${environment}/consultadirectorio/api/consultas/obtenerdirectorioporrnc?RNC=${of}`,
    { headers: { authorization: `bearer ${token}` } },
  );
  return json;
}

describe('the directory', () => {
  test('lists a buyer in production and pre-certification, and leaves DGII’s own buyer to the others', async () => {
    await set({ rnc: other });
    for (const environment of ['ecf', 'testecf']) {
      const base = `${simulator.url}/${environment}/contribuyentes/${other}`;
      expect(await directory(other, environment)).toEqual([
        {
          nombre: `COMPRADOR ${other}`,
          rnc: other,
          urlRecepcion: base,
          urlAceptacion: base,
          urlOpcional: '',
        },
      ]);
    }
    expect(await directory('999999982', 'testecf')).toMatchObject([{ rnc: '131880681', nombre: 'DGII' }]);
  });

  test.each(buyerAddresses)('an address of kind %s reaches the buyer, or nobody', async (address) => {
    await set({ rnc: buyer, address, form: 'object', authentication: true });
    const { urlRecepcion, urlOpcional } = (await directory(buyer)) as Record<string, string>;
    expect(urlOpcional).not.toBe('');
    const suffix = '/fe/recepcion/api/ecf';
    const url = urlRecepcion!.endsWith(suffix)
      ? urlRecepcion!
      : urlRecepcion!.replace(/\/$/, '') + suffix.toUpperCase();
    const answer = await call(url, { method: 'POST' }).catch(() => 'nobody');
    const reachable = !['dead-port', 'unknown-host'].includes(address);
    if (reachable) expect(answer).toMatchObject({ status: 401 });
    else expect(answer).toBe('nobody');
  });

  test('an entry can be an object and lack members', async () => {
    await set({ rnc: buyer, form: 'object', missing: ['urlOpcional', 'nombre'] });
    expect(await directory(buyer)).toEqual({
      rnc: buyer,
      urlRecepcion: baseOf(buyer),
      urlAceptacion: baseOf(buyer),
    });
  });

  test.each([
    { name: 'an unknown answer', entry: { rnc: buyer, answers: ['other'] } },
    { name: 'no answer', entry: { rnc: buyer, answers: [] } },
    { name: 'an answer to vouchers for approvals', entry: { rnc: buyer, approvalAnswers: ['reason-1'] } },
    { name: 'a wrong RNC', entry: { rnc: '12' } },
    { name: 'an unknown member', entry: { rnc: buyer, replies: [] } },
    { name: 'an unknown address', entry: { rnc: buyer, address: 'moon' } },
  ])('$name is refused', async ({ entry }) => {
    expect(await put(simulator.url, { buyers: [entry] })).toMatchObject({ status: 400 });
  });
});

describe('a buyer', () => {
  test('acknowledges with a certificate of its own, issued by the authority that can be downloaded', async () => {
    await set({ rnc: buyer }, { rnc: other });
    const encf = nextEncf();
    const answer = await deliver(sign(voucher(encf)));
    const verified = verifyXml(answer.text);
    if (!verified.ok) throw new Error(verified.reason);
    expect(verified.certificate.subject).toContain(`FIRMANTE DE ${buyer}`);
    const authority = new X509Certificate((await call(`${simulator.url}/_simulator/authority`)).text);
    expect(chainFault(verified.certificate, [authority], new Date())).toBeUndefined();
    expect(verified.content).toContain(`<eNCF>${encf}</eNCF><Estado>0</Estado>`);
    const validator = createXsdValidator();
    own('the validator', () => validator.dispose());
    expect(validator.validate('ARECF', answer.text)).toEqual([]);
    const wrong = await deliver(sign(voucher(nextEncf())), { base: baseOf(other) });
    expect(wrong.text).toContain('<CodigoMotivoNoRecibido>4<');
  });

  test('refuses the second delivery with reason 3, or acknowledges the same bytes again', async () => {
    await set({ rnc: buyer });
    const xml = sign(voucher(nextEncf()));
    await deliver(xml);
    expect((await deliver(xml)).text).toContain('<CodigoMotivoNoRecibido>3<');
    await set({ rnc: buyer, repeated: 'acknowledge-again' });
    expect((await deliver(xml)).text).toContain('<Estado>0</Estado>');
    const same = /<eNCF>(.*?)</.exec(xml)![1]!;
    const changed = sign(voucher(same, (text) => text.replace('CALLE 1', 'CALLE 2')));
    expect((await deliver(changed)).text).toContain('<CodigoMotivoNoRecibido>3<');
    expect((await arrived(same)).map(({ motivo }) => motivo)).toEqual(['', '3', 'repeated', '3']);
  });

  test('of simultaneous deliveries accepts one', async () => {
    await set({ rnc: buyer });
    const encf = nextEncf();
    const xml = sign(voucher(encf));
    await Promise.all(Array.from({ length: 8 }, () => deliver(xml)));
    expect((await arrived(encf)).filter(({ motivo }) => motivo === '')).toHaveLength(1);
  });

  test.each([
    { name: 'specification', motivo: 1, make: (xml: string) => sign(xml.replaceAll('E31', 'E41')) },
    { name: 'signature', motivo: 2, make: (xml: string) => sign(xml).replace('COMPRADOR<', 'OTRO<') },
    { name: 'buyer', motivo: 4, make: (xml: string) => sign(xml.replace(buyer, other)) },
  ])('names the voucher that it refuses for its $name', async ({ motivo, make }) => {
    await set({ rnc: buyer });
    const answer = await deliver(make(voucher(nextEncf())));
    expect(answer.text).toMatch(
      new RegExp(`<RNCEmisor>${rnc}</RNCEmisor>.*<CodigoMotivoNoRecibido>${motivo}<`),
    );
  });

  test('stays open while DGII is under maintenance', async () => {
    const hour = 3_600_000;
    const [from, to] = [-hour, hour].map((ms) => new Date(Date.now() + ms).toISOString());
    await put(simulator.url, { maintenance: [{ from, to }], buyers: [{ rnc: buyer }] });
    expect(await deliver(sign(voucher(nextEncf())))).toMatchObject({ status: 200 });
  });

  test('with authentication takes its own token only, and shows when DGII’s token was sent to it', async () => {
    await set({ rnc: buyer, authentication: true }, { rnc: other, authentication: true });
    const xml = sign(voucher(nextEncf()));
    expect(await deliver(xml)).toMatchObject({ status: 401 });
    const dgii = await login(simulator.url, world.certificate, 'ecf');
    expect(await deliver(xml, { token: dgii })).toMatchObject({ status: 401 });
    const { text } = await call(`${simulator.url}/_simulator/others?kind=refused`);
    expect(text).toContain('llegó un token de la DGII');
    const tokenOf = async (of: string) => {
      const auth = `${baseOf(of)}/fe/Autenticacion/api`;
      const signed = sign((await call(`${auth}/Semilla`)).text);
      const { body, headers } = multipart(signed, 'semilla.xml');
      return (await call(`${auth}/ValidacionCertificado`, { method: 'POST', headers, body })).json.token;
    };
    expect(await deliver(xml, { token: await tokenOf(other) })).toMatchObject({ status: 401 });
    expect(await deliver(xml, { token: await tokenOf(buyer) })).toMatchObject({ status: 200 });
  });

  test('without authentication has no seed', async () => {
    await set({ rnc: buyer });
    expect(await call(`${baseOf(buyer)}/fe/autenticacion/api/semilla`)).toMatchObject({ status: 404 });
  });
});

describe('what a buyer does to a voucher', () => {
  const accepted = expect.stringContaining('<Estado>0</Estado>') as string;
  const expected: Record<string, { readonly answer: object | 'cut'; readonly motivos: readonly string[] }> = {
    acknowledge: { answer: { status: 200, text: accepted }, motivos: [''] },
    late: { answer: { status: 200, text: accepted }, motivos: [''] },
    'in-pieces': { answer: { status: 200, text: accepted }, motivos: [''] },
    'close-after-reading': { answer: 'cut', motivos: [''] },
    'close-untaken': { answer: 'cut', motivos: ['not-taken'] },
    unavailable: { answer: { status: 503 }, motivos: ['not-taken'] },
    garbage: { answer: { status: 200, text: expect.stringMatching(/^<!DOCTYPE html>/) }, motivos: [''] },
    redirect: { answer: { status: 307, text: '' }, motivos: ['not-taken'] },
    'status-400': { answer: { status: 400, text: accepted }, motivos: [''] },
    'received-twice': {
      answer: { text: expect.stringContaining('<CodigoMotivoNoRecibido>3<') },
      motivos: ['', '3'],
    },
    'answered-twice': {
      answer: { text: expect.stringMatching(/(<ARECF [^]*){2}/) },
      motivos: [''],
    },
    ...Object.fromEntries(
      ['1', '2', '4'].map((code) => [
        `reason-${code}`,
        {
          answer: { status: 200, text: expect.stringContaining(`<CodigoMotivoNoRecibido>${code}<`) },
          motivos: [code],
        },
      ]),
    ),
    indented: { answer: { text: expect.stringMatching(/^<ARECF[^>]*>\n {2}<Detalle/) }, motivos: [''] },
    'empty-reason': {
      answer: { text: expect.stringContaining('<Estado>0</Estado><CodigoMotivoNoRecibido/>') },
      motivos: [''],
    },
    'lower-case': { answer: { text: expect.stringContaining('<estado>0</estado>') }, motivos: [''] },
    unsigned: { answer: { text: expect.not.stringContaining('Signature') }, motivos: [''] },
    altered: { answer: { text: expect.stringContaining('<Version>1.1<') }, motivos: [''] },
    'other-voucher': { answer: { status: 200, text: accepted }, motivos: [''] },
  };

  test('every answer is expected below', () => {
    expect(Object.keys(expected).sort()).toEqual(
      buyerAnswerNames.filter((name) => name !== 'endless').sort(),
    );
  });

  test.each(Object.keys(expected))('%s', async (name) => {
    await set({ rnc: buyer, answers: [name, 'acknowledge'], lateMs: 40 });
    const encf = nextEncf();
    const xml = sign(voucher(encf));
    const { answer, motivos } = expected[name]!;
    const given = await deliver(xml).catch(() => 'cut');
    if (answer === 'cut') expect(given).toBe('cut');
    else expect(given).toMatchObject(answer);
    const record = await arrived(encf);
    expect(record.map(({ motivo }) => motivo)).toEqual(motivos);
    expect(record[0]).toMatchObject({ receiver: buyer, answer: name, rncComprador: buyer, rncEmisor: rnc });
    // The second delivery meets a well-behaved buyer, which knows whether it has the voucher.
    const second = await deliver(xml);
    expect(second.text).toMatch(motivos.includes('') ? /NoRecibido>3</ : /<Estado>0</);
  });

  test('a fault that delays an answer leaves it as it is', async () => {
    await set({ rnc: buyer, answers: ['close-untaken'] });
    await put(simulator.url, {
      faults: [{ service: 'receptorrecepcion', action: 'slow', times: 1, slowMs: 20 }],
    });
    const encf = nextEncf();
    expect(await deliver(sign(voucher(encf))).catch(() => 'cut')).toBe('cut');
    expect((await arrived(encf)).map(({ motivo }) => motivo)).toEqual(['not-taken']);
  });

  test.each([
    { name: 'indented', valid: true },
    { name: 'altered', valid: false },
  ] as const)('$name: the signature of its acknowledgement holds: $valid', async ({ name, valid }) => {
    await set({ rnc: buyer, answers: [name] });
    expect(verifyXml((await deliver(sign(voucher(nextEncf())))).text).ok).toBe(valid);
  });

  test('other-voucher names another e-NCF', async () => {
    await set({ rnc: buyer, answers: ['other-voucher'] });
    expect((await deliver(sign(voucher('E310000009999')))).text).toContain('<eNCF>E310000010000<');
  });

  test('endless sends until the client closes', async () => {
    await set({ rnc: buyer, answers: ['endless'] });
    const { body, headers } = multipart(sign(voucher(nextEncf())), 'x.xml');
    const response = await request(`${baseOf(buyer)}/fe/recepcion/api/ecf`, {
      method: 'POST',
      headers,
      body,
    });
    let size = 0;
    for await (const chunk of response.body) {
      size += (chunk as Buffer).length;
      if (size > 2 ** 20) break;
    }
    expect(size).toBeGreaterThan(2 ** 20);
  });
});

describe('approvals', () => {
  const send = (encf: string, base = baseOf(rnc)) =>
    deliver(sign(approval(encf)), { base, path: 'fe/aprobacioncomercial/api/ecf' });

  test('an imitated taxpayer takes approvals of its own vouchers only', async () => {
    await set({ rnc }, { rnc: other });
    const encf = nextEncf();
    expect(await send(encf)).toMatchObject({ status: 200, text: '' });
    expect(await send(encf, baseOf(other))).toMatchObject({ status: 400 });
    expect(await arrived(encf)).toMatchObject([
      { service: 'receptoraprobacion', receiver: rnc, motivo: '', rncComprador: buyer },
      { service: 'receptoraprobacion', receiver: other, motivo: '1' },
    ]);
  });

  test('a taxpayer that fails first takes the approval later', async () => {
    await set({ rnc, approvalAnswers: ['unavailable', 'close-untaken', 'status-400', 'acknowledge'] });
    const encf = nextEncf();
    const given = [];
    for (let times = 0; times < 4; times += 1)
      given.push(
        await send(encf).then(
          ({ status }) => status,
          () => 'cut',
        ),
      );
    expect(given).toEqual([503, 'cut', 400, 200]);
    expect((await arrived(encf)).map(({ motivo }) => motivo)).toEqual(['not-taken', 'not-taken', '', '']);
  });
});

test('the authority of the imitated taxpayers survives a restart', async () => {
  const ownWorld = makeWorld();
  const read = async () => {
    const started = await ownWorld.start();
    const { text } = await call(`${started.url}/_simulator/authority`);
    await started.close();
    return text;
  };
  expect(await read()).toBe(await read());
});
