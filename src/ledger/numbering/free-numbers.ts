/**
 * What `next` reads before it hands out a number: whether the company may take one, its authorizations, the references that
 * already have a number, and which numbers come next. It reads all of this from the ledger each time.
 */
import { randomUUID } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { localDate } from '../../ecf/model/dates.js';
import { formatEncf } from '../../ecf/model/encf.js';
import { expired, inOrder } from './authorizations.js';
import type { Collections } from '../mongo/collections.js';
import { highestReserved, rangeOf } from './highest-number.js';
import {
  reservationId,
  sequenceKey,
  serialMax,
  serialOf,
  type Authorization,
  type NextNumber,
  type NextRequest,
  type ReservationRecord,
  type ReservationState,
  type SequenceRef,
  type SuspensionReason,
} from './numbering.js';
import type { Company } from '../store.js';

/** Whether a company may take numbers of one type now, and from which authorizations. */
export interface CompanyNumbering extends SequenceRef {
  readonly company: Company | undefined;
  readonly suspension: SuspensionReason | undefined;
  readonly authorizations: readonly Authorization[];
}

/** The numbers after the highest one handed out, all from one authorization. */
export interface FreeNumbers {
  readonly outcome: 'free';
  readonly authorization: Authorization;
  readonly numbers: readonly FreeNumber[];
}

export interface FreeNumber {
  readonly n: number;
  /**
   * Set when a document already has the number, or it was voided at DGII or is locked. `next` records that and hands out the next
   * one. A locked number becomes `reserved` without anybody who has it: if DGII refuses, it is in the list of unused numbers.
   */
  readonly taken: TakenState | undefined;
}

/** Why the company gets no new number, although it may take one that was reserved before. */
export type NoneFree = Extract<NextNumber, { readonly outcome: 'not-available' | 'suspended' }>;

export async function readCompanyNumbering(
  { companies, certificates, sequences }: Collections,
  { companyId, environment, ecfType }: SequenceRef,
  now: Date,
): Promise<CompanyNumbering> {
  const ref = { companyId, environment, ecfType };
  const [company, certificate, record] = await Promise.all([
    companies.findOne({ _id: companyId }),
    certificates.findOne(
      { companyId },
      { sort: { importedAt: -1 }, projection: { _id: 0, notBefore: 1, notAfter: 1 } },
    ),
    sequences.findOne({ _id: sequenceKey(ref) }),
  ]);
  return {
    ...ref,
    company: company ?? undefined,
    suspension: suspensionOf(company, certificate, environment, now),
    authorizations: record?.authorizations ?? [],
  };
}

function suspensionOf(
  company: Company | null,
  certificate: { readonly notBefore: Date; readonly notAfter: Date } | null,
  environment: Company['environment'],
  now: Date,
): SuspensionReason | undefined {
  if (certificate === null) return 'CERTIFICATE_MISSING';
  if (now < certificate.notBefore) return 'CERTIFICATE_NOT_YET_VALID';
  if (now > certificate.notAfter) return 'CERTIFICATE_EXPIRED';
  const suspended = company?.suspended;
  return suspended?.environment === environment ? suspended.reason : undefined;
}

/** The reason why the company gets no number at all, not even one reserved before. Undefined: it may take numbers. */
export function refusalOf({ company, environment }: CompanyNumbering): NextNumber | undefined {
  if (company?.environment !== environment) return { outcome: 'other-environment' };
  // In certification the web application issues, and it always takes its numbers here. So the origin does not matter.
  if (environment === 'certification') return undefined;
  if (company.originChange !== undefined) return { outcome: 'origin-changing' };
  return company.origin === 'client' ? { outcome: 'client-origin' } : undefined;
}

/** The existing reservations of these references. */
export async function readReserved(
  { reservations }: Pick<Collections, 'reservations'>,
  key: string,
  refs: readonly string[],
): Promise<readonly ReservationRecord[]> {
  if (refs.length === 0) return [];
  return reservations.find(byReference(key, refs), { hint: 'ref' }).limit(refs.length).toArray();
}

/** Exported for the explain test. MongoDB uses the partial index only when the filter contains `$type`. */
export function byReference(key: string, refs: readonly string[]) {
  return { key, ref: { $in: [...refs], $type: 'string' as const } };
}

type TakenState = Extract<ReservationState, 'used' | 'annulled' | 'reserved'>;
type Taken = ReadonlyMap<number, TakenState>;

/** How many numbers one query checks for documents and annulments, starting after the highest one seen. */
const windowMax = 512;
/** How many ranges this process remembers the highest number of. */
const rangesMax = 10_000;

