/** The receiver as other taxpayers' systems see it: verdicts, repeats, outages, paths, forms and tokens. */
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { request } from 'undici';
import { createReceiverTokens } from '../../../src/api/receiver/tokens.js';
import { signXml } from '../../../src/signing/keys/sign-xml.js';
import { algorithms } from '../../../src/signing/verify/xmldsig.js';
import { freePort } from '../../../src/shared/free-port.js';
import { createXsdValidator } from '../../../src/documents/check/xsd-validator.js';
import {
  certifiedAgain,
  issuerCertificate,
  issuerRnc,
  plainHead,
  sentEcf,
  unsignedEcf,
  type Sent,
} from '../../harness/samples/received.js';
import { sampleReceived } from '../../harness/samples/received-voucher.js';
import { signedAsIs } from '../../harness/samples/signed-as-is.js';
import { testAuthority } from '../../harness/samples/signers.js';
import { startService, type OtherCompany, type Service } from '../../harness/service.js';
import { until } from '../../harness/until.js';
import { acknowledged, codeOf, paths, post, postOnce, type Posted } from './sender.js';

const operatorRnc = '400000001';

let service: Service;
/** The company that signs answers about vouchers for unknown buyers. */
let operator: OtherCompany;
beforeAll(async () => {
  service = await startService({ env: { RECEIVER_OPERATOR_RNC: operatorRnc } });
  operator = await service.addCompany();
});

let serial = 0;
const nextEncf = (type = 31) => `E${type}${String((serial += 1)).padStart(10, '0')}`;
const ecf = (change: Partial<Sent> = {}) =>
  sentEcf({ encf: nextEncf(), rncComprador: service.rnc, ...change });
const environment = 'pre-certification';
const receptionOf = (encf: string, rncEmisor = issuerRnc) =>
  service.store.findReception({
    companyId: service.companyId,
    environment,
    rncEmisor,
    encf,
  });

