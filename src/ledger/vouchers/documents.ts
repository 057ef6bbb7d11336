/**
 * The ledger of vouchers. MongoDB arbitrates each change in one operation: an insert under the unique index, or a
 * compare-and-set on the attempt and its earlier state. The process that loses reads the record and continues from there.
 */
import type { Document, Filter, UpdateFilter } from 'mongodb';
import type { WaitingReason } from '../../ecf/model/document-states.js';
import type { Environment } from '../../ecf/model/environments.js';
import type { Collections } from '../mongo/collections.js';
import {
  contentsRoomBytes,
  type DocumentRecord,
  type SignedXml,
  type Submission,
  type Verdict,
  type WaitTimes,
} from './document-record.js';
import type { FileRef, Files } from '../mongo/files.js';
import { guard, isDuplicateKey } from '../mongo/guard.js';
import type { Admission, AdmitInput, ApiStore } from '../store.js';

/** Names one attempt to issue one voucher; the same shape as in workflows/contract.ts. */
export interface AttemptRef {
  readonly companyId: number;
  readonly environment: Environment;
  readonly encf: string;
  readonly attempt: number;
}

/** Keeps a record under 32 KB: a voucher with many deliveries keeps only the latest ones. */
const submissionsKept = 12;
/** DGII returns one trackId per delivery. More than this for one e-NCF shows a fault somewhere. */
const trackIdsKept = 40;

export interface Documents extends Pick<ApiStore, 'findDocument' | 'openForNewAttempt' | 'admit'> {
  /**
   * admitted → signed. The first process to sign decides the bytes. Returns the changed record. Undefined: another process
   * signed first, or the attempt is over.
   */
  recordSigned(ref: AttemptRef, signed: SignedXml, nextCheckAt: Date): Promise<DocumentRecord | undefined>;
  /** signed | submitting → submitting, before the first byte goes out. False: another process started this delivery. */
  beginSubmission(ref: AttemptRef, submission: Submission, nextCheckAt: Date): Promise<boolean>;
  /** Replaces the last delivery if it was never sent, so that an outage does not lengthen the record. */
  beginSubmissionAgain(ref: AttemptRef, submission: Submission, nextCheckAt: Date): Promise<boolean>;
  /**
   * Updates a delivery that has no outcome yet. False: it already has one, or a new delivery replaced it; then the caller's
   * conclusion no longer holds. `forced`: restores the operator's order, because nothing went out.
   */
  updateSubmission(
    ref: AttemptRef,
    delivery: DeliveryRef,
    patch: Partial<Submission>,
    forced?: DocumentRecord['forced'],
  ): Promise<boolean>;
  /**
   * submitting → submitted: DGII has the voucher under these trackIds. The same write records the outcome of the delivery.
   * Keeps an earlier `submittedAt`, earlier trackIds, and an outcome that the delivery already has.
   */
  recordSubmitted(
    ref: AttemptRef,
    delivery: DeliveryRef,
    patch: Partial<Submission>,
    trackIds: readonly string[],
    now: Date,
    nextCheckAt: Date,
  ): Promise<DocumentRecord | undefined>;
  /**
   * signed | submitting → admitted, as the next attempt with a new signature. Only while no delivery was sent, or DGII refused
   * each one. False: a delivery may have arrived, or the attempt is over.
   */
  signAnew(document: DocumentRecord, now: Date): Promise<boolean>;
  addTrackIds(ref: AttemptRef, trackIds: readonly string[]): Promise<void>;
  /**
   * Any state that is not final → DGII's verdict. Undefined: the attempt was already final, and a verdict never changes.
   * `brought`: the delivery whose answer gave the verdict, or that we asked DGII about. Its outcome is written too.
   */
  recordVerdict(
    ref: AttemptRef,
    state: DocumentRecord['state'],
    verdict: Verdict,
    now: Date,
    brought?: { readonly delivery: DeliveryRef; readonly patch: Partial<Submission> },
  ): Promise<DocumentRecord | undefined>;
  /** The verdict is applied: removes `settleAt`. */
  recordSettled(ref: AttemptRef): Promise<void>;
  /** Records what the voucher waits for (null: nothing). */
  recordWaiting(ref: AttemptRef, reason: WaitingReason | null, times: WaitTimes): Promise<void>;
  postponeCheck(ref: AttemptRef, nextCheckAt: Date): Promise<void>;
  /**
   * Claims documents whose `nextCheckAt` has passed, then final documents whose `settleAt` has passed, the longest overdue
   * first. Moves that time to `until`.
   */
  claimDue(now: Date, until: Date, limit: number): Promise<DocumentRecord[]>;
}

