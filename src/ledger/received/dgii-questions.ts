/** DGII's own state of received vouchers: finds the receptions about which DGII is to be asked, and keeps DGII's answers. */
import type { Collections } from '../mongo/collections.js';
import { inTurn } from '../mongo/in-turn.js';
import type { DgiiState } from '../../ecf/codes/reception-states.js';
import type { Decision, ReceptionRecord } from './reception-record.js';

export type DueQuestion = Pick<
  ReceptionRecord,
  | '_id'
  | 'sha256'
  | 'companyId'
  | 'environment'
  | 'rncEmisor'
  | 'encf'
  | 'rncComprador'
  | 'securityCode'
  | 'montoTotal'
  | 'receivedAt'
>;

/** Decides which company comes next, so that companies take turns. */
export interface QuestionTurn {
  /** The company that had the previous turn. */
  readonly after: number;
  /** Companies that must not have a turn now. */
  readonly busy: readonly number[];
}

/** DGII does not change these states any more. */
const finals: readonly DgiiState[] = ['accepted', 'conditionally-accepted', 'rejected'];

export function createDgiiQuestions({ receptions }: Pick<Collections, 'receptions'>) {
  return {
    /**
     * Claims one due question: among those of the next company, the one that has been due longest. It becomes due again at `nextAt`, in
     * case this process dies or DGII does not answer.
     */
    claimQuestion: async (
      now: Date,
      nextAt: (receivedAt: Date) => Date,
      turn: QuestionTurn,
    ): Promise<DueQuestion | undefined> => {
      for (;;) {
        const due = await nextDue(receptions, now, turn);
        if (due?.askDgiiAt === undefined) return undefined;
        const claimed = await receptions.updateOne(
          { _id: due._id, askDgiiAt: due.askDgiiAt },
          { $set: { askDgiiAt: nextAt(due.receivedAt) } },
        );
        if (claimed.matchedCount === 1) return due;
        // Another process claimed it first.
      }
    },

    /**
     * Keeps DGII's answer; a final one ends the questions. The same write records the automatic decision, so a process that dies cannot
     * lose one of the two. A person's decision stays. Nothing is written if another voucher has taken the number since the question.
     */
    recordDgiiState: async (
      { _id, sha256 }: Pick<DueQuestion, '_id' | 'sha256'>,
      estado: DgiiState,
      now: Date,
      automatic?: Decision,
    ): Promise<void> => {
      const dgii = { estado, at: now };
      const $unset = finals.includes(estado) ? { askDgiiAt: '' as const } : {};
      if (automatic !== undefined) {
        const decided = await receptions.updateOne(
          { _id, sha256, decision: { $exists: false } },
          { $set: { dgii, decision: automatic, approvalDueAt: now }, $unset },
        );
        if (decided.matchedCount === 1) return;
      }
      const accepted = estado === 'accepted' || estado === 'conditionally-accepted';
      const waitsForThis = { 'heldApproval.state': 'given-up', approval: { $exists: false } } as const;
      const usual = await receptions.updateOne(
        {
          _id,
          sha256,
          ...(accepted && { $nor: [waitsForThis] }),
          // A worker that stood still may come with an older answer. DGII's final state stays.
          ...(!finals.includes(estado) && { 'dgii.estado': { $nin: [...finals] } }),
        },
        { $set: { dgii }, $unset },
      );
      if (usual.matchedCount === 1) return;
      // The worker gave the approval up because DGII had not accepted the voucher. Now it has, so the approval is due again.
      await receptions.updateOne(
        { _id, sha256, ...waitsForThis },
        { $set: { dgii, approvalDueAt: now }, $unset: { ...$unset, heldApproval: '' } },
      );
    },

    /** Ends the questions about this voucher. */
    endQuestions: async ({ _id, sha256 }: Pick<DueQuestion, '_id' | 'sha256'>): Promise<void> => {
      await receptions.updateOne({ _id, sha256 }, { $unset: { askDgiiAt: '' } });
    },
  };
}

function nextDue(
  receptions: Collections['receptions'],
  now: Date,
  { after, busy }: QuestionTurn,
): Promise<DueReception | null> {
  return inTurn(after, (companies) =>
    receptions.findOne<DueReception>(
      { companyId: { ...companies, $nin: [...busy] }, askDgiiAt: { $lte: now } },
      { sort: { companyId: 1, askDgiiAt: 1 }, hint: 'askDgiiInTurn', projection: { file: 0, arecf: 0 } },
    ),
  );
}

type DueReception = DueQuestion & Pick<ReceptionRecord, 'askDgiiAt'>;