describe('verdicts', () => {
  test.each([31, 33, 34, 44, 45])('a type %i is received, and its ARECF fits the schema', async (type) => {
    const encf = nextEncf(type);
    const answer = await post(service, ecf({ encf }));
    expect(acknowledged(answer)).toMatchObject({
      estado: '0',
      motivo: undefined,
      encf,
      rncEmisor: issuerRnc,
      rncComprador: service.rnc,
      subject: expect.stringContaining('IDCDO-00000000001') as string,
    });
    expect(answer.headers['content-type']).toBe('application/xml; charset=utf-8');
    const xsd = createXsdValidator();
    expect(xsd.validate('ARECF', answer.body.toString('utf8'))).toEqual([]);
    xsd.dispose();
    expect(await receptionOf(encf)).toMatchObject({
      montoTotal: '1180.00',
      ecfType: type,
      signer: { chain: 'not-checked', period: 'usable' },
    });
  });

  test.each<[string, string, () => Buffer]>([
    ['1', 'a type that no buyer receives', () => ecf({ encf: nextEncf(32) })],
    [
      '1',
      'an unknown element',
      () => ecf({ change: (xml) => xml.replace('<IdDoc>', '<Otro>1</Otro><IdDoc>') }),
    ],
    ['2', 'a changed amount', () => Buffer.from(ecf().toString('utf8').replace('1180.00', '1180.01'))],
  ])('code %s for %s, signed by the buyer', async (motivo, _, make) => {
    expect(acknowledged(await post(service, make()))).toMatchObject({ estado: '1', motivo });
  });

  test.each<[string, (xml: string) => string]>([
    [
      'comments beside the root, between elements and within values',
      (xml) =>
        `<!-- a -->${xml}<!-- z -->`
          .replace('<Encabezado>', '<!-- b --><Encabezado>')
          .replace('1180.00<', '11<!-- c -->80.00<')
          .replace('EMPRESA DE', 'EMPRESA<!-- d --> DE'),
    ],
    [
      'instructions beside the root, between elements and within values',
      (xml) =>
        `<?a b?>${xml}<?z?>`
          .replace('<Encabezado>', '<?b  c ?><Encabezado>')
          .replace('1180.00<', '11<?c <a> ?>80.00<')
          .replace('EMPRESA DE', 'EMPRESA<?d?> DE'),
    ],
  ])('a voucher with %s is received, and its values are whole', async (_, change) => {
    const methods = [algorithms.inclusiveC14n, algorithms.inclusiveC14nWithComments] as const;
    for (const method of [...methods, algorithms.exclusiveC14nWithComments]) {
      const encf = nextEncf();
      const unsigned = unsignedEcf({ encf, rncComprador: service.rnc }).replace(/^<\?xml[^>]*\?>/, '');
      const bytes = signedAsIs(change(unsigned), issuerCertificate(), method);
      expect(acknowledged(await post(service, bytes))).toMatchObject({ estado: '0', encf });
      expect(await receptionOf(encf)).toMatchObject({
        montoTotal: '1180.00',
        razonSocialEmisor: 'EMPRESA DE PRUEBA SRL',
      });
    }
  });

  // Files of other programs may lie beside the project; they are never copied into it.
  test.each([
    'xmlsec1-pkcs12-chain-leaf-last.xml',
    'java17-chain-root-first.xml',
    'prefix-order-xsi-Z.xml',
    'pi-before-root.xml',
    'utf16le.xml',
  ])('%s of another program, where it is at hand, is received if it is UTF-8', async (name) => {
    const path = join(process.cwd(), '../shared/cases', name);
    if (!existsSync(path)) {
      console.warn(`NOT CHECKED: ${path} is not here`);
      return;
    }
    const answer = await post(service, await readFile(path));
    if (name === 'utf16le.xml') {
      expect([answer.status, codeOf(answer)]).toEqual([400, 'XML_ENCODING_UNSUPPORTED']);
      expect(answer.body.toString('utf8')).toContain('UTF-16LE');
    } else expect(acknowledged(answer)).toMatchObject({ estado: '0', rncEmisor: '131000001' });
  });

  test("code 4 for an unknown buyer, signed by the operator's company", async () => {
    const answer = acknowledged(await post(service, ecf({ rncComprador: '131880681' })));
    expect(answer).toMatchObject({ estado: '1', motivo: '4', rncComprador: '131880681' });
    expect(answer.subject).toContain(operator.signer);
  });

  test('a wrong signature is reported before an unknown buyer', async () => {
    const wrong = ecf({ rncComprador: '131880681' }).toString('utf8').replace('1180.00', '1180.01');
    expect(acknowledged(await post(service, Buffer.from(wrong)))).toMatchObject({ motivo: '2' });
  });

  test('400 without an ARECF when no company can sign it or nothing can be read', async () => {
    await service.startApi({ RECEIVER_OPERATOR_RNC: '' });
    const unknown = await post(service, ecf({ rncComprador: '131880681' }));
    expect([unknown.status, codeOf(unknown)]).toEqual([400, 'RECEPTION_BUYER_UNKNOWN']);
    const unreadable = await post(service, Buffer.from('<ECF/>'));
    expect([unreadable.status, codeOf(unreadable)]).toEqual([400, 'RECEPTION_UNREADABLE']);
    expect(JSON.parse(unreadable.body.toString('utf8'))).toMatchObject({
      codigo: 400,
      mensaje: expect.stringContaining('RNCEmisor') as string,
    });
    for (const path of [paths.recepcion, paths.aprobacion, paths.validacion]) {
      const utf16 = await post(service, Buffer.from(ecf().toString('utf8'), 'utf16le'), { path });
      expect([utf16.status, codeOf(utf16)]).toEqual([400, 'XML_ENCODING_UNSUPPORTED']);
      expect(utf16.body.toString('utf8')).toContain('UTF-16LE');
    }
  });
});