export type FindFreeNumbers = ReturnType<typeof createFindFreeNumbers>;

/** In the returned function `count` is at most 512. */
export function createFindFreeNumbers(collections: Collections) {
  /** By range, the highest number that this process has seen. Other processes may be ahead, so this only saves reads. */
  const highestSeen = new LRUCache<string, number>({ max: rangesMax });

  return async (numbering: CompanyNumbering, now: Date, count: number): Promise<FreeNumbers | NoneFree> => {
    const { suspension, authorizations } = numbering;
    if (suspension !== undefined) return { outcome: 'suspended', reason: suspension };
    if (authorizations.length === 0) return { outcome: 'not-available', reason: 'SIN_RANGO' };
    const today = localDate(now.getTime());
    const current = inOrder(authorizations).filter((authorization) => !expired(authorization, today));
    if (current.length === 0) return { outcome: 'not-available', reason: 'VENCIDA' };
    for (const authorization of current) {
      const numbers = await numbersOf(numbering, authorization, count);
      if (numbers.length > 0) return { outcome: 'free', authorization, numbers };
    }
    return { outcome: 'not-available', reason: 'AGOTADA' };
  };

  /** Empty when the authorization is used up. */
  async function numbersOf(
    ref: SequenceRef,
    { id, first, last }: Authorization,
    count: number,
  ): Promise<readonly FreeNumber[]> {
    const key = sequenceKey(ref);
    const range = `${key}:${id}:${first}`;
    const seen = highestSeen.get(range) ?? first - 1;
    // An operator may extend a range, so `last` is compared each time.
    if (seen >= last) return [];
    const [highest = first - 1, nearby] = await Promise.all([
      highestReserved(collections, rangeOf(key, { first, last })),
      readTaken(ref, seen + 1, seen + windowMax),
    ]);
    highestSeen.set(range, highest);
    const to = Math.min(last, highest + count);
    const covered = highest >= seen && to <= seen + windowMax;
    const taken = covered ? nearby : await readTaken(ref, highest + 1, to);
    return Array.from({ length: to - highest }, (_, index) => {
      const n = highest + 1 + index;
      return { n, taken: taken.get(n) };
    });
  }

  /**
   * While the service assigns the numbers, it admits no document with a number that it did not hand out. So a document found
   * here is older than that. A number that is annulled at this moment may still be handed out; `send` refuses it.
   */
  async function readTaken(
    { companyId, environment, ecfType }: SequenceRef,
    from: number,
    to: number,
  ): Promise<Taken> {
    const { documents, annulments } = collections;
    const key = sequenceKey({ companyId, environment, ecfType });
    const limit = to - from + 1;
    // A number has ten digits, and the window may end above the last one.
    const encfs = { $gte: formatEncf(ecfType, from), $lte: formatEncf(ecfType, Math.min(to, serialMax)) };
    const ids = { $gte: reservationId(key, from), $lte: reservationId(key, Math.min(to, serialMax)) };
    const [used, annulled] = await Promise.all([
      documents
        .find({ companyId, environment, encf: encfs }, { projection: { _id: 0, encf: 1 } })
        .limit(limit)
        .toArray(),
      annulments
        .find({ _id: ids }, { projection: { _id: 1, lock: 1 } })
        .limit(limit)
        .toArray(),
    ]);
    const taken = new Map<number, TakenState>();
    for (const { encf } of used) taken.set(serialOf(encf), 'used');
    for (const { _id, lock } of annulled)
      taken.set(serialOf(_id), lock === undefined ? 'annulled' : 'reserved');
    return taken;
  }
}

/** A request that gets a number. */
export interface Taker {
  readonly requestId: string;
  readonly request: Pick<NextRequest, 'ref'>;
}

/** The records to insert: free numbers for the takers, and in between the numbers that are taken without a reservation. */
export function reservationsFor(
  takers: Taker[],
  { companyId, environment, ecfType }: CompanyNumbering,
  { authorization, numbers }: FreeNumbers,
  now: Date,
): ReservationRecord[] {
  const key = sequenceKey({ companyId, environment, ecfType });
  const records: ReservationRecord[] = [];
  for (const { n, taken } of numbers) {
    const taker = taken === undefined ? takers.shift() : undefined;
    if (taken === undefined && taker === undefined) break;
    records.push({
      ...{ _id: reservationId(key, n), key, companyId, environment, ecfType, n },
      authorization: authorization.id,
      ...(taker?.request.ref === undefined ? {} : { ref: taker.request.ref }),
      state: taken ?? 'reserved',
      reservedAt: now,
      requestId: taker?.requestId ?? randomUUID(),
    });
  }
  return records;
}
