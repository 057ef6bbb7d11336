/** What a try of a delivery to another taxpayer comes to, in states, codes and Spanish: for the workflow and for operators. */
import {
  approvalLegs,
  approvalLegStates,
  approvalWaits,
  buyerDeliveryStates,
  buyerWaits,
  notReceivedReasons,
  type ApprovalWait,
  type BuyerDeliveryState,
} from '../../ecf/codes/buyer-delivery.js';
import { leaseMaxMs } from '../../ledger/leases.js';
import type { Delivered } from './deliver-voucher.js';
import type { ApprovalResult } from './send-approval.js';

export interface BuyerStepResult {
  readonly text: string;
  readonly status: string;
  /** `none`: this voucher does not go to its buyer. */
  readonly state: BuyerDeliveryState | 'none';
  readonly ended: boolean;
  readonly attempts: number;
  /** The pause before the next try. Absent: the pause that the workflow proposed. */
  readonly pauseMs?: number;
  readonly reason?: ApprovalWait;
  readonly code?: string;
  readonly ms: number;
}

export type UntimedStep = Omit<BuyerStepResult, 'ms'>;

const leasePauseMinMs = 1_000;

export function voucherStepOf(delivered: Delivered, now: Date): UntimedStep {
  return { ...resultOf(delivered), ...leasePause(delivered, now) };
}

function resultOf(delivered: Delivered): UntimedStep {
  if (delivered === 'none') {
    const status = 'No va al comprador';
    return { text: status, status, state: 'none', ended: true, attempts: 0 };
  }
  if ('busyMs' in delivered) {
    const { status } = buyerDeliveryStates.waiting;
    const { attempts, busyMs: pauseMs } = delivered;
    const reason = 'BUYER_BUSY';
    const text = `${status}: ${buyerWaits[reason]}`;
    return { text, status, state: 'waiting', ended: false, attempts, reason, pauseMs };
  }
  const { state, attempts, reason, code } = delivered;
  const { status } = buyerDeliveryStates[state];
  const why =
    reason !== undefined ? buyerWaits[reason] : code !== undefined ? notReceivedReasons[code] : undefined;
  const text = [`Envío ${attempts}: ${status}`, ...(why === undefined ? [] : [why])].join('; ');
  return {
    text,
    status,
    state,
    ended: state !== 'waiting',
    attempts,
    ...(state === 'waiting' && reason !== undefined && { reason }),
    ...(code !== undefined && { code }),
  };
}

/** While another process may be sending, the next try waits for the end of that process's lease, but at most the longest lease. */
function leasePause(delivered: Delivered, now: Date): Pick<BuyerStepResult, 'pauseMs'> {
  if (delivered === 'none' || 'busyMs' in delivered || delivered.state !== 'waiting') return {};
  const { last } = delivered;
  if (last === undefined || last.outcome !== undefined) return {};
  const leftMs = last.leaseUntil.getTime() - now.getTime();
  return { pauseMs: Math.max(leasePauseMinMs, Math.min(leftMs, leaseMaxMs)) };
}

export function approvalStepOf(sent: ApprovalResult): UntimedStep {
  if (sent === 'none') {
    const status = 'No hay nada que enviar';
    return { text: status, status, state: 'none', ended: true, attempts: 0 };
  }
  if ('held' in sent) {
    const { state, reason } = sent.held;
    const status = approvalLegStates[state];
    const text = `${status}: ${approvalWaits[reason]}`;
    return { text, status, state, ended: state === 'given-up', attempts: 0, reason };
  }
  const { approval, issuerBusyMs } = sent;
  const legs = approvalLegs.map((name) => approval[name]);
  const ended = legs.every(({ state }) => state !== 'waiting');
  const [toIssuer, toDgii] = legs.map(({ state, reason }) =>
    [approvalLegStates[state], ...(reason === undefined ? [] : [approvalWaits[reason]])].join(', '),
  );
  const text = `Emisor: ${toIssuer ?? ''}; DGII: ${toDgii ?? ''}`;
  const state = !ended ? 'waiting' : legs.every((leg) => leg.state === 'delivered') ? 'delivered' : 'refused';
  const attempts = Math.max(...legs.map((leg) => leg.attempts));
  const status = ended ? 'Terminada' : approvalLegStates.waiting;
  const result = { text, status, state, ended, attempts } as const;
  if (issuerBusyMs === undefined) return result;
  // If the delivery to DGII waits too, the workflow's growing pauses apply. Otherwise the next try comes as soon as the issuer may have a
  // free slot.
  const soon = approval.dgii.state === 'waiting' ? {} : { pauseMs: issuerBusyMs };
  return { ...result, ...soon, reason: 'BUYER_BUSY' };
}