describe('a number that was received before', () => {
  test('the same bytes get the same ARECF, other bytes code 3', async () => {
    const encf = nextEncf();
    const bytes = ecf({ encf });
    const first = await post(service, bytes);
    const again = await post(service, bytes);
    expect(again.body).toEqual(first.body);
    expect(acknowledged(await post(service, ecf({ encf, price: 2_000 })))).toMatchObject({ motivo: '3' });
    // The refusal of the other bytes did not replace the first voucher.
    expect((await post(service, bytes)).body).toEqual(first.body);
    expect(await receptionOf(encf)).toMatchObject({ montoTotal: '1180.00' });
  });

  test('the same signature with a line break at the end is the same voucher, also at the same moment', async () => {
    const encf = nextEncf();
    const bytes = ecf({ encf });
    const copies = ['', '\n', '\n\n'].map((end) => Buffer.concat([bytes, Buffer.from(end)]));
    const [first, ...others] = await Promise.all(copies.map((copy) => post(service, copy)));
    expect(acknowledged(first!)).toMatchObject({ estado: '0', encf });
    expect(others.map(({ body }) => body)).toEqual([first!.body, first!.body]);
    expect((await post(service, copies[1]!)).body).toEqual(first!.body);
    const [refused] = (await service.store.findRefused({ ...service, environment, limit: 1 })).rows;
    expect(refused?.encf).not.toBe(encf);
  });

  test('a copy with another certificate of the same key is the same voucher, whichever comes first', async () => {
    for (const copyFirst of [false, true]) {
      const encf = nextEncf();
      const genuine = ecf({ encf });
      const copy = certifiedAgain(genuine);
      const [first, second] = copyFirst ? [copy, genuine] : [genuine, copy];
      const answer = await post(service, first);
      expect(acknowledged(answer)).toMatchObject({ estado: '0', encf });
      expect((await post(service, second)).body).toEqual(answer.body);
      expect(await receptionOf(encf)).not.toHaveProperty('displaced');
    }
  });

  test('the same number of another issuer, or for another buyer, is another voucher', async () => {
    const encf = nextEncf();
    for (const change of [{}, { rncEmisor: '101000002' }, { rncComprador: operatorRnc }])
      expect(acknowledged(await post(service, ecf({ encf, ...change })))).toMatchObject({ estado: '0' });
  });

  test('a refused voucher leaves its number free', async () => {
    const encf = nextEncf();
    const wrong = ecf({ encf }).toString('utf8').replace('1180.00', '1180.01');
    expect(acknowledged(await post(service, Buffer.from(wrong)))).toMatchObject({ motivo: '2' });
    expect(acknowledged(await post(service, ecf({ encf })))).toMatchObject({ estado: '0' });
  });

  test('the company may want code 3 for the same bytes too', async () => {
    const other = await service.addCompany();
    const company = (await service.store.findCompany(other.companyId))!;
    await service.store.putCompany({ ...company, repeatedReception: 'duplicate' });
    const { bytes, first } = await until('a voucher is answered at its first try', async () => {
      const bytes = ecf({ rncComprador: other.rnc });
      const first = await postOnce(service, bytes);
      return first.status === 200 && { bytes, first };
    });
    expect(acknowledged(first)).toMatchObject({ estado: '0' });
    expect(acknowledged(await post(service, bytes))).toMatchObject({ motivo: '3' });
  });

  test('60 copies at the same moment are one reception, with one ARECF', async () => {
    const encf = nextEncf();
    const bytes = ecf({ encf });
    const answers = await Promise.all(Array.from({ length: 60 }, () => post(service, bytes)));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    expect(new Set(answers.map(({ body }) => body.toString('base64'))).size).toBe(1);
    expect(acknowledged(answers[0]!)).toMatchObject({ estado: '0', encf });
  });

  test('of 25 different vouchers with one number at the same moment, one is received', async () => {
    const encf = nextEncf();
    const sent = Array.from({ length: 25 }, (_, index) => ecf({ encf, price: 1_000 + index }));
    const answers = await Promise.all(sent.map((bytes) => post(service, bytes)));
    // Only a few questions to DGII run at once; the other senders are asked to try again.
    const verdictOf = (answer: Posted) =>
      answer.status === 503 ? codeOf(answer) : (acknowledged(answer).motivo ?? 'received');
    const verdicts = answers.map(verdictOf);
    expect(verdicts.filter((verdict) => verdict === 'received')).toHaveLength(1);
    const others = new Set(verdicts.filter((verdict) => verdict !== 'received'));
    expect([...others].filter((verdict) => verdict !== '3' && verdict !== 'RECEPTION_UNDECIDED')).toEqual([]);
  });
});

