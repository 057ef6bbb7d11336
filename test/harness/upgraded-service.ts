/**
 * The service after an upgrade from a release whose ledger is kept (test/releases): the release's records in a MongoDB, today's mongo-setup,
 * then today's worker and api. What was recorded moves to two days ago: all of it is due, and its days are over. DGII knows what the release
 * had sent to it. The secrets, which the file does not have, are new. Temporal is empty, as after the loss of its database.
 */
import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { MongoClient, type Db, type Document } from 'mongodb';
import { demoUser } from '../../src/boot/demo-users.js';
import { dayMs } from '../../src/ecf/durations.js';
import { collectionsOf, type Collections } from '../../src/ledger/collections.js';
import { secretContextOf } from '../../src/ledger/events/webhook-record.js';
import { newSecret } from '../../src/services/people/key-text.js';
import { openPem } from '../../src/signing/keys/certificate.js';
import { seal } from '../../src/signing/keys/seal.js';
import { sealCertificate } from '../../src/signing/keys/seal-certificate.js';
import { demoCompanies } from '../../tools/demo/demo-data.js';
import { moved, readKeptLedger, type KeptLedger } from '../../tools/scripts/ledger/kept-ledger.js';
import { root } from '../tidy/project-files.js';
import { given } from './given.js';
import { startRelay, type Relay } from './mail/relay.js';
import { mailEnv } from './mail/service-with-mail.js';
import { own } from './own.js';
import { startRoleProcess } from './processes/role-process.js';
import { cheapHash } from './samples/cheap-hash.js';
import { certifiedSigner, testAuthority } from './samples/signers.js';
import { startService, unlimited, type Service } from './service.js';

const recordedAgoMs = 2 * dayMs;

export interface UpgradedService {
  readonly kept: KeptLedger;
  /** Its own ledger is not the upgraded one. */
  readonly service: Service;
  readonly ledger: Collections;
  /** Of the worker. */
  readonly env: Readonly<Record<string, string>>;
  readonly relay: Relay;
  /** Of the release's key. */
  readonly apiKey: string;
}

export interface UpgradeOptions {
  /** Where a webhook leads from now on. */
  readonly receiverOf: (webhookId: string) => Promise<string>;
  /** Called when the release's records are in the ledger, before anything of today starts. */
  readonly onRecords: (ledger: Collections) => Promise<void>;
}

export async function startUpgradedService(
  release: string,
  { receiverOf, onRecords }: UpgradeOptions,
): Promise<UpgradedService> {
  const kept = readKeptLedger(release);
  const dir = await mkdtemp(join(tmpdir(), 'ecf-upgrade-'));
  own('the folder', () => rm(dir, { recursive: true, force: true }));
  const relay = await startRelay();
  const service = await startService({
    workerless: true,
    apiless: true,
    env: {
      ...unlimited,
      ...mailEnv(relay),
      ...(await dgiiOf(kept, dir)),
      ECF_WEB: 'on',
      WEBHOOKS_PRIVATE_ADDRESSES: 'allow',
    },
  });
  await service.simulate({ buyers: kept.dgii.buyers.map((rnc) => ({ rnc })) });

  const db = await openDatabase();
  const ledger = collectionsOf(db);
  const { text: apiKey, secret } = newSecret('pre-certification', kept.recordedAt, { operator: 'prueba' });
  const masterKey = Buffer.from(service.env['ECF_MASTER_KEY'] ?? '', 'base64');
  const laterMs = Date.now() - recordedAgoMs - kept.recordedAt.getTime();
  const insert = (name: string, records: readonly Document[]) =>
    db.collection(name).insertMany([...moved(records, laterMs)]);
  for (const [name, records] of Object.entries(kept.collections)) await insert(name, records);
  await insert('certificates', newCertificates(masterKey, kept.recordedAt));
  for (const accounts of [ledger.users, ledger.people])
    await accounts.updateMany({}, { $set: { passwordHash: cheapHash(demoUser.clave) } });
  await ledger.apiKeys.updateMany({}, { $set: { 'secrets.0.hash': secret.hash } });
  for (const { _id, companyId } of await ledger.webhooks.find().toArray()) {
    const sealed = seal(randomBytes(32), masterKey, secretContextOf(companyId, _id));
    await ledger.webhooks.updateOne(
      { _id },
      { $set: { url: await receiverOf(_id), 'secrets.0.sealed': sealed } },
    );
  }
  await onRecords(ledger);

  const passwords = { api: randomBytes(12).toString('hex'), worker: randomBytes(12).toString('hex') };
  setUp(db, passwords);
  const envOf = (account: 'api' | 'worker') => {
    const uri = new URL(given('TEST_MONGODB_URI'));
    uri.username = `ecf-${account}`;
    uri.password = passwords[account];
    uri.pathname = `/${db.databaseName}`;
    return { ...service.env, MONGODB_DATABASE: db.databaseName, MONGODB_URI: uri.href };
  };
  // In the order of docs/operate/upgrade.md.
  await startRoleProcess('worker', envOf('worker'));
  service.apiUrl = (await startRoleProcess('api', envOf('api'))).url;
  return { kept, service, ledger, env: envOf('worker'), relay, apiKey };
}

