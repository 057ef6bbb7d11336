/** The ledger's overview for metrics: open vouchers, numbers left, days left of certificates. Each query is bounded. */
import { dayMs } from '../ecf/durations.js';
import type { SignerRefusal } from '../ecf/model/document-states.js';
import { daysBetween, isPast, localDate, startOfDay } from '../ecf/model/dates.js';
import { ecfTypeList } from '../ecf/model/ecf-types.js';
import type { Environment } from '../ecf/model/environments.js';
import type { Collections } from './collections.js';
import { crlsMissing } from './archive/crls.js';
import { expiredWatchedMs } from './certificates/certificates.js';
import type { Revocation } from './certificates/stored-certificate.js';
import { stocksOf } from './numbers/sequence-status.js';
import { highestOfEach, rangeOf, restOf } from './numbers/highest-number.js';
import { sequenceKey, type SequenceRecord, type SequenceRef } from './numbers/numbers.js';
import { openMax, openVouchers, questionMs, type OpenVouchers } from './vouchers/lists/open-vouchers.js';
import { openWork, type OpenWork } from './open-work.js';
import { countUnindexedReceptions } from './received/reception-search.js';
import { countUnindexed } from './vouchers/lists/search-indexing.js';
import { countLostBodies } from './cold/check-bodies.js';
import type { BodyFault } from './unavailable.js';
import type { RegistryStatus } from './taxpayers/taxpayers.js';

/** Limits of one overview. When the ledger holds more, the overview has `whole: false`. */
export const companiesMax = 2_000;
const nextNumbersMax = 20_000;
const certificatesMax = 20_000;
const companiesAtOnce = 100;
const stocksAtOnce = 8;

/**
 * The stock of numbers of one company and type. Only companies with origin `service` have one, and only in their current environment. It is
 * left out if all authorizations expired long ago.
 */
export interface SequenceStock extends SequenceRef {
  /** Counts only authorizations that have not expired. */
  readonly numbersLeft: number;
  /** Days until the last authorization with numbers expires. Null for types 32 and 34, and when no numbers are left. */
  readonly daysLeft: number | null;
}

export interface CertificateDays {
  readonly companyId: number;
  readonly daysLeft: number;
  /** Absent: no CRL revokes it. */
  readonly revokedAt?: Date;
}

export interface SuspendedCompanies {
  readonly reason: SignerRefusal;
  readonly environment: Environment;
  readonly count: number;
}

export interface LedgerOverview extends OpenWork {
  readonly open: readonly OpenVouchers[];
  readonly suspended: readonly SuspendedCompanies[];
  /** The change of origin that has lasted longest. 0: no origin changes. */
  readonly originChangingMs: number;
  /** How long the most overdue voucher has waited for the completer. */
  readonly overdueMs: number;
  readonly sequences: readonly SequenceStock[];
  readonly certificates: readonly CertificateDays[];
  /** How long the CRL of an authority has been missing, of the longest. */
  readonly crlsMissingMs: number;
  /** The count is the collection's own estimate. */
  readonly refusedReceptions: number;
  /** Null: no registry was imported. */
  readonly registryAgeMs: number | null;
  /** Vouchers of an earlier version that searches do not find yet, counted up to a limit. */
  readonly unindexed: number;
  /** Old bodies that the object store lost or altered, counted up to a limit. */
  readonly lostBodies: Readonly<Record<BodyFault, number>>;
  readonly whole: boolean;
}

export function createLedgerWatch(collections: Collections, registryStatus: () => Promise<RegistryStatus>) {
  return {
    ledgerOverview: async (now: Date): Promise<LedgerOverview> => {
      const [
        open,
        suspended,
        originChangingMs,
        overdueMs,
        refusedReceptions,
        stock,
        certificates,
        others,
        { registry },
        unindexedVouchers,
        unindexedReceptions,
        lostBodies,
        crlsMissingMs,
      ] = await Promise.all([
        openVouchers(collections, now),
        suspendedCompanies(collections),
        originChanging(collections, now),
        overdue(collections, now),
        collections.refusedReceptions.estimatedDocumentCount({ maxTimeMS: questionMs }),
        stocks(collections, now),
        certificateDays(collections, now),
        openWork(collections, now),
        registryStatus(),
        countUnindexed(collections),
        countUnindexedReceptions(collections),
        countLostBodies(collections),
        crlsMissing(collections, now),
      ]);
      const sum = (counts: readonly { readonly count: number }[]) =>
        counts.reduce((total, { count }) => total + count, 0);
      const openCounts = [sum(open), others.buyerDeliveries, others.approvals, sum(others.annulments)];
      const whole =
        openCounts.every((count) => count <= openMax) &&
        sum(suspended) <= companiesMax &&
        stock.whole &&
        certificates.length < certificatesMax;
      const registryAgeMs = registry === undefined ? null : now.getTime() - startOfDay(registry.dataDate);
      const { sequences } = stock;
      const unindexed = unindexedVouchers + unindexedReceptions;
      const single = { originChangingMs, overdueMs, refusedReceptions, registryAgeMs, unindexed, lostBodies };
      return { open, suspended, ...others, ...single, sequences, certificates, crlsMissingMs, whole };
    },
  };
}

