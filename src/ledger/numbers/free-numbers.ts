/** What `next` reads before it hands out a number. It reads all of this from the ledger each time. */
import { LRUCache } from 'lru-cache';
import type { Document } from 'mongodb';
import { isPast, localDate } from '../../ecf/model/dates.js';
import { suspensionIn } from '../companies/suspensions.js';
import { inOrder } from './authorizations.js';
import type { Collections } from '../collections.js';
import { union, valuesOf } from '../mongo/union.js';
import {
  highestIn,
  rangeOf,
  takenIn,
  takenOf,
  type EndRecord,
  type Taken,
  type TakenNumbers,
} from './highest-number.js';
import {
  assignsItsOwnNumbers,
  clientMayNumber,
  sequenceKey,
  serialOf,
  type Authorization,
  type NextNumber,
  type ReservationRecord,
  type SequenceRef,
  type SuspensionReason,
} from './numbers.js';
import { companyIn, userIn } from '../people/users.js';
import { keysIn } from '../people/api-keys.js';
import type { ApiKey } from '../people/api-key.js';
import type { UserCaller, UserOfCompany } from '../people/user.js';
import type { Company } from '../companies/company.js';
import type { StoredCertificate } from '../certificates/stored-certificate.js';

export interface CompanyNumbering extends SequenceRef {
  readonly company: Company | undefined;
  readonly suspension: SuspensionReason | undefined;
  readonly authorizations: readonly Authorization[];
}

/** The numbers after the highest one handed out, all from one authorization. */
export interface NextSerials {
  readonly outcome: 'free';
  readonly authorization: Authorization;
  readonly serials: readonly NextSerial[];
}

export interface NextSerial {
  readonly n: number;
  /** Undefined: it is free. `next` records a taken number and hands out the one after it. */
  readonly taken: Taken | undefined;
}

/** Why the company gets no new number, although it may take one that was reserved before. */
export type NoneFree = Extract<NextNumber, { readonly outcome: 'not-available' | 'suspended' }>;

type Validity = Pick<StoredCertificate, 'notBefore' | 'notAfter'>;

function suspensionOf(
  company: Company | undefined,
  certificate: Validity | undefined,
  environment: Company['environment'],
  now: Date,
): SuspensionReason | undefined {
  if (certificate === undefined) return 'CERTIFICATE_MISSING';
  if (now < certificate.notBefore) return 'CERTIFICATE_NOT_YET_VALID';
  if (now > certificate.notAfter) return 'CERTIFICATE_EXPIRED';
  return suspensionIn(company, environment);
}

/** The reason why the company gets no number at all, not even one reserved before. Undefined: it may take numbers. */
export function refusalOf({ company, environment }: CompanyNumbering): NextNumber | undefined {
  if (company?.environment !== environment) return { outcome: 'other-environment' };
  // Where the client cannot have numbered anything, the origin does not matter.
  if (!clientMayNumber(environment)) return undefined;
  if (company.originChange !== undefined) return { outcome: 'origin-changing' };
  return assignsItsOwnNumbers(company, environment) ? { outcome: 'client-origin' } : undefined;
}

export async function readReserved(
  { reservations }: Pick<Collections, 'reservations'>,
  key: string,
  refs: readonly string[],
): Promise<readonly ReservationRecord[]> {
  if (refs.length === 0) return [];
  return reservations.find(byReference(key, refs), { hint: 'ref' }).limit(refs.length).toArray();
}

/** MongoDB uses the partial index only when the filter contains `$type`. */
function byReference(key: string, refs: readonly string[]) {
  return { key, ref: { $in: [...refs], $type: 'string' as const } };
}

/** How many numbers one query checks for documents and annulments, starting after the highest one seen. */
const windowMax = 512;
/** How many ranges this process remembers the highest number of. */
const rangesMax = 10_000;

interface NextRecord extends EndRecord {
  readonly authorizations: readonly Authorization[];
  readonly company: Company;
  readonly user: UserOfCompany['user'];
  readonly key: ApiKey;
  readonly certificate: Validity;
  readonly reservation: ReservationRecord;
}

interface Window extends SequenceRef, Pick<Authorization, 'id' | 'first' | 'last'> {
  readonly range: string;
  readonly from: number;
  readonly to: number;
}

interface RangeEnd extends Window {
  readonly highest: number;
  readonly taken: TakenNumbers;
}

export interface AskedOfNext {
  readonly refs: readonly string[];
  readonly users: readonly Pick<UserCaller, 'rnc' | 'usuario'>[];
  readonly keyHashes: readonly string[];
}

export interface LedgerOfNext {
  readonly reserved: readonly ReservationRecord[];
  readonly users: readonly UserOfCompany['user'][];
  readonly keys: readonly ApiKey[];
  readonly numbering: CompanyNumbering;
  /** The end of the range from which the next number probably comes. */
  readonly end: RangeEnd | undefined;
}

/** Create it once for each ledger. */
export class FreeNumberFinder {
  readonly #collections: Collections;
  /** By range, the highest number that this process has seen. Other processes may be ahead, so this only saves reads. */
  readonly #highestSeen = new LRUCache<string, number>({ max: rangesMax });
  /** By sequence, the range of the last number. The next number nearly always comes from the same range. */
  readonly #lastRanges = new LRUCache<string, Authorization>({ max: rangesMax });

