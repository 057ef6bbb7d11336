/** Token secrets and master keys are rotated as docs/operations.md describes, and no voucher is lost. */
import { randomBytes } from 'node:crypto';
import { runCli } from '../../cli/harness.js';
import { encfs, sampleEcf } from '../../harness/samples/sample-ecf.js';
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