describe('when the ARECF cannot be signed now', () => {
  test('without a worker the answer is 503; the same reception is completed when one returns', async () => {
    const encf = nextEncf();
    const bytes = ecf({ encf });
    await service.stopWorker();
    const refused = await postOnce(service, bytes);
    expect([refused.status, codeOf(refused), refused.headers['retry-after']]).toEqual([
      ...[503, 'RECEPTION_NOT_SIGNED', '10'],
    ]);
    const claimed = await receptionOf(encf);
    expect(claimed?.arecf).toBeUndefined();
    await service.startWorker();
    await until('the ARECF is signed without another try', async () => (await receptionOf(encf))?.arecf);
    expect(acknowledged(await post(service, bytes))).toMatchObject({ estado: '0', encf });
    expect((await receptionOf(encf))?._id).toBe(claimed?._id);
  });

  test.each(['pre-certification', 'certification'] as const)(
    'a worker signs it later, if the api died after its claim and no sender tries again (%s)',
    async (place) => {
      const { companyId, rnc } = await service.addCompany({ environment: place });
      const { reception } = await service.store.claimReception(
        sampleReceived({
          companyId,
          environment: place,
          rncEmisor: issuerRnc,
          encf: nextEncf(),
          rncComprador: rnc,
        }),
        Buffer.from('<ECF/>'),
        new Date(Date.now() - 120_000),
      );
      const found = () => service.store.findReceptionById(reception._id);
      const arecf = await until('it is signed', async () => (await found())?.arecf);
      const xml = (await service.store.getFileBytes(arecf.file)).toString('utf8');
      expect(xml).toContain(`<eNCF>${reception.encf}</eNCF><Estado>0</Estado>`);
      // DGII is not asked in certification, so nothing is left to do there.
      await until('the voucher was continued', async () => {
        const { askDgiiAt, dgii } = (await found())!;
        return place === 'certification' ? askDgiiAt === undefined : dgii?.estado === 'not-found';
      });
    },
  );

  test('a company without a certificate answers 503', async () => {
    const company = { ...(await service.store.findCompany(service.companyId))!, rnc: '101999999' };
    await service.store.putCompany({ ...company, companyId: service.companyId + 500 });
    const answer = await postOnce(service, ecf({ rncComprador: company.rnc }));
    expect([answer.status, codeOf(answer)]).toEqual([503, 'RECEPTION_NOT_SIGNED']);
  });
});

