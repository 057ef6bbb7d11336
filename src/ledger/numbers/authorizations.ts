/**
 * The voucher master: the ranges that DGII granted and an operator registered. One record holds all ranges of one company,
 * environment and type. Each change is a compare-and-set on its version, so two changes can never create an overlap.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { compareDates, localDate, parseDate } from '../../ecf/model/dates.js';
import { formatEncf } from '../../ecf/model/encf.js';
import { ecfTypeList, ecfTypes, type EcfType } from '../../ecf/model/ecf-types.js';
import type { Environment } from '../../ecf/model/environments.js';
import { refused } from '../../shared/refused.js';
import type { Collections } from '../collections.js';
import { isInserted } from '../mongo/guard.js';
import { highestReserved } from './highest-number.js';
import { jitter } from '../mongo/jitter.js';
import {
  clientMayNumber,
  sequenceKey,
  serialMax,
  serialOf,
  type Authorization,
  type AuthorizationChange,
  type AuthorizationOutcome,
  type AuthorizationRefusal,
  type NewAuthorization,
  type SequenceRecord,
  type SequenceRef,
} from './numbers.js';

/** The record is read for every number handed out, so it must stay small. DGII grants a few ranges a year. */
const authorizationsMax = 500;
/**
 * A try fails only when another process changes the record at the same moment. Each try reads and writes the whole record, so a few must be
 * enough.
 */
const triesMax = 5;
/** About the time of a try, so that the change that won can end. */
const pauseMs = 40;

export function createAuthorizations(collections: Collections) {
  return {
    /**
     * Refuses an overlap with another range, and a first number that is not above every voucher in the ledger. Adding the same range again
     * is `done`.
     */
    addAuthorization: async (input: NewAuthorization): Promise<AuthorizationOutcome> => {
      const refusal = refusalOf(input);
      if (refusal !== undefined) return refused(refusal);
      const company = { _id: input.companyId };
      if ((await collections.companies.findOne(company, { projection: { _id: 1 } })) === null)
        return refused('COMPANY_NOT_FOUND');
      const added = authorizationOf(input);
      return change(collections, input, async (registered) => {
        const result = add(registered, added);
        if (!('authorizations' in result)) return result;
        return (await belowVouchers(collections, input, added, added.first)) ?? result;
      });
    },

    changeAuthorization: (
      ref: SequenceRef & { readonly id: string },
      wanted: AuthorizationChange,
      now: Date,
    ): Promise<AuthorizationOutcome> =>
      change(collections, ref, async (registered) => {
        const old = registered.find(({ id }) => id === ref.id);
        if (old === undefined) return refused('AUTHORIZATION_NOT_FOUND');
        const changed = { ...old, ...wanted };
        // When a range grows, its last number grows with it, unless an operator closed the range early.
        if (wanted.last === undefined && old.last === old.to) Object.assign(changed, { last: changed.to });
        const range = { key: sequenceKey(ref), from: old.from, to: old.to };
        const highest = await highestReserved(collections, range);
        const others = registered.filter((one) => one !== old);
        const refusal = changeRefusal(old, changed, { highest, others, now });
        if (refusal !== undefined) return refusal;
        const next = Math.max(changed.first, (highest ?? 0) + 1);
        const tooLow = changed.to > old.to ? await belowVouchers(collections, ref, changed, next) : undefined;
        if (tooLow !== undefined) return tooLow;
        const authorizations = registered.map((one) => (one === old ? changed : one));
        return { authorizations, authorization: changed };
      }),

    /** The highest number of the range that was handed out, or skipped because it was taken. */
    highestOf: (ref: SequenceRef, { first, last }: Pick<Authorization, 'first' | 'last'>) =>
      highestReserved(collections, { key: sequenceKey(ref), from: first, to: last }),

    /** Sorted by type, then in the order of use. */
    listAuthorizations: async (
      companyId: number,
      environment: Environment,
      ecfType?: EcfType,
    ): Promise<readonly Authorization[]> => {
      const records = await readSequences(collections, companyId, environment, ecfType);
      return records.flatMap(({ authorizations }) => inOrder(authorizations));
    },
  };
}

