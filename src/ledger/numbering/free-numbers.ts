/**
 * What `next` has to know before it hands out a number: whether the company may take one, its authorizations, the
 * references that have a number already, and which numbers come next. All of it is read from the ledger each time.
 */
import { formatEncf } from '../../ecf/model/encf.js';
import { expired, inOrder } from './authorizations.js';
import type { Collections } from '../mongo/collections.js';
import { highestReserved } from './highest-number.js';
import {
  reservationId,
  sequenceKey,
  serialMax,
  serialOf,
  type Authorization,
  type NextNumber,
  type ReservationRecord,
  type ReservationState,
  type SequenceRef,
  type SuspensionReason,
} from './numbering.js';
import type { Company } from '../store.js';

/** What a company may do about the numbers of one type now. */
export interface CompanyNumbering extends SequenceRef {
  readonly company: Company | undefined;
  readonly suspension: SuspensionReason | undefined;
  readonly authorizations: readonly Authorization[];
}

/** The numbers that follow the highest one handed out, all of one authorization. */
export interface FreeNumbers {
  readonly outcome: 'free';
  readonly authorization: Authorization;
  readonly numbers: readonly FreeNumber[];
}

export interface FreeNumber {
  readonly n: number;
  /** Never to be handed out: a document has it, or it was voided at DGII. It is recorded as such, and the next one taken. */
  readonly taken: Extract<ReservationState, 'used' | 'annulled'> | undefined;
}

export interface NoneFree {
  readonly outcome: 'not-available';
  readonly reason: 'SIN_RANGO' | 'VENCIDA' | 'AGOTADA';
}

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

/** Why the company gets no number at all, not even one that was reserved before. */
export function refusalOf({ company, environment }: CompanyNumbering): NextNumber | undefined {
  if (company?.environment !== environment) return { outcome: 'other-environment' };
  // The web application issues in certification, and takes its numbers here whatever the origin is.
  if (environment === 'certification') return undefined;
  if (company.originChange !== undefined) return { outcome: 'origin-changing' };
  return company.origin === 'client' ? { outcome: 'client-origin' } : undefined;
}

/** The reservations that these references have. */
export async function readReserved(
  { reservations }: Pick<Collections, 'reservations'>,
  key: string,
  refs: readonly string[],
): Promise<readonly ReservationRecord[]> {
  if (refs.length === 0) return [];
  return reservations.find(byReference(key, refs), { hint: 'ref' }).limit(refs.length).toArray();
}

/** For the explain test as well. MongoDB uses the partial index only when the filter names the type. */
export function byReference(key: string, refs: readonly string[]) {
  return { key, ref: { $in: [...refs], $type: 'string' as const } };
}

type Taken = ReadonlyMap<number, 'used' | 'annulled'>;

/** Numbers checked at once for documents and annulments, from the highest one seen on. */
const windowMax = 512;
/** Ranges whose highest number is remembered. */
const rangesMax = 10_000;

export type FindFreeNumbers = (
  numbering: CompanyNumbering,
  today: string,
  count: number,
) => Promise<FreeNumbers | NoneFree>;

/** @returns a function; `today` is DD-MM-YYYY in Santo Domingo, `count` how many numbers are wanted, at most 512. */
export function createFindFreeNumbers(collections: Collections): FindFreeNumbers {
  /** By range, the highest number this process saw handed out. Other processes may be ahead, so it only saves reads. */
  const highestSeen = new Map<string, number>();

  return async (numbering, today, count) => {
    const { authorizations } = numbering;
    if (authorizations.length === 0) return { outcome: 'not-available', reason: 'SIN_RANGO' };
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
      highestReserved(collections, key, first, last),
      readTaken(ref, seen + 1, seen + windowMax),
    ]);
    if (highestSeen.size >= rangesMax) highestSeen.clear();
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
   * While the service numbers, no document comes to a number that was not handed out: those found here are from before.
   * A number annulled at this very moment may still be handed out; `send` refuses it.
   */
  async function readTaken(
    { companyId, environment, ecfType }: SequenceRef,
    from: number,
    to: number,
  ): Promise<Taken> {
    const { documents, annulments } = collections;
    const key = sequenceKey({ companyId, environment, ecfType });
    const limit = to - from + 1;
    // Numbers have ten digits: a window may end beyond the last one.
    const encfs = { $gte: formatEncf(ecfType, from), $lte: formatEncf(ecfType, Math.min(to, serialMax)) };
    const ids = { $gte: reservationId(key, from), $lte: reservationId(key, Math.min(to, serialMax)) };
    const [used, annulled] = await Promise.all([
      documents
        .find({ companyId, environment, encf: encfs }, { projection: { _id: 0, encf: 1 } })
        .limit(limit)
        .toArray(),
      annulments
        .find({ _id: ids }, { projection: { _id: 1 } })
        .limit(limit)
        .toArray(),
    ]);
    const taken = new Map<number, 'used' | 'annulled'>();
    for (const { encf } of used) taken.set(serialOf(encf), 'used');
    for (const { _id } of annulled) taken.set(serialOf(_id), 'annulled');
    return taken;
  }
}
