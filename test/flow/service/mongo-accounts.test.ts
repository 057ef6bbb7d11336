/** The MongoDB accounts of api and worker, with the rights that mongo-setup gives them: enough for their work, and no more. */
import { randomBytes, randomUUID } from 'node:crypto';
import { MongoClient, type Db } from 'mongodb';
import { request } from 'undici';
import { readConfig } from '../../../src/boot/config.js';
import { startApi } from '../../../src/boot/api-role.js';
import { startWorker } from '../../../src/boot/worker-role.js';
import type { Store } from '../../../src/ledger/ledger.js';
import { apiRights, webRights } from '../../../src/ledger/account-rights.js';
import { buildIndexes } from '../../../src/ledger/ledger.js';
import { addKey } from '../../../src/services/people/add-key.js';
import { idOfEncf } from '../../../src/ledger/numbers/numbers.js';
import { given, givenBundle } from '../../harness/given.js';
import { admitInput, openStore, readDocument } from '../../harness/ledger.js';
import { own } from '../../harness/own.js';
import { issuerRnc, sentApproval, sentEcf } from '../../harness/samples/received.js';
import { sampleEcf } from '../../harness/samples/sample-ecf.js';
import { unnumberedEcf } from '../../harness/samples/unnumbered.js';
import { startService, type Service } from '../../harness/service.js';
import { until } from '../../harness/until.js';
import { acknowledged, paths, post } from '../received/sender.js';
import { openReceiver, verified } from '../events/hooks.js';
import { logIn } from '../web/person.js';

const database = `ecf_accounts_${randomBytes(4).toString('hex')}`;
const word = () => randomBytes(12).toString('hex');
const passwords = { api: word(), web: word(), worker: word() };
/** `web`: the api with the web application. */
type Account = keyof typeof passwords;
function uriOf(account: Account): string {
  const uri = new URL(given('TEST_MONGODB_URI'));
  uri.username = `ecf-${account}`;
  uri.password = passwords[account];
  uri.pathname = `/${database}`;
  return uri.href;
}

async function opened(account: Account): Promise<{ db: Db; store: Store }> {
  const store = await openStore(uriOf(account), database);
  own(`the store of ${account}`, () => store.close());
  const client = await MongoClient.connect(uriOf(account));
  own(`the connection of ${account}`, () => client.close());
  return { db: client.db(database), store };
}

let service: Service;
let api: { db: Db; store: Store };

beforeAll(async () => {
  const root = await MongoClient.connect(given('TEST_MONGODB_URI'));
  const db = root.db(database);
  own('the database', async () => {
    await db.command({ dropAllUsersFromDatabase: 1 });
    await db.command({ dropAllRolesFromDatabase: 1 });
    await db.dropDatabase();
    await root.close();
  });
  for (const [account, rights] of [
    ['api', apiRights],
    ['web', webRights],
  ] as const) {
    const privileges = Object.entries(rights).map(([collection, actions]) => {
      return { resource: { db: database, collection }, actions };
    });
    await db.command({ createRole: `ecf-${account}`, privileges, roles: [] });
    await db.command({ createUser: `ecf-${account}`, pwd: passwords[account], roles: [`ecf-${account}`] });
  }
  await db.command({ createUser: 'ecf-worker', pwd: passwords.worker, roles: ['readWrite'] });
  // As mongo-setup does: the api's account may not.
  await buildIndexes(given('TEST_MONGODB_URI'), database);
  api = await opened('api');

  service = await startService({
    workerless: true,
    env: { ECF_WEB: 'on', MONGODB_DATABASE: database, WEBHOOKS_PRIVATE_ADDRESSES: 'allow' },
  });
  const as = (account: 'api' | 'worker') => readConfig({ ...service.env, MONGODB_URI: uriOf(account) });
  const running = await startApi(as('api'), service.log);
  own('the api', () => running.stop());
  service.apiUrl = `http://127.0.0.1:${running.port}`;
  const worker = await startWorker(as('worker'), service.log, { workflowBundle: givenBundle() });
  own('the worker', () => worker.stop());
}, 120_000);

