/**
 * A vendor's program brings a customer from nothing to an accepted voucher with one key of the platform: no person logs in, and nobody opens
 * a page. The program seals the customer's certificate for the workers, as the browser does.
 */
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { request } from 'undici';
import { addKey } from '../../../src/services/people/add-key.js';
import { toP12 } from '../../../tools/simulator/test-authority.js';
import { sampleEcf } from '../../harness/samples/sample-ecf.js';
import { sealedUpload, type PublicUploadKey } from '../../harness/samples/sealed-upload.js';
import { certifiedSigner } from '../../harness/samples/signers.js';
import { startService, unlimited, type Service } from '../../harness/service.js';

type Body = Readonly<Record<string, unknown>>;
interface Said {
  readonly status: number;
  readonly body: Body;
}

const rnc = '401506254';
const signer = { commonName: 'FIRMANTE DEL CLIENTE', serialNumber: 'IDCDO-00000000077' };
const clave = 'una-clave-que-elige-el-programa';
const password = 'clave-del-archivo';
let service: Service;
let text: string;

beforeAll(async () => {
  // DGII lets this signer act for the customer, which no program can arrange.
  const file = join(mkdtempSync(join(tmpdir(), 'ecf-vendor-')), 'delegations.json');
  writeFileSync(file, JSON.stringify({ [signer.serialNumber]: [rnc] }));
  service = await startService({
    env: { ...unlimited, ECF_WEB: 'on', SIMULATOR_DELEGATIONS_FILE: file },
  });
  const made = await addKey(
    { store: service.store, clock: () => new Date() },
    {
      name: 'ERP del Caribe',
      companyId: null,
      environment: 'pre-certification',
      scopes: [],
      by: { operator: 'ana@servidor' },
    },
  );
  if (made.outcome !== 'made') throw new Error(made.refusal);
  ({ text } = made);
}, 60_000);

async function send(
  method: 'GET' | 'POST' | 'PATCH',
  path: string,
  body?: object,
  token = text,
): Promise<Said> {
  const response = await request(service.apiUrl + path, {
    method,
    headers: {
      authorization: `Bearer ${token}`,
      ...(body !== undefined && { 'content-type': 'application/json' }),
    },
    body: body === undefined ? null : JSON.stringify(body),
  });
  return { status: response.statusCode, body: (await response.body.json()) as Body };
}

async function manage(method: 'GET' | 'POST' | 'PATCH', path: string, body?: object): Promise<Body> {
  const { status, body: said } = await send(method, `/app/api${path}`, body);
  expect({ path, status, said }).toEqual({ path, status: 200, said: expect.anything() as object });
  return said;
}

test('a key of the platform alone: company, user, range, printed form, certificate, accepted voucher', async () => {
  const { companyId } = await manage('POST', '/companies', {
    rnc,
    razonSocial: 'CLIENTE DEL ERP SRL',
    environment: 'pre-certification',
    origin: 'service',
  });
  const folder = `/companies/${String(companyId)}`;
  await manage('POST', `${folder}/users`, { usuario: 'erp', clave });
  const range = { from: 1, to: 500, expiresOn: '31-12-2028', authorizationNumber: '0001' };
  await manage('POST', `${folder}/pre-certification/sequences/31/authorizations`, range);
  await manage('PATCH', `${folder}/printed-form`, { color: '#0a5c36' });

  const { personId, now, ...key } = (await manage('GET', '/seal-key')) as unknown as PublicUploadKey & {
    readonly personId: string;
    readonly now: string;
  };
  const content = { p12: toP12(certifiedSigner(signer), password, { iterations: 1 }), password };
  const bound = { companyId: Number(companyId), personId, sealedAt: now };
  const imported = await manage('POST', `${folder}/certificates`, sealedUpload(key, bound, content));
  await manage('POST', `${folder}/certificates/check`, { environment: 'pre-certification' });

  const login = await send('POST', '/api/v2/Auth/login', { usuario: 'erp', clave, rnc });
  const token = String(login.body['token']);
  const next = await send('POST', '/api/v2/ecf-sequences/next', { ecfType: 31 }, token);
  const encf = String((next.body['data'] as Body)['encf']);
  const path = '/api/v2/dgii-ecf/send?waitForFinal=60s';
  const sent = await send('POST', path, sampleEcf({ encf, rncEmisor: rnc }), token);
  expect((sent.body['data'] as Body)['accepted']).toBe(1);
  expect((await service.seenByDgii(encf, rnc)).accepted).toBe(1);

  const acts = await service.store.listActs({ companyId: Number(companyId), limit: 50 });
  expect(
    acts.rows.map(({ action, keyName, result }) => [action, keyName, result?.outcome]).reverse(),
  ).toEqual(
    ['company.add', 'user.add', 'range.add', 'company.look', 'certificate.import', 'certificate.check'].map(
      (action) => [action, 'ERP del Caribe', 'done'],
    ),
  );
  expect(JSON.stringify([acts, imported])).not.toContain(text.slice(13, -4));
}, 120_000);

test('a certificate that the key sealed for one customer is of no use for another company', async () => {
  const { companyId } = await manage('POST', '/companies', {
    rnc: '401506262',
    razonSocial: 'OTRO CLIENTE SRL',
    environment: 'pre-certification',
    origin: 'service',
  });
  const { personId, now, ...key } = (await manage('GET', '/seal-key')) as unknown as PublicUploadKey & {
    readonly personId: string;
    readonly now: string;
  };
  const content = { p12: toP12(certifiedSigner(signer), password, { iterations: 1 }), password };
  const sealed = sealedUpload(key, { companyId: 1, personId, sealedAt: now }, content);
  const own = await send('POST', `/app/api/companies/${String(companyId)}/certificates`, sealed);
  expect([own.status, own.body['code']]).toEqual([400, 'SEALED_INVALID']);
  const others = await send('POST', `/app/api/companies/${service.companyId}/certificates`, sealed);
  expect([others.status, others.body['code']]).toEqual([404, 'COMPANY_NOT_FOUND']);
}, 60_000);