describe('forms and paths', () => {
  test('takes a form as DGII writes it: no quotes, no type of the part', async () => {
    expect(acknowledged(await post(service, ecf(), { head: plainHead }))).toMatchObject({ estado: '0' });
  });

  test.each([
    '/cualquier/prefijo/fe/recepcion/api/ecf',
    '/FE/Recepcion/API/eCF',
    '/fe/recepci%C3%B3n/api/ecf',
    '/CerteCF/fe/recepcion/api/ecf/',
  ])('receives at %s', async (path) => {
    expect(acknowledged(await post(service, ecf(), { path }))).toMatchObject({ estado: '0' });
  });

  test.each([
    ['another name', { head: 'Content-Disposition: form-data; name="archivo"; filename="a.xml"' }],
    ['no form', { headers: { 'content-type': 'text/xml' } }],
    ['another boundary', { headers: { 'content-type': 'multipart/form-data; boundary=otro' } }],
    ['no boundary', { headers: { 'content-type': 'multipart/form-data' } }],
    ['a compressed body', { headers: { 'content-encoding': 'gzip' } }],
  ])('400 for a body with %s', async (_, options) => {
    const answer = await post(service, ecf(), options);
    expect([answer.status, codeOf(answer)]).toEqual([400, 'RECEPTION_FORM_INVALID']);
  });

  test('413 for 17 MB, and 405 for another method', async () => {
    const large = await post(service, Buffer.alloc(17 * 1024 * 1024, 0x20));
    expect([large.status, codeOf(large)]).toEqual([413, 'BODY_TOO_LARGE']);
    const got = await request(`${service.apiUrl}${paths.recepcion}`);
    expect(got.statusCode).toBe(405);
    await got.body.dump();
  });

  test('the receiver may have a port of its own, or none', async () => {
    const port = await freePort();
    await service.startApi({ RECEIVER_PORT: String(port) });
    expect((await post(service, ecf())).status).toBe(404);
    expect((await post(service, ecf(), { url: `http://127.0.0.1:${port}` })).status).toBe(200);
    const api = await request(`http://127.0.0.1:${port}/docs/`);
    expect(api.statusCode).toBe(404);
    await api.body.dump();
    await service.startApi({ RECEIVER_PORT: 'off' });
    expect((await post(service, ecf())).status).toBe(404);
    await service.startApi();
  });
});

/** Uses up the room for this hour and the next one, because the hour may end during the test; -1 gives it back. */
function fillRoom(name: string) {
  const hourMs = 3_600_000;
  const hour = Math.floor(Date.now() / hourMs);
  return async (sign: 1 | -1) => {
    for (const one of [hour, hour + 1])
      await service.store.count(`${name}:${one}`, sign * 1024 ** 4, new Date((one + 1) * hourMs));
  };
}

test('strangers who have stored too much in this hour are asked to wait; what was received before is answered', async () => {
  const known = ecf();
  const first = await post(service, known);
  const fill = fillRoom('untrusted');
  await fill(1);
  const encf = nextEncf();
  const refused = await post(service, ecf({ encf }));
  expect([refused.status, codeOf(refused), refused.headers['retry-after']]).toEqual([
    ...[503, 'RECEPTION_NO_ROOM', '900'],
  ]);
  expect(await receptionOf(encf)).toBeUndefined();
  expect((await post(service, known)).body).toEqual(first.body);
  const folder = await mkdtemp(join(tmpdir(), 'authorities-'));
  await writeFile(join(folder, 'ca.pem'), testAuthority().certificatePem);
  await service.startApi({ RECEIVER_CA_FILE: join(folder, 'ca.pem') });
  await rm(folder, { recursive: true });
  expect(acknowledged(await post(service, ecf({ encf })))).toMatchObject({ estado: '0', encf });
  await service.startApi();
  await fill(-1);
  expect(acknowledged(await post(service, ecf()))).toMatchObject({ estado: '0' });
});

test('strangers whose vouchers were refused too often in this hour are asked to wait; good vouchers are received', async () => {
  const wrong = (encf: string) => Buffer.from(ecf({ encf }).toString('utf8').replace('1180.00', '1180.01'));
  const known = wrong(nextEncf());
  const first = await post(service, known);
  expect(acknowledged(first)).toMatchObject({ motivo: '2' });
  const encf = nextEncf();
  const fill = fillRoom('refusals');
  await fill(1);
  const refused = await post(service, wrong(encf));
  expect([refused.status, codeOf(refused)]).toEqual([503, 'RECEPTION_NO_ROOM']);
  expect((await post(service, known)).body).toEqual(first.body);
  expect(acknowledged(await post(service, ecf({ encf })))).toMatchObject({ estado: '0', encf });
  await fill(-1);
  expect(acknowledged(await post(service, wrong(nextEncf())))).toMatchObject({ motivo: '2' });
});