function suspendedCompanies({ companies }: Collections): Promise<SuspendedCompanies[]> {
  return companies
    .aggregate<SuspendedCompanies>(
      [
        { $match: { 'suspended.since': { $gte: new Date(0) } } },
        { $limit: companiesMax + 1 },
        { $match: { $expr: { $eq: ['$suspended.environment', '$environment'] } } },
        {
          $group: { _id: { reason: '$suspended.reason', environment: '$environment' }, count: { $sum: 1 } },
        },
        { $replaceWith: { $mergeObjects: ['$_id', { count: '$count' }] } },
      ],
      { hint: 'suspended', maxTimeMS: questionMs },
    )
    .toArray();
}

async function originChanging({ companies }: Collections, now: Date): Promise<number> {
  const first = await companies.findOne(
    { 'originChange.since': { $gte: new Date(0) } },
    {
      sort: { 'originChange.since': 1 },
      projection: { _id: 0, originChange: 1 },
      hint: 'originChange',
      maxTimeMS: questionMs,
    },
  );
  const since = first?.originChange?.since;
  return since === undefined ? 0 : Math.max(0, now.getTime() - since.getTime());
}

async function overdue({ documents }: Collections, now: Date): Promise<number> {
  const due = await documents.findOne(
    { final: false, nextCheckAt: { $lte: now } },
    { sort: { nextCheckAt: 1 }, projection: { _id: 0, nextCheckAt: 1 }, hint: 'nextCheck' },
  );
  return due?.nextCheckAt === undefined ? 0 : now.getTime() - due.nextCheckAt.getTime();
}

/** `whole` is false if there are too many companies or ranges, and some are left out. */
export async function stocks(
  collections: Collections,
  now: Date,
): Promise<{ sequences: SequenceStock[]; whole: boolean }> {
  const today = localDate(now.getTime());
  const watchedFrom = localDate(now.getTime() - expiredWatchedMs);
  const numbered = await collections.companies
    .find({ origin: 'service' }, { projection: { _id: 1, environment: 1 }, maxTimeMS: questionMs })
    .sort({ _id: 1 })
    .limit(companiesMax + 1)
    .toArray();
  const all = await sequencesOf(collections, numbered.slice(0, companiesMax));
  const records = all.filter(({ authorizations }) =>
    authorizations.some(({ expiresOn }) => !isPast(expiresOn, watchedFrom)),
  );
  let ranges = 0;
  const waiting = records.filter(({ authorizations }) => (ranges += authorizations.length) <= nextNumbersMax);
  const whole = numbered.length <= companiesMax && waiting.length === records.length;
  const found: SequenceStock[] = [];
  const readNext = async (): Promise<void> => {
    for (let record = waiting.pop(); record !== undefined; record = waiting.pop())
      found.push(await sequenceStock(collections, record, today));
  };
  await Promise.all(Array.from({ length: stocksAtOnce }, readNext));
  return { sequences: found, whole };
}

async function sequencesOf(
  { sequences }: Collections,
  companies: readonly { readonly _id: number; readonly environment: Environment }[],
): Promise<SequenceRecord[]> {
  const records: SequenceRecord[] = [];
  for (let from = 0; from < companies.length; from += companiesAtOnce) {
    const keys = companies
      .slice(from, from + companiesAtOnce)
      .flatMap(({ _id: companyId, environment }) =>
        ecfTypeList.map((ecfType) => sequenceKey({ companyId, environment, ecfType })),
      );
    const found = sequences.find({ _id: { $in: keys } }).limit(keys.length);
    records.push(...(await found.toArray()));
  }
  return records;
}

async function sequenceStock(
  collections: Collections,
  { _id: key, companyId, environment, ecfType, authorizations }: SequenceRecord,
  today: string,
): Promise<SequenceStock> {
  const valid = authorizations.filter((one) => !isPast(one.expiresOn, today));
  const ranges = valid.map((authorization) => rangeOf(key, authorization));
  const highest = await highestOfEach(collections, ranges);
  const rests = ranges.map((range, index) => restOf(range, highest[index]));
  const stocks = await stocksOf(collections, rests);
  let numbersLeft = 0;
  let daysLeft: number | null = null;
  for (const [index, { expiresOn }] of valid.entries()) {
    const left = stocks[index]?.left ?? 0;
    numbersLeft += left;
    if (left > 0 && expiresOn !== null) daysLeft = Math.max(daysLeft ?? 0, daysBetween(today, expiresOn));
  }
  return { companyId, environment, ecfType, numbersLeft, daysLeft };
}

/** Days left of each company’s newest certificate, without those that expired long ago. */
export async function certificateDays({ certificates }: Collections, now: Date): Promise<CertificateDays[]> {
  const current = await certificates
    .aggregate<{ _id: number; notAfter: Date; revoked?: Revocation }>(
      [
        { $project: { companyId: 1, importedAt: 1, notAfter: 1, revoked: 1 } },
        { $sort: { importedAt: -1 } },
        { $limit: certificatesMax },
        {
          $group: { _id: '$companyId', notAfter: { $first: '$notAfter' }, revoked: { $first: '$revoked' } },
        },
        { $match: { notAfter: { $gte: new Date(now.getTime() - expiredWatchedMs) } } },
      ],
      { maxTimeMS: questionMs },
    )
    .toArray();
  return current.map(({ _id: companyId, notAfter, revoked }) => {
    const daysLeft = Math.floor((notAfter.getTime() - now.getTime()) / dayMs);
    // MongoDB answers null if the first record has no such member.
    return { companyId, daysLeft, ...(revoked && { revokedAt: revoked.at }) };
  });
}
