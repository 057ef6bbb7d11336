/** A day of the archive with the whole service: made, stamped by an authority, exported, and verified by the programs that anybody has. */
import { spawnSync } from 'node:child_process';
import { appendFileSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createClosingRound } from '../../../src/activities/archive/close-days.js';
import { stampNext } from '../../../src/activities/archive/stamp-manifests.js';
import { dayMs } from '../../../src/ecf/durations.js';
import { dayAt } from '../../../src/ledger/archive/days.js';
import { checkArchive } from '../../../src/services/archive/check-archive.js';
import { verifyArchive } from '../../../src/services/archive/verify-archive.js';
import { createLog } from '../../../src/shared/log.js';
import { exampleJson } from '../../unit/ecf/samples.js';
import { own } from '../../harness/own.js';
import { sentEcf } from '../../harness/samples/received.js';
import { encfs, sampleEcf } from '../../harness/samples/sample-ecf.js';
import { startService, type Service } from '../../harness/service.js';
import { startStampAuthority, type StampAuthority } from '../../harness/stamp-authority.js';
import { until } from '../../harness/until.js';
import { openLedgerOf } from '../events/feeds.js';
import { post } from '../received/sender.js';

const environment = 'pre-certification';
const log = createLog({ role: 'test', level: 'silent' });
const next = encfs(31);
const stopping = new AbortController().signal;

let service: Service;
let authority: StampAuthority;
let dir: string;
/** Accepted and delivered, accepted as a summary, rejected, received. */
const [delivered, summary, rejected, received] = [next(), encfs(32)(), next(), next()];
let day: string;

beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'ecf-archive-'));
  own('the folder', () => rm(dir, { recursive: true, force: true }));
  [service, authority] = await Promise.all([startService(), startStampAuthority()]);
  await issueAndReceive();
  const { events } = await openLedgerOf(service.config.mongo.database);
  await until('the feed has every event', async () => {
    const types = (await events.find({ companyId: service.companyId }).toArray()).map(({ type }) => type);
    return types.filter((type) => /accepted|rejected|delivered|created/.test(type)).length >= 5;
  });
  const [first] = await events.find({ companyId: service.companyId }).sort({ seq: 1 }).toArray();
  day = dayAt(first!.createdAt);
  await closeAndStamp();
}, 240_000);

async function issueAndReceive(): Promise<void> {
  const buyer = '102000001';
  const [codigo, valor] = ['1381', 'El RNC del comprador no es válido.'];
  await service.simulate({
    buyers: [{ rnc: buyer }],
    rejectEncfs: [{ encf: rejected, outcome: 'rejected', codigo, valor, secuenciaUtilizada: true }],
  });
  const send = (ecf: unknown) => service.post('/api/v2/dgii-ecf/send?waitForFinal=60s', ecf);
  const invoice = sampleEcf({ encf: delivered });
  Object.assign(invoice.ECF.Encabezado.Comprador, { RNCComprador: buyer });
  expect((await send(invoice)).body.data).toMatchObject({ accepted: 1 });
  const sale = exampleJson('32-anonymous') as ReturnType<typeof sampleEcf>;
  sale.ECF.Encabezado.IdDoc.eNCF = summary;
  expect((await send(sale)).body.data).toMatchObject({ accepted: 1 });
  expect((await send(sampleEcf({ encf: rejected }))).body.data).toMatchObject({ accepted: 0 });
  const answer = await post(service, sentEcf({ encf: received, rncComprador: service.rnc }));
  expect(answer.status).toBe(200);
}

/** The day ends. The authority is away at first, which delays nothing else. */
async function closeAndStamp(): Promise<void> {
  const { store } = service;
  // The events may be of two days, if this test runs at midnight.
  const later = (minutes: number) => new Date(Date.now() + 2 * dayMs + minutes * 60_000);
  const round = createClosingRound({ store, clock: () => later(0), log, stamped: true });
  while (await round(stopping));
  const authoritiesPem = readFileSync(authority.caFile, 'utf8');
  const stamp = (minutes: number) =>
    stampNext({ store, clock: () => later(minutes), log, url: authority.url, authoritiesPem }, stopping);
  const { answer } = authority;
  authority.answer = () => ({ status: 503, body: Buffer.alloc(0) });
  expect(await stamp(0)).toBe(false);
  expect((await manifestOf()).stampFault).toBe('HTTP 503');
  // It stamps something else, and then what was asked.
  const other = Buffer.from('00'.repeat(32), 'hex');
  authority.answer = (query) => answer(Buffer.concat([query.subarray(0, 24), other, query.subarray(56)]));
  await stamp(10);
  expect((await manifestOf()).stampFault).toBe('OTHER_IMPRINT');
  authority.answer = answer;
  while (await stamp(60));
  expect((await manifestOf()).stamp).toMatchObject({ host: new URL(authority.url).host });
}

async function manifestOf() {
  const feed = { companyId: service.companyId, environment } as const;
  const [manifest] = await service.store.listManifests(feed, { from: day, to: day, limit: 1 });
  return manifest!;
}

