/**
 * A certificate that a browser sealed is good for one import, by its person, for its company, within minutes. Here people send what others
 * have sealed, and what was sealed before.
 */
import { randomBytes, randomUUID } from 'node:crypto';
import { MongoClient, type Db } from 'mongodb';
import { inquiryTimingsOf, timingsOf } from '../../../src/boot/config.js';
import type { InquiryKinds } from '../../../src/ledger/inquiries/inquiries.js';
import { collectionsOf } from '../../../src/ledger/collections.js';
import { createProcesses } from '../../../src/services/processes.js';
import { toP12 } from '../../../tools/simulator/test-authority.js';
import { testBrowser, type TestBrowser } from '../../web/harness.js';
import { given } from '../../harness/given.js';
import { own } from '../../harness/own.js';
import { cheapHash } from '../../harness/samples/cheap-hash.js';
import { sealedUpload, type PublicUploadKey } from '../../harness/samples/sealed-upload.js';
import { certifiedSigner } from '../../harness/samples/signers.js';
import { startService, unlimited, type Service } from '../../harness/service.js';
import { logIn, type LoggedIn, type Said } from './person.js';

const minuteMs = 60_000;
const password = 'clave-del-archivo';
let service: Service;
let db: Db;
/** Each is the administrator of a company of their own. */
let ana: Administrator;
let luis: Administrator;
let browser: TestBrowser;

interface Administrator extends LoggedIn {
  readonly companyId: number;
}
type Sealed = ReturnType<typeof sealedUpload>;

async function administrator(companyId: number): Promise<Administrator> {
  return { companyId, ...(await logIn(service, companyId, 'administrador')) };
}

beforeAll(async () => {
  [service, browser] = await Promise.all([
    startService({ env: { ...unlimited, ECF_WEB: 'on' } }),
    testBrowser(),
  ]);
  own('the browser', () => browser.close());
  const client = await MongoClient.connect(given('TEST_MONGODB_URI'));
  own('the connection to the database', () => client.close());
  db = client.db(service.config.mongo.database);
  ana = await administrator(service.companyId);
  luis = await administrator((await service.addCompany()).companyId);
}, 240_000);

async function keyFor(person: LoggedIn): Promise<PublicUploadKey & { readonly now: string }> {
  const { status, body } = await person.call('GET', '/seal-key');
  expect(status).toBe(200);
  return body as { keyId: string; publicKey: string; now: string };
}

/** A certificate, sealed in the person's browser for their company. @param options.agoMs how long ago it was sealed */
async function sealedBy(
  person: Administrator,
  { agoMs = 0, commonName = 'FIRMANTE DE PRUEBA' } = {},
): Promise<Sealed> {
  const { now, ...key } = await keyFor(person);
  const signer = certifiedSigner({ commonName, serialNumber: 'IDCDO-00000000001' });
  const sealedAt = new Date(Date.parse(now) - agoMs).toISOString();
  const { companyId, personId } = person;
  const content = { p12: toP12(signer, password, { iterations: 1 }), password };
  return sealedUpload(key, { companyId, personId, sealedAt, confirmed: true }, content);
}

/** The person imports it for their company. */
const send = (person: Administrator, body: object, companyId = person.companyId) =>
  person.call('POST', `/companies/${companyId}/certificates`, body);
const codeOf = ({ status, body }: Said) => [status, body['code']];
const current = async (companyId: number) => (await service.store.currentCertificate(companyId))?.fingerprint;

test.each<[string, (person: Administrator) => Promise<Administrator>]>([
  ['the administrator of another company', () => Promise.resolve(luis)],
  ['another administrator of the company', ({ companyId }) => administrator(companyId)],
  [
    'the person for another of their companies',
    async (person) => {
      const { companyId } = await service.addCompany();
      await service.store.addMembership(person.personId, { companyId, role: 'administrador' });
      return { ...person, companyId };
    },
  ],
])('%s cannot send it, before or after its import', async (_, other) => {
  const thief = await other(ana);
  const before = await current(thief.companyId);
  const upload = await sealedBy(ana);
  expect(codeOf(await send(thief, upload))).toEqual([400, 'SEALED_INVALID']);
  const imported = await send(ana, upload);
  expect(imported.status).toBe(200);
  expect(codeOf(await send(thief, upload))).toEqual([400, 'SEALED_INVALID']);
  expect(await current(thief.companyId)).toBe(
    thief.companyId === ana.companyId ? imported.body['fingerprint'] : before,
  );
});