  constructor(collections: Collections) {
    this.#collections = collections;
  }

  async read(ref: SequenceRef, asked: AskedOfNext, now: Date): Promise<LedgerOfNext> {
    const { companyId, environment, ecfType } = ref;
    const range = this.#lastRanges.get(sequenceKey(ref));
    const window = range && this.#windowOf(ref, range);
    const query = this.#collections.sequences.aggregate<Partial<NextRecord>>(
      everythingForNext(this.#collections, ref, asked, window),
    );
    const found = await query.toArray();
    const [company] = valuesOf(found, 'company');
    const [certificate] = valuesOf(found, 'certificate');
    const numbering = {
      companyId,
      environment,
      ecfType,
      company,
      suspension: suspensionOf(company, certificate, environment, now),
      authorizations: valuesOf(found, 'authorizations').flat(),
    };
    return {
      reserved: valuesOf(found, 'reservation'),
      users: valuesOf(found, 'user'),
      keys: valuesOf(found, 'key'),
      numbering,
      end: window && this.#endOf(window, found),
    };
  }

  /** `count`: at most 512. */
  async find({ numbering, end }: LedgerOfNext, now: Date, count: number): Promise<NextSerials | NoneFree> {
    const { suspension, authorizations } = numbering;
    if (suspension !== undefined) return { outcome: 'suspended', reason: suspension };
    if (authorizations.length === 0) return { outcome: 'not-available', reason: 'SIN_RANGO' };
    const today = localDate(now.getTime());
    const current = inOrder(authorizations).filter(({ expiresOn }) => !isPast(expiresOn, today));
    if (current.length === 0) return { outcome: 'not-available', reason: 'VENCIDA' };
    for (const authorization of current) {
      const window = this.#windowOf(numbering, authorization);
      if (window.from > window.last) continue;
      const rangeEnd = end?.range === window.range ? end : await this.#readEnd(window);
      const serials = await this.#serialsOf(rangeEnd, count);
      if (serials.length === 0) continue;
      this.#lastRanges.set(sequenceKey(numbering), authorization);
      return { outcome: 'free', authorization, serials };
    }
    return { outcome: 'not-available', reason: 'AGOTADA' };
  }

  /** If an operator changes the limits of a range, we treat it as a new range. */
  #windowOf({ companyId, environment, ecfType }: SequenceRef, { id, first, last }: Authorization): Window {
    const range = `${sequenceKey({ companyId, environment, ecfType })}:${id}:${first}:${last}`;
    const from = (this.#highestSeen.get(range) ?? first - 1) + 1;
    return { companyId, environment, ecfType, id, first, last, range, from, to: from + windowMax - 1 };
  }

  #endOf(window: Window, found: readonly Partial<EndRecord>[]): RangeEnd {
    const [id] = valuesOf(found, 'highest');
    const highest = id === undefined ? window.first - 1 : serialOf(id);
    this.#highestSeen.set(window.range, highest);
    return { ...window, highest, taken: takenOf(found) };
  }

  async #readEnd(window: Window): Promise<RangeEnd> {
    const highest = highestIn(rangeOf(sequenceKey(window), window));
    const query = this.#collections.reservations.aggregate<Partial<EndRecord>>([
      ...highest,
      ...takenIn(this.#collections, window),
    ]);
    return this.#endOf(window, await query.toArray());
  }

  /** Empty when the range is used up. */
  async #serialsOf(end: RangeEnd, count: number): Promise<readonly NextSerial[]> {
    const from = end.highest + 1;
    const to = Math.min(end.last, end.highest + count);
    if (from > to) return [];
    const covered = from >= end.from && to <= end.to;
    const { taken } = covered ? end : await this.#readEnd({ ...end, from, to });
    return Array.from({ length: to - end.highest }, (_, index) => {
      const n = from + index;
      return { n, taken: taken.get(n) };
    });
  }
}

/** One query for all of it: eight commands cost more than twice as much, here and in MongoDB. */
function everythingForNext(
  collections: Collections,
  ref: SequenceRef,
  { refs, users: callers, keyHashes }: AskedOfNext,
  window: Window | undefined,
): Document[] {
  const { companies, users, apiKeys, certificates, reservations } = collections;
  const { companyId } = ref;
  const key = sequenceKey(ref);
  const validity = { notBefore: '$notBefore', notAfter: '$notAfter' };
  return [
    { $match: { _id: key } },
    { $project: { _id: 0, authorizations: 1 } },
    union(companies, companyIn({ _id: companyId })),
    ...(callers.length === 0 ? [] : [union(users, userIn({ $or: [...callers] }))]),
    ...(keyHashes.length === 0 ? [] : [union(apiKeys, keysIn(keyHashes))]),
    union(certificates, [
      { $match: { companyId } },
      { $sort: { importedAt: -1 } },
      { $limit: 1 },
      { $project: { _id: 0, certificate: validity } },
    ]),
    union(reservations, [
      { $match: byReference(key, refs) },
      { $project: { _id: 0, reservation: '$$ROOT' } },
    ]),
    ...(window === undefined
      ? []
      : [union(reservations, highestIn(rangeOf(key, window))), ...takenIn(collections, window)]),
  ];
}
