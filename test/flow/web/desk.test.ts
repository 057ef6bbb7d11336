/** What a person does in the web application, from the click to DGII's answer: the worker and the simulator run. */
import { randomUUID } from 'node:crypto';
import { MongoClient } from 'mongodb';
import { localDate } from '../../../src/ecf/model/dates.js';
import { verifyXml } from '../../../src/signing/verify/verify.js';
import { issueCertificate, toP12, type IssuedCertificate } from '../../../tools/simulator/test-authority.js';
import { given } from '../../harness/given.js';
import { postulacion } from '../../harness/samples/portal-xml.js';
import { sampleEcf } from '../../harness/samples/sample-ecf.js';
import { sealedUpload } from '../../harness/samples/sealed-upload.js';
import { certifiedSigner, testAuthority } from '../../harness/samples/signers.js';
import { startService, unlimited, type OtherCompany, type Service } from '../../harness/service.js';
import { until } from '../../harness/until.js';
import { contentsIn } from '../../replay/contents.js';
import type { HistoryJson } from '../../replay/histories.js';
import { certificateBag, keyBag, pfx, plain } from '../../unit/signing/p12/p12-files.js';
import { logIn, type LoggedIn } from './person.js';

let service: Service;
let company: OtherCompany;
let operador: LoggedIn;
let administrador: LoggedIn;
const password = 'clave-del-archivo';
const signer = { commonName: 'FIRMANTE DE PRUEBA', serialNumber: 'IDCDO-00000000001' };

beforeAll(async () => {
  service = await startService({ env: { ...unlimited, ECF_WEB: 'on' } });
  company = await service.addCompany({ environment: 'certification', origin: 'service' });
  operador = await logIn(service, company.companyId, 'operador');
  administrador = await logIn(service, company.companyId, 'administrador');
}, 60_000);

const path = (end: string) => `/companies/${company.companyId}/${end}`;

describe('certification', () => {
  const encf = 'E310000000777';
  // At midnight the same voucher would get other content.
  const today = localDate(Date.now());
  const ecf = () => {
    const one = sampleEcf({ encf, rncEmisor: company.rnc });
    one.ECF.Encabezado.Emisor.FechaEmision = today;
    return one;
  };
  const issue = (change: object = {}) =>
    operador.call('POST', path('certification/vouchers'), {
      ecf: JSON.stringify(ecf()),
      number: 'given',
      reference: randomUUID(),
      ...change,
    });
  const final = (attempt: number) => {
    const look = async () => {
      const { body } = await operador.call('GET', path(`certification/vouchers/${encf}`));
      return body['attempt'] === attempt && body['final'] === true && body;
    };
    return until('the voucher is final', look, { withinMs: 50_000 });
  };

  test('a person issues what send refuses, and follows it to DGII’s verdict', async () => {
    const sent = await company.post('/api/v2/dgii-ecf/send', ecf());
    expect([sent.status, sent.body.data['code']]).toEqual([409, 'SEQUENCE_CERTIFICATION_WEB_ONLY']);
    expect((await issue()).body).toMatchObject({ ecf: encf, attempt: 1 });
    expect(await final(1)).toMatchObject({ status: 'Aceptado', issuedBy: { por: operador.email } });
    const xml = await operador.call('GET', path(`certification/vouchers/${encf}/xml`));
    expect(xml.text).toContain(`<eNCF>${encf}</eNCF>`);
    expect((await service.seenByDgii(encf, company.rnc)).accepted).toBe(1);
  });

  test('another attempt is signed and delivered anew; send still answers 409 for new vouchers', async () => {
    const newAttempt = { note: 'La DGII reinició el set', attempt: 1 };
    expect((await issue({ newAttempt })).body).toMatchObject({ ecf: encf, attempt: 2 });
    await final(2);
    const next = await company.post('/api/v2/ecf-sequences/next', { ecfType: 31 });
    expect([next.status, next.body.data['code']]).toEqual([409, 'SEQUENCE_CERTIFICATION_WEB_ONLY']);
  });

  test('a range that a person adds is handed out by next once the company is in another environment', async () => {
    const other = await service.addCompany({ origin: 'service' });
    const person = await logIn(service, other.companyId, 'operador');
    const ranges = `/companies/${other.companyId}/pre-certification/sequences/31/authorizations`;
    const range = { from: 500, to: 600, expiresOn: '31-12-2028', authorizationNumber: '9' };
    expect((await person.call('POST', ranges, range)).status).toBe(200);
    const next = await other.post('/api/v2/ecf-sequences/next', { ecfType: 31 });
    expect(next.body.data['encf']).toBe('E310000000500');
  });
});