test('a person imports it in a browser and confirms it; what the browser sent is good for nothing else', async () => {
  const clave = 'una-clave-de-prueba';
  const email = 'eva@prueba.example';
  const { companyId } = await service.addCompany();
  const memberships = [{ companyId, role: 'administrador' as const }];
  const person = { personId: 'eva', email, name: 'Eva', memberships, support: false, generation: 0 };
  await service.store.addPerson({ ...person, secondFactor: false, demo: true }, cheapHash(clave));
  const { page, close } = await browser.open();
  const sent: object[] = [];
  page.on('request', (request) => {
    if (request.method() === 'POST' && request.url().endsWith('/certificates'))
      sent.push(request.postDataJSON() as object);
  });
  await page.goto(`${service.apiUrl}/app/empresas/${companyId}/certificados`);
  await page.getByLabel('Correo electrónico').fill(email);
  await page.getByLabel('Clave').fill(clave);
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Importar certificado' }).click();
  const dialog = page.getByRole('dialog');
  const signer = certifiedSigner({ commonName: 'FIRMANTE DE EVA', serialNumber: 'IDCDO-00000000077' });
  const buffer = Buffer.from(toP12(signer, password, { iterations: 1 }));
  await dialog.getByLabel('Archivo .p12').setInputFiles({ name: 'eva.p12', mimeType: '', buffer });
  await dialog.getByLabel('Clave del archivo').fill(password);
  await dialog.getByRole('button', { name: 'Importar certificado' }).click();
  await dialog.getByRole('button', { name: 'Importar igualmente' }).click();
  await dialog.waitFor({ state: 'hidden' });
  await page.getByText('FIRMANTE DE EVA').first().waitFor();
  await close();
  expect(sent).toHaveLength(2);
  const before = await current(luis.companyId);
  for (const upload of sent) expect(codeOf(await send(luis, upload))).toEqual([400, 'SEALED_INVALID']);
  expect(await current(luis.companyId)).toBe(before);
}, 120_000);

/** What an api can ask a worker, whatever its routes check. */
function asking(upload: Sealed, inquiryTimings = inquiryTimingsOf(service.config)) {
  const { config, store } = service;
  const { address, namespace, taskQueue } = config.temporal;
  const timings = timingsOf(config);
  const clock = () => new Date();
  const options = { address, namespace, taskQueue, timings, inquiryTimings, store, clock };
  const processes = createProcesses(options);
  own('the connection to Temporal', () => processes.close());
  return (recorded: Partial<InquiryKinds['certificate-import']['about']>) => {
    const { companyId, personId } = ana;
    return processes.ask('certificate-import', { ...upload, companyId, personId, ...recorded });
  };
}

test('an api that somebody broke into cannot have it imported for another company or person', async () => {
  const ask = asking(await sealedBy(ana));
  const refused = { outcome: 'answered', answer: { outcome: 'refused', reason: 'SEALED_INVALID' } };
  expect(await ask({ companyId: luis.companyId })).toEqual(refused);
  expect(await ask({ companyId: luis.companyId, personId: luis.personId })).toEqual(refused);
  expect(await ask({ personId: luis.personId })).toEqual(refused);
  // Two workers at once.
  const answers = await Promise.all([ask({}), ask({}), ask({})]);
  expect(answers.map((asked) => 'answer' in asked && asked.answer.outcome).sort()).toEqual([
    'imported',
    'refused',
    'refused',
  ]);
  expect(answers).toContainEqual({
    outcome: 'answered',
    answer: { outcome: 'refused', reason: 'SEALED_USED' },
  });
});

