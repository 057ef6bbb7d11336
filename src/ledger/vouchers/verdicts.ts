/** The verdict that ends an attempt: one compare-and-set, so the first verdict stays. */
import type { AttemptRef } from '../../ecf/model/encf.js';
import type { Collections } from '../collections.js';
import { withEvent } from '../events/event-writes.js';
import { dueNow } from '../mongo/ledger-time.js';
import { membersOf, openDelivery, type DeliveryEnd } from './deliveries.js';
import type { DocumentRecord, Verdict } from './document-record.js';
import { documentWrites, shownChange } from './document-writes.js';
import { leavesNumberFree } from './live-document.js';
import { attemptRefOf, endEvent, type VoucherRef } from './voucher-events.js';

/** The step that records a verdict applies it at once. If it has not done so after this time, it has died. */
const applyAgainAfterMs = 15_000;

interface NewVerdict {
  readonly state: DocumentRecord['state'];
  readonly verdict: Verdict;
  readonly ends?: DeliveryEnd | undefined;
  /** The voucher is accepted, and it may go to an electronic buyer. */
  readonly toBuyer?: boolean;
  /** Our own verdict holds only while nobody signed the voucher: a signed one may be at DGII. */
  readonly unsigned?: true;
}

export function createVerdicts({ documents }: Collections) {
  const writes = documentWrites({ documents });

  return {
    /**
     * Any state that is not final → DGII's verdict. Undefined: the attempt was already final, and a verdict never changes; or our own
     * verdict came too late.
     * `ends`: the delivery whose answer gave the verdict, or that we asked DGII about. Its outcome is written too.
     */
    recordVerdict: (ref: VoucherRef, { state, verdict, ends, toBuyer, unsigned }: NewVerdict, now: Date) => {
      const settleAt = { settleAt: new Date(now.getTime() + applyAgainAfterMs) };
      const $set = {
        state,
        verdict,
        final: true,
        finalAt: now,
        ...(needsApplying(state, verdict) && settleAt),
        ...(ends && membersOf('submissions.$[delivery]', ends.patch)),
      };
      return writes.change(
        { ...attemptRefOf(ref), final: false, ...(unsigned === true && { state: 'admitted' }) },
        shownChange(
          withEvent(
            {
              $set,
              $unset: { waiting: '', nextCheckAt: '' },
              ...(ends && { $min: { submittedAt: now } }),
              ...(toBuyer === true && dueNow('deliverAt')),
            },
            endEvent(ref, { state, verdict }, now),
          ),
        ),
        ends && [openDelivery(ends.delivery)],
      );
    },

    recordVerdictApplied: async (ref: AttemptRef) => {
      await documents.updateOne({ ...ref, final: true }, { $unset: { settleAt: '' } });
    },
  };
}

/** Whether a verdict changes more than the voucher's own state (activities/vouchers/apply-verdict.ts). */
function needsApplying(state: DocumentRecord['state'], verdict: Verdict): boolean {
  const signerRejected = state === 'rejected' && verdict.configuration !== undefined;
  return signerRejected || leavesNumberFree({ state, verdict });
}