/** The step that records a verdict applies it at once. If it has not done so after this time, it has died. */
const settleAfterMs = 15_000;

/** Whether a verdict changes more than the voucher's own state (activities/issue/apply-verdict.ts). */
function needsSettling(
  state: DocumentRecord['state'],
  { secuenciaUtilizada, configuration }: Verdict,
): boolean {
  if (state === 'refused') return true;
  return state === 'rejected' && (secuenciaUtilizada === false || configuration !== undefined);
}

/** Names one delivery. `n` alone is not enough, because a new delivery may replace an unsent one under the same `n`. */
export type DeliveryRef = Pick<Submission, 'n' | 'startedAt'>;

const withoutId = { projection: { _id: 0 } } as const;

export function createDocuments({ documents, attempts }: Collections, files: Files): Documents {
  const find = async (companyId: number, environment: Environment, encf: string) =>
    (await documents.findOne({ companyId, environment, encf }, withoutId)) ?? undefined;

  const compareAndSet = async (filter: Filter<DocumentRecord>, update: UpdateFilter<DocumentRecord>) =>
    (await documents.updateOne(filter, update)).matchedCount === 1;

  /** Like `compareAndSet`, but returns the changed record, so that a step continues without another read. */
  const change = async (
    filter: Filter<DocumentRecord>,
    update: UpdateFilter<DocumentRecord>,
    arrayFilters: Document[] = [],
  ) => {
    const options = { returnDocument: 'after', arrayFilters, ...withoutId } as const;
    return (await documents.findOneAndUpdate(filter, update, options)) ?? undefined;
  };

  return {
    findDocument: (companyId, environment, encf) => guard(() => find(companyId, environment, encf)),

    openForNewAttempt,

    admit: (input) =>
      guard(async () => {
        const { companyId, content, now } = input;
        // At most half of the room: the signed XML, which we send, needs the rest.
        const room = contentsRoomBytes / 2;
        const { ref } = await files.keepText(companyId, 'content', content, now, room);
        const document = firstAttempt(input, ref);
        try {
          // A copy, because the driver adds an `_id` to the object it inserts.
          await documents.insertOne({ ...document });
          return { outcome: 'created', document };
        } catch (error) {
          if (!isDuplicateKey(error)) throw error;
        }
        return admitAgain(input, document);
      }),

    recordSigned: (ref, signed, nextCheckAt) =>
      guard(() =>
        change(
          { ...ref, state: 'admitted' },
          { $set: { state: 'signed', signed, nextCheckAt }, $unset: { waiting: '' } },
        ),
      ),

    beginSubmission: (ref, submission, nextCheckAt) =>
      guard(() =>
        compareAndSet(
          { ...ref, state: { $in: ['signed', 'submitting'] }, submissionCount: submission.n - 1 },
          {
            $set: { state: 'submitting', submissionCount: submission.n, nextCheckAt },
            $unset: { forced: '' },
            $push: { submissions: { $each: [submission], $slice: -submissionsKept } },
          },
        ),
      ),

    beginSubmissionAgain: (ref, submission, nextCheckAt) =>
      guard(() =>
        compareAndSet(
          {
            ...ref,
            state: 'submitting',
            submissions: { $elemMatch: { n: submission.n, outcome: 'not-sent' } },
          },
          { $set: { 'submissions.$': submission, nextCheckAt }, $unset: { forced: '' } },
        ),
      ),

    updateSubmission: (ref, delivery, patch, forced) =>
      guard(() =>
        compareAndSet(
          { ...ref, final: false, submissions: { $elemMatch: { ...delivery, outcome: { $exists: false } } } },
          { $set: { ...membersOf('submissions.$', patch), ...(forced && { forced }) } },
        ),
      ),

    recordSubmitted: (ref, delivery, patch, trackIds, now, nextCheckAt) =>
      guard(() =>
        change(
          { ...ref, state: { $in: ['submitting', 'submitted'] } },
          {
            $set: { state: 'submitted', nextCheckAt, ...membersOf('submissions.$[delivery]', patch) },
            // `$min` keeps the first time.
            $min: { submittedAt: now },
            $addToSet: { trackIds: { $each: trackIds.slice(0, trackIdsKept) } },
            $unset: { waiting: '' },
          },
          [openDelivery(delivery)],
        ),
      ),

    signAnew: (document, now) =>
      guard(async () => {
        const { companyId, environment, encf, attempt, submissionCount } = document;
        await keepAttempt(document);
        const replaced = await documents.updateOne(
          {
            ...{
              companyId,
              environment,
              encf,
              attempt,
              submissionCount,
              state: { $in: ['signed', 'submitting'] },
            },
            // Every delivery must have an outcome that proves that DGII did not take it.
            submissions: { $not: { $elemMatch: { outcome: { $nin: ['not-sent', 'refused'] } } } },
          },
          {
            $set: {
              attempt: attempt + 1,
              state: 'admitted',
              submissionCount: 0,
              submissions: [],
              nextCheckAt: now,
            },
            $unset: { signed: '', waiting: '' },
          },
        );
        return replaced.matchedCount === 1;
      }),

    addTrackIds: (ref, trackIds) =>
      guard(async () => {
        await documents.updateOne(
          { ...ref, final: false },
          { $addToSet: { trackIds: { $each: trackIds.slice(0, trackIdsKept) } } },
        );
      }),

    recordVerdict: (ref, state, verdict, now, brought) =>
      guard(() => {
        const settling = needsSettling(state, verdict)
          ? { settleAt: new Date(now.getTime() + settleAfterMs) }
          : {};
        const verdictMembers = { state, verdict, final: true, finalAt: now, ...settling };
        const $unset = { waiting: '', nextCheckAt: '' } as const;
        if (brought === undefined) return change({ ...ref, final: false }, { $set: verdictMembers, $unset });
        const { delivery, patch } = brought;
        return change(
          { ...ref, final: false },
          {
            $set: { ...verdictMembers, ...membersOf('submissions.$[delivery]', patch) },
            $min: { submittedAt: now },
            $unset,
          },
          [openDelivery(delivery)],
        );
      }),

    recordSettled: (ref) =>
      guard(async () => {
        await documents.updateOne({ ...ref, final: true }, { $unset: { settleAt: '' } });
      }),

    recordWaiting: (ref, reason, { now, nextTryAt, nextCheckAt }) =>
      guard(async () => {
        const open = { ...ref, final: false };
        if (reason === null) {
          await documents.updateOne(open, { $set: { nextCheckAt }, $unset: { waiting: '' } });
          return;
        }
        // While the reason stays the same, keep `since`.
        const same = await compareAndSet(
          { ...open, 'waiting.reason': reason },
          { $set: { nextCheckAt, 'waiting.nextTryAt': nextTryAt } },
        );
        if (same) return;
        const waiting = { reason, since: now, nextTryAt };
        await documents.updateOne(open, { $set: { nextCheckAt, waiting } });
      }),

    postponeCheck: (ref, nextCheckAt) =>
      guard(async () => {
        await documents.updateOne({ ...ref, final: false }, { $set: { nextCheckAt } });
      }),

    claimDue: (now, until, limit) =>
      guard(async () => {
        const claimed: DocumentRecord[] = [];
        const claimBy = async (member: 'nextCheckAt' | 'settleAt', final: boolean) => {
          while (claimed.length < limit) {
            const due = await documents.findOneAndUpdate(
              { final, [member]: { $lte: now } },
              { $set: { [member]: until } },
              { sort: { [member]: 1 }, ...withoutId },
            );
            if (due === null) return;
            claimed.push(due);
          }
        };
        await claimBy('nextCheckAt', false);
        await claimBy('settleAt', true);
        return claimed;
      }),
  };

  /** A document with this e-NCF exists: ours after a retried write, another request's, or one that permits a new attempt. */
  async function admitAgain(input: AdmitInput, fresh: DocumentRecord): Promise<Admission> {
    const { companyId, environment, encf } = input;
    const standing = await find(companyId, environment, encf);
    if (standing === undefined)
      throw new Error(`Document ${encf} refused by its unique index, yet not there`);
    if (standing.requestId === input.requestId) return { outcome: 'created', document: standing };
    if (!openForNewAttempt(standing, input.contentHash, input.suspended === true))
      return { outcome: 'existing', document: standing };

    // DGII lists the trackIds of earlier attempts too, and they say nothing about this one.
    const earlierTrackIds = [...standing.earlierTrackIds, ...standing.trackIds].slice(-trackIdsKept);
    const next = { ...fresh, attempt: standing.attempt + 1, earlierTrackIds };
    await keepAttempt(standing);
    const replaced = await documents.replaceOne(
      { companyId, environment, encf, attempt: standing.attempt, state: standing.state },
      next,
    );
    if (replaced.matchedCount === 1) return { outcome: 'created', document: next };
    const winner = await find(companyId, environment, encf);
    if (winner === undefined) throw new Error(`Document ${encf} is gone from the ledger`);
    return { outcome: winner.requestId === input.requestId ? 'created' : 'existing', document: winner };
  }

  async function keepAttempt(document: DocumentRecord): Promise<void> {
    const _id = `${document.companyId}:${document.environment}:${document.encf}:${document.attempt}`;
    try {
      await attempts.insertOne({ _id, document });
    } catch (error) {
      if (!isDuplicateKey(error)) throw error;
    }
  }
}