/** Seals a certificate as the administrator's browser does. */
async function sealed(
  p12: Uint8Array,
  {
    typed = password,
    confirmed = false,
    fingerprint,
  }: Partial<Record<'typed' | 'fingerprint', string>> & { confirmed?: boolean } = {},
) {
  const { body } = await administrador.call('GET', '/seal-key');
  const { now, ...key } = body as { keyId: string; publicKey: string; now: string };
  const { personId } = administrador;
  const bound = { companyId: company.companyId, personId, sealedAt: now, fingerprint, confirmed };
  return sealedUpload(key, bound, { p12, password: typed });
}

const upload = (body: object) => administrador.call('POST', path('certificates'), body);
const p12Of = (one: IssuedCertificate) => toP12(one, password, { iterations: 1 });

test('a file of DGII’s portal is signed with the company’s certificate; history and question keep nothing of it', async () => {
  const xml = Buffer.from(postulacion).toString('base64');
  const { status, body } = await operador.call('POST', path('portal-xml'), { xml });
  expect({ status, root: body['root'] }).toEqual({ status: 200, root: 'Postulacion' });
  const signed = Buffer.from(String(body['xml']), 'base64');
  const verified = verifyXml(signed.toString(), 'as-received');
  if (!verified.ok) throw new Error(verified.reason);
  const current = await service.store.currentCertificate(company.companyId);
  expect(verified.certificate.toString()).toBe(current?.certificatePem);
  expect(verified.content).toContain('<RazonSocial>EMPRESA DE PRUEBA SRL</RazonSocial>');
  const query = `WorkflowType = 'inquiry' AND TaskQueue = '${service.config.temporal.taskQueue}'`;
  const histories = await until('the run is listed', async () => {
    const found: HistoryJson[] = [];
    for await (const { workflowId } of service.temporal.workflow.list({ query })) {
      if (!workflowId.startsWith('inquiry-portal-signature-')) continue;
      const history = await service.temporal.workflow.getHandle(workflowId).fetchHistory();
      found.push(JSON.parse(JSON.stringify(history)) as HistoryJson);
    }
    return found.length > 0 && found;
  });
  for (const history of histories) expect(contentsIn(history, [xml, 'Postulacion'])).toEqual([]);
  const client = await MongoClient.connect(given('TEST_MONGODB_URI'));
  try {
    const questions = client.db(service.config.mongo.database).collection('inquiries');
    const [question] = await questions.find({ kind: 'portal-signature' }).toArray();
    expect(Object.keys(question?.['about'] as object)).toEqual(['companyId']);
  } finally {
    await client.close();
  }
});

