/**
 * The activities of deliveries to buyers. To the workflow they return states, codes and times, never contents of a voucher or texts of a
 * buyer. Operators read these results in Temporal's Web UI.
 */
import { cancellationSignal } from '@temporalio/activity';
import type { AttemptRef } from '../../ecf/model/encf.js';
import type { ActivityDeps } from '../deps.js';
import { failWithCodeOnly, withHeartbeat } from '../activity-frame.js';
import { approvalStepOf, voucherStepOf, type BuyerStepResult, type UntimedStep } from './buyer-steps.js';
import { deliverVoucher } from './deliver-voucher.js';
import { sendApproval } from './send-approval.js';

export interface BuyerActivities {
  /** Tries once to deliver a voucher to its buyer. The ledger alone decides whether it is sent. */
  deliverVoucher(ref: AttemptRef, options: { readonly pauseMs: number }): Promise<BuyerStepResult>;
  /** Signs our approval of a received voucher, if it is not signed yet, and tries once to deliver it to the issuer and to DGII. */
  sendApproval(receptionId: string, options: { readonly pauseMs: number }): Promise<BuyerStepResult>;
}

export function createBuyerActivities(deps: ActivityDeps): BuyerActivities {
  const { receiverSlots: slots } = deps;
  return {
    deliverVoucher: (ref, { pauseMs }) =>
      failWithCodeOnly(deps, ref, 'a voucher could not be delivered to its buyer', () =>
        timed(async () => {
          const options = { pauseMs, slots, cancelled: cancellationSignal() };
          return voucherStepOf(await deliverVoucher(deps, ref, options), deps.clock());
        }),
      ),
    sendApproval: (receptionId, { pauseMs }) =>
      failWithCodeOnly(deps, { receptionId }, 'an approval could not be delivered', () =>
        timed(async () => {
          const options = { pauseMs, slots, cancelled: cancellationSignal() };
          return approvalStepOf(await sendApproval(deps, receptionId, options));
        }),
      ),
  };
}

async function timed(step: () => Promise<UntimedStep>): Promise<BuyerStepResult> {
  const startedMs = performance.now();
  const result = await withHeartbeat(step);
  return { ...result, ms: Math.round(performance.now() - startedMs) };
}
