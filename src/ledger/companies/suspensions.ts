/** The suspension of a company whose signer DGII refuses. The company gets no numbers until DGII accepts the signer again. */
import { hourMs } from '../../ecf/durations.js';
import type { Environment } from '../../ecf/model/environments.js';
import { latestPossible } from '../clocks.js';
import type { Collections } from '../collections.js';
import type { SignerRefusal } from '../../ecf/model/document-states.js';
import type { Company } from './company.js';
import { pendingWithResumption, pendingWithSuspension } from './company-events.js';
import { checkWaitingNow } from '../vouchers/documents.js';

export interface SignerRefused {
  readonly reason: SignerRefusal;
  readonly askedAt: Date;
  readonly since: Date;
  /** Absent: DGII refused to issue a token. */
  readonly encf?: string;
}

/** If the company is suspended again within this time, the token that ended its suspension proved too little. */
const soonMs = hourMs;
/** Then a worker asks later, and each time twice as late: after each token, vouchers go out that DGII may reject. */
const againFirstMs = 60_000;
const againMaxMs = 15 * 60_000;

export function suspensionIn(
  company: Pick<Company, 'suspended'> | undefined,
  environment: Environment,
): SignerRefusal | undefined {
  const suspended = company?.suspended;
  return suspended?.environment === environment ? suspended.reason : undefined;
}

export function createSuspensions(collections: Collections) {
  const { companies } = collections;
  return {
    /**
     * Suspends the company: it gets no more numbers, because DGII would refuse them too. The reason is that of the latest request, because
     * DGII may refuse a new certificate for another reason; `since` stays that of the first. A refusal is ignored if its request was sent
     * (`askedAt`) before the token that ended a suspension, because a verdict may arrive much later. It is also ignored while the company
     * is suspended in its own environment and this is another one: vouchers that it left open elsewhere must not end that suspension.
     * @returns whether the suspension started now
     */
    suspendIssuing: async (
      companyId: number,
      environment: Environment,
      refusal: SignerRefused,
      now: Date,
    ): Promise<boolean> => {
      const newer = { $gte: refusal.askedAt, $lte: latestPossible(now) };
      const before = await companies.findOneAndUpdate(
        {
          _id: companyId,
          $nor: [
            { $expr: isOwnAndOther('suspended', environment) },
            { 'resumed.environment': environment, 'resumed.askedAt': newer },
            // Answers may arrive in another order than their requests, so an older one must not replace a newer one.
            { 'suspended.environment': environment, 'suspended.askedAt': newer },
          ],
        },
        // A single update, so that no `resumeIssuing` can come in between.
        [
          {
            $set: {
              suspended: suspendedBy(environment, refusal),
              pending: pendingWithSuspension(companyId, environment, refusal),
            },
          },
        ],
        { returnDocument: 'before', projection: { _id: 0, suspended: 1 } },
      );
      return before !== null && before.suspended?.environment !== environment;
    },

    /**
     * Ends the suspension, because DGII issued the token for which we asked at `askedAt`. The vouchers that waited for it are tried
     * again soon. A refusal of a later request stays: false.
     */
    resumeIssuing: async (
      companyId: number,
      environment: Environment,
      askedAt: Date,
      now: Date,
    ): Promise<boolean> => {
      const ended = { environment, askedAt, again: '$suspended.again' };
      const { matchedCount } = await companies.updateOne(
        {
          _id: companyId,
          'suspended.environment': environment,
          'suspended.askedAt': { $not: { $gt: askedAt, $lte: latestPossible(now) } },
        },
        [
          { $set: { pending: pendingWithResumption(companyId, environment, now) } },
          { $set: { resumed: { $cond: [isOwnAndOther('resumed', environment), '$resumed', ended] } } },
          { $unset: 'suspended' },
        ],
      );
      if (matchedCount === 1) await checkWaitingNow(collections, companyId, now);
      return matchedCount === 1;
    },

    /**
     * Claims companies that were suspended at `before` or earlier, so that only one worker asks DGII for their token. The claim lasts until
     * `until`. The company whose last question is the oldest comes first.
     */
    claimSuspended: async (before: Date, now: Date, until: Date, limit: number): Promise<Company[]> => {
      const probedUntil = 'suspended.probedUntil';
      const longestPause = new Date(Math.max(until.getTime(), now.getTime() + againMaxMs));
      const due = {
        $or: [{ 'suspended.since': { $lte: before } }, { 'suspended.since': { $gt: latestPossible(now) } }],
        [probedUntil]: { $not: { $gt: now, $lte: latestPossible(longestPause) } },
      };
      const claimed: Company[] = [];
      while (claimed.length < limit) {
        const company = await companies.findOneAndUpdate(
          due,
          { $set: { [probedUntil]: until } },
          { projection: { _id: 0 }, sort: { [probedUntil]: 1 } },
        );
        if (company === null) break;
        claimed.push(company);
      }
      return claimed;
    },
  };
}

/** An expression: this member is about the company's own environment, which is another one than `environment`. */
function isOwnAndOther(member: 'suspended' | 'resumed', environment: Environment) {
  return {
    $and: [{ $eq: [`$${member}.environment`, '$environment'] }, { $ne: ['$environment', environment] }],
  };
}

/** An expression: the suspension after this refusal. If the company is already suspended there, `since` stays. */
function suspendedBy(environment: Environment, { reason, askedAt, since, encf }: SignerRefused) {
  const latest = { reason, askedAt, ...(encf !== undefined && { encf }) };
  const started = { $literal: { environment, since, ...latest } };
  return {
    $cond: [
      { $eq: ['$suspended.environment', environment] },
      { $mergeObjects: ['$suspended', { $literal: latest }] },
      { $mergeObjects: [started, pauseIfAgain(environment, since)] },
    ],
  };
}

/** The members of a suspension that began soon after the last one ended: how often that happened, and when to ask DGII first. */
function pauseIfAgain(environment: Environment, since: Date) {
  const soon = {
    $and: [
      { $eq: ['$resumed.environment', environment] },
      { $gt: ['$resumed.askedAt', new Date(since.getTime() - soonMs)] },
    ],
  };
  const again = { $add: [{ $ifNull: ['$resumed.again', 0] }, 1] };
  const pauseMs = { $multiply: [againFirstMs, { $pow: [2, { $subtract: [again, 1] }] }] };
  const probedUntil = { $add: [since, { $min: [pauseMs, againMaxMs] }] };
  return { $cond: [soon, { again, probedUntil }, {}] };
}
