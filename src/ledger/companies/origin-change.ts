/**
 * The change of a company's origin, that is, of who assigns its numbers. The two origins must never mix. So the change first stops numbers
 * and new vouchers for longer than any request lives, then reads the ledger, and then decides.
 */
import type { Environment } from '../../ecf/model/environments.js';
import { refused, type Refused } from '../../shared/refused.js';
import type { Collections } from '../collections.js';
import { ledgerTime } from '../mongo/ledger-time.js';
import type { Company } from './company.js';
import {
  leaveReserved,
  setFirstNumbers,
  type NextNeeded,
  type RangesChanged,
  type ReservedLeft,
} from './origin-change-numbers.js';

/**
 * A request reads the company's origin after its body has arrived, and then makes at most three ledger calls of at most 15 s each. So after
 * 60 s every request has either seen the change or ended. The ledger's clock measures this time, because one process may start the change
 * and another one finish it, and the clocks of two processes differ.
 */
export const originHoldMs = 60_000;

export type Origin = Company['origin'];

export type OriginStart =
  /** The change can finish from `readyAt` on. A second start of the same change joins the first one. */
  | { readonly outcome: 'started'; readonly readyAt: Date }
  | Refused<'COMPANY_NOT_FOUND' | 'ORIGIN_UNCHANGED' | 'ORIGIN_CHANGING' | 'ENVIRONMENT_CHANGED_MEANWHILE'>;

export interface OriginFinish {
  readonly companyId: number;
  /** The company's environment when the first numbers were given. Those of another environment have the same ids. */
  readonly environment: Environment;
  readonly to: Origin;
  /** From service to client: abandon the numbers that were handed out and never sent. */
  readonly abandonReserved?: boolean;
  /**
   * From client to service: the first number to hand out, by authorization id. Every authorization that has not expired needs one, above
   * every e-NCF that the ledger has in that range.
   */
  readonly next?: ReadonlyMap<string, number>;
}

/** Issuing is still stopped. */
export type TooEarly = Refused<'TOO_EARLY', { readonly readyAt: Date }>;

export type OriginEnd =
  | { readonly outcome: 'changed'; readonly abandoned: number }
  | Refused<'ORIGIN_NOT_CHANGING'>
  | TooEarly
  | ReservedLeft
  | NextNeeded
  | RangesChanged;

export type OriginCancel =
  | { readonly outcome: 'cancelled' }
  /** `ORIGIN_ABANDONING`: numbers have been abandoned already, so the change can only finish. */
  | Refused<'ORIGIN_NOT_CHANGING' | 'ORIGIN_ABANDONING'>;

export function createOriginChange(collections: Collections) {
  const { companies } = collections;
  const readyAtOf = (since: Date) => new Date(since.getTime() + originHoldMs);

  return {
    /** Requests get 503 ORIGIN_CHANGING until the change is finished or cancelled. Until then the company stays in its environment. */
    beginOriginChange: async (
      companyId: number,
      { to, environment }: Pick<OriginFinish, 'to' | 'environment'>,
    ): Promise<OriginStart> => {
      await companies.updateOne(
        { _id: companyId, environment, origin: { $ne: to }, originChange: { $exists: false } },
        { $set: { 'originChange.to': to }, $currentDate: { 'originChange.since': true } },
      );
      const company = await companies.findOne({ _id: companyId });
      if (company === null) return refused('COMPANY_NOT_FOUND');
      if (company.environment !== environment) return refused('ENVIRONMENT_CHANGED_MEANWHILE');
      if (company.originChange?.to === to)
        return { outcome: 'started', readyAt: readyAtOf(company.originChange.since) };
      return refused(company.originChange === undefined ? 'ORIGIN_UNCHANGED' : 'ORIGIN_CHANGING');
    },

    /** After a refusal the change is still under way. */
    finishOriginChange: async (input: OriginFinish): Promise<OriginEnd> => {
      const { companyId, environment, to } = input;
      const company = await companies.findOne({ _id: companyId });
      const change = company?.originChange;
      if (company?.environment !== environment || change?.to !== to) return refused('ORIGIN_NOT_CHANGING');
      const now = await ledgerTime(companies.db);
      if (now < readyAtOf(change.since)) return refused('TOO_EARLY', { readyAt: readyAtOf(change.since) });
      const thisChange = { _id: companyId, 'originChange.to': to, 'originChange.since': change.since };
      const abandon = change.abandoning ?? input.abandonReserved ?? false;
      // Written first: after a cancelled change, the service must still have every number that it may hand out or void.
      if (to === 'client' && abandon) {
        const marked = await companies.updateOne(thisChange, { $set: { 'originChange.abandoning': true } });
        if (marked.matchedCount === 0) return refused('ORIGIN_NOT_CHANGING');
      }
      const abandoned =
        to === 'client'
          ? await leaveReserved(collections, companyId, abandon)
          : await setFirstNumbers(collections, company, input.next ?? new Map(), now);
      if (typeof abandoned !== 'number') return abandoned;
      const changed = await companies.updateOne(thisChange, {
        $set: { origin: to },
        $unset: { originChange: '' },
      });
      return changed.matchedCount === 1 ? { outcome: 'changed', abandoned } : refused('ORIGIN_NOT_CHANGING');
    },

    cancelOriginChange: async (companyId: number): Promise<OriginCancel> => {
      const underWay = { _id: companyId, originChange: { $exists: true } };
      const cancelled = await companies.updateOne(
        { ...underWay, 'originChange.abandoning': { $exists: false } },
        { $unset: { originChange: '' } },
      );
      if (cancelled.matchedCount === 1) return { outcome: 'cancelled' };
      const isUnderWay = (await companies.findOne(underWay, { projection: { _id: 1 } })) !== null;
      return refused(isUnderWay ? 'ORIGIN_ABANDONING' : 'ORIGIN_NOT_CHANGING');
    },
  };
}
