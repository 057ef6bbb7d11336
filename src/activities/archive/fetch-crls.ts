/**
 * The companies' certificates name CRLs. This round fetches each of them once a day. A CRL proves which certificates its authority had
 * revoked on the day of a signature. A server that fails is tried again later, and nothing waits for it.
 */
import { setImmediate as nextTurn } from 'node:timers/promises';
import { fetchCrl } from '../../dgii/crl-http.js';
import { hourMs } from '../../ecf/durations.js';
import { crlId, noCompany } from '../../ledger/archive/crl-record.js';
import { dayAt } from '../../ledger/archive/days.js';
import type { CurrentCertificate } from '../../ledger/certificates/certificates.js';
import type { Store } from '../../ledger/ledger.js';
import type { Log } from '../../shared/log.js';
import { inOwnThread, OwnThreadError } from '../../shared/threads/own-thread.js';
import { plainSerial, type CrlChecks, type ReadCrl } from '../../signing/verify/crl.js';
import { crlSourcesOf, type CrlSource } from '../../signing/verify/crl-points.js';
import { oneLine } from '../../signing/verify/subject.js';

/** A new certificate has its first CRL within this time. */
export const crlIntervalMs = hourMs;
/** All companies of the country use a handful of authorities. More sources wait for the next round. */
const fetchesOfRound = 200;
/** A CRL of 10 MB takes three seconds and 100 MB of memory. */
const readingMs = 20_000;

export interface CrlDeps {
  readonly store: Pick<
    Store,
    | 'eachCurrentCertificate'
    | 'claimCrlSource'
    | 'recordCrl'
    | 'recordCrlFault'
    | 'keepContent'
    | 'markRevoked'
    | 'unmarkRevoked'
  >;
  readonly clock: () => Date;
  readonly log: Log;
  readonly addresses: 'public' | 'any';
}

export interface CrlToRead {
  readonly bytes: Uint8Array;
  readonly checks: CrlChecks;
}

interface Signer extends Pick<CurrentCertificate, 'companyId' | 'fingerprint'> {
  readonly serial: string;
  readonly isMarked: boolean;
}

/** Several companies have certificates of one authority, so its CRL is fetched once for all. */
interface Shared extends CrlSource {
  readonly signers: Signer[];
}

/** @returns false, as a round without more to do */
export async function fetchCrls(deps: CrlDeps, stopping: AbortSignal): Promise<false> {
  const { store, clock, log } = deps;
  // In another order each time, so that no company's slow servers are always before the others'.
  const sources = shuffled([...(await sourcesOf(store)).values()]);
  let fetches = 0;
  for (const source of sources) {
    if (stopping.aborted || fetches >= fetchesOfRound) break;
    if (!(await store.claimCrlSource(source.id, clock()))) continue;
    fetches += 1;
    // One source must not hold the others back.
    await fetchOne(deps, source, stopping).catch((error: unknown) => {
      log.warn({ err: error, urls: source.urls }, 'a CRL was not kept');
    });
  }
  return false;
}

async function sourcesOf(store: CrlDeps['store']): Promise<ReadonlyMap<string, Shared>> {
  const sources = new Map<string, Shared>();
  await store.eachCurrentCertificate(async (stored) => {
    // Each takes half a millisecond, and there may be thousands.
    await nextTurn();
    const { companyId, fingerprint, certificatePem, issuersPem = [], revoked } = stored;
    for (const source of crlSourcesOf([certificatePem, ...issuersPem])) {
      const shared = sources.get(source.id) ?? { ...source, signers: [] };
      sources.set(source.id, shared);
      // The CRL of an authority's own certificate says nothing of the company's.
      if (!source.isSigner) continue;
      const serial = plainSerial(source.certificate.serialNumber);
      shared.signers.push({ companyId, fingerprint, serial, isMarked: revoked !== undefined });
    }
  });
  return sources;
}

/** The first address that has a good CRL is enough. */
async function fetchOne(deps: CrlDeps, source: Shared, stopping: AbortSignal): Promise<void> {
  const { store, clock, log, addresses } = deps;
  const now = clock();
  const faults: string[] = [];
  for (const url of source.urls) {
    const fetched = await fetchCrl(url, { addresses, stopping });
    if (stopping.aborted) return;
    if (fetched.outcome === 'failed') {
      faults.push(fetched.reason);
      continue;
    }
    const read = await readApart(source, fetched.bytes, now);
    if (read.ok) {
      await keep(deps, source, { url, read, now });
      return;
    }
    faults.push(read.fault);
  }
  const fault = faults.join(', ');
  const companies = source.signers.slice(0, 3).map(({ companyId }) => companyId);
  log.warn({ urls: source.urls, companies, fault }, 'a CRL was not fetched');
  await store.recordCrlFault(source.id, fault, now);
}

/** A hostile file keeps only a thread busy. */
async function readApart(source: Shared, bytes: Buffer, now: Date): Promise<ReadCrl> {
  const checks: CrlChecks = {
    certificatePem: source.certificate.toString(),
    issuerPem: source.issuer?.toString(),
    serials: source.signers.map(({ serial }) => serial),
    now,
  };
  const data: CrlToRead = { bytes, checks };
  try {
    const program = 'activities/archive/read-crl-thread';
    return (await inOwnThread({ program, data, limitMs: readingMs })) as ReadCrl;
  } catch (error) {
    if (!(error instanceof OwnThreadError)) throw error;
    return { ok: false, fault: 'UNREADABLE' };
  }
}

interface Good {
  readonly url: string;
  readonly read: Extract<ReadCrl, { ok: true }>;
  readonly now: Date;
}

async function keep({ store, log }: CrlDeps, source: Shared, { url, read, now }: Good): Promise<void> {
  const { der, thisUpdate, nextUpdate, checked, revoked } = read;
  const { sha256 } = await store.keepContent({
    companyId: noCompany,
    kind: 'crl',
    content: der,
    now,
    roomBytes: 0,
  });
  // First the marks: a worker that dies in between fetches the CRL again.
  if (checked) {
    const dates = new Map(revoked.map(({ serial, at }) => [serial, at]));
    for (const signer of source.signers) {
      const at = dates.get(signer.serial);
      if (at !== undefined) {
        const isNew = await store.markRevoked(signer, { at, listedAt: thisUpdate });
        const { companyId, fingerprint } = signer;
        if (isNew) log.warn({ companyId, fingerprint, at }, "a company's certificate was revoked");
      } else if (signer.isMarked) await store.unmarkRevoked(signer, thisUpdate);
    }
  }
  await store.recordCrl(source.id, {
    _id: crlId(source, dayAt(now)),
    sha256,
    url,
    issuer: oneLine(source.certificate.issuer),
    ...(checked && source.issuer !== undefined && { issuerPem: source.issuer.toString() }),
    thisUpdate,
    nextUpdate,
    fetchedAt: now,
  });
}

function shuffled<T>(all: readonly T[]): readonly T[] {
  return all
    .map((one) => ({ one, order: Math.random() }))
    .sort((a, b) => a.order - b.order)
    .map(({ one }) => one);
}