test('the api reads an API key and notes its use', async () => {
  const { companyId, store } = service;
  const asked = {
    name: 'ERP',
    companyId,
    environment: 'pre-certification' as const,
    scopes: ['vouchers:read'] as const,
  };
  const made = await addKey(
    { store, clock: () => new Date() },
    { ...asked, by: { operator: 'ana@servidor' } },
  );
  if (made.outcome !== 'made') throw new Error(made.refusal);
  const headers = { authorization: `Bearer ${made.text}` };
  expect((await request(`${service.apiUrl}/api/v2/dgii-ecf/documents`, { headers })).statusCode).toBe(200);
  const [noted] = await store.findApiKeys([made.key.keyId]);
  expect(noted?.secrets[0]?.firstUsedAt).toBeInstanceOf(Date);
});

test('a voucher can be sent, accepted and queried, and so can the status of another company’s voucher', async () => {
  const encf = 'E310000000001';
  const sent = await service.post('/api/v2/dgii-ecf/send?waitForFinal=60s', sampleEcf({ encf }));
  expect([sent.status, sent.body.data['accepted']]).toEqual([200, 1]);
  expect((await service.get(`/api/v2/dgii-ecf/document-status/${encf}`)).status).toBe(200);
  expect((await service.get('/api/v2/dgii-ecf/documents')).body.data).toMatchObject([{ ecf: encf }]);
  expect((await service.get(`/api/v2/dgii-ecf/document-history/${encf}`)).status).toBe(200);
  const mail = { to: 'a@cliente.example', kind: 'password-changed', data: { at: new Date() } } as const;
  const { companyId } = service;
  expect(
    await api.store.putMail(randomUUID(), { ...mail, companyId, language: 'es', createdAt: new Date() }),
  ).toBe(true);
  expect(await api.store.countOpenMails(companyId, 10)).toBe(1);
  const query = new URLSearchParams({ rncEmisor: service.rnc, encf, rncComprador: '131880681' });
  expect((await service.get(`/api/v2/dgii-ecf/external-status?${query}`)).status).toBe(200);
  expect((await service.get('/api/v2/dgii-ecf/consult-rnc?rnc=131880681')).body.data['code']).toBe(
    'RNC_REGISTRY_EMPTY',
  );
}, 90_000);

test('the api reads events, and hears of new ones', async () => {
  expect((await service.get('/api/v2/events')).status).toBe(200);
  const heard: unknown[] = [];
  const stream = api.store.watchFeeds({
    onEvents: (feed) => heard.push(feed),
    onEnd: (error) => heard.push(error),
  });
  own('the stream', () => stream.close());
  const { db } = await opened('worker');
  let seq = 0;
  // The stream may open after the first ones.
  await until('the api hears of an event', async () => {
    seq += 1;
    const event = { companyId: 7, environment: 'production', seq, key: String(seq), createdAt: new Date() };
    await db.collection('events').insertOne(event);
    return heard.includes('7:production');
  });
  expect(heard.filter((one) => typeof one !== 'string')).toEqual([]);
}, 60_000);

test('the api makes a webhook, a worker delivers to it, and the api orders the event again and ends it', async () => {
  const receiver = await openReceiver();
  const made = await service.post('/api/v2/webhooks', { url: receiver.url, types: ['ecf.accepted'] });
  expect(made.status).toBe(200);
  const { id, secret } = made.body.data as { id: string; secret: string };
  const encf = 'E310000000003';
  await service.post('/api/v2/dgii-ecf/send?waitForFinal=60s', sampleEcf({ encf }));
  await until('the event arrives', async () => receiver.got.length > 0, { withinMs: 60_000 });
  expect(verified(secret, receiver.got[0]!)).toMatchObject({ data: { ecf: encf } });
  const at = `/api/v2/webhooks/${id}`;
  const { body } = await service.get(`${at}/deliveries`);
  expect(body.data).toMatchObject([{ eventId: receiver.got[0]!.id }]);
  const again = { eventId: receiver.got[0]!.id };
  expect((await service.post(`${at}/redeliver`, again)).status).toBe(200);
  const authorization = `Bearer ${await service.token()}`;
  const removed = await request(`${service.apiUrl}${at}`, { method: 'DELETE', headers: { authorization } });
  await removed.body.dump();
  expect(removed.statusCode).toBe(200);
}, 120_000);

