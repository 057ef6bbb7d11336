/**
 * The voucher master: the ranges that DGII granted and an operator registered. One record holds all ranges of one company,
 * environment and type. Each change is a compare-and-set on its version, so two changes can never create an overlap.
 */
import { compareDates, localDate, parseDate } from '../../ecf/model/dates.js';
import { formatEncf } from '../../ecf/model/encf.js';
import { ecfTypeList, ecfTypes, type EcfType } from '../../ecf/model/ecf-types.js';
import type { Environment } from '../../ecf/model/environments.js';
import type { Collections } from '../mongo/collections.js';
import { guard, isDuplicateKey } from '../mongo/guard.js';
import { highestReserved } from './highest-number.js';
import {
  sequenceKey,
  serialMax,
  type Authorization,
  type AuthorizationOutcome,
  type AuthorizationRefusal,
  type AuthorizationStore,
  type NewAuthorization,
  type SequenceRecord,
  type SequenceRef,
} from './numbering.js';

/** The record is read for every number handed out, so it must stay small. DGII grants a few ranges a year. */
const authorizationsMax = 500;
/** A try fails only when another operator changes the record at the same moment. */
const triesMax = 20;

export function createAuthorizations(collections: Collections): AuthorizationStore {
  const { sequences, companies } = collections;

  return {
    addAuthorization: (input) =>
      guard(async () => {
        const refusal = refusalOf(input);
        if (refusal !== undefined) return refused(refusal);
        if ((await companies.findOne({ _id: input.companyId }, { projection: { _id: 1 } })) === null)
          return refused('COMPANY_UNKNOWN');
        const added = authorizationOf(input);
        return change(input, (standing) => add(standing, added));
      }),

    changeAuthorization: (ref, wanted, now) =>
      guard(async () => {
        const highestOf = (authorization: Authorization) =>
          highestReserved(collections, sequenceKey(ref), authorization.from, authorization.to);
        return change(ref, async (standing) => {
          const old = standing.find(({ id }) => id === ref.id);
          if (old === undefined) return refused('AUTHORIZATION_UNKNOWN');
          const changed = { ...old, ...wanted };
          // When a range grows, its last number grows with it, unless an operator closed the range early.
          if (wanted.last === undefined && old.last === old.to) Object.assign(changed, { last: changed.to });
          return replace(standing, old, changed, await highestOf(old), now);
        });
      }),

    listAuthorizations: (companyId, environment, ecfType) =>
      guard(async () => {
        const records = await readSequences(collections, companyId, environment, ecfType);
        return records.flatMap(({ authorizations }) => inOrder(authorizations));
      }),
  };

  async function change(
    ref: SequenceRef,
    apply: (
      standing: readonly Authorization[],
    ) => AuthorizationOutcome | Changed | Promise<AuthorizationOutcome | Changed>,
  ): Promise<AuthorizationOutcome> {
    const _id = sequenceKey(ref);
    for (let tries = 0; tries < triesMax; tries++) {
      const record = await sequences.findOne({ _id });
      const result = await apply(record?.authorizations ?? []);
      if (!('authorizations' in result)) return result;
      const { authorizations, authorization } = result;
      if (await write(ref, record, authorizations)) return { outcome: 'done', authorization };
    }
    throw new Error(`Authorizations of ${_id}: ${triesMax} changes lost to others`);
  }

  async function write(
    { companyId, environment, ecfType }: SequenceRef,
    record: SequenceRecord | null,
    authorizations: readonly Authorization[],
  ): Promise<boolean> {
    if (record !== null) {
      const { _id, version } = record;
      const written = await sequences.updateOne(
        { _id, version },
        { $set: { authorizations, version: version + 1 } },
      );
      return written.matchedCount === 1;
    }
    const _id = sequenceKey({ companyId, environment, ecfType });
    try {
      await sequences.insertOne({ _id, companyId, environment, ecfType, version: 1, authorizations });
      return true;
    } catch (error) {
      if (!isDuplicateKey(error)) throw error;
      return false;
    }
  }
}

interface Changed {
  readonly authorizations: readonly Authorization[];
  readonly authorization: Authorization;
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

/** The order of use: the earliest expiry first, then the earliest registration. */
export function inOrder(authorizations: readonly Authorization[]): Authorization[] {
  return [...authorizations].sort(
    (a, b) =>
      (a.expiresOn !== null && b.expiresOn !== null ? compareDates(a.expiresOn, b.expiresOn) : 0) ||
      a.registeredAt.getTime() - b.registeredAt.getTime() ||
      a.from - b.from,
  );
}

/** An authorization is valid to the end of its expiry day. */
export function expired({ expiresOn }: Pick<Authorization, 'expiresOn'>, today: string): boolean {
  return expiresOn !== null && compareDates(expiresOn, today) < 0;
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

function add(standing: readonly Authorization[], added: Authorization): AuthorizationOutcome | Changed {
  const other = standing.find((one) => overlap(one, added));
  if (other !== undefined && same(other, added)) return { outcome: 'done', authorization: other };
  if (other !== undefined) return refused('RANGE_OVERLAPS', { other });
  if (standing.length >= authorizationsMax) return refused('TOO_MANY_AUTHORIZATIONS');
  return { authorizations: [...standing, added], authorization: added };
}

/** Refuses a change that would leave a handed-out number outside the range, or that would shrink the granted range. */
function replace(
  standing: readonly Authorization[],
  old: Authorization,
  changed: Authorization,
  highest: number | undefined,
  now: Date,
): AuthorizationOutcome | Changed {
  const { ecfType, from, to, first, last, expiresOn, authorizationNumber } = changed;
  if (!isSerial(to) || to < from) return refused('RANGE_INVALID');
  const orphans = to < old.to || (highest !== undefined && last < highest);
  if (orphans) return refused('WOULD_ORPHAN', highest === undefined ? {} : { highest });
  if (!Number.isSafeInteger(last) || last < from - 1 || last > to) return refused('NEXT_OUTSIDE_RANGE');
  if (first !== old.first) {
    if (!isSerial(first) || first < from || first > last) return refused('NEXT_OUTSIDE_RANGE');
    const lowest = Math.max(old.first, (highest ?? 0) + 1);
    if (first < lowest) return refused('NEXT_TOO_LOW', { lowest });
  }
  const refusal =
    (expiresOn === old.expiresOn ? undefined : expiryRefusal(ecfType, expiresOn, now)) ??
    numberRefusal(authorizationNumber);
  if (refusal !== undefined) return refused(refusal);
  const other = standing.find((one) => one.id !== old.id && overlap(one, changed));
  if (other !== undefined) return refused('RANGE_OVERLAPS', { other });
  const authorizations = standing.map((one) => (one.id === old.id ? changed : one));
  return { authorizations, authorization: changed };
}

function refused(
  refusal: AuthorizationRefusal,
  detail: { readonly other?: Authorization; readonly highest?: number; readonly lowest?: number } = {},
): AuthorizationOutcome {
  return { outcome: 'refused', refusal, ...detail };
}

function overlap(a: Authorization, b: Authorization): boolean {
  return a.from <= b.to && b.from <= a.to;
}

function same(a: Authorization, b: Authorization): boolean {
  const names = ['id', 'to', 'first', 'expiresOn', 'authorizationNumber'] as const;
  return names.every((name) => a[name] === b[name]);
}

function isSerial(value: number): boolean {
  return Number.isSafeInteger(value) && value >= 1 && value <= serialMax;
}