/** Exports, and unpacks into a folder of its own. */
async function exported(name: string): Promise<{ readonly file: string; readonly folder: string }> {
  const response = await fetch(`${service.apiUrl}/api/v2/archive?periodo=${day.slice(0, 7)}`, {
    headers: { authorization: `Bearer ${await service.token()}` },
  });
  expect([response.status, response.headers.get('content-type')]).toEqual([200, 'application/gzip']);
  const file = join(dir, `${name}.tar.gz`);
  writeFileSync(file, Buffer.from(await response.arrayBuffer()));
  mkdirSync(join(dir, name));
  expect(spawnSync('tar', ['-xzf', file, '-C', join(dir, name)]).status).toBe(0);
  const [folder] = readdirSync(join(dir, name));
  expect(folder).toBe(`${service.rnc}-${environment}-${day.slice(0, 7)}`);
  return { file, folder: join(dir, name, folder!) };
}

function verify(folder: string, ...args: string[]) {
  const { status, stdout } = spawnSync('sh', ['verify.sh', ...args], { cwd: folder, encoding: 'utf8' });
  return { status, said: stdout };
}

const hasXmlsec = spawnSync('xmlsec1', ['--version']).status === 0;
if (!hasXmlsec)
  console.warn('NOT CHECKED: no xmlsec1 here, so verify.sh does not check the signatures of XML');

const filesIn = (folder: string) =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name).slice(folder.length + 1));

test('an export has every voucher with its answers, and verify.sh finds it whole', async () => {
  const { file, folder } = await exported('whole');
  const files = filesIn(folder);
  const of = (encf: string) =>
    files.flatMap((path) => (path.includes(`/${encf}/`) ? [path.replace(/^.*\//, '')] : [])).sort();
  const answer = expect.stringMatching(/^answer-[0-9a-f]{12}\.json$/) as string;
  const acknowledgement = expect.stringMatching(/^arecf-[0-9a-f]{12}\.xml$/) as string;
  expect(of(delivered)).toEqual([answer, acknowledgement, 'ecf.xml']);
  expect(of(summary)).toEqual([answer, 'ecf.xml', 'rfce.xml']);
  expect(of(rejected)).toEqual([answer, 'ecf.xml']);
  expect(of(received)).toEqual(['arecf.xml', 'ecf.xml']);
  const index = readFileSync(join(folder, 'index.csv'), 'utf8');
  for (const encf of [delivered, summary, rejected, received])
    expect(index.split('\n').filter((line) => line.includes(encf))).toHaveLength(1);
  expect(index).toMatch(new RegExp(`emitido,${rejected},1,.*Rechazado`));

  const { status, said } = verify(folder);
  expect(said).toContain(`BIEN    ${day}: sello de tiempo`);
  expect(said).toContain(hasXmlsec ? 'BIEN    las firmas de 7 XML' : 'falta xmlsec1');
  expect(said).not.toContain('FALLA');
  expect(said).toContain('ÍNTEGRO');
  expect(status).toBe(0);

  const verified = await verifyArchive(file, readFileSync(authority.caFile, 'utf8'));
  expect(verified).toMatchObject({ signatures: 7, faultCount: 0, faults: [] });
  expect(verified.days.every(({ stampedAt }) => stampedAt !== null)).toBe(true);
  const checked = await checkArchive(
    { store: service.store, turn: (work) => work() },
    { companyId: service.companyId, environment },
  );
  expect(checked).toMatchObject({ faultCount: 0, last: { sha256: expect.any(String) as string } });
});

const changes: readonly {
  readonly what: string;
  readonly says: string;
  readonly change: (folder: string) => void;
}[] = [
  {
    what: 'a byte of a voucher',
    says: 'un archivo cambió o falta',
    change: (folder) => {
      const path = filesIn(folder).find((one) => one.includes(rejected) && one.endsWith('ecf.xml'))!;
      const bytes = readFileSync(join(folder, path));
      const at = bytes.indexOf('<MontoTotal>') + '<MontoTotal>'.length;
      bytes.writeUInt8(bytes.readUInt8(at) ^ 1, at);
      writeFileSync(join(folder, path), bytes);
    },
  },
  {
    what: 'the list of hashes, so that the stamp is of another one',
    says: 'el sello de tiempo',
    change: (folder) => appendFileSync(join(folder, `days/${day}.sha256`), '# otra\n'),
  },
  {
    what: 'a voucher that nobody listed',
    says: 'archivos que ninguna lista nombra',
    change: (folder) => {
      mkdirSync(join(folder, 'issued/otro'));
      writeFileSync(join(folder, 'issued/otro/ecf.xml'), '<ECF/>');
    },
  },
];

test.each(changes)('verify.sh fails for $what', async ({ what, says, change }) => {
  const { folder } = await exported(what.replace(/\W/g, '-'));
  change(folder);
  const { status, said } = verify(folder);
  expect(said).toContain(says);
  expect(said).toContain('NO ESTÁ ÍNTEGRO');
  expect(status).toBe(1);
});

test('a cut export is no whole one', async () => {
  const { file } = await exported('cut');
  const bytes = readFileSync(file);
  writeFileSync(file, bytes.subarray(0, bytes.length - 200));
  const { faults } = await verifyArchive(file);
  expect(faults).toContainEqual({ path: '', fault: 'UNREADABLE' });
  expect(faults).toContainEqual({ path: 'manifest-sha256.txt', fault: 'MISSING' });
});

test('a period without a closed day, and one that does not exist, are refused', async () => {
  const asked = async (period: string) => {
    const { status, body } = await service.get(`/api/v2/archive?periodo=${period}`);
    return [status, body.data['code']];
  };
  expect(await asked('2019-02')).toEqual([404, 'ARCHIVE_EMPTY']);
  expect(await asked('2026-02-31')).toEqual([400, 'REQUEST_INVALID']);
});
