/**
 * One try of one of an approval's two deliveries, called legs: to the issuer or to DGII. Each leg has its own compare-and-set. A try is
 * written before its first byte is sent, so a try without an outcome may have arrived.
 */
import type { Credentials } from '../../dgii/client.js';
import type { ApprovalLegName } from '../../ecf/codes/buyer-delivery.js';
import type { BuyerTry } from '../../ledger/buyers/buyer-delivery.js';
import type { ApprovalLeg, SentApproval } from '../../ledger/buyers/sent-approval.js';
import type { ReceptionRecord } from '../../ledger/received/reception-record.js';
import type { ActivityDeps } from '../deps.js';
import { nextCheckAfter } from '../vouchers/ledger-steps.js';
import { wasPausedTooLong, writeAheadRecord } from '../write-ahead.js';
import { sendToDgii, sendToIssuer, type ApprovalSending, type LegEnd } from './approval-legs.js';
import { receiverHostOf } from './buyer-rules.js';
import type { Busy, ReceiverSlots } from './receiver-slots.js';

export interface ApprovalTry {
  readonly reception: ReceptionRecord;
  readonly auth: Credentials;
  readonly pauseMs: number;
  /** As in `BuyerOptions`. */
  readonly claimed: boolean;
}

interface SignedTry extends ApprovalTry {
  readonly approval: SentApproval;
}

export async function tryIssuer(
  deps: ActivityDeps,
  signed: SignedTry,
  slots: ReceiverSlots,
  cancelled: AbortSignal,
): Promise<SentApproval | Busy> {
  const { reception, auth, approval } = signed;
  if (approval.issuer.state !== 'waiting') return approval;
  const listed = await deps.directory.find(auth, reception.rncEmisor, cancelled);
  const send = (sending: ApprovalSending) => sendToIssuer(deps, listed, sending, cancelled);
  if (listed.kind !== 'found') return tryLeg(deps, signed, { name: 'issuer', send });
  const { environment, companyId } = reception;
  const receiver = { environment, host: receiverHostOf(listed.entry.urlAceptacion), companyId };
  return slots.within(receiver, () => tryLeg(deps, signed, { name: 'issuer', send }));
}

export function tryDgii(
  deps: ActivityDeps,
  signed: SignedTry,
  cancelled: AbortSignal,
): Promise<SentApproval> {
  return tryLeg(deps, signed, { name: 'dgii', send: (sending) => sendToDgii(deps, sending, cancelled) });
}

interface Leg {
  readonly name: ApprovalLegName;
  readonly send: (sending: ApprovalSending) => Promise<LegEnd>;
}

type StartedLeg = ApprovalLeg & { readonly last: BuyerTry };

/** Tries one leg. If another process changes the leg first, returns the approval as that process left it. */
async function tryLeg(deps: ActivityDeps, signed: SignedTry, leg: Leg): Promise<SentApproval> {
  if (!(await mayTry(deps, signed, leg.name))) return signed.approval;
  const started = await writeAhead(deps, signed, leg.name);
  const recorded = started && (await sendAndRecord(deps, signed, leg, started));
  return recorded ?? latestApproval(deps, signed.reception._id);
}

/** False if the leg has ended or another process may be sending. Mends that one's lease if it cannot be true. */
async function mayTry(deps: ActivityDeps, { reception, approval }: SignedTry, name: ApprovalLegName) {
  const { state, last } = approval[name];
  if (last === undefined || last.outcome !== undefined) return state === 'waiting';
  const now = deps.clock();
  await deps.store.mendApprovalLease(reception, { name, leaseUntil: last.leaseUntil }, now);
  return state === 'waiting' && now >= last.leaseUntil;
}

