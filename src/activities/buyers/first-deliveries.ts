/**
 * The first try of each delivery to another taxpayer, from a round of every worker and without a workflow: most receivers answer at once,
 * and a workflow costs several times as much as the delivery. If the try does not end the delivery, a workflow waits and tries again.
 *
 * The claim of the round is all that this try has: if the worker dies, the record is due when the claim ends. The try itself is written
 * ahead like every other one (docs/develop/adr/0035-first-deliveries-from-a-round.md).
 */
import { approvalLegs } from '../../ecf/codes/buyer-delivery.js';
import type { SentApproval } from '../../ledger/buyers/sent-approval.js';
import type { ReceptionRecord } from '../../ledger/received/reception-record.js';
import type { DocumentRecord } from '../../ledger/vouchers/document-record.js';
import { within } from '../../shared/within.js';
import type { ActivityDeps } from '../deps.js';
import { createUnderWay, sharedAbort, type UnderWay } from '../rounds/under-way.js';
import { approvalStepOf, voucherStepOf, type BuyerStepResult, type UntimedStep } from './buyer-steps.js';
import { deliverVoucher, type Delivered } from './deliver-voucher.js';
import type { BuyerOptions } from './receiver-slots.js';
import { sendApproval, type ApprovalResult } from './send-approval.js';

/** So many tries a worker makes at once, and so many for one company. A claim may exceed a company's share by its own size. */
const most = 32;
const mostOfCompany = most / 2;
/** A worker that stops lets tries end by themselves for this long, as Temporal's workers do (boot/temporal-workers.ts). */
const graceMs = 10_000;

/** Starts the workflow. @param first the result of the try; absent: the try failed by a defect, or the ledger was away */
export type HandOver = (first?: BuyerStepResult) => Promise<void>;

export interface FirstDeliveries extends Pick<UnderWay, 'room' | 'fullCompanies' | 'oneEnded'> {
  /** Begins the try, and does not wait for it. */
  deliver(document: DocumentRecord, handOver: HandOver): void;
  approve(reception: ReceptionRecord, handOver: HandOver): void;
  /** Waits for the tries under way, and cuts them off after a while. */
  ended(): Promise<void>;
}

/** @param pauseMs the pause before the second try, which is the workflow's */
export function createFirstDeliveries(deps: ActivityDeps, pauseMs: number): FirstDeliveries {
  const tries = createUnderWay({ most, mostOfCompany });
  const cutOff = sharedAbort();
  const options: BuyerOptions = {
    pauseMs,
    slots: deps.receiverSlots.patient,
    cancelled: cutOff.signal,
    claimed: true,
  };

  /** Nothing happens if it is under way already: its claim was too short. */
  const begin = (id: string, companyId: number, aTry: Try, handOver: HandOver) => {
    if (!tries.has(id)) tries.begin(id, companyId, () => tryOnce(deps, aTry, handOver));
  };

  return {
    ...tries,

    deliver: (document, handOver) => {
      const { companyId, environment, encf, attempt } = document;
      const ref = { companyId, environment, encf, attempt };
      const aTry: Try = {
        about: ref,
        left: async () => leftOfVoucher(await deliverVoucher(deps, ref, options), deps.clock()),
      };
      begin(`${companyId}/${environment}/${encf}`, companyId, aTry, handOver);
    },

    approve: ({ _id, companyId }, handOver) => {
      const aTry: Try = {
        about: { receptionId: _id, companyId },
        left: async () => leftOfApproval(await sendApproval(deps, _id, options)),
      };
      begin(_id, companyId, aTry, handOver);
    },

    ended: async () => {
      await within(graceMs, tries.ended(), undefined);
      cutOff.abort();
      await tries.ended();
    },
  };
}

interface Try {
  readonly about: object;
  /** Makes the try. @returns its result, if a workflow must go on; undefined if none must */
  left(): Promise<UntimedStep | undefined>;
}

/** Never rejects. If the workflow cannot be started, the record is due later, and a round starts it. */
async function tryOnce({ log }: ActivityDeps, aTry: Try, handOver: HandOver): Promise<void> {
  const startedMs = performance.now();
  try {
    const step = await aTry.left();
    if (step !== undefined) await handOver({ ...step, ms: Math.round(performance.now() - startedMs) });
  } catch (error) {
    // Temporal repeats the step, and shows that it fails.
    log.warn({ err: error, ...aTry.about }, 'the first try of a delivery to another taxpayer failed');
    await handOver();
  }
}

/** Undefined if the delivery has ended, or if something else comes back to it. */
function leftOfVoucher(delivered: Delivered, now: Date): UntimedStep | undefined {
  // Without a slot, the delivery was put back into the ledger.
  if (delivered === 'none' || 'busyMs' in delivered || delivered.state !== 'waiting') return undefined;
  const { last } = delivered;
  // Another process is sending, or died meanwhile: the claim ends in both cases.
  if (last !== undefined && last.outcome === undefined) return undefined;
  return voucherStepOf(delivered, now);
}

function leftOfApproval(sent: ApprovalResult): UntimedStep | undefined {
  if (sent !== 'none' && 'issuerBusyMs' in sent && sent.approval.dgii.state !== 'waiting') return undefined;
  const step = approvalStepOf(sent);
  return step.ended ? undefined : step;
}

/** Whether nothing of this approval was tried yet. A decision that is held back has a workflow. */
export function isUntried({ heldApproval, approval }: ReceptionRecord): boolean {
  if (heldApproval !== undefined) return false;
  const untried = ({ state, attempts }: SentApproval['issuer']) => state !== 'waiting' || attempts === 0;
  return approval === undefined || approvalLegs.every((name) => untried(approval[name]));
}