type Result = AuthorizationOutcome | Changed;

interface Changed {
  readonly authorizations: readonly Authorization[];
  readonly authorization: Authorization;
}

/** The client may have used the numbers below a voucher in an unregistered range. So `next` begins above that voucher. */
async function belowVouchers(
  collections: Collections,
  { companyId, environment }: SequenceRef,
  range: Authorization,
  next: number,
): Promise<AuthorizationOutcome | undefined> {
  if (!clientMayNumber(environment)) return undefined;
  const lowest = await lowestAboveVouchers(collections, companyId, environment, range);
  return next < lowest ? refused('NEXT_TOO_LOW', { lowest }) : undefined;
}

async function change(
  collections: Collections,
  ref: SequenceRef,
  apply: (registered: readonly Authorization[]) => Result | Promise<Result>,
): Promise<AuthorizationOutcome> {
  const _id = sequenceKey(ref);
  for (let tries = 0; tries < triesMax; tries++) {
    if (tries > 0) await sleep(jitter(pauseMs));
    const record = await collections.sequences.findOne({ _id });
    const result = await apply(record?.authorizations ?? []);
    if (!('authorizations' in result)) return result;
    const { authorizations, authorization } = result;
    if (await write(collections, ref, record?.version, authorizations))
      return { outcome: 'done', authorization };
  }
  return refused('CHANGED_MEANWHILE');
}

/** @param version undefined: there was no record yet */
async function write(
  { sequences }: Pick<Collections, 'sequences'>,
  { companyId, environment, ecfType }: SequenceRef,
  version: number | undefined,
  authorizations: readonly Authorization[],
): Promise<boolean> {
  const _id = sequenceKey({ companyId, environment, ecfType });
  if (version !== undefined) {
    const changed = { $set: { authorizations, version: version + 1 } };
    return (await sequences.updateOne({ _id, version }, changed)).matchedCount === 1;
  }
  const first = { _id, companyId, environment, ecfType, version: 1, authorizations };
  return isInserted(sequences.insertOne(first));
}

/** The records of one company and environment, sorted by type, or only the record of `ecfType`. */
export async function readSequences(
  { sequences }: Pick<Collections, 'sequences'>,
  companyId: number,
  environment: Environment,
  ecfType?: EcfType,
): Promise<SequenceRecord[]> {
  const keys = (ecfType === undefined ? ecfTypeList : [ecfType]).map((type) =>
    sequenceKey({ companyId, environment, ecfType: type }),
  );
  return sequences
    .find({ _id: { $in: keys } })
    .sort({ _id: 1 })
    .limit(ecfTypeList.length)
    .toArray();
}

/** A result above `to` means that no number is left. */
export async function lowestAboveVouchers(
  { documents }: Pick<Collections, 'documents'>,
  companyId: number,
  environment: Environment,
  { ecfType, from, to }: Pick<Authorization, 'ecfType' | 'from' | 'to'>,
): Promise<number> {
  const range = { $gte: formatEncf(ecfType, from), $lte: formatEncf(ecfType, to) };
  const [highest] = await documents
    .find({ companyId, environment, encf: range }, { projection: { _id: 0, encf: 1 } })
    .sort({ encf: -1 })
    .limit(1)
    .toArray();
  return highest === undefined ? from : serialOf(highest.encf) + 1;
}

/** The earliest expiry first, then the earliest registration. */
export function inOrder(authorizations: readonly Authorization[]): Authorization[] {
  return [...authorizations].sort(
    (a, b) =>
      (a.expiresOn !== null && b.expiresOn !== null ? compareDates(a.expiresOn, b.expiresOn) : 0) ||
      a.registeredAt.getTime() - b.registeredAt.getTime() ||
      a.from - b.from,
  );
}

function authorizationOf(input: NewAuthorization): Authorization {
  const { ecfType, from, to, next = from, expiresOn, authorizationNumber, now } = input;
  return {
    id: formatEncf(ecfType, from),
    ecfType,
    from,
    to,
    first: next,
    last: to,
    expiresOn,
    authorizationNumber,
    registeredAt: now,
  };
}

