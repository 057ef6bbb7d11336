/** DGII's own state of received vouchers: finds the receptions about which DGII is to be asked, and keeps DGII's answers. */
import type { Document } from 'mongodb';
import { dayMs, hourMs } from '../../ecf/durations.js';
import type { Collections } from '../collections.js';
import { claimOne } from '../mongo/claim-one.js';
import { inTurn } from '../mongo/in-turn.js';
import { finalDgiiStates, isFinalAtDgii, type DgiiState } from '../../ecf/codes/reception-states.js';
import { isKnownSigner, type SignedBy } from './confirmed-signers.js';
import { pendingWithState } from './reception-events.js';
import { receptionRef, type Decision, type ReceptionRecord, type ReceptionRef } from './reception-record.js';

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
  | 'totalITBIS'
  | 'fechaEmision'
  | 'fechaFirma'
  | 'receivedAt'
  | 'signer'
  | 'signerUnknown'
  | 'arecf'
>;

export interface QuestionTurn {
  readonly after: number;
  /** Companies that must not have a turn now. */
  readonly busy: readonly number[];
}

/** A pause is as long as the age of the reception, within these limits. */
const firstPauseMs = 60_000;
const longestPauseMs = 6 * hourMs;
/** What DGII does not have after a day is invented, or its issuer delivers after a contingency of days. */
const notFoundPauseMs = dayMs;

export function createDgiiQuestions({ receptions }: Pick<Collections, 'receptions'>) {
  return {
    /**
     * Claims one due question: among those of the next company, the one that has been due longest. Questions about vouchers of known
     * signers come first, so inventions do not delay them. It becomes due again after a pause, in case this process dies or DGII does not
     * answer.
     */
    claimQuestion: async (now: Date, { after, busy }: QuestionTurn): Promise<DueQuestion | undefined> => {
      const ageMs = { $subtract: [now, '$receivedAt'] };
      const order = { companyId: 1, signerUnknown: 1, askDgiiAt: 1 } as const;
      const growing = { $min: [longestPauseMs, { $max: [firstPauseMs, ageMs] }] };
      const rare = { $and: [{ $eq: ['$dgii.estado', 'not-found'] }, { $gt: [ageMs, dayMs] }] };
      const pauseMs = { $cond: [rare, notFoundPauseMs, growing] };
      const due = await inTurn(after, (companies) =>
        claimOne(
          receptions,
          {
            filter: { companyId: { ...companies, $nin: [...busy] }, askDgiiAt: { $lte: now } },
            sort: order,
            hint: order,
            member: 'askDgiiAt',
          },
          [{ $set: { askDgiiAt: { $add: [now, pauseMs] } } }],
          { file: 0 },
        ),
      );
      return due ?? undefined;
    },

    hasKnownSigner: (signed: SignedBy): Promise<boolean> => isKnownSigner({ receptions }, signed),

    /** No worker asks about this voucher before `until`. */
    postponeQuestion: async (reception: ReceptionRef, until: Date): Promise<void> => {
      const open = { ...receptionRef(reception), askDgiiAt: { $exists: true } };
      await receptions.updateOne(open, { $max: { askDgiiAt: until } });
    },

    /**
     * Keeps DGII's answer; a final one ends the questions. The same write records the automatic decision, so a process that dies cannot
     * lose one of the two. A person's decision stays. Nothing is written if another voucher has taken the number since the question.
     */
    recordDgiiState: async (
      reception: ReceptionRef,
      estado: DgiiState,
      now: Date,
      automatic?: Decision,
    ): Promise<void> => {
      const dgii = { $literal: { estado, at: now } };
      const ended = isFinalAtDgii(estado) ? ['askDgiiAt'] : [];
      const approvalDueAt = '$$NOW';
      if (automatic !== undefined) {
        const decision = { $literal: automatic };
        const decided = await receptions.updateOne(
          { ...receptionRef(reception), decision: { $exists: false } },
          changeOf(
            { dgii, decision, approvalDueAt, pending: pendingWithState(estado, now, automatic) },
            ended,
          ),
        );
        if (decided.matchedCount === 1) return;
      }
      const accepted = estado === 'accepted' || estado === 'conditionally-accepted';
      const waitsForThis = { 'heldApproval.state': 'given-up', approval: { $exists: false } } as const;
      const usual = await receptions.updateOne(
        {
          ...receptionRef(reception),
          ...(accepted && { $nor: [waitsForThis] }),
          // A worker that stood still may come with an older answer. DGII's final state stays.
          ...(!isFinalAtDgii(estado) && { 'dgii.estado': { $nin: [...finalDgiiStates] } }),
        },
        changeOf({ dgii, pending: pendingWithState(estado, now) }, ended),
      );
      if (usual.matchedCount === 1) return;
      // The worker gave the approval up because DGII had not accepted the voucher. Now it has, so the approval is due again.
      await receptions.updateOne(
        { ...receptionRef(reception), ...waitsForThis },
        changeOf({ dgii, approvalDueAt, pending: pendingWithState(estado, now) }, [...ended, 'heldApproval']),
      );
    },

    endQuestions: async (reception: ReceptionRef): Promise<void> => {
      await receptions.updateOne(receptionRef(reception), { $unset: { askDgiiAt: '' } });
    },
  };
}

function changeOf(members: Document, removed: readonly string[]): Document[] {
  return [{ $set: members }, ...(removed.length > 0 ? [{ $unset: [...removed] }] : [])];
}
