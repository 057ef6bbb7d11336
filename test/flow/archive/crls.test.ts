/** The round that fetches CRLs, on a real MongoDB, from a server that has good ones, bad ones and none. */
import { X509Certificate } from 'node:crypto';
import { createClosingRound } from '../../../src/activities/archive/close-days.js';
import { fetchCrls, type CrlDeps } from '../../../src/activities/archive/fetch-crls.js';
import { crlBytesMax } from '../../../src/dgii/crl-http.js';
import { dayMs, hourMs } from '../../../src/ecf/durations.js';
import { crlPath } from '../../../src/ledger/archive/crl-record.js';
import { dayAt, endOfDay } from '../../../src/ledger/archive/days.js';
import type { EventRecord } from '../../../src/ledger/events/event-record.js';
import type { Store } from '../../../src/ledger/ledger.js';
import { crlsOfCompany } from '../../../src/services/certificates/company-crls.js';
import { manifestFile, manifestsOf } from '../../../src/services/archive/archive-files.js';
import { checkArchive } from '../../../src/services/archive/check-archive.js';
import { currentExpiry } from '../../../src/services/certificates/list-certificates.js';
import { openCertificateFile } from '../../../src/signing/keys/certificate.js';
import { sealCertificate } from '../../../src/signing/keys/seal-certificate.js';
import { createAuthority, issueCertificate, toP12 } from '../../../tools/simulator/test-authority.js';
import { makeCrl, startCrlServer, type CrlServer } from '../../harness/crl-server.js';
import { openLedger, type TestLedger } from '../../harness/ledger.js';
import { recordingLog, type LogLine } from '../../harness/recording-log.js';
import { spareKeys, testAuthority } from '../../harness/samples/signers.js';

const environment = 'pre-certification';
const authority = testAuthority();
const masterKey = Buffer.alloc(32, 7);
const stopping = () => new AbortController().signal;

let ledger: TestLedger;
let store: Store;
let server: CrlServer;
let companyId = 500;
let lines: LogLine[];
/** Noon, so that some hours later it is the same day. */
const noon = new Date(endOfDay(dayAt(new Date(Date.now() - 2 * dayMs))).getTime() - dayMs / 2);
const after = (ms: number) => new Date(noon.getTime() + ms);

beforeAll(async () => {
  [ledger, server] = await Promise.all([openLedger({ processes: 2 }), startCrlServer()]);
  ({ store } = ledger);
});
beforeEach(async () => {
  lines = [];
  server.asked.length = 0;
  server.answers.clear();
  for (const name of ['certificates', 'crls', 'crlSources']) await ledger.db.collection(name).deleteMany({});
});

interface Imported {
  readonly companyId: number;
  readonly certificatePem: string;
  readonly fingerprint: string;
}

interface Importing {
  readonly from?: typeof authority;
  /** The company's file has no certificate of the authority. */
  readonly withoutChain?: true;
  readonly rootPem?: string;
}

/** A new company imports a file of an authority, whose CRL is at these paths. */
async function imports(
  paths: readonly string[],
  { from = authority, withoutChain, rootPem }: Importing = {},
): Promise<Imported> {
  companyId += 1;
  await store.putCompany({
    companyId,
    rnc: String(100_000_000 + companyId),
    razonSocial: 'EMPRESA DE PRUEBA SRL',
    origin: 'client',
    environment,
    productionAllowed: false,
  });
  const issued = issueCertificate(from, {
    commonName: 'FIRMANTE DE PRUEBA',
    serialNumber: 'IDCDO-00199999996',
    keys: spareKeys(),
    crlUrls: paths.map(server.url),
    // The clock of these tests is some days behind.
    notBefore: new Date(noon.getTime() - dayMs),
  });
  const chain = [from.certificatePem, ...(rootPem === undefined ? [] : [rootPem])];
  const chainPems = withoutChain === true ? [] : chain;
  const opened = openCertificateFile(toP12(issued, 'clave', { chainPems }), 'clave');
  if (!opened.ok) throw new Error(opened.reason);
  const sealed = sealCertificate(companyId, opened.certificate, masterKey);
  await store.putCertificate({ ...sealed, importedAt: noon });
  return { companyId, certificatePem: issued.certificatePem, fingerprint: sealed.fingerprint };
}

