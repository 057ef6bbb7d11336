/**
 * `npm run record-ledger`: keeps a small ledger of this version for the test of upgrades (test/flow/service/upgrade.test.ts). It runs the
 * service with the simulated DGII, stops it in the middle of its work, and writes test/releases/{version}.json.gz. An existing file stays,
 * unless `--overwrite` is given; only before the release.
 */
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { once } from 'node:events';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import type { AddressInfo } from 'node:net';
import { parseArgs } from 'node:util';
import { Client, Connection } from '@temporalio/client';
import { MongoClient, type Db } from 'mongodb';
import { dayMs } from '../../../src/ecf/durations.js';
import { loopback } from '../../../src/shared/free-port.js';
import { projectFile } from '../../../src/shared/project-file.js';
import { connectStore } from '../../../src/ledger/ledger.js';
import { openPem } from '../../../src/signing/keys/certificate.js';
import { sealCertificate } from '../../../src/signing/keys/seal-certificate.js';
import { demoCompanies } from '../../demo/demo-data.js';
import { startMailCatcher } from '../../demo/mail-catcher.js';
import { startOwnStack, type OwnStack } from '../../own-stack/own-stack.js';
import { createAuthority, issueCertificate, type TestAuthority } from '../../simulator/test-authority.js';
import { assertNothingOfThisMachine, historyText } from '../histories/history-file.js';
import { keptLedgerFile, textOf, withoutSecrets, writeKeptLedger, type KeptLedger } from './kept-ledger.js';
import { buyers, openStory, signalTo } from './story.js';

/** What a signer signed must be good as long as the file is kept. */
const signerDays = 20 * 365;

const print = (line: string) => process.stdout.write(`${line}\n`);

const { values: options } = parseArgs({ options: { overwrite: { type: 'boolean', default: false } } });
const { version } = JSON.parse(readFileSync(projectFile('package.json'), 'utf8')) as { version: string };
if (existsSync(keptLedgerFile(version)) && !options.overwrite) print(`kept      ${keptLedgerFile(version)}`);
else await record();

async function record(): Promise<void> {
  const dir = mkdtempSync(join(tmpdir(), 'ecf-record-'));
  const authority = createAuthority('AUTORIDAD DE PRUEBA (SIN VALIDEZ)', { days: signerDays });
  const caFile = join(dir, 'ca.pem');
  writeFileSync(caFile, authority.certificatePem);
  const mails = await startMailCatcher(0);
  const webhooks = createServer((request, response) => {
    request.resume().on('end', () => response.writeHead(204).end());
  }).listen(0, loopback);
  await once(webhooks, 'listening');
  let stack: OwnStack | undefined;
  try {
    stack = await startOwnStack({
      name: 'record',
      settings: { ...mails.settings, SIMULATOR_CA_FILE: caFile },
    });
    const text = await played(stack, authority, {
      webhookUrl: `http://${loopback}:${(webhooks.address() as AddressInfo).port}/`,
      stopMail: () => mails.stop(),
    });
    writeKeptLedger(version, text);
    print(`recorded  ${keptLedgerFile(version)}`);
  } finally {
    await stack?.stop();
    await mails.stop();
    webhooks.closeAllConnections();
    webhooks.close();
    rmSync(dir, { recursive: true, force: true });
  }
}

async function played(
  stack: OwnStack,
  authority: TestAuthority,
  outside: { readonly webhookUrl: string; readonly stopMail: () => Promise<void> },
): Promise<string> {
  const client = await MongoClient.connect(stack.mongoUri);
  try {
    const ledger = client.db('ecf');
    await certify(stack, authority);
    const story = await openStory({ stack, ledger, ...outside });
    await story.playEnded();
    print('played    what has ended');
    await story.playUnderWay();
    print('played    what is under way');
    // For the ledger they died here.
    signalTo(stack, 'worker', 'SIGSTOP');
    await story.playAdmitted();
    signalTo(stack, 'api', 'SIGSTOP');
    const kept: KeptLedger = {
      recordedAt: new Date(),
      collections: await readCollections(ledger),
      dgii: { authority: authority.certificatePem, buyers: buyers.map(({ rnc }) => rnc), ...readDgii(stack) },
      histories: await readHistories(stack),
    };
    const text = withoutHost(textOf(kept));
    assertNothingOfThisMachine('the ledger', text, [stack.dataDir]);
    return text;
  } finally {
    await client.close();
  }
}

/** The demo's own certificates end in two years. */
async function certify(stack: OwnStack, authority: TestAuthority): Promise<void> {
  const store = await connectStore(stack.mongoUri, 'ecf');
  const masterKey = Buffer.from(readFileSync(join(stack.dataDir, 'secrets/master-key'), 'utf8'), 'base64');
  for (const { companyId, signer: serialNumber } of demoCompanies) {
    const notAfter = new Date(Date.now() + signerDays * dayMs);
    const issued = issueCertificate(authority, { commonName: 'FIRMANTE DE PRUEBA', serialNumber, notAfter });
    const opened = openPem(issued.certificatePem, issued.privateKeyPem);
    if (!opened.ok) throw new Error(opened.reason);
    await store.putCertificate({
      ...sealCertificate(companyId, opened.certificate, masterKey),
      importedAt: new Date(),
    });
  }
  await store.close();
}

async function readCollections(ledger: Db): Promise<KeptLedger['collections']> {
  const names = (await ledger.listCollections().toArray()).map(({ name }) => name).sort();
  const read = names.map(async (name) => {
    const records = await ledger
      .collection(name)
      .find({}, { promoteValues: false })
      .sort({ _id: 1 })
      .toArray();
    return [name, withoutSecrets(name, records)] as const;
  });
  return Object.fromEntries((await Promise.all(read)).filter(([, records]) => records.length > 0));
}

function readDgii({ dataDir }: OwnStack): Pick<KeptLedger['dgii'], 'record' | 'files'> {
  const folder = join(dataDir, 'simulator');
  const names = readdirSync(join(folder, 'files'));
  const files = names.map((name) => [name, readFileSync(join(folder, 'files', name), 'utf8')]);
  return {
    record: readFileSync(join(folder, 'record.jsonl'), 'utf8'),
    files: Object.fromEntries(files) as Readonly<Record<string, string>>,
  };
}

async function readHistories({ temporal: { address, namespace } }: OwnStack) {
  const connection = await Connection.connect({ address });
  const { workflow } = new Client({ connection, namespace });
  const histories: Record<string, string> = {};
  for await (const { workflowId, runId } of workflow.list({ query: `ExecutionStatus = 'Running'` })) {
    const history = await workflow.getHandle(workflowId, runId).fetchHistory();
    const text = withoutHost(historyText(history));
    assertNothingOfThisMachine(workflowId, text, [address]);
    histories[workflowId] = text;
  }
  await connection.close();
  return histories;
}

/** Workers name themselves by process id and host: in leases, and in Temporal. */
function withoutHost(text: string): string {
  const host = hostname().replaceAll(/[^\w]/g, '\\$&');
  return text.replaceAll(new RegExp(`\\b\\d+@${host}|\\b${host}:\\d+`, 'g'), 'recorder');
}
