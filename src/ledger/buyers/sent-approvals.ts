/** Our approvals in the ledger, within the records of the receptions. `approvalDueAt` is when a worker looks at one. */
import type { Collections } from '../mongo/collections.js';
import type { ReceptionRecord } from '../received/reception-record.js';
import type { ApprovalLeg, HeldApproval, SentApproval } from './sent-approval.js';

export function createSentApprovals({ receptions }: Pick<Collections, 'receptions'>) {
  return {
    findReceptionById: async (id: string): Promise<ReceptionRecord | undefined> =>
      (await receptions.findOne({ _id: id })) ?? undefined,

    /** Claims receptions whose approval is due, and moves that time to `until`. */
    claimApprovals: async (now: Date, until: Date, limit: number): Promise<ReceptionRecord[]> => {
      const claimed: ReceptionRecord[] = [];
      while (claimed.length < limit) {
        const due = await receptions.findOneAndUpdate(
          { approvalDueAt: { $lte: now } },
          { $set: { approvalDueAt: until } },
          { sort: { approvalDueAt: 1 } },
        );
        if (due === null) break;
        claimed.push(due);
      }
      return claimed;
    },

    /**
     * Writes down why nothing can go out now, and when a worker looks again; null: never. A state of DGII that came since the
     * reception was read prevents the write, because the reason may be wrong by now.
     */
    holdApproval: async (
      { _id, dgii }: Pick<ReceptionRecord, '_id' | 'dgii'>,
      heldApproval: HeldApproval,
      until: Date | null,
    ): Promise<void> => {
      await receptions.updateOne(
        { _id, approvalDueAt: { $exists: true }, 'dgii.estado': dgii?.estado ?? { $exists: false } },
        until === null
          ? { $set: { heldApproval }, $unset: { approvalDueAt: '' } }
          : { $set: { heldApproval, approvalDueAt: until } },
      );
    },

    /**
     * Replaces the approval if it is still as `was`. Undefined: another process changed it first, so the first signed bytes stay.
     * @param dueAt when a worker looks again; null: nothing is left to do
     */
    changeApproval: async (
      id: string,
      was: SentApproval | undefined,
      next: Omit<SentApproval, 'version'>,
      dueAt: Date | null,
    ): Promise<SentApproval | undefined> => {
      const approval: SentApproval = { ...next, version: (was?.version ?? 0) + 1 };
      const asRead =
        was === undefined ? { approval: { $exists: false } } : { 'approval.version': was.version };
      const { matchedCount } = await receptions.updateOne(
        { _id: id, ...asRead },
        dueAt === null
          ? { $set: { approval }, $unset: { approvalDueAt: '', heldApproval: '' } }
          : { $set: { approval, approvalDueAt: dueAt }, $unset: { heldApproval: '' } },
      );
      return matchedCount === 1 ? approval : undefined;
    },
  };
}

/** What makes an approval due again that was given up, after the same decision came once more. Undefined: it was not given up. */
export function tryAgain({ _id, heldApproval, approval, approvalDueAt }: ReceptionRecord, now: Date) {
  if (approvalDueAt !== undefined) return undefined;
  const again = (leg: ApprovalLeg): ApprovalLeg =>
    leg.state === 'given-up' ? { ...leg, state: 'waiting' } : leg;
  const legs = approval && { issuer: again(approval.issuer), dgii: again(approval.dgii) };
  const reopened = legs?.issuer !== approval?.issuer || legs?.dgii !== approval?.dgii;
  if (heldApproval?.state !== 'given-up' && !reopened) return undefined;
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