async function round(
  now = noon,
  own: CrlDeps['store'] = store,
  addresses: 'public' | 'any' = 'any',
): Promise<void> {
  const deps: CrlDeps = { store: own, clock: () => now, log: recordingLog(lines), addresses };
  expect(await fetchCrls(deps, stopping())).toBe(false);
}

const day = dayAt(noon);
const crlsOf = ({ companyId: id }: Imported, days = { from: day, to: day }) => crlsOfCompany(store, id, days);
const crl = (options: Parameters<typeof makeCrl>[1] = {}, from = authority) =>
  makeCrl(from, { thisUpdate: after(-hourMs), nextUpdate: after(7 * dayMs), ...options });
const faults = () => lines.map(({ line }) => line['fault']);

test('the CRL of an authority is fetched once a day for all of its companies, and kept once', async () => {
  const [one, two] = [await imports(['/a.crl']), await imports(['/a.crl'])];
  const bytes = crl();
  server.answers.set('/a.crl', bytes);
  // Several workers at once.
  await Promise.all(ledger.stores.map((own) => round(noon, own)));
  await round(after(3 * hourMs));
  expect(server.asked).toEqual(['/a.crl']);
  for (const company of [one, two]) {
    expect(await crlsOf(company)).toMatchObject([
      {
        url: server.url('/a.crl'),
        thisUpdate: new Date(Math.floor(after(-hourMs).getTime() / 1_000) * 1_000),
        fetchedAt: noon,
        issuerPem: new X509Certificate(authority.certificatePem).toString(),
      },
    ]);
  }
  await round(after(dayMs));
  expect(server.asked).toEqual(['/a.crl', '/a.crl']);
  const found = await crlsOf(one, { from: day, to: dayAt(after(dayMs)) });
  expect(found.map(({ fetchedAt }) => fetchedAt)).toEqual([noon, after(dayMs)]);
  expect(await ledger.db.collection('files').countDocuments({ kind: 'crl' })).toBe(1);
  expect(await store.getFileBytes(`0/${found[0]!.sha256}`)).toEqual(bytes);
  expect(lines).toEqual([]);
});

test('the CRL of the root that issued the authority is fetched too', async () => {
  const below = createAuthority('AUTORIDAD INTERMEDIA', {
    root: authority,
    crlUrls: [server.url('/root.crl')],
  });
  const company = await imports(['/a.crl'], { from: below, rootPem: authority.certificatePem });
  server.answers.set('/a.crl', crl({}, below));
  server.answers.set('/root.crl', crl({}));
  await round();
  const found = await crlsOf(company);
  expect(found.map(({ url }) => url).sort()).toEqual([server.url('/a.crl'), server.url('/root.crl')]);
  expect(found.every(({ issuerPem }) => issuerPem !== undefined)).toBe(true);
  expect(lines).toEqual([]);
});

test('a copy of the CRL is fetched if the first address fails', async () => {
  const company = await imports(['/gone.crl', '/copy.crl']);
  server.answers.set('/copy.crl', crl());
  await round();
  expect(server.asked).toEqual(['/gone.crl', '/copy.crl']);
  expect(await crlsOf(company)).toMatchObject([{ url: server.url('/copy.crl') }]);
  expect(lines).toEqual([]);
});

test('a redirect is followed, and not for ever', async () => {
  const company = await imports(['/old.crl']);
  server.answers.set('/old.crl', (res) => void res.writeHead(301, { location: '/new.crl' }).end());
  server.answers.set('/new.crl', crl());
  await round();
  expect(await crlsOf(company)).toHaveLength(1);
  server.answers.set('/new.crl', (res) => void res.writeHead(302, { location: '/new.crl' }).end());
  await round(after(dayMs));
  expect(faults()).toEqual(['TOO_MANY_REDIRECTS']);
});

