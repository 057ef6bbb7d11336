/** The open vouchers for metrics: how many, how long they have waited, and how much time is left to send them. */
import { dayMs, hourMs } from '../../../ecf/durations.js';
import { legends } from '../../../ecf/model/contingency.js';
import { localDate } from '../../../ecf/model/dates.js';
import {
  statesToDeliver,
  type DocumentState,
  type WaitingReason,
} from '../../../ecf/model/document-states.js';
import type { Environment } from '../../../ecf/model/environments.js';
import { expiredWatchedMs } from '../../certificates/certificates.js';
import type { Collections } from '../../collections.js';

export const openMax = 50_000;
export const questionMs = 10_000;
/** DGII compares the end of a sequence with the day of the first delivery. Time enough to mend what holds a voucher back. */
const nearExpiryDays = 7;
/** A voucher that goes its usual way is delivered long before. */
const heldBackMs = hourMs;

export interface OpenVouchers {
  readonly ecfType: number;
  readonly environment: Environment;
  readonly state: DocumentState;
  readonly reason: WaitingReason | null;
  readonly count: number;
  /** Counts those that were not delivered within an hour and whose sequence expires within seven days. */
  readonly nearExpiry: number;
  /** The longest wait for this reason; without a reason, the longest time since the last step. */
  readonly oldestMs: number;
  /** How far in the future the furthest last step lies, because a clock that was ahead wrote it. 0: none does. */
  readonly datedAheadMs: number;
  /**
   * The time left to send the most urgent of them, negative when it is over: 72 hours from the signature, or 24 hours for deferred sending.
   * Null: none of them is signed and not yet at DGII.
   */
  readonly sendLeftMs: number | null;
}

/**
 * When the voucher made its last step. The admission alone says too little: a voucher that waited for an outage of DGII moves on when the
 * outage ends, however long ago it was admitted. MongoDB's `$max` ignores members that are missing.
 */
const lastStep = {
  $max: ['$receivedAt', '$signed.signedAt', { $max: '$submissions.startedAt' }, '$submittedAt'],
};

/**
 * The time before which the voucher must be sent. Null if it is not signed, or DGII has it. Null too if that time is long past: the company
 * has probably left, and its alarm would never end. MongoDB's `$add` with a missing time is null, and `$min` ignores null.
 */
function sendBefore(now: Date) {
  const within = { $cond: ['$deferred', legends.deferred.sendWithinMs, legends.contingency.sendWithinMs] };
  const before = { $add: ['$signed.signedAt', within] };
  const undelivered = { $in: ['$state', statesToDeliver] };
  const watched = { $gte: [before, new Date(now.getTime() - expiredWatchedMs)] };
  return { $cond: [{ $and: [undelivered, watched] }, before, null] };
}

/** Uses the partial index of documents that are not final. Every such document has a next check. */
export async function openVouchers({ documents }: Collections, now: Date): Promise<OpenVouchers[]> {
  const near = Array.from({ length: nearExpiryDays + 1 }, (_, days) =>
    localDate(now.getTime() + days * dayMs),
  );
  // A delivery that certainly was not sent does not count: DGII has seen nothing of it.
  const sent = {
    $filter: {
      input: { $ifNull: ['$submissions', []] },
      as: 'one',
      cond: { $ne: ['$$one.outcome', 'not-sent'] },
    },
  };
  const isNear = {
    $and: [
      { $in: ['$fechaVencimientoSecuencia', near] },
      { $lte: ['$receivedAt', new Date(now.getTime() - heldBackMs)] },
      { $eq: [{ $size: sent }, 0] },
    ],
  };
  const found = await documents
    .aggregate<
      Omit<OpenVouchers, 'oldestMs' | 'datedAheadMs' | 'sendLeftMs'> & {
        readonly oldest: Date;
        readonly latest: Date;
        readonly sendBefore: Date | null;
      }
    >(
      [
        { $match: { final: false, nextCheckAt: { $gte: new Date(0) } } },
        { $limit: openMax + 1 },
        {
          $group: {
            _id: {
              ecfType: '$tipoeCF',
              environment: '$environment',
              state: '$state',
              reason: { $ifNull: ['$waiting.reason', null] },
            },
            count: { $sum: 1 },
            nearExpiry: { $sum: { $cond: [isNear, 1, 0] } },
            oldest: { $min: { $ifNull: ['$waiting.since', lastStep] } },
            latest: { $max: lastStep },
            sendBefore: { $min: sendBefore(now) },
          },
        },
        { $replaceWith: { $mergeObjects: ['$_id', { $unsetField: { field: '_id', input: '$$ROOT' } }] } },
      ],
      { hint: 'nextCheck', maxTimeMS: questionMs },
    )
    .toArray();
  return found.map(({ oldest, latest, sendBefore: before, ...counted }) => ({
    ...counted,
    oldestMs: now.getTime() - oldest.getTime(),
    datedAheadMs: Math.max(0, latest.getTime() - now.getTime()),
    sendLeftMs: before && before.getTime() - now.getTime(),
  }));
}