test('numbers are handed out, listed and used; a failed login is counted', async () => {
  const { companyId, rnc, store } = service;
  const company = (await store.findCompany(companyId))!;
  await store.putCompany({ ...company, origin: 'service' });
  await store.addAuthorization({
    companyId,
    environment: 'pre-certification',
    ecfType: 31,
    from: 100,
    to: 200,
    expiresOn: '31-12-2028',
    authorizationNumber: 'A-1',
    now: new Date(),
  });
  const next = await service.post('/api/v2/ecf-sequences/next', { ecfType: 31, externalReference: 'A' });
  expect([next.status, next.body.data['encf']]).toEqual([200, 'E310000000100']);
  // A read may use the company as it was up to a second ago.
  await until(
    'the api sees the new origin',
    async () => (await service.get('/api/v2/ecf-sequences')).status === 200,
  );
  expect((await service.get('/api/v2/ecf-sequences/unused?olderThanHours=0')).status).toBe(200);
  const encf = next.body.data['encf'] as string;
  const sent = await service.post('/api/v2/dgii-ecf/send?waitForFinal=60s', sampleEcf({ encf }));
  expect([sent.status, sent.body.data['accepted']]).toEqual([200, 1]);
  const issued = await service.post(
    '/api/v2/dgii-ecf/issue?waitForFinal=60s',
    unnumberedEcf({ rncEmisor: service.rnc }),
    {
      'idempotency-key': 'FAC-1',
    },
  );
  expect([issued.status, issued.body.data['accepted']]).toEqual([200, 1]);
  await store.putCompany(company);
  const login = { usuario: 'prueba', clave: 'otra', rnc };
  expect((await service.post('/api/v2/Auth/login', login)).status).toBe(401);
}, 90_000);

test('a webhook is made, its secret changed, its deliveries listed and ordered again, and it is removed', async () => {
  const made = await service.post('/api/v2/webhooks', { url: 'https://erp.ejemplo.example/', types: [] });
  expect(made.status).toBe(200);
  const path = `/api/v2/webhooks/${String(made.body.data['id'])}`;
  expect((await service.post(`${path}/rotate-secret`, {})).status).toBe(200);
  const since = new Date(Date.now() - 60_000).toISOString();
  expect((await service.post(`${path}/recover`, { since })).status).toBe(200);
  expect((await service.get(`${path}/deliveries`)).status).toBe(200);
  const removed = await request(service.apiUrl + path, {
    method: 'DELETE',
    headers: { authorization: `Bearer ${await service.token()}` },
  });
  expect(removed.statusCode).toBe(200);
}, 90_000);

test('a voucher is received and approved, its approval by a buyer is kept, and numbers are annulled', async () => {
  const encf = 'E310000000900';
  expect((await request(`${service.apiUrl}${paths.semilla}`)).statusCode).toBe(200);
  const received = await post(service, sentEcf({ encf, rncComprador: service.rnc }));
  expect(acknowledged(received)).toMatchObject({ estado: '0', encf });
  const refused = await post(service, sentEcf({ encf: 'E320000000900', rncComprador: service.rnc }));
  expect(acknowledged(refused)).toMatchObject({ estado: '1', motivo: '1' });
  expect((await service.get('/api/v2/ecf-received')).body.data).toMatchObject([{ encf }]);
  const decided = await service.post(`/api/v2/ecf-received/${issuerRnc}/${encf}/approval`, {
    estado: 'aprobado',
  });
  expect(decided.status).toBe(200);
  const unknown = 'E310000000901';
  const approval = sentApproval({
    RNCEmisor: service.rnc,
    eNCF: unknown,
    FechaEmision: '20-11-2026',
    MontoTotal: '1180.00',
    RNCComprador: issuerRnc,
    Estado: 1,
  });
  expect((await post(service, approval, { path: paths.aprobacion })).status).toBe(200);
  const annulment = { ranges: [{ desde: 'E310000000950', hasta: 'E310000000951' }] };
  const annulments = '/api/v2/ecf-sequences/annulments';
  expect((await service.post(annulments, annulment)).status).toBe(200);
  // No workflow was started for it, so nothing of it was sent.
  const { _id } = await api.store.putRangeAnnulment({
    _id: randomUUID(),
    companyId: service.companyId,
    environment: 'pre-certification',
    rnc: service.rnc,
    by: 'ana',
    note: 'x',
    requestedAt: new Date(),
    count: 1,
    ranges: [{ desde: 'E310000000960', hasta: 'E310000000960' }],
    firstCheckMs: 600_000,
  });
  expect((await service.post(`${annulments}/${_id}/cancel`, {})).status).toBe(200);
}, 90_000);