function refusalOf(input: NewAuthorization): AuthorizationRefusal | undefined {
  const { ecfType, from, to, next = from, expiresOn, authorizationNumber, now } = input;
  if (!isSerial(from) || !isSerial(to) || from > to) return 'RANGE_INVALID';
  if (!isSerial(next) || next < from || next > to) return 'NEXT_OUTSIDE_RANGE';
  return expiryRefusal(ecfType, expiresOn, now) ?? numberRefusal(authorizationNumber);
}

function expiryRefusal(
  ecfType: EcfType,
  expiresOn: string | null,
  now: Date,
): AuthorizationRefusal | undefined {
  if (!ecfTypes[ecfType].sequenceExpires) return expiresOn === null ? undefined : 'EXPIRY_NOT_ALLOWED';
  if (expiresOn === null) return 'EXPIRY_REQUIRED';
  if (parseDate(expiresOn) === undefined) return 'EXPIRY_INVALID';
  return compareDates(expiresOn, localDate(now.getTime())) < 0 ? 'EXPIRY_PAST' : undefined;
}

function numberRefusal(authorizationNumber: string): AuthorizationRefusal | undefined {
  return /^[\x21-\x7e]{1,40}$/.test(authorizationNumber) ? undefined : 'AUTHORIZATION_NUMBER_INVALID';
}

function add(registered: readonly Authorization[], added: Authorization): AuthorizationOutcome | Changed {
  const other = registered.find((one) => overlap(one, added));
  if (other !== undefined && sameAuthorization(other, added))
    return { outcome: 'done', authorization: other };
  if (other !== undefined) return refused('RANGE_OVERLAPS', { other });
  if (registered.length >= authorizationsMax) return refused('TOO_MANY_AUTHORIZATIONS');
  return { authorizations: [...registered, added], authorization: added };
}

interface ChangeFacts {
  readonly highest: number | undefined;
  readonly others: readonly Authorization[];
  readonly now: Date;
}

/** Refuses a change that would leave a handed-out number outside the range, or that would shrink the granted range. */
function changeRefusal(
  old: Authorization,
  { ecfType, from, to, first, last, expiresOn, authorizationNumber }: Authorization,
  { highest, others, now }: ChangeFacts,
): AuthorizationOutcome | undefined {
  if (!isSerial(to) || to < from) return refused('RANGE_INVALID');
  if (highest !== undefined && last < highest) return refused('WOULD_ORPHAN', { highest });
  if (to < old.to) return refused('WOULD_ORPHAN');
  if (!Number.isSafeInteger(last) || last < from - 1 || last > to) return refused('NEXT_OUTSIDE_RANGE');
  if (first !== old.first) {
    if (!isSerial(first) || first < from || first > last) return refused('NEXT_OUTSIDE_RANGE');
    const lowest = Math.max(old.first, (highest ?? 0) + 1);
    if (first < lowest) return refused('NEXT_TOO_LOW', { lowest });
  }
  // An expired range may still be changed, as long as its expiry stays.
  const expiry = expiresOn === old.expiresOn ? undefined : expiryRefusal(ecfType, expiresOn, now);
  const refusal = expiry ?? numberRefusal(authorizationNumber);
  if (refusal !== undefined) return refused(refusal);
  const other = others.find((one) => overlap(one, { from, to }));
  return other === undefined ? undefined : refused('RANGE_OVERLAPS', { other });
}

type Range = Pick<Authorization, 'from' | 'to'>;

function overlap(a: Range, b: Range): boolean {
  return a.from <= b.to && b.from <= a.to;
}

function sameAuthorization(a: Authorization, b: Authorization): boolean {
  const names = ['id', 'to', 'first', 'expiresOn', 'authorizationNumber'] as const;
  return names.every((name) => a[name] === b[name]);
}

function isSerial(value: number): boolean {
  return Number.isSafeInteger(value) && value >= 1 && value <= serialMax;
}
