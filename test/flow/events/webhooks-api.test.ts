/** Webhooks as an integration uses them: the api, a worker, Temporal, the ledger and a receiver, from an accepted voucher to its event. */
import { spawn, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { request } from 'undici';
import { MongoClient, type Db } from 'mongodb';
import { retryWorkflowIdOf } from '../../../src/workflows/contract/events.js';
import { freePort } from '../../../src/shared/free-port.js';
import { projectFile } from '../../../src/shared/project-file.js';
import { readPage } from '../../harness/docs/page.js';
import { expectDescribed } from '../../harness/http/described.js';
import { own } from '../../harness/own.js';
import { encfs, sampleEcf } from '../../harness/samples/sample-ecf.js';
import { startService, unlimited, type Answer, type Service } from '../../harness/service.js';
import { until } from '../../harness/until.js';
import { openReceiver, status, verified, type Got } from './hooks.js';

let service: Service;
let db: Db;
const next = encfs(31);
const path = '/api/v2/webhooks';

beforeAll(async () => {
  service = await startService({ env: { ...unlimited, WEBHOOKS_PRIVATE_ADDRESSES: 'allow' } });
  const client = await MongoClient.connect(service.config.mongo.uri);
  own('the connection to the database', () => client.close());
  db = client.db(service.config.mongo.database);
}, 150_000);

async function call(method: 'PATCH' | 'DELETE', at: string, body?: object): Promise<Answer> {
  const answer = await request(`${service.apiUrl}${at}`, {
    method,
    headers: {
      authorization: `Bearer ${await service.token()}`,
      ...(body && { 'content-type': 'application/json' }),
    },
    body: body === undefined ? null : JSON.stringify(body),
  });
  const { statusCode, headers } = answer;
  const read = { status: statusCode, headers, body: (await answer.body.json()) as Answer['body'] };
  expectDescribed({ method, path: at, ...read });
  return read;
}

const codeOf = ({ status: code, body }: Answer) => [code, body.data['code']];

async function add(url: string, types: readonly string[] = []) {
  const { status: code, body } = await service.post(path, { url, types });
  expect(code).toBe(200);
  const { id, secret } = body.data as { id: string; secret: string };
  return { id, secret, at: `${path}/${id}` };
}

async function issue(): Promise<string> {
  const encf = next();
  await service.post('/api/v2/dgii-ecf/send?waitForFinal=20s', sampleEcf({ encf }));
  return encf;
}

const arrived = (got: readonly Got[], count: number) =>
  until('the events arrive', async () => got.length >= count, { withinMs: 60_000 });

test('an accepted voucher comes to the endpoint as an event that verifies, and the log says so', async () => {
  const receiver = await openReceiver();
  const { id, secret, at } = await add(receiver.url, ['ecf.accepted']);
  expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
  const encf = await issue();
  await arrived(receiver.got, 1);
  const { type, data } = verified(secret, receiver.got[0]!);
  expect({ type, data }).toMatchObject({ type: 'ecf.accepted', data: { attempt: 1 } });
  expect(JSON.stringify(data)).toContain(encf);

  const shown = await service.get(at);
  expect(shown.body.data).toMatchObject({ id, url: receiver.url, active: true, types: ['ecf.accepted'] });
  expect(JSON.stringify(shown.body)).not.toContain('whsec_');
  expect(JSON.stringify((await service.get(path)).body)).not.toContain('whsec_');
  const deliveries = await until('the delivery is in the log', async () => {
    const { body } = await service.get(`${at}/deliveries?status=delivered`);
    const rows = body.data as unknown as readonly object[];
    return rows.length === 1 && rows;
  });
  expect(deliveries[0]).toMatchObject({
    eventId: receiver.got[0]!.id,
    type: 'ecf.accepted',
    attempts: 1,
    tries: [{ httpStatus: 204, code: null, response: null }],
  });
  await call('DELETE', at);
}, 150_000);

test('the ledger has no secret that can be read', async () => {
  const receiver = await openReceiver();
  const { id, secret, at } = await add(receiver.url);
  const plain = secret.replace('whsec_', '');
  const hidden = [plain, Buffer.from(plain, 'base64').toString('base64url')];
  for (const name of ['webhooks', 'inquiries', 'audit']) {
    const text = JSON.stringify(await db.collection(name).find({}).toArray());
    for (const one of hidden) expect(text).not.toContain(one);
  }
  const inquiries = await db.collection('inquiries').find({ 'about.webhookId': id }).toArray();
  expect(inquiries.map(({ about }) => (about as { sealed?: string }).sealed)).toEqual([undefined]);
  await call('DELETE', at);
}, 150_000);

test('a receiver that fails gets the event again from the workflow of the endpoint', async () => {
  const receiver = await openReceiver();
  receiver.answer = status(500);
  const { id, secret, at } = await add(receiver.url, ['ecf.accepted']);
  await issue();
  await arrived(receiver.got, 1);
  receiver.answer = status(200);
  await arrived(receiver.got, 2);
  expect(receiver.got[1]!.id).toBe(receiver.got[0]!.id);
  verified(secret, receiver.got[1]!);
  const handle = service.temporal.workflow.getHandle(retryWorkflowIdOf(id));
  expect(await handle.result()).toBe('done');
  expect(JSON.stringify(await handle.fetchHistory())).not.toContain(receiver.url);
  await call('DELETE', at);
}, 150_000);

test('an endpoint that answers 410 is disabled, and another one gets the event about it', async () => {
  const gone = await openReceiver();
  gone.answer = status(410);
  const { id, at } = await add(gone.url, ['ecf.accepted']);
  const other = await openReceiver();
  const { secret, at: otherAt } = await add(other.url, ['webhook.disabled']);
  await issue();
  await arrived(other.got, 1);
  expect(verified(secret, other.got[0]!)).toMatchObject({
    type: 'webhook.disabled',
    data: { webhookId: id, reason: 'gone' },
  });
  expect((await service.get(at)).body.data).toMatchObject({ active: false, disabledReason: 'gone' });
  for (const one of [at, otherAt]) await call('DELETE', one);
}, 150_000);

test('a rotation signs with both secrets, and a second one is refused until the grace is over', async () => {
  const receiver = await openReceiver();
  const { secret, at } = await add(receiver.url, ['ecf.accepted']);
  const rotated = await service.post(`${at}/rotate-secret`, { graceHours: 168 });
  const newer = rotated.body.data['secret'] as string;
  expect(codeOf(await service.post(`${at}/rotate-secret`, {}))).toEqual([409, 'WEBHOOK_SECRET_IN_GRACE']);
  await service.post(`${at}/test`, {});
  for (const one of [secret, newer]) verified(one, receiver.got[0]!);
  await call('DELETE', at);
}, 150_000);

test('a test is answered with what the receiver said, and is no event of the feed', async () => {
  const receiver = await openReceiver();
  receiver.answer = status(418);
  const { id, at } = await add(receiver.url);
  const before = await service.store.latestSeq({
    companyId: service.companyId,
    environment: 'pre-certification',
  });
  const { body } = await service.post(`${at}/test`, {});
  expect(body.data).toMatchObject({ httpStatus: 418, response: 'texto', code: null });
  expect(JSON.parse(receiver.got[0]!.body)).toMatchObject({ type: 'webhook.test', data: { webhookId: id } });
  expect(receiver.got[0]!.id).toBe(body.data['eventId']);
  expect(
    await service.store.latestSeq({ companyId: service.companyId, environment: 'pre-certification' }),
  ).toBe(before);
  expect((await service.get(`${at}/deliveries`)).body.data).toEqual([]);
  await call('DELETE', at);
}, 150_000);

test('a disabled endpoint gets nothing, and everything that it missed when it is enabled', async () => {
  const receiver = await openReceiver();
  const { at } = await add(receiver.url, ['ecf.accepted']);
  const other = await openReceiver();
  const { at: otherAt } = await add(other.url, ['ecf.accepted']);
  expect((await call('PATCH', at, { active: false })).body.data).toMatchObject({ disabledReason: 'person' });
  await issue();
  await arrived(other.got, 1);
  expect(receiver.got).toEqual([]);
  const eventId = other.got[0]!.id;
  expect(codeOf(await service.post(`${at}/redeliver`, { eventId }))).toEqual([409, 'WEBHOOK_DISABLED']);
  await call('PATCH', at, { active: true });
  await arrived(receiver.got, 1);
  expect(receiver.got[0]!.id).toBe(eventId);
  await service.post(`${at}/redeliver`, { eventId });
  await arrived(receiver.got, 2);
  expect(receiver.got[1]!.id).toBe(eventId);

  // Since a moment: an endpoint that came later gets what it never had, and nobody gets anything twice.
  const late = await openReceiver();
  const { at: lateAt } = await add(late.url, ['ecf.accepted']);
  const since = new Date(Date.now() - 3_600_000).toISOString();
  await service.post(`${lateAt}/recover`, { since });
  await until('it has the event', async () => late.ids().includes(eventId), { withinMs: 60_000 });
  await service.post(`${otherAt}/recover`, { since });
  await issue();
  await until('the next event arrives', async () => other.got.length >= 2, { withinMs: 60_000 });
  expect(other.ids().filter((one) => one === eventId)).toHaveLength(1);
  for (const one of [at, otherAt, lateAt]) await call('DELETE', one);
}, 150_000);

test('enabled from now, an endpoint does not get what it missed', async () => {
  const receiver = await openReceiver();
  const { at } = await add(receiver.url, ['ecf.accepted']);
  await call('PATCH', at, { active: false });
  const missed = await issue();
  await until('its event is in the feed', async () => {
    const feed = { companyId: service.companyId, environment: 'pre-certification' } as const;
    const { events } = await service.store.readFeed({ ...feed, after: 0, limit: 500 });
    return events.some(({ data }) => JSON.stringify(data).includes(missed));
  });
  await call('PATCH', at, { active: true, from: 'now' });
  const wanted = await issue();
  await arrived(receiver.got, 1);
  expect(receiver.got[0]!.body).toContain(wanted);
  await call('DELETE', at);
}, 150_000);

test('nobody sees or changes the endpoint of another company', async () => {
  const receiver = await openReceiver();
  const { at } = await add(receiver.url);
  const other = await service.addCompany();
  expect(codeOf(await other.get(at))).toEqual([404, 'WEBHOOK_NOT_FOUND']);
  expect(codeOf(await other.post(`${at}/test`, {}))).toEqual([404, 'WEBHOOK_NOT_FOUND']);
  expect((await other.get(path)).body.data).toEqual([]);
  await call('DELETE', at);
  expect(codeOf(await service.get(at))).toEqual([404, 'WEBHOOK_NOT_FOUND']);
}, 150_000);

test('without a worker no endpoint is made, because nobody can keep its secret', async () => {
  await service.stopWorker();
  const before = (await service.get(path)).body.data as unknown as readonly object[];
  expect(codeOf(await service.post(path, { url: 'http://127.0.0.1:9/' }))).toEqual([
    503,
    'PROCESS_UNAVAILABLE',
  ]);
  expect((await service.get(path)).body.data).toHaveLength(before.length);
  await service.startWorker();
}, 150_000);

const python = `
import json, sys
from standardwebhooks import Webhook
given = json.load(sys.stdin)
print(json.dumps(Webhook(given["secret"]).verify(given["body"], given["headers"])))
`;

test('Python’s standardwebhooks verifies a request, and refuses an altered one', async () => {
  if (spawnSync('python3', ['-c', 'import standardwebhooks']).status !== 0) {
    process.stderr.write(
      'NOT CHECKED: python3 has no package standardwebhooks (pip install standardwebhooks==1.1.0)\n',
    );
    return;
  }
  const receiver = await openReceiver();
  const { secret, at } = await add(receiver.url);
  await service.post(`${at}/test`, {});
  const { body, headers } = receiver.got[0]!;
  const verify = (sent: string) =>
    spawnSync('python3', ['-c', python], {
      input: JSON.stringify({ secret, body: sent, headers }),
      encoding: 'utf8',
    });
  expect(JSON.parse(verify(body).stdout)).toMatchObject({ type: 'webhook.test' });
  expect(verify(`${body} `).status).not.toBe(0);
  await call('DELETE', at);
}, 150_000);

test('the receiver in Python of docs/integrar/webhooks.md takes what is genuine, and refuses the rest', async () => {
  if (spawnSync('python3', ['--version']).status !== 0) {
    process.stderr.write('NOT CHECKED: there is no python3 for the receiver of docs/integrar/webhooks.md\n');
    return;
  }
  const page = readPage(readFileSync(projectFile('docs/integrar/webhooks.md'), 'utf8'));
  const receptor = page.files.find(({ name }) => name === 'receptor.py')?.text ?? '';
  const port = await freePort();
  const { id, secret, at } = await add(`http://127.0.0.1:${port}/`, ['ecf.accepted']);
  const child = spawn('python3', ['-B', '-c', receptor, String(port)], {
    env: { ...process.env, SECRETO: secret },
  });
  own('the receiver in Python', () => child.kill());
  let printed = '';
  child.stdout.on('data', (chunk: Buffer) => (printed += chunk.toString('utf8')));
  const ask = (body: string) => request(`http://127.0.0.1:${port}/`, { method: 'POST', body });
  await until('it listens', () => ask('{}').catch(() => undefined));
  expect((await ask('{}')).statusCode).toBe(401);
  expect((await service.post(`${at}/test`, {})).body.data).toMatchObject({ httpStatus: 204 });
  await until('it has printed the event', async () => printed.includes(id));
  expect(printed).toContain('webhook.test');
  await call('DELETE', at);
}, 150_000);
