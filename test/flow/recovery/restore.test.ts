/**
 * Backup and restore as docs/operations.md tells them: a copy of MongoDB's files while writes are held, work that goes on, and
 * then everything lost but the copy. DGII's own record judges that nothing was issued twice.
 */
import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startMongod, type StartedMongod } from '../../../tools/stack/start-mongod.js';
import { runCli } from '../../cli/harness.js';
import { own } from '../../harness/own.js';
import { startRoleProcess } from '../../harness/processes/role-process.js';
import { sampleEcf } from '../../harness/samples/sample-ecf.js';
import { startService, type Service } from '../../harness/service.js';
import { until } from '../../harness/until.js';

const environment = 'pre-certification' as const;
const quiet = { info: () => undefined, warn: () => undefined, error: () => undefined };
const range = { from: 1, to: 10_000 };
/** Beyond all that may have been handed out after the backup. */
const beyond = 1_000;
/** A worker that was killed, a lease that ends, a completer that looks. */
const withinMs = 60_000;

let dataDir: string;
let mongod: StartedMongod;
let service: Service;

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'ecf-restore-'));
  own('the folder', () => rm(dataDir, { recursive: true, force: true }));
  mongod = await startOwn(0);
  service = await startService({ workerless: true, env: { MONGODB_URI: mongod.uri } });
  const { companyId, store } = service;
  const company = (await store.findCompany(companyId))!;
  await store.putCompany({ ...company, origin: 'service' });
  const authorized = await store.addAuthorization({
    ...{ companyId, environment, ecfType: 31, ...range, expiresOn: '31-12-2028' },
    ...{ authorizationNumber: 'A-1', now: new Date() },
  });
  expect(authorized.outcome).toBe('done');
}, 120_000);

async function startOwn(port: number): Promise<StartedMongod> {
  const started = await startMongod({ dataDir, port, log: quiet });
  own('mongod', () => started.stop());
  return started;
}

const cli = (...args: readonly string[]) => runCli(['--json', ...args], service.env);

async function take(reference: string): Promise<string> {
  const { status, body } = await service.post('/api/v2/ecf-sequences/next', {
    ...{ ecfType: 31, externalReference: reference },
  });
  expect(status).toBe(200);
  return body.data['encf'] as string;
}

const send = (encf: string, wait = '0s') =>
  service.post(`/api/v2/dgii-ecf/send?waitForFinal=${wait}`, sampleEcf({ encf }));

const inLedger = (encf: string) => service.store.findDocument(service.companyId, environment, encf);
const seen = (encf: string) => service.seenByDgii(encf);

async function accepted(...encfs: readonly string[]): Promise<void> {
  for (const encf of encfs)
    await until(`${encf} is accepted`, async () => (await inLedger(encf))?.state === 'accepted', {
      withinMs,
    });
}

test('restored from a backup, nothing is issued twice and no number is handed out again', async () => {
  let api = await startRoleProcess('api', service.env);
  let worker = await startRoleProcess('worker', service.env);
  service.apiUrl = api.url;

  // Before the backup: one is final, one number waits in a client's hands.
  const final = await take('FINAL');
  expect((await send(final, '30s')).body.data).toMatchObject({ accepted: 1 });
  const kept = await take('KEPT');
  // Under way: DGII has one and gives no result; one is on its way; one has not been looked at.
  const noResult = { service: 'resultado', action: 'transient-004', times: 100_000 };
  await service.simulate({ faults: [noResult] });
  const submitted = await take('SUBMITTED');
  await send(submitted);
  await until('it has its trackId', async () => (await inLedger(submitted))?.state === 'submitted');
  const onItsWay = await take('ON ITS WAY');
  await service.simulate({
    faults: [noResult, { service: 'recepcion', action: 'slow', slowMs: 20_000, times: 1, encf: onItsWay }],
  });
  await send(onItsWay);
  await until('DGII has it', async () => (await seen(onItsWay)).received.length === 1);
  await worker.kill();
  const admitted = await take('ADMITTED');
  await send(admitted);
  const underWay = [submitted, onItsWay, admitted];

  const backup = join(dataDir, 'backup');
  const held = await cli('ledger', 'hold', '--', 'cp', '-a', join(dataDir, 'mongo'), backup);
  expect(held).toMatchObject({ code: 0 });

  // The world goes on: all of them are accepted, and more.
  await service.simulate({ faults: [] });
  worker = await startRoleProcess('worker', service.env);
  await accepted(...underWay);
  const lost = await take('LOST');
  expect((await send(lost, '30s')).body.data).toMatchObject({ accepted: 1 });
  const lostUnsent = await take('LOST, UNSENT');
  const everything = [final, ...underWay, lost];
  const before = await Promise.all(everything.map(seen));
  expect(before.map((one) => one.accepted)).toEqual(everything.map(() => 1));

  // Lost.
  await Promise.all([api.kill(), worker.kill(), mongod.stop()]);
  await rm(join(dataDir, 'mongo'), { recursive: true });
  await cp(backup, join(dataDir, 'mongo'), { recursive: true });
  mongod = await startOwn(mongod.port);

  // Restored: the worker first, then the numbers, then the api.
  await startRoleProcess('worker', service.env);
  const { companyId } = service;
  const first = 'E310000000001';
  const moved = await cli(
    'authorization',
    'change',
    first,
    '--company',
    String(companyId),
    '--next',
    String(beyond),
  );
  expect(moved).toMatchObject({ code: 0, data: { first: beyond } });
  api = await startRoleProcess('api', service.env);
  service.apiUrl = api.url;
  await accepted(...underWay);

  // What DGII had was asked for, and not delivered again: its record is what it was.
  for (const encf of [submitted, onItsWay]) {
    expect(await seen(encf)).toEqual(before[everything.indexOf(encf)]);
    expect((await inLedger(encf))?.signed?.sha256).toBe((await seen(encf)).received[0]?.sha256);
  }
  // Not signed yet at the time of the backup: signed anew, refused by DGII as used, and its accepted delivery found.
  const accept = (await seen(admitted)).received.find(({ outcome }) => outcome === 'accepted');
  expect((await inLedger(admitted))?.verdict?.trackId).toBe(accept?.trackId);

  // What the backup has is answered from it.
  expect((await send(final)).body.data).toMatchObject({ accepted: 1, alreadyProcessed: true });
  expect(await take('KEPT')).toBe(kept);
  expect((await send(kept, '30s')).body.data).toMatchObject({ accepted: 1, alreadyProcessed: false });
  // What came after it is unknown, and does not go out again.
  expect((await service.get(`/api/v2/dgii-ecf/document-status/${lost}`)).status).toBe(404);
  for (const encf of [lost, lostUnsent])
    expect((await send(encf)).body.data['code']).toBe('ENCF_NOT_ISSUED_BY_SERVICE');
  // Its numbers are behind: whoever asks gets others.
  expect(await take('LOST')).toBe(`E31${String(beyond).padStart(10, '0')}`);
  expect(await take('NEW')).toBe(`E31${String(beyond + 1).padStart(10, '0')}`);

  const after = await Promise.all([...everything, kept].map(seen));
  expect(after.map((one) => one.accepted)).toEqual([...everything, kept].map(() => 1));
  expect((await seen(lostUnsent)).received).toEqual([]);
}, 240_000);