/** What DGII knew, and who may sign. */
async function dgiiOf({ dgii }: KeptLedger, dir: string): Promise<Record<string, string>> {
  const data = join(dir, 'simulator');
  await mkdir(join(data, 'files'), { recursive: true });
  await writeFile(join(data, 'record.jsonl'), dgii.record);
  for (const [sha256, text] of Object.entries(dgii.files)) await writeFile(join(data, 'files', sha256), text);
  const delegations = Object.fromEntries(demoCompanies.map(({ signer, rnc }) => [signer, [rnc]]));
  await writeFile(join(dir, 'ca.pem'), dgii.authority + testAuthority().certificatePem);
  await writeFile(join(dir, 'delegations.json'), JSON.stringify(delegations));
  return {
    SIMULATOR_DATA_DIR: data,
    SIMULATOR_CA_FILE: join(dir, 'ca.pem'),
    SIMULATOR_DELEGATIONS_FILE: join(dir, 'delegations.json'),
  };
}

async function openDatabase(): Promise<Db> {
  const client = await MongoClient.connect(given('TEST_MONGODB_URI'));
  const db = client.db(`ecf_upgrade_${randomBytes(4).toString('hex')}`);
  own('the upgraded ledger', async () => {
    await db.command({ dropAllUsersFromDatabase: 1 });
    await db.command({ dropAllRolesFromDatabase: 1 });
    await db.dropDatabase();
    await client.close();
  });
  return db;
}

function newCertificates(masterKey: Buffer, importedAt: Date): readonly Document[] {
  return demoCompanies.map(({ companyId, signer: serialNumber }) => {
    const issued = certifiedSigner({ commonName: 'FIRMANTE DE PRUEBA', serialNumber });
    const opened = openPem(issued.certificatePem, issued.privateKeyPem);
    if (!opened.ok) throw new Error(opened.reason);
    return { ...sealCertificate(companyId, opened.certificate, masterKey), importedAt };
  });
}

function setUp({ databaseName }: Db, { api, worker }: Readonly<Record<'api' | 'worker', string>>): void {
  execFileSync(process.execPath, ['dist/src/main.js', 'mongo-setup'], {
    env: {
      MONGO_ADMIN_URI: given('TEST_MONGODB_URI'),
      MONGO_API_PASSWORD: api,
      MONGO_WORKER_PASSWORD: worker,
      MONGODB_DATABASE: databaseName,
    },
    cwd: root,
    encoding: 'utf8',
    stdio: 'pipe',
    timeout: 120_000,
  });
}
