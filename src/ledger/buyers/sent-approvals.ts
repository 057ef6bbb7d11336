/** Our approvals in the ledger, within the records of the receptions. `approvalDueAt` is when a worker next checks an approval. */
import { approvalLegs, undeliveredStates, type ApprovalLegName } from '../../ecf/codes/buyer-delivery.js';
import type { Collections } from '../collections.js';
import { createDueClaims } from '../mongo/claim-due.js';
import { dueIn, dueNow } from '../mongo/ledger-time.js';
import {
  receptionRef,
  type ReceptionAt,
  type ReceptionRecord,
  type ReceptionRef,
} from '../received/reception-record.js';
import { pendingWithHeld, pendingWithLeg } from '../received/reception-events.js';
import { thisRecord } from '../shard-keys.js';
import type { ApprovalLeg, HeldApproval, SentApproval } from './sent-approval.js';

/** The change of one leg: to the next try, or to a try's outcome. */
interface LegChange {
  readonly name: ApprovalLegName;
  readonly was: ApprovalLeg;
  readonly next: ApprovalLeg;
}

const oneWaits = { $in: ['waiting', approvalLegs.map((name) => `$approval.${name}.state`)] };

export function createSentApprovals({ receptions }: Pick<Collections, 'receptions'>) {
  return {
    /**
     * Claims receptions whose approval is due, and moves their due time to `until`. Companies take turns; of each company, the approval
     * that has been due longest comes first.
     */
    claimApprovals: createDueClaims(receptions, { member: 'approvalDueAt' }),

    /**
     * Records why nothing can be sent now, and when a worker checks again; `until` null means never. If DGII's state of the voucher has
     * changed since the reception was read, or another voucher has the number, nothing is written, because the reason may be wrong by now.
     * False if nothing was written.
     */
    holdApproval: async (
      reception: ReceptionRef & Pick<ReceptionRecord, 'dgii'>,
      heldApproval: HeldApproval,
      until: Date | null,
    ): Promise<boolean> => {
      const { matchedCount } = await receptions.updateOne(
        {
          ...receptionRef(reception),
          approvalDueAt: { $exists: true },
          'dgii.estado': reception.dgii?.estado ?? { $exists: false },
        },
        [
          {
            $set: {
              heldApproval: { $literal: heldApproval },
              approvalDueAt: until ?? '$$REMOVE',
              pending: pendingWithHeld(heldApproval),
            },
          },
        ],
      );
      return matchedCount === 1;
    },

    /**
     * Keeps the signed approval. Undefined if another process signed first, because the first bytes stay, or if another voucher has the
     * number, because the approval is not about that one.
     * @param reception with the hash of the voucher that the approval is about
     * @param dueAt when a worker checks again; `as-claimed` leaves the end of the claim
     */
    keepSignedApproval: async (
      reception: ReceptionRef,
      signed: Omit<SentApproval, 'version'>,
      dueAt: Date | 'as-claimed',
    ): Promise<SentApproval | undefined> => {
      const approval: SentApproval = { ...signed, version: 1 };
      const claimed = dueAt === 'as-claimed';
      const { matchedCount } = await receptions.updateOne(
        {
          ...receptionRef(reception),
          approval: { $exists: false },
          ...(claimed && { approvalDueAt: { $exists: true } }),
        },
        { $set: { approval, ...(!claimed && { approvalDueAt: dueAt }) }, $unset: { heldApproval: '' } },
      );
      return matchedCount === 1 ? approval : undefined;
    },

    /**
     * Replaces one leg if it is still equal to `was`. Undefined if another process changed this leg first. A change of the other leg does
     * not matter, so a slow issuer never makes us lose DGII's answer, nor the other way round.
     * @param dueAt when a worker checks again, if one of the two legs still waits; `as-claimed` leaves the end of the claim
     */
    changeApprovalLeg: async (
      reception: ReceptionAt,
      { name, was, next }: LegChange,
      dueAt: Date | 'as-claimed',
    ): Promise<SentApproval | undefined> => {
      const leg = `approval.${name}`;
      // Together these identify one state of the leg: each try has its own number, and a try under way has no outcome.
      const asRead = {
        [`${leg}.state`]: was.state,
        [`${leg}.attempts`]: was.attempts,
        [`${leg}.last.outcome`]: was.last?.outcome ?? { $exists: false },
      };
      // Never without a due time, although another process has ended the claim: nobody would come back to this leg.
      const again = dueAt === 'as-claimed' ? { $ifNull: ['$approvalDueAt', '$$NOW'] } : dueAt;
      const changed = await receptions.findOneAndUpdate(
        { ...thisRecord(receptions, reception), ...asRead },
        [
          { $set: { pending: pendingWithLeg(name, was, next) } },
          { $set: { 'approval.version': { $add: ['$approval.version', 1] }, [leg]: { $literal: next } } },
          { $set: { approvalDueAt: { $cond: [oneWaits, again, '$$REMOVE'] } } },
          { $unset: 'heldApproval' },
        ],
        { returnDocument: 'after', projection: { approval: 1 } },
      );
      return changed?.approval;
    },

    /** The receiver had no free slot, so no worker has to check before `until`. */
    deferApproval: async (reception: ReceptionAt, until: Date): Promise<void> => {
      await receptions.updateOne(
        { ...thisRecord(receptions, reception), approvalDueAt: { $exists: true } },
        { $max: { approvalDueAt: until } },
      );
    },

    /** Ends a claim: the issuer's receiver had no free slot, so the approval is due in `forMs`, by the ledger's clock. */
    putBackApproval: async (reception: ReceptionAt, forMs: number): Promise<void> => {
      await receptions.updateOne(
        { ...thisRecord(receptions, reception), approvalDueAt: { $exists: true } },
        dueIn('approvalDueAt', forMs),
      );
    },

    endApproval: async (reception: ReceptionAt): Promise<void> => {
      const ended = { $exists: true, $ne: 'waiting' } as const;
      await receptions.updateOne(
        {
          ...thisRecord(receptions, reception),
          'approval.issuer.state': ended,
          'approval.dgii.state': ended,
        },
        { $unset: { approvalDueAt: '', heldApproval: '' } },
      );
    },
  };
}