const failures: readonly {
  readonly of: string;
  readonly fault: string;
  readonly answer?: () => Parameters<CrlServer['answers']['set']>[1];
}[] = [
  { of: 'has nothing there', fault: 'HTTP 404' },
  { of: 'is away', fault: 'UND_ERR_SOCKET', answer: () => (res) => void res.destroy() },
  { of: 'sends too much', fault: 'TOO_LARGE', answer: () => Buffer.alloc(crlBytesMax + 1) },
  { of: 'sends a page', fault: 'UNREADABLE', answer: () => Buffer.from('<html>') },
  {
    of: 'sends the CRL of another authority',
    fault: 'SIGNATURE_WRONG',
    answer: () => crl({}, createAuthority('OTRA AUTORIDAD')),
  },
];

test.each(failures)(
  'a server that $of: $fault, and it is tried again later, each time twice as long',
  async ({ fault, answer }) => {
    const [broken, good] = [await imports(['/broken.crl']), await imports(['/good.crl'])];
    if (answer !== undefined) server.answers.set('/broken.crl', answer());
    server.answers.set('/good.crl', crl());
    await round();
    expect(lines).toMatchObject([
      { level: 'warn', line: { fault, companies: [broken.companyId], urls: [server.url('/broken.crl')] } },
    ]);
    // It does not hold another company's back.
    expect(await crlsOf(good)).toHaveLength(1);
    expect(await crlsOf(broken)).toEqual([]);
    const tried = () => server.asked.filter((path) => path === '/broken.crl').length;
    const counts: number[] = [];
    for (const hours of [0.5, 1, 2, 3, 6, 7]) {
      await round(after(hours * hourMs));
      counts.push(tried());
    }
    expect(counts).toEqual([1, 2, 2, 3, 3, 4]);
    expect((await store.ledgerOverview(after(7 * hourMs))).crlsMissingMs).toBe(7 * hourMs);
    server.answers.set('/broken.crl', crl());
    await round(after(dayMs));
    expect(await crlsOf(broken, { from: day, to: dayAt(after(dayMs)) })).toHaveLength(1);
    expect((await store.ledgerOverview(after(dayMs))).crlsMissingMs).toBe(0);
  },
);

test('a server of this network is not asked, unless the operator allows it', async () => {
  await imports(['/a.crl']);
  server.answers.set('/a.crl', crl());
  await round(noon, store, 'public');
  expect(faults()).toEqual(['ADDRESS_REFUSED']);
  expect(server.asked).toEqual([]);
});

test('a certificate without its authority’s has a CRL whose signature nobody checked', async () => {
  const company = await imports(['/a.crl'], { withoutChain: true });
  server.answers.set('/a.crl', crl({ revoked: [company.certificatePem] }));
  await round();
  const [found] = await crlsOf(company);
  expect(found).toBeDefined();
  expect(found).not.toHaveProperty('issuerPem');
  // Anybody on the way could have made it.
  expect(await currentExpiry({ store, clock: () => noon }, company.companyId)).toMatchObject({
    revokedAt: null,
  });
});

test('a company that names the address of another authority in a certificate of its own changes nothing for the others', async () => {
  const honest = await imports(['/a.crl']);
  // The same name, another key.
  const forged = createAuthority('AUTORIDAD DE PRUEBA');
  const hostile = await imports(['/a.crl'], { from: forged });
  server.answers.set('/a.crl', crl({}, forged));
  await round();
  expect(await crlsOf(honest)).toEqual([]);
  expect(await crlsOf(hostile)).toHaveLength(1);
  server.answers.set('/a.crl', crl());
  await round(after(2 * hourMs));
  expect(await crlsOf(honest)).toHaveLength(1);
});

