/**
 * The ledger of vouchers. Every change is one arbitrated operation: an insert under the unique index, or a
 * compare-and-set on the attempt and on what it starts from. Whoever loses reads what stands and goes on from there.
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

/** A record stays under 32 KB: of a voucher that is delivered again and again the latest deliveries are kept. */
const submissionsKept = 12;
/** DGII gives one trackId per delivery; more than this for one e-NCF is not a voucher's life but a fault. */
const trackIdsKept = 40;

export interface Documents extends Pick<ApiStore, 'findDocument' | 'openForNewAttempt' | 'admit'> {
  /**
   * admitted → signed. The first one to sign decides the bytes. Returns the record as it is then; undefined: another process
   * signed first, or the attempt is over.
   */
  recordSigned(ref: AttemptRef, signed: SignedXml, nextCheckAt: Date): Promise<DocumentRecord | undefined>;
  /** signed | submitting → submitting, before the first byte goes out. False: another process began this delivery. */
  beginSubmission(ref: AttemptRef, submission: Submission, nextCheckAt: Date): Promise<boolean>;
  /** The same in the place of a delivery of which nothing arrived: an outage must not lengthen the record. */
  beginSubmissionAgain(ref: AttemptRef, submission: Submission, nextCheckAt: Date): Promise<boolean>;
  /**
   * Writes what is known of a delivery that has no outcome yet. False: it has one, or another was begun in its place;
   * then what was concluded of it counts for nothing. `forced`: the order that it was made on stays, for nothing went out.
   */
  updateSubmission(
    ref: AttemptRef,
    delivery: DeliveryRef,
    patch: Partial<Submission>,
    forced?: DocumentRecord['forced'],
  ): Promise<boolean>;
  /**
   * submitting → submitted, with the outcome of the delivery that tells so, in one write: known since `now` that DGII has
   * it, under these trackIds. What the record holds already stays.
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
   * signed | submitting → admitted, as the next attempt: other bytes. Only while nothing was sent or DGII refused it all.
   * False: something may have arrived, or the attempt is over.
   */
  signAnew(document: DocumentRecord, now: Date): Promise<boolean>;
  addTrackIds(ref: AttemptRef, trackIds: readonly string[]): Promise<void>;
  /**
   * Any state that is not final → DGII's verdict. Undefined: the attempt was final before; a verdict never changes.
   * `brought`: the delivery whose answer, or the question about which, gave it: its outcome is written with it.
   */
  recordVerdict(
    ref: AttemptRef,
    state: DocumentRecord['state'],
    verdict: Verdict,
    now: Date,
    brought?: { readonly delivery: DeliveryRef; readonly patch: Partial<Submission> },
  ): Promise<DocumentRecord | undefined>;
  /** What follows from the verdict is done: `settleAt` goes. */
  recordSettled(ref: AttemptRef): Promise<void>;
  /** Marks what the voucher waits for (null: nothing). */
  recordWaiting(ref: AttemptRef, reason: WaitingReason | null, times: WaitTimes): Promise<void>;
  postponeCheck(ref: AttemptRef, nextCheckAt: Date): Promise<void>;
  /**
   * Claims documents whose `nextCheckAt` is past, the longest overdue first, then final ones whose `settleAt` is, and moves
   * it to `until`.
   */
  claimDue(now: Date, until: Date, limit: number): Promise<DocumentRecord[]>;
}

/** The step that recorded the verdict settles it within a moment; this long after, it died in between. */
const settleAfterMs = 15_000;

/** Whether more follows from a verdict than the voucher's own state (activities/issue/apply-verdict.ts). */
function needsSettling(
  state: DocumentRecord['state'],
  { secuenciaUtilizada, configuration }: Verdict,
): boolean {
  if (state === 'refused') return true;
  return state === 'rejected' && (secuenciaUtilizada === false || configuration !== undefined);
}

/** One delivery: `n` alone may name another one, begun again in its place. */
export type DeliveryRef = Pick<Submission, 'n' | 'startedAt'>;

const withoutId = { projection: { _id: 0 } } as const;

export function createDocuments({ documents, attempts }: Collections, files: Files): Documents {
  const find = async (companyId: number, environment: Environment, encf: string) =>
    (await documents.findOne({ companyId, environment, encf }, withoutId)) ?? undefined;

  const compareAndSet = async (filter: Filter<DocumentRecord>, update: UpdateFilter<DocumentRecord>) =>
    (await documents.updateOne(filter, update)).matchedCount === 1;

  /** The same, and the record as it stands then: a step goes on from there without reading again. */
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
        // At most half: the signed XML, which is sent, comes first.
        const room = contentsRoomBytes / 2;
        const { ref } = await files.keepText(companyId, 'content', content, now, room);
        const document = firstAttempt(input, ref);
        try {
          // The driver writes an `_id` into what it is given: the record itself stays clean.
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
            // The first time stays.
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
            // No delivery but those of which it is certain that DGII has nothing.
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
        // `since` stays while the reason does.
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

  /** A document stands. Ours after a retried write, someone else's, or a rejected one whose number is free again. */
  async function admitAgain(input: AdmitInput, fresh: DocumentRecord): Promise<Admission> {
    const { companyId, environment, encf } = input;
    const standing = await find(companyId, environment, encf);
    if (standing === undefined)
      throw new Error(`Document ${encf} refused by its unique index, yet not there`);
    if (standing.requestId === input.requestId) return { outcome: 'created', document: standing };
    if (!openForNewAttempt(standing, input.contentHash, input.suspended === true))
      return { outcome: 'existing', document: standing };

    // What DGII knows of the earlier attempts is no news of this one.
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
  // Nothing was sent, and what stood in its way was another voucher.
  if (state === 'refused') return true;
  // DGII's word alone decides whether the number is free.
  if (state !== 'rejected' || verdict?.secuenciaUtilizada !== false) return false;
  if (document.contentHash !== contentHash) return true;
  // The same content would be rejected again, unless it was the company's signer that DGII refused, and does no more. Until
  // the verdict is settled, the company may not be suspended yet.
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

/** The one that has no outcome yet, for an update of `submissions.$[delivery]`. */
function openDelivery({ n, startedAt }: DeliveryRef): Document {
  return { 'delivery.n': n, 'delivery.startedAt': startedAt, 'delivery.outcome': { $exists: false } };
}

function membersOf(path: string, patch: Partial<Submission>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(patch).map(([name, value]) => [`${path}.${name}`, value]));
}