/**
 * The update that makes an approval due again when a person repeats the decision. A leg that was given up starts again. The issuer's leg
 * also starts again if its receiver refused the approval or the directory did not list it, because this may have changed. A refusal of DGII
 * stays, because DGII would get the same bytes. Undefined if no leg can start again.
 */
export function tryAgain(reception: ReceptionRecord, now: Date) {
  const { environment, heldApproval, approval, approvalDueAt } = reception;
  if (approvalDueAt !== undefined) return undefined;
  const legs = approval && {
    issuer: reopened(approval.issuer, undeliveredStates(environment)),
    dgii: reopened(approval.dgii, ['given-up']),
  };
  const changed = legs?.issuer !== approval?.issuer || legs?.dgii !== approval?.dgii;
  if (heldApproval?.state !== 'given-up' && !changed) return undefined;
  const version = approval === undefined ? { $exists: false } : approval.version;
  return {
    // Another voucher may take the number meanwhile. Nobody has decided about that one.
    filter: {
      ...receptionRef(reception),
      approvalDueAt: { $exists: false },
      'approval.version': version,
    },
    update: {
      ...dueNow('approvalDueAt'),
      ...(approval && {
        $set: { approval: { ...approval, ...legs, since: now, version: approval.version + 1 } },
      }),
      $unset: { heldApproval: '' as const },
    },
  };
}

function reopened(leg: ApprovalLeg, states: readonly ApprovalLeg['state'][]): ApprovalLeg {
  if (!states.includes(leg.state)) return leg;
  const { refusals: _refusals, endedAt: _endedAt, mayHaveArrived, ...kept } = leg;
  // An approval that was refused did not arrive. Earlier versions marked it all the same.
  return {
    ...kept,
    state: 'waiting',
    ...(mayHaveArrived === true && leg.state !== 'refused' && { mayHaveArrived }),
  };
}
