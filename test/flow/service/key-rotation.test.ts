/** Token secrets and master keys are rotated as docs/operate/keys.md describes, and no voucher is lost. */
import { randomBytes } from 'node:crypto';
import { runCli } from '../../cli/harness.js';
import { openPem } from '../../../src/signing/keys/certificate.js';
import { sealCertificate } from '../../../src/signing/keys/seal-certificate.js';
import { encfs, sampleEcf } from '../../harness/samples/sample-ecf.js';
import { certifiedSigner } from '../../harness/samples/signers.js';
import { startService, type Service } from '../../harness/service.js';
import { until } from '../../harness/until.js';

const next = encfs(31);
let service: Service;

beforeAll(async () => {
  service = await startService({ workerless: true });
}, 120_000);

test('tokens of the old secret stay valid beside the new one, until the old secret is removed', async () => {
  const old = service.env['ECF_JWT_SECRET']!;
  const fresh = `fresh:${randomBytes(32).toString('base64')}`;
  const first = service.apiUrl;
  const path = '/api/v2/dgii-ecf/document-status/E310009999999';
  const statusWith = async (token: string) => {
    const answer = await fetch(service.apiUrl + path, { headers: { authorization: `Bearer ${token}` } });
    return ((await answer.json()) as { data: { code: string } }).data.code;
  };
  const login = async () => {
    const answer = await fetch(`${service.apiUrl}/api/v2/Auth/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ usuario: 'prueba', clave: 'prueba-2026', rnc: service.rnc }),
    });
    return ((await answer.json()) as { token: string }).token;
  };
  const before = await login();

  await service.startApi({ ECF_JWT_SECRET: `${fresh},${old}` });
  const after = await login();
  expect([await statusWith(before), await statusWith(after)]).toEqual(['ECF_NOT_FOUND', 'ECF_NOT_FOUND']);

  await service.startApi({ ECF_JWT_SECRET: fresh });
  expect([await statusWith(before), await statusWith(after)]).toEqual(['TOKEN_INVALID', 'ECF_NOT_FOUND']);
  service.apiUrl = first;
}, 120_000);

test('a voucher in a long pause is tried as soon as a certificate that can be used is imported', async () => {
  const importSealedWith = async (masterKey: Buffer) => {
    const signer = certifiedSigner({ commonName: 'FIRMANTE DE PRUEBA', serialNumber: 'IDCDO-00000000001' });
    const opened = openPem(signer.certificatePem, signer.privateKeyPem);
    if (!opened.ok) throw new Error(opened.reason);
    const sealed = sealCertificate(service.companyId, opened.certificate, masterKey);
    await service.store.putCertificate({ ...sealed, importedAt: new Date() });
  };
  await importSealedWith(randomBytes(32));
  await service.startWorker();
  const first = service.apiUrl;
  // The api starts the workflow, with its own settings.
  await service.startApi({ ECF_RETRY_FIRST_MS: '60000', ECF_RETRY_MAX_MS: '60000' });
  const encf = next();
  await service.post('/api/v2/dgii-ecf/send?waitForFinal=0s', sampleEcf({ encf }));
  const find = () => service.store.findDocument(service.companyId, 'pre-certification', encf);
  // A worker reads a company's certificate at most once a second. The read after the import must be a new one.
  await until('its certificate was read some time ago', async () => {
    const waiting = (await find())?.waiting;
    return waiting?.reason === 'CERTIFICATE_UNUSABLE' && Date.now() - waiting.since.getTime() > 1_500;
  });

  await importSealedWith(Buffer.from(service.env['ECF_MASTER_KEY']!, 'base64'));
  // By itself it would be tried again after 60 s.
  await until('it is accepted', async () => (await find())?.state === 'accepted', { withinMs: 40_000 });
  service.apiUrl = first;
  await service.stopWorker();
}, 180_000);

test('vouchers are signed during a change of the master key, and wait only while a key cannot be decrypted', async () => {
  const old = service.env['ECF_MASTER_KEY']!;
  const fresh = randomBytes(32).toString('base64');
  const worker = (keys: string) => service.startWorker({ ECF_MASTER_KEY: keys });
  const send = async (wait: string) => {
    const encf = next();
    const sent = await service.post(`/api/v2/dgii-ecf/send?waitForFinal=${wait}`, sampleEcf({ encf }));
    return { encf, accepted: sent.body.data['accepted'] };
  };
  const find = (encf: string) => service.store.findDocument(service.companyId, 'pre-certification', encf);

  await worker(`${fresh},${old}`);
  expect(await send('30s')).toMatchObject({ accepted: 1 });
  await service.stopWorker();

  // The old master key was removed too early: the voucher waits, and is not lost.
  await worker(fresh);
  const { encf } = await send('0s');
  await until('it waits', async () => (await find(encf))?.waiting?.reason === 'CERTIFICATE_UNUSABLE');

  const resealed = await runCli(['--json', 'certificate', 'reseal'], {
    ...service.env,
    ECF_MASTER_KEY: `${fresh},${old}`,
  });
  expect(resealed.data).toEqual({ resealed: 1, already: 0, notOpened: 0 });
  await until('it is accepted', async () => (await find(encf))?.state === 'accepted');
  expect(await send('30s')).toMatchObject({ accepted: 1 });
}, 180_000);