test('a revoked certificate is reported, and a suspended one until it is valid again', async () => {
  const [company, other] = [await imports(['/a.crl']), await imports(['/a.crl'])];
  const revokedAt = new Date('2026-11-05T14:00:00Z');
  server.answers.set('/a.crl', crl({ revoked: [company.certificatePem], revokedAt }));
  await round();
  const { fingerprint } = company;
  expect(lines).toMatchObject([
    { level: 'warn', line: { companyId: company.companyId, fingerprint, at: revokedAt } },
  ]);
  const shown = async ({ companyId: id }: Imported) =>
    (await currentExpiry({ store, clock: () => noon }, id))?.revokedAt;
  expect(await shown(company)).toEqual(revokedAt);
  expect(await shown(other)).toBeNull();
  const { certificates } = await store.ledgerOverview(noon);
  expect(certificates.filter((one) => one.revokedAt !== undefined)).toMatchObject([
    { companyId: company.companyId, revokedAt },
  ]);
  const thresholds = { lowNumbers: 100, expiryDays: 30, certificateDays: 30 };
  const { companies } = await store.companiesInTrouble(noon, thresholds);
  expect(companies.find(({ companyId: id }) => id === company.companyId)?.troubles).toEqual([
    { kind: 'certificate-revoked', since: revokedAt },
  ]);
  // An old CRL, which somebody on the way sends again, changes nothing; a newer one does.
  server.answers.set('/a.crl', crl({ thisUpdate: after(-2 * hourMs) }));
  await round(after(dayMs));
  expect(await shown(company)).toEqual(revokedAt);
  server.answers.set('/a.crl', crl({ thisUpdate: after(dayMs) }));
  await round(after(2 * dayMs));
  expect(await shown(company)).toBeNull();
  expect(lines).toHaveLength(1);
});

test('the list of a day has the CRL of the day, and of the days before on which nothing happened', async () => {
  const company = await imports(['/a.crl']);
  const feed = { companyId: company.companyId, environment } as const;
  const days: string[] = [];
  for (const ago of [-2, -1, 0]) {
    server.answers.set('/a.crl', crl({ thisUpdate: after(ago * dayMs - hourMs) }));
    await round(after(ago * dayMs));
    const [found] = await crlsOf(company, { from: dayAt(after(ago * dayMs)), to: dayAt(after(ago * dayMs)) });
    days.push(found!.sha256);
  }
  const event = (seq: number, createdAt: Date): EventRecord & { _id: string } =>
    ({
      _id: `${feed.companyId}:${environment}:${seq}`,
      ...feed,
      key: `k${seq}`,
      type: 'sequence.low',
      at: createdAt,
      data: { tipoeCF: 31 },
      seq,
      createdAt,
    }) as never;
  // Nothing happened on the second day.
  await ledger.db
    .collection<EventRecord & { _id: string }>('events')
    .insertMany([event(1, after(-2 * dayMs)), event(2, noon)]);
  await ledger.db
    .collection<{ _id: string }>('feeds')
    .updateOne(
      { _id: `${feed.companyId}:${environment}` },
      { $set: { companyId: feed.companyId, last: 2 } },
      { upsert: true },
    );
  const closing = createClosingRound({
    store,
    clock: () => new Date(endOfDay(day).getTime() + hourMs),
    log: recordingLog(lines),
    stamped: false,
  });
  while (await closing(stopping()));
  const deps = { store, turn: <T>(work: () => Promise<T>) => work() };
  const manifests = await manifestsOf(deps, { ...feed, days: { from: '2000-01-01', to: day } });
  const listed: string[][] = [];
  for (const manifest of manifests) {
    const chunks: Uint8Array[] = [];
    for await (const chunk of manifestFile(deps, manifest).content) chunks.push(chunk);
    const text = Buffer.concat(chunks).toString();
    listed.push([...text.matchAll(/ {2}crl\/([0-9a-f]{64})\.crl$/gm)].map(([, sha256 = '']) => sha256));
  }
  expect(listed).toEqual([[days[0]], [days[1], days[2]]]);
  expect(await checkArchive(deps, feed)).toMatchObject({ days: 2, files: 3, faultCount: 0 });
  await ledger.db.collection<{ _id: string }>('files').deleteOne({ _id: `0/${days[1]!}` });
  expect((await checkArchive(deps, feed)).faults).toEqual([
    { day, path: crlPath(days[1]!), fault: 'EVIDENCE_MISSING' },
  ]);
});

test('a worker that stops leaves the rest for the next one', async () => {
  await imports(['/a.crl']);
  const stopped = AbortSignal.abort();
  const deps: CrlDeps = { store, clock: () => noon, log: recordingLog(lines), addresses: 'any' };
  expect(await fetchCrls(deps, stopped)).toBe(false);
  expect([server.asked, lines]).toEqual([[], []]);
});
