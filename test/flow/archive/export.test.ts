/** A day of the archive with the whole service: made, stamped by an authority, exported, and verified by the programs that anybody has. */
import { spawnSync } from 'node:child_process';
import { X509Certificate } from 'node:crypto';
import { appendFileSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createClosingRound } from '../../../src/activities/archive/close-days.js';
import { fetchCrls } from '../../../src/activities/archive/fetch-crls.js';
import { stampNext } from '../../../src/activities/archive/stamp-manifests.js';
import { dayMs } from '../../../src/ecf/durations.js';
import { dayAt, endOfDay } from '../../../src/ledger/archive/days.js';
import { checkArchive } from '../../../src/services/archive/check-archive.js';
import { verifyArchive } from '../../../src/services/archive/verify-archive.js';
import { createLog } from '../../../src/shared/log.js';
import { openCertificateFile } from '../../../src/signing/keys/certificate.js';
import { sealCertificate } from '../../../src/signing/keys/seal-certificate.js';
import { createAuthority, issueCertificate, toP12 } from '../../../tools/simulator/test-authority.js';
import { fileAt } from '../../tidy/project-files.js';
import { exampleJson } from '../../unit/ecf/samples.js';
import { makeCrl, startCrlServer, type CrlServer } from '../../harness/crl-server.js';
import { own } from '../../harness/own.js';
import { sentEcf } from '../../harness/samples/received.js';
import { spareKeys, testAuthority } from '../../harness/samples/signers.js';
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
let crls: CrlServer;
let certificatePem: string;

beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'ecf-archive-'));
  own('the folder', () => rm(dir, { recursive: true, force: true }));
  [service, authority, crls] = await Promise.all([startService(), startStampAuthority(), startCrlServer()]);
  await signWithCrl();
  await issueAndReceive();
  const { events } = await openLedgerOf(service.config.mongo.database);
  await until('the feed has every event', async () => {
    const types = (await events.find({ companyId: service.companyId }).toArray()).map(({ type }) => type);
    return types.filter((type) => /accepted|rejected|delivered|created/.test(type)).length >= 5;
  });
  const [first] = await events.find({ companyId: service.companyId }).sort({ seq: 1 }).toArray();
  day = dayAt(first!.createdAt);
  await fetchCrl();
  await closeAndStamp();
}, 240_000);

/** The company imports a certificate that says where its authority's CRL is. */
async function signWithCrl(): Promise<void> {
  const { companyId, env } = service;
  const issued = issueCertificate(testAuthority(), {
    commonName: 'FIRMANTE DE PRUEBA',
    serialNumber: 'IDCDO-00000000001',
    keys: spareKeys(),
    crlUrls: [crls.url('/a.crl')],
  });
  const p12 = toP12(issued, 'clave', { chainPems: [testAuthority().certificatePem] });
  const opened = openCertificateFile(p12, 'clave');
  if (!opened.ok) throw new Error(opened.reason);
  const masterKey = Buffer.from(env['ECF_MASTER_KEY']!, 'base64');
  const sealed = sealCertificate(companyId, opened.certificate, masterKey);
  await service.store.putCertificate({ ...sealed, importedAt: new Date() });
  ({ certificatePem } = issued);
}

/** On the day of the first event, and on the next one if the test runs at midnight. */
async function fetchCrl(): Promise<void> {
  const revoked = [
    issueCertificate(testAuthority(), { commonName: 'B', serialNumber: 'C', keys: spareKeys() }),
  ];
  crls.answers.set('/a.crl', makeCrl(testAuthority(), { revoked: revoked.map((one) => one.certificatePem) }));
  const clock = () => new Date(endOfDay(day).getTime() - 60_000);
  await fetchCrls({ store: service.store, clock, log, addresses: 'any' }, stopping);
}

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
  expect(said).toMatch(/^BIEN {4}la firma de crl\/[0-9a-f]{64}\.crl$/m);
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

/** The commands of docs/usar/archivo.md that use a CRL, with the names of this export. @param at when the certificate must be good */
function checkedByDocs(
  folder: string,
  { crl, certificate, at }: Record<'crl' | 'certificate', string> & { at: Date },
) {
  const block = /```bash no-run[^\n]*\n(openssl crl[\s\S]*?)```/.exec(
    fileAt('docs/usar/archivo.md').text,
  )?.[1];
  const script = (block ?? 'exit 9')
    .replaceAll('crl/LISTA.crl', crl)
    .replaceAll('certs/CERTIFICADO.pem', certificate)
    .replaceAll('SEGUNDOS', String(Math.floor(at.getTime() / 1_000)));
  const { status, stdout, stderr } = spawnSync('sh', ['-c', script], { cwd: folder, encoding: 'utf8' });
  return { status, said: stdout + stderr };
}

test('an export has the CRL of the day, with which anybody checks a certificate as the documentation says', async () => {
  const { folder } = await exported('crl');
  const [crl, ...others] = filesIn(folder).filter((path) => path.endsWith('.crl'));
  expect(others).toEqual([]);
  const list = readFileSync(join(folder, `days/${day}.sha256`), 'utf8');
  expect(list).toContain(`  ${crl}\n`);
  expect(readFileSync(join(folder, 'manifest-sha256.txt'), 'utf8')).toContain('  crl/index.csv\n');
  const [head, row, ...rows] = readFileSync(join(folder, 'crl/index.csv'), 'utf8').trim().split('\n');
  expect(head).toBe('dia,archivo,autoridad,emitida,proxima,descargada,firma_comprobada,direccion');
  expect(row).toMatch(new RegExp(`^${day},${crl},.*AUTORIDAD DE PRUEBA.*,sí,${crls.url('/a.crl')}$`));
  expect(rows).toEqual([]);
  expect(filesIn(folder).filter((path) => path.startsWith('certs/authorities/'))).toHaveLength(1);

  const { fingerprint256 } = new X509Certificate(certificatePem);
  const certificate = `certs/${fingerprint256.replaceAll(':', '').toLowerCase()}.pem`;
  const asked = { crl: crl!, certificate, at: new Date() };
  const good = checkedByDocs(folder, asked);
  expect(good.said).toContain(`${certificate}: OK`);
  expect(good.status).toBe(0);
  writeFileSync(join(folder, 'crl/later.crl'), makeCrl(testAuthority(), { revoked: [certificatePem] }));
  const revoked = checkedByDocs(folder, { ...asked, crl: 'crl/later.crl' });
  expect(revoked.said).toContain('certificate revoked');
  expect(revoked.status).not.toBe(0);
  // Nobody listed it.
  expect(verify(folder).said).toContain('archivos que ninguna lista nombra');
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
    what: 'a CRL, by one of another authority with the same name',
    says: 'la firma de crl/',
    change: (folder) => {
      const path = filesIn(folder).find((one) => one.endsWith('.crl'))!;
      writeFileSync(join(folder, path), makeCrl(createAuthority('AUTORIDAD DE PRUEBA')));
    },
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