/** Writes the try that starts now. Undefined if another process changed the leg first. */
async function writeAhead(
  deps: ActivityDeps,
  { reception, approval, claimed }: SignedTry,
  name: ApprovalLegName,
) {
  const { buyerTimeoutMs, deliveryTimeoutMs, checkMarginMs } = deps.settings;
  const timeoutMs = Math.max(buyerTimeoutMs, deliveryTimeoutMs);
  const was = approval[name];
  const last = { ...writeAheadRecord(deps, was.attempts + 1, timeoutMs), to: name };
  // If the try before has no outcome, the approval may have arrived.
  const arrived = was.last !== undefined && was.last.outcome === undefined;
  const { reason: _reason, endedAt: _endedAt, ...kept } = was;
  const next: StartedLeg = { ...kept, attempts: last.n, last, ...(arrived && { mayHaveArrived: true }) };
  const afterLease = new Date(last.leaseUntil.getTime() + checkMarginMs);
  const dueAt = claimed ? 'as-claimed' : afterLease;
  const written = await deps.store.changeApprovalLeg(reception, { name, was, next }, dueAt);
  return written && next;
}

/** Undefined if another process changed the leg while this one was sending. */
async function sendAndRecord(deps: ActivityDeps, signed: SignedTry, leg: Leg, started: StartedLeg) {
  const { reception, auth, pauseMs, approval, claimed } = signed;
  const { refusals = 0, copies = [], mayHaveArrived = false } = started;
  const xml = await deps.store.getFileBytes((copies.at(-1) ?? approval).file);
  const file = { fileName: `${reception.rncComprador}${reception.encf}.xml`, encf: reception.encf, xml };
  const end = wasPausedTooLong(deps, started.last)
    ? notSent(approval[leg.name])
    : await leg.send({ auth, file, refusals, mayHaveArrived });
  const next = legAfter(deps, started, end, approval.since);
  const change = { name: leg.name, was: started, next };
  // If only the other leg is left, it is tried at once; after a kill it is due when the claim ends.
  const dueAt = claimed && next.state !== 'waiting' ? 'as-claimed' : nextCheckAfter(deps, pauseMs);
  const written = await deps.store.changeApprovalLeg(reception, change, dueAt);
  if (written !== undefined) report(deps, reception, leg.name, next);
  return written;
}

/** Nothing went out, so the leg still waits for what it waited for before. */
function notSent({ reason }: ApprovalLeg): LegEnd {
  return { state: 'waiting', outcome: 'not-sent', ...(reason && { reason }) };
}

/** The leg after a try with this end. If it still waits when the time for tries is over, it is given up. */
function legAfter(deps: ActivityDeps, started: StartedLeg, end: LegEnd, since: Date): ApprovalLeg {
  const now = deps.clock();
  const { outcome, httpStatus, refusals, reason } = end;
  const waits = end.state === 'waiting';
  const late = now.getTime() - since.getTime() >= deps.settings.buyerGiveUpMs;
  const state = waits && late ? 'given-up' : end.state;
  return {
    ...started,
    last: { ...started.last, endedAt: now, outcome, ...(httpStatus !== undefined && { httpStatus }) },
    ...(refusals !== undefined && { refusals }),
    ...(waits && mayArrive(end) && { mayHaveArrived: true }),
    ...(reason !== undefined && { reason }),
    state,
    ...(state !== 'waiting' && { endedAt: now }),
  };
}

/** Without an answer the approval may have arrived, and also if a gateway answered for the receiver. A 4xx says that it was not taken. */
function mayArrive({ outcome, httpStatus = 0 }: LegEnd): boolean {
  return outcome === 'unknown' || httpStatus >= 500;
}

function report(
  { log, approvalEnded }: ActivityDeps,
  { companyId, encf, environment }: ReceptionRecord,
  name: ApprovalLegName,
  { state, reason }: ApprovalLeg,
): void {
  const facts = { companyId, encf, leg: name, state, reason };
  if (state === 'waiting') log.warn(facts, 'an approval did not arrive');
  else approvalEnded?.(name, state, environment);
  if (state === 'refused' || state === 'given-up') log.error(facts, 'an approval will not arrive');
}

export async function latestApproval(deps: ActivityDeps, id: string): Promise<SentApproval> {
  const approval = (await deps.store.findReceptionById(id))?.approval;
  if (approval === undefined) throw new Error(`Reception ${id} has no approval`);
  return approval;
}
