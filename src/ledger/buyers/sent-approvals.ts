/** Our approvals in the ledger, within the records of the receptions. `approvalDueAt` is when a worker looks at one. */
import type { Collections } from '../mongo/collections.js';
import type { ReceptionRecord } from '../received/reception-record.js';
import type { SentApproval } from './sent-approval.js';

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

    /** Moves the next look while the approval cannot be signed or sent yet. */
    postponeApproval: async (id: string, until: Date): Promise<void> => {
      await receptions.updateOne(
        { _id: id, approvalDueAt: { $exists: true } },
        { $set: { approvalDueAt: until } },
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
          ? { $set: { approval }, $unset: { approvalDueAt: '' } }
          : { $set: { approval, approvalDueAt: dueAt } },
      );
      return matchedCount === 1 ? approval : undefined;
    },
  };
}
