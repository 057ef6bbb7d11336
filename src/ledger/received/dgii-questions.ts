/** DGII's own state of a received voucher: which receptions are due to be asked about, and the answers. */
import type { Collections } from '../mongo/collections.js';
import type { Decision, DgiiState, ReceptionRecord } from './reception-record.js';

export type DueQuestion = Pick<
  ReceptionRecord,
  '_id' | 'companyId' | 'environment' | 'rncEmisor' | 'encf' | 'rncComprador' | 'securityCode' | 'receivedAt'
>;

/** Later results change nothing. */
const finals: readonly DgiiState[] = ['accepted', 'conditionally-accepted', 'rejected'];

export function createDgiiQuestions({ receptions }: Pick<Collections, 'receptions'>) {
  return {
    /** The reception that is due longest. It is due again at `nextAt`, in case this process dies or DGII does not answer. */
    claimQuestion: async (
      now: Date,
      nextAt: (receivedAt: Date) => Date,
    ): Promise<DueQuestion | undefined> => {
      const due = await receptions.findOne(
        { askDgiiAt: { $lte: now } },
        { sort: { askDgiiAt: 1 }, hint: 'askDgii', projection: { file: 0, arecf: 0 } },
      );
      if (due?.askDgiiAt === undefined) return undefined;
      const claimed = await receptions.updateOne(
        { _id: due._id, askDgiiAt: due.askDgiiAt },
        { $set: { askDgiiAt: nextAt(due.receivedAt) } },
      );
      return claimed.matchedCount === 1 ? due : undefined;
    },

    /**
     * Keeps DGII's answer. A final one ends the questions. The automatic decision is in the same write, so a process that dies loses
     * neither; a decision that a person made stays.
     */
    recordDgiiState: async (
      id: string,
      estado: DgiiState,
      now: Date,
      automatic?: Decision,
    ): Promise<void> => {
      const dgii = { estado, at: now };
      const $unset = finals.includes(estado) ? { askDgiiAt: '' as const } : {};
      if (automatic !== undefined) {
        const decided = await receptions.updateOne(
          { _id: id, decision: { $exists: false } },
          { $set: { dgii, decision: automatic, approvalDueAt: now }, $unset },
        );
        if (decided.matchedCount === 1) return;
      }
      const accepted = estado === 'accepted' || estado === 'conditionally-accepted';
      const waitsForThis = { 'heldApproval.state': 'given-up', approval: { $exists: false } } as const;
      const usual = await receptions.updateOne(
        { _id: id, ...(accepted && { $nor: [waitsForThis] }) },
        { $set: { dgii }, $unset },
      );
      if (usual.matchedCount === 1) return;
      // The approval was given up because DGII had not accepted the voucher.
      await receptions.updateOne(
        { _id: id, ...waitsForThis },
        { $set: { dgii, approvalDueAt: now }, $unset: { ...$unset, heldApproval: '' } },
      );
    },

    /** Nobody asks DGII about this voucher any more. */
    endQuestions: async (id: string): Promise<void> => {
      await receptions.updateOne({ _id: id }, { $unset: { askDgiiAt: '' } });
    },
  };
}