test('a note finds its voucher, and a number that DGII left free gets a new attempt', async () => {
  expect(
    await api.store.findReferenced(service.companyId, 'pre-certification', 'E310000000001', 'E340000000001'),
  ).toBeDefined();
  const input = admitInput({ companyId: service.companyId, encf: 'E310000000300' });
  const { document } = await api.store.admit(input);
  const ref = { companyId: input.companyId, environment: input.environment, encf: input.encf, attempt: 1 };
  const verdict = { codigo: '2', secuenciaUtilizada: false, mensajes: [] };
  await service.store.recordVerdict(ref, { state: 'rejected', verdict: verdict as never }, new Date());
  const again = { ...input, requestId: 'again', contentHash: 'b'.repeat(64), content: '{"ECF":{"a":1}}' };
  expect(await api.store.admit(again)).toMatchObject({ outcome: 'created' });
  expect((await readDocument(service.store, document)).attempt).toBe(2);
}, 60_000);

test.each<[string, (db: Db) => Promise<unknown>]>([
  ['change a user', (db) => db.collection('users').updateMany({}, { $set: { disabled: false } })],
  ['add a user', (db) => db.collection('users').insertOne({ usuario: 'x' })],
  [
    'change a company',
    (db) => db.collection('companies').updateMany({}, { $set: { productionAllowed: true } }),
  ],
  ['exchange a certificate', (db) => db.collection('certificates').insertOne({ companyId: 1 })],
  ['change a file', (db) => db.collection('files').updateMany({}, { $set: { kind: 'reply' } })],
  ['grant numbers', (db) => db.collection('sequences').updateMany({}, { $set: { authorizations: [] } })],
  ['remove a voucher', (db) => db.collection('documents').deleteMany({})],
  ['remove a reservation', (db) => db.collection('reservations').deleteMany({})],
  ['make itself a person of the platform', (db) => db.collection('people').insertOne({ support: true })],
  ['drop a collection', (db) => db.collection('documents').drop()],
  [
    'let vouchers expire',
    (db) => db.collection('documents').createIndexes([{ key: { receivedAt: 1 }, expireAfterSeconds: 1 }]),
  ],
  [
    'let sessions of others expire sooner',
    (db) => db.command({ collMod: 'sessions', index: { keyPattern: { expires: 1 }, expireAfterSeconds: 1 } }),
  ],
  [
    'drop the index that keeps a number from being used twice',
    (db) => db.collection('documents').dropIndexes(),
  ],
  ['read another database', (db) => db.admin().command({ listDatabases: 1, authorizedDatabases: false })],
])('the api’s account cannot %s', async (_, attempt) => {
  await expect(attempt(api.db)).rejects.toMatchObject({ codeName: 'Unauthorized' });
});

test('the worker’s account can use the ledger’s database and no other', async () => {
  const { db } = await opened('worker');
  await expect(db.admin().command({ listDatabases: 1, authorizedDatabases: false })).rejects.toMatchObject({
    codeName: 'Unauthorized',
  });
});

