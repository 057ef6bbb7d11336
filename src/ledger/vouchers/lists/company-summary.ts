/**
 * Counts a company's vouchers: open, waiting, ended. Each count reads keys of one index, and stops at a limit. Of the vouchers that a person
 * must attend to it also reads the oldest ones.
 */
import type { Filter } from 'mongodb';
import {
  finalStates,
  waitingReasonList,
  type DocumentState,
  type WaitingReason,
} from '../../../ecf/model/document-states.js';
import { environmentList, type Environment } from '../../../ecf/model/environments.js';
import type { Collections } from '../../collections.js';
import { readInvolved, type Involved } from '../../mongo/involved.js';
import type { DocumentRecord } from '../document-record.js';
import { troubles, type BuyerTrouble } from './voucher-pages.js';

export interface VoucherCounts {
  readonly open: number;
  /** Only reasons that at least one voucher waits for. */
  readonly waiting: readonly { readonly reason: WaitingReason; readonly count: number }[];
  readonly ended: number;
  /** Received lately, and rejected by DGII. */
  readonly rejected: number;
  /** Received lately, and not sent to DGII. */
  readonly refused: number;
  /** Received lately, and accepted with conditions. */
  readonly conditional: number;
  /** Received in the last weeks, and rejected by the buyer. */
  readonly buyerRejected: number;
  /** Received in the last weeks, and not delivered to the buyer: the buyer refused it, or the service gave up. */
  readonly undelivered: number;
}

/** Undefined: the company has no such voucher. */
export interface VouchersInvolved {
  readonly rejected: Involved | undefined;
  readonly refused: Involved | undefined;
  readonly conditional: Involved | undefined;
  readonly buyerRejected: Involved | undefined;
  readonly undelivered: Involved | undefined;
  readonly waiting: Partial<Record<WaitingReason, Involved>>;
}

export interface CountedSince {
  readonly today: Date;
  readonly lately: Date;
  readonly lastWeeks: Date;
}

/** A person needs to know that there are this many, not how many more. */
const countMax = 10_000;
const countLimitMs = 5_000;

const oldestFirst = { receivedAt: 1, encf: 1 } as const;

const counted = { limit: countMax, maxTimeMS: countLimitMs } as const;

/** Each count stops at `countMax`. Environments without such vouchers are left out. */
export async function countOpen(
  { documents }: Pick<Collections, 'documents'>,
  companyId: number,
): Promise<Partial<Record<Environment, number>>> {
  const counts = await Promise.all(
    environmentList.map(async (environment) => {
      const filter = { companyId, environment, final: false };
      return [environment, await documents.countDocuments(filter, { ...counted, hint: 'open' })] as const;
    }),
  );
  return Object.fromEntries(counts.filter(([, count]) => count > 0));
}

interface Own {
  readonly companyId: number;
  readonly environment: Environment;
}

/** Vouchers of one kind, and the index that has them in the order of their reception. */
interface Kind {
  readonly filter: Filter<DocumentRecord>;
  readonly hint: string;
}

function endedSince(own: Own, state: DocumentState | { readonly $in: DocumentState[] }, from: Date): Kind {
  return { filter: { ...own, final: true, state, receivedAt: { $gte: from } }, hint: 'ended' };
}

function inTrouble(own: Own, trouble: BuyerTrouble, from: Date): Kind {
  const { filter, hint } = troubles[trouble];
  return { filter: { ...own, ...filter, receivedAt: { $gte: from } }, hint };
}

function waitingFor(own: Own, reason: WaitingReason): Kind {
  return { filter: { ...own, 'waiting.reason': reason }, hint: 'waiting' };
}

export function createCompanySummary({ documents }: Pick<Collections, 'documents'>) {
  const count = ({ filter, hint }: Kind) => documents.countDocuments(filter, { ...counted, hint });

  /** Asked only about kinds that were counted. */
  const involvedIn = async (number: number, kind: Kind, since = 'receivedAt') =>
    number === 0
      ? undefined
      : readInvolved(documents, { ...kind, order: oldestFirst, name: 'razonSocialComprador', since });

  /** MongoDB jumps in the index from one reason to the next, so only the reasons that exist are counted. */
  const countWaiting = async (own: Own) => {
    const found = await documents
      .aggregate<{ _id: WaitingReason }>(
        [{ $match: { ...own, 'waiting.reason': { $gt: '' } } }, { $group: { _id: '$waiting.reason' } }],
        { hint: 'waiting', maxTimeMS: countLimitMs },
      )
      .toArray();
    const waiting: { readonly reason: WaitingReason; readonly count: number }[] = [];
    for (const reason of waitingReasonList) {
      if (!found.some(({ _id }) => _id === reason)) continue;
      waiting.push({ reason, count: await count(waitingFor(own, reason)) });
    }
    return waiting.filter(({ count }) => count > 0);
  };

  return {
    countPending: (companyId: number) => countOpen({ documents }, companyId),

    countVouchers: async (
      companyId: number,
      environment: Environment,
      since: CountedSince,
    ): Promise<VoucherCounts> => {
      const own = { companyId, environment };
      const [open, ended, rejected, refused, conditional, buyerRejected, undelivered, waiting] =
        await Promise.all([
          count({ filter: { ...own, final: false }, hint: 'open' }),
          count(endedSince(own, { $in: finalStates }, since.today)),
          count(endedSince(own, 'rejected', since.lately)),
          count(endedSince(own, 'refused', since.lately)),
          count(endedSince(own, 'conditionally-accepted', since.lately)),
          count(inTrouble(own, 'rejected', since.lastWeeks)),
          count(inTrouble(own, 'undelivered', since.lastWeeks)),
          countWaiting(own),
        ]);
      return { open, ended, rejected, refused, conditional, buyerRejected, undelivered, waiting };
    },

    /** What the counted vouchers that need a person amount to, and whose they are. */
    findInvolved: async (
      companyId: number,
      environment: Environment,
      since: CountedSince,
      counts: VoucherCounts,
    ): Promise<VouchersInvolved> => {
      const own = { companyId, environment };
      const [rejected, refused, conditional, buyerRejected, undelivered] = await Promise.all([
        involvedIn(counts.rejected, endedSince(own, 'rejected', since.lately)),
        involvedIn(counts.refused, endedSince(own, 'refused', since.lately)),
        involvedIn(counts.conditional, endedSince(own, 'conditionally-accepted', since.lately)),
        involvedIn(counts.buyerRejected, inTrouble(own, 'rejected', since.lastWeeks)),
        involvedIn(counts.undelivered, inTrouble(own, 'undelivered', since.lastWeeks)),
      ]);
      const waiting: Partial<Record<WaitingReason, Involved>> = {};
      for (const { reason, count: number } of counts.waiting) {
        const involved = await involvedIn(number, waitingFor(own, reason), 'waiting.since');
        if (involved !== undefined) waiting[reason] = involved;
      }
      return { rejected, refused, conditional, buyerRejected, undelivered, waiting };
    },
  };
}
