/**
 * Backup and restore as docs/operate/backup.md describes them: copy MongoDB's files while writes are held, let work continue, then
 * lose everything but the copy. The simulator's own record shows that nothing was issued twice.
 */
import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { MongoClient } from 'mongodb';
import { startMongod, type StartedMongod } from '../../tools/stack/start-mongod.js';
import { runCli } from '../cli/harness.js';
import { own } from '../harness/own.js';
import { startRoleProcess } from '../harness/processes/role-process.js';
import { sampleEcf } from '../harness/samples/sample-ecf.js';
import { startService, type Service } from '../harness/service.js';
import { until } from '../harness/until.js';

const environment = 'pre-certification' as const;
const quiet = { info: () => undefined, warn: () => undefined, error: () => undefined };
const range = { from: 1, to: 10_000 };
/** Higher than any number that may have been handed out after the backup. */
const beyond = 1_000;
/** Enough for a killed worker's lease to end and for the completer to find its voucher. */
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
    companyId,
    environment,
    ecfType: 31,
    ...range,
    expiresOn: '31-12-2028',
    authorizationNumber: 'A-1',
    now: new Date(),
  });
  expect(authorized.outcome).toBe('done');
}, 120_000);

async function startOwn(port: number): Promise<StartedMongod> {
  const started = await startMongod({ dataDir, port, log: quiet });
  own('mongod', () => started.stop());
  return started;
}

/** What `db.fsyncLock()` and `db.fsyncUnlock()` do in mongosh. */
async function whileWritesAreHeld(copy: () => Promise<void>): Promise<void> {
  const client = await MongoClient.connect(mongod.uri);
  const admin = client.db('admin');
  await admin.command({ fsync: 1, lock: true });
  try {
    await copy();
  } finally {
    await admin.command({ fsyncUnlock: 1 });
    await client.close();
  }
}

const cli = (...args: readonly string[]) => runCli(['--json', ...args], service.env);

async function take(reference: string): Promise<string> {
  const { status, body } = await service.post('/api/v2/ecf-sequences/next', {
    ecfType: 31,
    externalReference: reference,
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
  const killed = await startRoleProcess('worker', service.env);

  // Before the backup: one voucher is final, and a client holds one unused number.
  const final = await take('FINAL');
  expect((await send(final, '30s')).body.data).toMatchObject({ accepted: 1 });
  const kept = await take('KEPT');
  // In progress: DGII has one voucher and gives no result; one is being delivered; one was only admitted.
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
  await killed.kill();
  const admitted = await take('ADMITTED');
  await send(admitted);
  const underWay = [submitted, onItsWay, admitted];

  const backup = join(dataDir, 'backup');
  await whileWritesAreHeld(() => cp(join(dataDir, 'mongo'), backup, { recursive: true }));

  // Work continues: all of them are accepted, and one more.
  await service.simulate({ faults: [] });
  await service.startWorker();
  await accepted(...underWay);
  const lost = await take('LOST');
  expect((await send(lost, '30s')).body.data).toMatchObject({ accepted: 1 });
  const lostUnsent = await take('LOST, UNSENT');
  const everything = [final, ...underWay, lost];
  const before = await Promise.all(everything.map(seen));
  expect(before.map((one) => one.accepted)).toEqual(everything.map(() => 1));

  // Everything but the copy is lost.
  await Promise.all([service.stopApi(), service.stopWorker()]);
  await mongod.stop();
  await rm(join(dataDir, 'mongo'), { recursive: true });
  await cp(backup, join(dataDir, 'mongo'), { recursive: true });
  mongod = await startOwn(mongod.port);

  // Restore: the worker first, then the numbers, then the api.
  await service.startWorker();
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
  await service.startApi();
  await accepted(submitted, onItsWay);

  // The worker asked DGII about the vouchers it had, and did not deliver them again: DGII's record is unchanged.
  for (const encf of [submitted, onItsWay]) {
    expect(await seen(encf)).toEqual(before[everything.indexOf(encf)]);
    expect((await inLedger(encf))?.signed?.sha256).toBe((await seen(encf)).received[0]?.sha256);
  }
  // Not signed at the time of the backup: signed again, and refused by DGII as used. DGII has the same sale under another security code, so
  // a person compares the two.
  await until(
    'it waits for a person',
    async () => (await inLedger(admitted))?.waiting?.reason === 'CONFIRM_BY_HAND',
    { withinMs },
  );
  const confirmed = await cli(
    ...['document', 'confirm', admitted, 'accepted', '--company', String(companyId)],
    ...['--note', 'Es la misma venta', '--yes'],
  );
  expect(confirmed).toMatchObject({ code: 0 });
  await accepted(admitted);

  // Vouchers in the backup are answered from it.
  expect((await send(final)).body.data).toMatchObject({ accepted: 1, alreadyProcessed: true });
  expect(await take('KEPT')).toBe(kept);
  expect((await send(kept, '30s')).body.data).toMatchObject({ accepted: 1, alreadyProcessed: false });
  // Vouchers that came after the backup are unknown, and are not sent again.
  expect((await service.get(`/api/v2/dgii-ecf/document-status/${lost}`)).status).toBe(404);
  for (const encf of [lost, lostUnsent])
    expect((await send(encf)).body.data['code']).toBe('ENCF_NOT_ISSUED_BY_SERVICE');
  // The numbers before `beyond` are skipped: clients get new ones.
  expect(await take('LOST')).toBe(`E31${String(beyond).padStart(10, '0')}`);
  expect(await take('NEW')).toBe(`E31${String(beyond + 1).padStart(10, '0')}`);

  const after = await Promise.all([...everything, kept].map(seen));
  expect(after.map((one) => one.accepted)).toEqual([...everything, kept].map(() => 1));
  expect((await seen(lostUnsent)).received).toEqual([]);
}, 240_000);