test('with the web application the api’s account does what people do', async () => {
  const { store } = await opened('web');
  const now = new Date();
  const person = { personId: 'p', email: 'a@prueba.example', name: 'Ana', support: false, memberships: [] };
  expect(await store.addPerson({ ...person, generation: 0, secondFactor: false })).toBe(true);
  expect(await store.addMembership('p', { companyId: 1, role: 'consulta' })).toBe(true);
  const expiresAt = new Date(now.getTime() + 3_600_000);
  const invitation = {
    invitationId: 'i',
    email: person.email,
    createdAt: now,
    expiresAt,
    invitedBy: { personId: 'p' },
  };
  await store.putInvitation('hash', invitation);
  expect(await store.removeInvitation('hash')).toBe(true);
  expect(await store.endSessions('p')).toBe(true);
  await store.putInquiry(
    { id: 'i', kind: 'certificate-use', about: { companyId: 1, fingerprint: 'a' } },
    now,
  );
  expect([await store.claimInquiry('i'), await store.claimInquiry('i')]).toEqual([true, false]);
  const act = {
    actId: 'a',
    at: now,
    action: 'x',
    personId: 'p',
    session: 's',
    ip: '::1',
    correlationId: 'c',
  };
  await store.recordAct({ ...act, companyIds: [1] });
  await store.recordResult('a', { at: now, outcome: 'done' });
  expect((await store.listActs({ companyId: 1, limit: 2 })).rows).toMatchObject([
    { result: { outcome: 'done' } },
  ]);
});

test('a person voids the number of a voucher while an annulment has a lock on it', async () => {
  const { db, store } = await opened('web');
  const input = admitInput({ companyId: service.companyId, encf: 'E310000000970' });
  await store.admit(input);
  const { companyId, environment, encf } = input;
  const ref = { companyId, environment, encf, attempt: 1 };
  const lock = { companyId, environment, encf, note: 'x', annulledAt: new Date(), lock: 'a' };
  const _id = idOfEncf(companyId, environment, encf)!;
  await db.collection<{ _id: string }>('annulments').insertOne({ _id, ...lock });
  const voided = await store.annulDocument(ref, { by: 'ana', note: 'La DGII lo anuló', now: new Date() });
  expect(voided.outcome).toBe('done');
  expect(await db.collection('annulments').findOne({ encf })).not.toHaveProperty('lock');
});

test('an administrator has a replaced certificate used again: the api asks, and a worker changes it', async () => {
  const config = readConfig({ ...service.env, MONGODB_URI: uriOf('web') });
  const running = await startApi(config, service.log);
  own('the api with the web application', () => running.stop());
  const company = await service.addCompany();
  const { companyId } = company;
  const replaced = await service.store.currentCertificate(companyId);
  await company.renewCertificate();
  expect((await service.store.currentCertificate(companyId))?.fingerprint).not.toBe(replaced?.fingerprint);
  const web = { ...service, apiUrl: `http://127.0.0.1:${running.port}` };
  const person = await logIn(web, companyId, 'administrador');
  const use = `/companies/${companyId}/certificates/${replaced?.fingerprint}/use`;
  expect(await person.call('POST', use, {})).toMatchObject({ status: 200, body: {} });
  expect((await service.store.currentCertificate(companyId))?.fingerprint).toBe(replaced?.fingerprint);
}, 60_000);

test.each<[string, (db: Db) => Promise<unknown>]>([
  ['exchange a certificate', (db) => db.collection('certificates').insertOne({ companyId: 1 })],
  [
    'choose a certificate',
    (db) => db.collection('certificates').updateMany({}, { $set: { importedAt: new Date() } }),
  ],
  ['exchange an upload key', (db) => db.collection('uploadKeys').insertOne({ keyId: 'x' })],
  [
    'keep an upload key for longer',
    (db) => db.collection('uploadKeys').updateMany({}, { $unset: { expireAt: 1 } }),
  ],
  ['forget that an upload was used', (db) => db.collection('usedUploads').deleteMany({})],
  ['change the audit log', (db) => db.collection('audit').updateMany({}, { $set: { action: 'y' } })],
  ['remove an act from the audit log', (db) => db.collection('audit').deleteMany({})],
  ['remove a voucher', (db) => db.collection('documents').deleteMany({})],
  ['remove a reservation', (db) => db.collection('reservations').deleteMany({})],
  ['remove a person', (db) => db.collection('people').deleteMany({})],
  [
    'let the audit log expire',
    (db) => db.collection('audit').createIndexes([{ key: { at: 1 }, expireAfterSeconds: 1 }]),
  ],
])('with the web application too, it cannot %s', async (_, attempt) => {
  await expect(attempt((await opened('web')).db)).rejects.toMatchObject({ codeName: 'Unauthorized' });
});