describe('a certificate', () => {
  test('that the browser sealed is opened by the worker, and the company signs with it', async () => {
    const before = await service.store.currentCertificate(company.companyId);
    const { status, body } = await upload(await sealed(p12Of(certifiedSigner(signer)), { confirmed: true }));
    expect({ status, body }).toMatchObject({ status: 200, body: { replaced: before?.fingerprint } });
    const listed = await operador.call('GET', path('certificates'));
    expect(listed.body).toMatchObject([
      { fingerprint: body['fingerprint'], active: true },
      { fingerprint: before?.fingerprint, active: false },
    ]);
    const checked = await administrador.call('POST', path('certificates/check'), {
      environment: 'certification',
    });
    expect(checked.body).toEqual({ fingerprint: body['fingerprint'], resumed: false });
  });

  test('of another holder waits for the person’s confirmation, and the replaced one can be used again', async () => {
    const before = await service.store.currentCertificate(company.companyId);
    const other = p12Of(certifiedSigner({ commonName: 'OTRA PERSONA', serialNumber: 'IDCDO-00000000002' }));
    const refused = await upload(await sealed(other));
    expect(refused).toMatchObject({ status: 409, body: { code: 'CERTIFICATE_NOT_CONFIRMED' } });
    const { present, offered } = refused.body['detalle'] as Record<
      'present' | 'offered',
      { subject: string; notAfter: string }
    >;
    expect(present.subject).toContain(signer.commonName);
    expect(present.notAfter).toBe(before?.notAfter.toISOString());
    expect(offered.subject).toContain('OTRA PERSONA');
    expect(await service.store.currentCertificate(company.companyId)).toEqual(before);
    const confirmed = await upload(await sealed(other, { confirmed: true }));
    expect(confirmed.body['replaced']).toBe(before?.fingerprint);
    const use = (fingerprint: string) =>
      administrador.call('POST', path(`certificates/${fingerprint}/use`), {});
    expect((await use('0'.repeat(64))).body['code']).toBe('CERTIFICATE_NOT_FOUND');
    expect(await use(before?.fingerprint ?? '')).toMatchObject({ status: 200, body: {} });
    const current = await service.store.currentCertificate(company.companyId);
    expect(current?.fingerprint).toBe(before?.fingerprint);
    const { body: log } = await administrador.call('GET', path('audit'));
    expect((log['items'] as object[])[0]).toMatchObject({
      action: 'certificate.use',
      target: before?.fingerprint,
      outcome: 'done',
    });
  });

  test('among several in one file waits for the person’s choice', async () => {
    const pair = (commonName: string, serialNumber: string) => certifiedSigner({ commonName, serialNumber });
    const pairs = [pair(signer.commonName, signer.serialNumber), pair('OTRA PERSONA', 'IDCDO-00000000002')];
    const bags = pairs.flatMap((one) => [certificateBag(one), keyBag(one)]);
    const file = pfx([plain(...bags)]);
    const asked = await upload(await sealed(file));
    expect(asked).toMatchObject({ status: 409, body: { code: 'CERTIFICATE_CHOICE_NEEDED', campo: 'p12' } });
    const { candidates } = asked.body['detalle'] as {
      candidates: { fingerprint: string; subject: string }[];
    };
    expect(candidates.map(({ subject }) => subject)).toEqual([
      expect.stringContaining(signer.commonName),
      expect.stringContaining('OTRA PERSONA'),
    ]);
    const { fingerprint } = candidates[0]!;
    const chosen = await upload(await sealed(file, { fingerprint, confirmed: true }));
    expect(chosen).toMatchObject({ status: 200, body: { fingerprint } });
  });

  const day = 86_400_000;
  const made = (change: object) => issueCertificate(testAuthority(), { ...signer, keyBits: 2048, ...change });

  test.each<{ name: string; body: () => Promise<object>; code: string; campo: string }>([
    {
      name: 'a wrong password',
      body: () => sealed(p12Of(certifiedSigner(signer)), { typed: 'otra' }),
      code: 'CERTIFICATE_WRONG_PASSWORD',
      campo: 'password',
    },
    {
      name: 'a file that is no certificate',
      body: () => sealed(Buffer.from('hola')),
      code: 'CERTIFICATE_UNREADABLE',
      campo: 'p12',
    },
    {
      name: 'an expired certificate',
      body: () =>
        sealed(
          p12Of(made({ notBefore: new Date(Date.now() - 9 * day), notAfter: new Date(Date.now() - day) })),
        ),
      code: 'CERTIFICATE_EXPIRED',
      campo: 'p12',
    },
    {
      name: 'a certificate of another taxpayer',
      body: () => sealed(p12Of(made({ commonName: 'OTRA SRL VATDO-131880681' }))),
      code: 'CERTIFICATE_OTHER_RNC',
      campo: 'p12',
    },
    {
      name: 'an altered upload',
      body: async () => {
        const one = await sealed(p12Of(certifiedSigner(signer)));
        return { ...one, iv: Buffer.alloc(12).toString('base64') };
      },
      code: 'SEALED_INVALID',
      campo: 'p12',
    },
    {
      name: 'an upload to a key that is gone',
      body: async () => ({ ...(await sealed(p12Of(certifiedSigner(signer)))), keyId: randomUUID() }),
      code: 'SEAL_KEY_UNKNOWN',
      campo: 'p12',
    },
  ])('is refused with a code: $name', async ({ body, code, campo }) => {
    const before = await service.store.currentCertificate(company.companyId);
    expect((await upload(await body())).body).toMatchObject({ code, campo });
    expect(await service.store.currentCertificate(company.companyId)).toEqual(before);
  });

  test('leaves no key, password or sealed file in history or in the ledger’s questions', async () => {
    const one = await sealed(p12Of(certifiedSigner(signer)));
    await upload(one);
    const secrets = [password, one.wrappedKey, one.sealed];
    const seen: HistoryJson[] = [];
    const query = `WorkflowType = 'inquiry' AND TaskQueue = '${service.config.temporal.taskQueue}'`;
    for await (const { workflowId } of service.temporal.workflow.list({ query })) {
      const history = await service.temporal.workflow.getHandle(workflowId).fetchHistory();
      seen.push(JSON.parse(JSON.stringify(history)) as HistoryJson);
    }
    expect(seen.length).toBeGreaterThan(0);
    for (const history of seen) expect(contentsIn(history, secrets)).toEqual([]);
    const client = await MongoClient.connect(given('TEST_MONGODB_URI'));
    try {
      const db = client.db(service.config.mongo.database);
      const questions = await db.collection('inquiries').find({ kind: 'certificate-import' }).toArray();
      expect(questions.length).toBeGreaterThan(0);
      for (const { about } of questions) {
        const {
          confirmed: _confirmed,
          fingerprint: _fingerprint,
          ...kept
        } = about as Record<string, unknown>;
        expect(Object.keys(kept).sort()).toEqual(['companyId', 'iv', 'keyId', 'personId', 'sealedAt']);
      }
      const [key] = await db.collection('uploadKeys').find().toArray();
      expect(Buffer.from(String(key?.['sealedKey'])).toString()).toMatch(/^v1\./);
    } finally {
      await client.close();
    }
  });
});
