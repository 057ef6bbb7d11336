/**
 * One try of one of an approval's two deliveries, called legs: to the issuer or to DGII. Each leg has its own compare-and-set. A try is
 * written before its first byte is sent, so a try without an outcome may have arrived.
 */
import type { Credentials } from '../../dgii/client.js';
import type { ApprovalLegName } from '../../ecf/codes/buyer-delivery.js';
import type { ApprovalLeg, SentApproval } from '../../ledger/buyers/sent-approval.js';
import type { ReceptionRecord } from '../../ledger/received/reception-record.js';
import type { ActivityDeps } from '../deps.js';
import { nextCheckAfter } from '../issue/ledger-steps.js';
import { wasPausedTooLong, writeAheadRecord } from '../write-ahead.js';
import { sendToDgii, sendToIssuer, type ApprovalSending, type LegEnd } from './approval-legs.js';
import { receiverHostOf } from './buyer-rules.js';
import type { Busy, ReceiverSlots } from './receiver-slots.js';

export interface ApprovalTry {
  readonly reception: ReceptionRecord;
  readonly auth: Credentials;
  readonly pauseMs: number;
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

/** Tries one leg, unless it has ended or another process may be sending. */
async function tryLeg(
  deps: ActivityDeps,
  { reception, auth, pauseMs, approval }: SignedTry,
  { name, send }: Leg,
): Promise<SentApproval> {
  const { _id } = reception;
  const was = approval[name];
  const now = deps.clock();
  const open = was.last !== undefined && was.last.outcome === undefined ? was.last : undefined;
  if (open !== undefined) await deps.store.mendApprovalLease(_id, name, open, now);
  const sending = open !== undefined && now < open.leaseUntil;
  if (was.state !== 'waiting' || sending) return approval;
  const { buyerTimeoutMs, deliveryTimeoutMs, checkMarginMs } = deps.settings;
  const timeoutMs = Math.max(buyerTimeoutMs, deliveryTimeoutMs);
  const last = { ...writeAheadRecord(deps, was.attempts + 1, timeoutMs), to: name };
  const started = legStarted(was, last);
  const dueAt = new Date(last.leaseUntil.getTime() + checkMarginMs);
  const ahead = await deps.store.changeApprovalLeg(_id, { name, was, next: started }, dueAt);
  if (ahead === undefined) return latestApproval(deps, _id);

  const { refusals = 0, copies = [], mayHaveArrived = false } = started;
  const xml = await deps.store.getFileBytes((copies.at(-1) ?? approval).file);
  const file = { fileName: `${reception.rncComprador}${reception.encf}.xml`, encf: reception.encf, xml };
  const end = wasPausedTooLong(deps, last)
    ? notSent(was)
    : await send({ auth, file, refusals, mayHaveArrived });
  const leg = ended(deps, started, end, approval.since);
  const written = await deps.store.changeApprovalLeg(
    _id,
    { name, was: started, next: leg },
    nextCheckAfter(deps, pauseMs),
  );
  if (written === undefined) return latestApproval(deps, _id);
  report(deps, reception, name, leg);
  return written;
}

/** The leg with the try that starts now. If the try before has no outcome, the approval may have arrived. */
function legStarted(was: ApprovalLeg, last: NonNullable<ApprovalLeg['last']>): ApprovalLeg {
  const isOpen = was.last !== undefined && was.last.outcome === undefined;
  const mayHaveArrived = isOpen || was.mayHaveArrived === true;
  const { refusals = 0, copies = [] } = was;
  return {
    state: 'waiting',
    attempts: last.n,
    last,
    ...(mayHaveArrived && { mayHaveArrived }),
    ...(refusals > 0 && { refusals }),
    ...(copies.length > 0 && { copies }),
  };
}

/** Nothing went out, so the leg still waits for what it waited for before. */
function notSent({ reason }: ApprovalLeg): LegEnd {
  return { state: 'waiting', outcome: 'not-sent', ...(reason && { reason }) };
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

function ended(deps: ActivityDeps, started: ApprovalLeg, end: LegEnd, since: Date): ApprovalLeg {
  const now = deps.clock();
  const last = { ...(started.last as NonNullable<ApprovalLeg['last']>), endedAt: now, outcome: end.outcome };
  const arrived = mayArrive(end) && { mayHaveArrived: true as const };
  const leg = {
    ...started,
    last: { ...last, ...(end.httpStatus !== undefined && { httpStatus: end.httpStatus }) },
    ...(end.refusals !== undefined && { refusals: end.refusals }),
  };
  const why = end.reason !== undefined && { reason: end.reason };
  if (end.state !== 'waiting') return { ...leg, ...why, state: end.state, endedAt: now };
  const late = now.getTime() - since.getTime() >= deps.settings.buyerGiveUpMs;
  if (late) return { ...leg, ...arrived, ...why, state: 'given-up', endedAt: now };
  return { ...leg, ...arrived, ...why };
}

/** Without an answer the approval may have arrived, and also if a gateway answered for the receiver. A 4xx says that it was not taken. */
function mayArrive({ outcome, httpStatus = 0 }: LegEnd): boolean {
  return outcome === 'unknown' || httpStatus >= 500;
}

export async function latestApproval(deps: ActivityDeps, id: string): Promise<SentApproval> {
  const approval = (await deps.store.findReceptionById(id))?.approval;
  if (approval === undefined) throw new Error(`Reception ${id} has no approval`);
  return approval;
}