describe('authentication', () => {
  const seed = async () => {
    const response = await request(`${service.apiUrl}${paths.semilla}`);
    expect(response.statusCode).toBe(200);
    return response.body.text();
  };
  const exchange = (signed: string, headers: Record<string, string> = {}) =>
    post(service, Buffer.from(signed), { path: paths.validacion, headers });
  const tokenFor = async () => {
    const answer = await exchange(signXml(await seed(), issuerCertificate()));
    return (JSON.parse(answer.body.toString('utf8')) as { token: string }).token;
  };

  test('a signed seed gives one token, once', async () => {
    const signed = signXml(await seed(), issuerCertificate());
    const answer = await exchange(signed);
    expect(answer.status).toBe(200);
    expect(JSON.parse(answer.body.toString('utf8'))).toEqual({
      token: expect.any(String) as string,
      expira: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/) as string,
      expedido: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/) as string,
    });
    const again = await exchange(signed);
    expect([again.status, codeOf(again)]).toEqual([400, 'SEED_INVALID']);
  });

  test('answers XML to a caller that accepts only XML', async () => {
    const answer = await exchange(signXml(await seed(), issuerCertificate()), { accept: 'application/xml' });
    expect(answer.body.toString('utf8')).toMatch(/<RespuestaAutenticacion .*<token>[^<]+<\/token><expira>/);
  });

  test.each<[string, () => Promise<string>]>([
    ['an unsigned one', seed],
    [
      'a made-up one',
      async () => signXml((await seed()).replace(/<valor>[^<]*/, '<valor>abc'), issuerCertificate()),
    ],
    [
      'one of the api',
      async () =>
        signXml(
          (await seed()).replace(/<valor>[^<]*/, `<valor>${await service.token()}`),
          issuerCertificate(),
        ),
    ],
  ])('no token for %s', async (_, make) => {
    expect(codeOf(await exchange(await make()))).toBe('SEED_INVALID');
  });

  test('where a token is required, only a token of our receiver is valid, and it is valid nowhere else', async () => {
    await service.startApi({ RECEIVER_AUTH: 'required' });
    const bearer = (token: string) => ({ headers: { authorization: `Bearer ${token}` } });
    const own = await tokenFor();
    const valor = /<valor>([^<]*)/.exec(await seed())?.[1] ?? '';
    const config = { secrets: [{ kid: 'a', secret: 'x'.repeat(32) }], issuer: 'i', audience: 'a' };
    const ofAnother = createReceiverTokens(config).issue('certificate', new Date()).text;
    for (const path of [paths.recepcion, paths.aprobacion]) {
      const refusal = async (options: object) => {
        const answer = await post(service, ecf(), { path, ...options });
        return [answer.status, codeOf(answer)];
      };
      expect(await refusal({})).toEqual([401, 'TOKEN_MISSING']);
      for (const token of [await service.token(), valor, ofAnother])
        expect(await refusal(bearer(token))).toEqual([401, 'TOKEN_INVALID']);
    }
    expect(acknowledged(await post(service, ecf(), bearer(own)))).toMatchObject({ estado: '0' });
    const approval = await post(service, Buffer.from('<ECF/>'), { path: paths.aprobacion, ...bearer(own) });
    expect([approval.status, codeOf(approval)]).toEqual([400, 'APPROVAL_INVALID']);
    const api = await request(`${service.apiUrl}/api/v2/ecf-sequences`, bearer(own));
    expect(api.statusCode).toBe(401);
    await api.body.dump();
    await service.startApi();
  });

  test('where no token is required, a foreign one is not read', async () => {
    const headers = { authorization: 'Bearer ajeno' };
    expect((await post(service, ecf(), { headers })).status).toBe(200);
  });
});