function openForNewAttempt(document: DocumentRecord, contentHash: string, suspended: boolean): boolean {
  const { state, verdict, settleAt } = document;
  // We refused it because of another voucher, and nothing was sent.
  if (state === 'refused') return true;
  // Only DGII's answer decides whether the number is free.
  if (state !== 'rejected' || verdict?.secuenciaUtilizada !== false) return false;
  if (document.contentHash !== contentHash) return true;
  // DGII would reject the same content again, unless it refused only the company's signer and accepts it again. While
  // `settleAt` is set, the company may not be marked as suspended yet, so `suspended` is not reliable.
  return verdict.configuration !== undefined && settleAt === undefined && !suspended;
}

function firstAttempt(input: AdmitInput, contentFile: FileRef): DocumentRecord {
  const { content: _content, now, firstCheckMs, suspended: _suspended, ...identity } = input;
  return {
    ...identity,
    attempt: 1,
    contentFile,
    state: 'admitted',
    final: false,
    submissionCount: 0,
    submissions: [],
    trackIds: [],
    earlierTrackIds: [],
    receivedAt: now,
    nextCheckAt: new Date(now.getTime() + firstCheckMs),
  };
}

/** Array filter for `submissions.$[delivery]`: this delivery, if it has no outcome yet. */
function openDelivery({ n, startedAt }: DeliveryRef): Document {
  return { 'delivery.n': n, 'delivery.startedAt': startedAt, 'delivery.outcome': { $exists: false } };
}

function membersOf(path: string, patch: Partial<Submission>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(patch).map(([name, value]) => [`${path}.${name}`, value]));
}