test('while no worker runs it is not used, and the ledger does not keep it when the asker gives up', async () => {
  const upload = await sealedBy(ana);
  await service.stopWorker();
  const impatient = asking(upload, { answerTimeoutMs: 1_000, giveUpMs: 1_000 });
  expect(await impatient({})).toMatchObject({ refusal: 'WORKER_SILENT' });
  const { inquiries } = collectionsOf(db);
  expect(await inquiries.countDocuments({ answer: { $exists: false } })).toBe(1);
  expect(await inquiries.countDocuments({ 'about.sealed': { $exists: true } })).toBe(0);
  await service.startWorker();
  expect((await send(ana, upload)).status).toBe(200);
}, 60_000);

test('nobody can send it twice, the person who sealed it neither', async () => {
  const upload = await sealedBy(ana);
  const { body } = await send(ana, upload);
  await send(ana, await sealedBy(ana, { commonName: 'OTRA PERSONA' }));
  const now = await current(ana.companyId);
  expect(codeOf(await send(ana, upload))).toEqual([409, 'SEALED_USED']);
  expect(await current(ana.companyId)).toBe(now);
  expect(now).not.toBe(body['fingerprint']);
});

test.each([
  { name: 'before the last five minutes', agoMs: 6 * minuteMs },
  { name: 'by a clock that is ahead', agoMs: -2 * minuteMs },
])('what was sealed $name is refused', async ({ agoMs }) => {
  const before = await current(ana.companyId);
  expect(codeOf(await send(ana, await sealedBy(ana, { agoMs })))).toEqual([409, 'SEALED_EXPIRED']);
  // Its time cannot be changed.
  const renewed = { ...(await sealedBy(ana, { agoMs })), sealedAt: (await keyFor(ana)).now };
  expect(codeOf(await send(ana, renewed))).toEqual([400, 'SEALED_INVALID']);
  expect(await current(ana.companyId)).toBe(before);
});

test('who names an unknown key makes no new key for the others', async () => {
  const before = (await keyFor(ana)).keyId;
  const upload = await sealedBy(ana);
  for (const keyId of [randomUUID(), 'x'])
    expect(codeOf(await send(ana, { ...upload, keyId }))).toEqual([409, 'SEAL_KEY_UNKNOWN']);
  expect((await keyFor(luis)).keyId).toBe(before);
  expect(await collectionsOf(db).uploadKeys.countDocuments()).toBe(1);
  expect((await send(ana, upload)).status).toBe(200);
});

test('after an hour there is another key; what was sealed to the old one is accepted for minutes and not longer', async () => {
  const { uploadKeys } = collectionsOf(db);
  const [first, second] = [await sealedBy(luis), await sealedBy(luis)];
  // Made an hour and a minute ago.
  const age = (member: 'createdAt' | 'expireAt') => {
    return { $dateSubtract: { startDate: `$${member}`, unit: 'minute' as const, amount: 61 } };
  };
  await uploadKeys.updateMany({}, [{ $set: { createdAt: age('createdAt'), expireAt: age('expireAt') } }]);
  const asked = await Promise.all(Array.from({ length: 5 }, () => keyFor(luis)));
  expect(new Set(asked.map(({ keyId }) => keyId)).size).toBe(1);
  expect(asked[0]?.keyId).not.toBe(first.keyId);
  expect((await send(luis, first)).status).toBe(200);
  await uploadKeys.updateOne({ _id: first.keyId }, { $set: { expireAt: new Date() } });
  expect(codeOf(await send(luis, second))).toEqual([409, 'SEAL_KEY_UNKNOWN']);
  expect((await send(luis, await sealedBy(luis))).status).toBe(200);
});

test('after the master key was replaced, the first import gets rid of the key, and the next one works', async () => {
  const upload = await sealedBy(luis);
  await service.stopWorker();
  await service.startWorker({ ECF_MASTER_KEY: randomBytes(32).toString('base64') });
  expect(codeOf(await send(luis, upload))).toEqual([409, 'SEAL_KEY_UNKNOWN']);
  const again = await sealedBy(luis);
  expect(again.keyId).not.toBe(upload.keyId);
  expect((await send(luis, again)).status).toBe(200);
}, 60_000);
