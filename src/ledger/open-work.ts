/** What the rounds of the workers continue, besides the vouchers to DGII: how much is open, and how late each round is. */
import type { Collection, Document } from 'mongodb';
import type { Environment } from '../ecf/model/environments.js';
import type { Collections } from './collections.js';
import { oldestPending } from './events/sources.js';
import type { RangeAnnulmentState } from './numbers/range-annulment-record.js';
import { openMax, questionMs } from './vouchers/lists/open-vouchers.js';

export interface OpenAnnulments {
  readonly state: RangeAnnulmentState;
  readonly environment: Environment;
  readonly count: number;
  readonly oldestMs: number;
}

export interface OpenWork {
  /** Accepted vouchers whose delivery to the buyer has not ended. */
  readonly buyerDeliveries: number;
  /** Decisions about received vouchers that issuer or DGII do not have yet. */
  readonly approvals: number;
  readonly annulments: readonly OpenAnnulments[];
  /** The delay of the record that has been due longest. 0: none is due. */
  readonly lateMs: Readonly<Record<RoundName, number>>;
}

/** The verdicts are those that a worker has recorded and not applied. */
export type RoundName =
  | 'verdicts'
  | 'buyer-deliveries'
  | 'approvals'
  | 'questions'
  | 'annulments'
  | 'certification-runs'
  | 'events';

interface Due {
  readonly count: number;
  readonly lateMs: number;
}

/** Each query uses an index that holds only what is open. */
export async function openWork(collections: Collections, now: Date): Promise<OpenWork> {
  const { documents, receptions, rangeAnnulments, certificationRuns } = collections;
  const [verdicts, deliveries, approvals, questions, dueAnnulments, runs, annulments, oldestEvent] =
    await Promise.all([
      due(documents, { member: 'settleAt', hint: 'settleInTurn' }, now),
      due(documents, { member: 'deliverAt', hint: 'deliverInTurn' }, now),
      due(receptions, { member: 'approvalDueAt', hint: 'approvalDueInTurn' }, now),
      due(receptions, { member: 'askDgiiAt', hint: 'questionsInTurn' }, now),
      due(rangeAnnulments, { member: 'dueAt', hint: 'underWay' }, now),
      due(certificationRuns, { member: 'dueAt', hint: 'dueInTurn' }, now),
      openAnnulments(rangeAnnulments, now),
      oldestPending(collections),
    ]);
  return {
    buyerDeliveries: deliveries.count,
    approvals: approvals.count,
    annulments,
    lateMs: {
      verdicts: verdicts.lateMs,
      'buyer-deliveries': deliveries.lateMs,
      approvals: approvals.lateMs,
      questions: questions.lateMs,
      annulments: dueAnnulments.lateMs,
      'certification-runs': runs.lateMs,
      events: oldestEvent === undefined ? 0 : Math.max(0, now.getTime() - oldestEvent.getTime()),
    },
  };
}

/** Reads only keys of the index. */
async function due<OneRecord extends Document>(
  collection: Collection<OneRecord>,
  { member, hint }: { readonly member: keyof OneRecord & string; readonly hint: string },
  now: Date,
): Promise<Due> {
  const [found] = await collection
    .aggregate<{ count: number; first: Date }>(
      [
        { $match: { [member]: { $gte: new Date(0) } } },
        { $limit: openMax + 1 },
        { $group: { _id: null, count: { $sum: 1 }, first: { $min: `$${member}` } } },
      ],
      { hint, maxTimeMS: questionMs },
    )
    .toArray();
  if (found === undefined) return { count: 0, lateMs: 0 };
  return { count: found.count, lateMs: Math.max(0, now.getTime() - found.first.getTime()) };
}

function openAnnulments(
  rangeAnnulments: Collections['rangeAnnulments'],
  now: Date,
): Promise<OpenAnnulments[]> {
  return rangeAnnulments
    .aggregate<OpenAnnulments>(
      [
        { $match: { final: false, state: { $type: 'string' } } },
        { $limit: openMax + 1 },
        {
          $group: {
            _id: { state: '$state', environment: '$environment' },
            count: { $sum: 1 },
            oldestMs: { $max: { $subtract: [now, '$requestedAt'] } },
          },
        },
        { $replaceWith: { $mergeObjects: ['$_id', { count: '$count', oldestMs: '$oldestMs' }] } },
      ],
      { hint: 'open', maxTimeMS: questionMs },
    )
    .toArray();
}
