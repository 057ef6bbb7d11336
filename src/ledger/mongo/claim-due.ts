/** Claims records whose time has come, for the rounds of the workers. */
import type { Collection, Document, Filter, UpdateFilter, WithId } from 'mongodb';
import { latestDue } from '../clocks.js';
import { claimOne } from './claim-one.js';
import { createTurns } from './in-turn.js';
import { ledgerTime } from './ledger-time.js';

interface DueBy<OneRecord> {
  readonly member: keyof OneRecord & string;
  /** A further condition. The index leaves out the other records. */
  readonly where?: Filter<OneRecord>;
  /** The key of the index to use, if it has more than `companyId` and the member, which come first. */
  readonly index?: Readonly<Record<string, 1>>;
  readonly projection?: Document;
}

/** Claims up to `limit` records that are due at `now`, none of the companies in `except`. They are due again at `until`. */
type Claims<OneRecord> = (
  now: Date,
  until: Date,
  limit: number,
  except?: readonly number[],
) => Promise<WithId<OneRecord>[]>;

interface ClaimTimes {
  readonly now: Date;
  readonly until: Date;
  /** What is due later than this is due now: a clock that was ahead wrote it (`latestDue`). */
  readonly latest: Date;
}

type ClaimsAt<OneRecord> = (
  times: ClaimTimes,
  limit: number,
  except?: readonly number[],
) => Promise<WithId<OneRecord>[]>;

/**
 * Companies take turns; a company's longest overdue record comes first. A claimed record is due again at `until`, in case its start failed.
 * The collection has an index on `companyId` and the member.
 */
export function createDueClaims<OneRecord extends { readonly companyId: number }>(
  collection: Collection<OneRecord>,
  due: DueBy<OneRecord>,
): Claims<OneRecord> {
  return byLedgerTime(collection, claimsInTurn(collection, due));
}

export function claimsInTurn<OneRecord extends { readonly companyId: number }>(
  collection: Collection<OneRecord>,
  { member, where, index, projection = {} }: DueBy<OneRecord>,
): ClaimsAt<OneRecord> {
  const take = createTurns<WithId<OneRecord>>();
  const sort = { companyId: 1, [member]: 1 } as const;
  return async ({ now, until, latest }, limit, except = []) => {
    const others = except.length === 0 ? {} : { $nin: except };
    const claim = (range: object, room: number) =>
      take(room, (companies) =>
        claimOne(
          collection,
          {
            filter: {
              ...where,
              companyId: { ...companies, ...others },
              [member]: range,
            } as unknown as Filter<OneRecord>,
            sort,
            hint: index ?? sort,
            member,
          },
          { $set: { [member]: until } } as unknown as UpdateFilter<OneRecord>,
          projection,
        ),
      );
    const claimed = await claim({ $lte: now }, limit);
    // A query of its own: with `$or` MongoDB may read all records of a company that are not due.
    return [...claimed, ...(await claim({ $gt: latest }, limit - claimed.length))];
  };
}

/**
 * If our clock is ahead of the ledger's, the ledger's decides. Otherwise other workers would not see for hours that a record is due again.
 * For `latest` the later of the two clocks decides: to a clock that is behind, every pause looks too long.
 */
export function byLedgerTime<OneRecord extends object>(
  { db }: Collection<OneRecord>,
  claim: ClaimsAt<OneRecord>,
): Claims<OneRecord> {
  return async (now, until, limit, except) => {
    const ledgerNow = await ledgerTime(db);
    const aheadMs = Math.max(0, now.getTime() - ledgerNow.getTime());
    const byLedger = (at: Date) => new Date(at.getTime() - aheadMs);
    const latest = latestDue(aheadMs > 0 ? now : ledgerNow);
    return claim({ now: byLedger(now), until: byLedger(until), latest }, limit, except);
  };
}
