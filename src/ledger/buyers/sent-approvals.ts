/** Our approvals in the ledger, within the records of the receptions. `approvalDueAt` is when a worker looks at one. */
import type { Collections } from '../mongo/collections.js';
import { createTurns } from '../mongo/in-turn.js';
import type { ReceptionRecord } from '../received/reception-record.js';
import {
  approvalLegs,
  type ApprovalLeg,
  type ApprovalLegName,
  type HeldApproval,
  type SentApproval,
} from './sent-approval.js';

/** From one try of a leg to the next, or to its outcome. */
interface LegChange {
  readonly name: ApprovalLegName;
  readonly was: ApprovalLeg;
  readonly next: ApprovalLeg;
}

const oneWaits = { $in: ['waiting', approvalLegs.map((name) => `$approval.${name}.state`)] };

export function createSentApprovals({ receptions }: Pick<Collections, 'receptions'>) {
  const take = createTurns<ReceptionRecord>();
  return {
    findReceptionById: async (id: string): Promise<ReceptionRecord | undefined> =>
      (await receptions.findOne({ _id: id })) ?? undefined,

    /** Claims receptions whose approval is due, of each company the longest overdue first, and moves that time to `until`. */
    claimApprovals: (now: Date, until: Date, limit: number): Promise<ReceptionRecord[]> =>
      take(limit, (companyId) =>
        receptions.findOneAndUpdate(
          { companyId, approvalDueAt: { $lte: now } },
          { $set: { approvalDueAt: until } },
          { sort: { companyId: 1, approvalDueAt: 1 }, hint: { companyId: 1, approvalDueAt: 1 } },
        ),
      ),

    /**
     * Writes down why nothing can go out now, and when a worker looks again; null: never. A state of DGII that came since the
     * reception was read prevents the write, because the reason may be wrong by now. False: it was prevented, or nothing is due any more.
     */
    holdApproval: async (
      { _id, dgii }: Pick<ReceptionRecord, '_id' | 'dgii'>,
      heldApproval: HeldApproval,
      until: Date | null,
    ): Promise<boolean> => {
      const { matchedCount } = await receptions.updateOne(
        { _id, approvalDueAt: { $exists: true }, 'dgii.estado': dgii?.estado ?? { $exists: false } },
        until === null
          ? { $set: { heldApproval }, $unset: { approvalDueAt: '' } }
          : { $set: { heldApproval, approvalDueAt: until } },
      );
      return matchedCount === 1;
    },

    /**
     * Keeps the signed approval. Undefined: another process signed first, and its bytes stay.
     * @param dueAt when a worker looks again
     */
    keepSignedApproval: async (
      id: string,
      signed: Omit<SentApproval, 'version'>,
      dueAt: Date,
    ): Promise<SentApproval | undefined> => {
      const approval: SentApproval = { ...signed, version: 1 };
      const { matchedCount } = await receptions.updateOne(
        { _id: id, approval: { $exists: false } },
        { $set: { approval, approvalDueAt: dueAt }, $unset: { heldApproval: '' } },
      );
      return matchedCount === 1 ? approval : undefined;
    },

    /**
     * Replaces one leg if it is still as `was`. Undefined: another process changed this leg first. What happens to the other leg
     * meanwhile does not matter, so a slow issuer never makes us lose DGII's answer, nor the other way round.
     * @param dueAt when a worker looks again, while one of the two waits
     */
    changeApprovalLeg: async (
      id: string,
      { name, was, next }: LegChange,
      dueAt: Date,
    ): Promise<SentApproval | undefined> => {
      const leg = `approval.${name}`;
      // Each try has its own number, and a try that is under way has no outcome.
      const asRead = {
        [`${leg}.state`]: was.state,
        [`${leg}.attempts`]: was.attempts,
        [`${leg}.last.outcome`]: was.last?.outcome ?? { $exists: false },
      };
      const changed = await receptions.findOneAndUpdate(
        { _id: id, ...asRead },
        [
          { $set: { 'approval.version': { $add: ['$approval.version', 1] }, [leg]: { $literal: next } } },
          { $set: { approvalDueAt: { $cond: [oneWaits, dueAt, '$$REMOVE'] } } },
          { $unset: 'heldApproval' },
        ],
        { returnDocument: 'after', projection: { approval: 1 } },
      );
      return changed?.approval;
    },

    /** Nobody looks at this approval any more, if both legs have ended. */
    endApproval: async (id: string): Promise<void> => {
      const ended = { $exists: true, $ne: 'waiting' } as const;
      await receptions.updateOne(
        { _id: id, 'approval.issuer.state': ended, 'approval.dgii.state': ended },
        { $unset: { approvalDueAt: '', heldApproval: '' } },
      );
    },
  };
}

/**
 * What makes an approval due again after the same decision came once more. Undefined: it neither was given up nor refused by the
 * issuer's receiver, which may be repaired by now. What DGII refused stays refused: it would get the same bytes.
 */
export function tryAgain({ _id, heldApproval, approval, approvalDueAt }: ReceptionRecord, now: Date) {
  if (approvalDueAt !== undefined) return undefined;
  const legs = approval && {
    issuer: reopened(approval.issuer, ['given-up', 'refused']),
    dgii: reopened(approval.dgii, ['given-up']),
  };
  const changed = legs?.issuer !== approval?.issuer || legs?.dgii !== approval?.dgii;
  if (heldApproval?.state !== 'given-up' && !changed) return undefined;
  const version = approval === undefined ? { $exists: false } : approval.version;
  return {
    filter: { _id, approvalDueAt: { $exists: false }, 'approval.version': version },
    update: {
      $set: {
        approvalDueAt: now,
        ...(approval && { approval: { ...approval, ...legs, since: now, version: approval.version + 1 } }),
      },
      $unset: { heldApproval: '' as const },
    },
  };
}

function reopened(leg: ApprovalLeg, states: readonly ApprovalLeg['state'][]): ApprovalLeg {
  if (!states.includes(leg.state)) return leg;
  const { refusals: _refusals, endedAt: _endedAt, ...kept } = leg;
  return { ...kept, state: 'waiting' };
}
