/**
 * One round of an approval or rejection (ACECF): it is signed once, and the same bytes go to the issuer and to DGII. Each has its own
 * state and is tried until it has them. DGII processes approvals only of vouchers that it accepted, so we wait until it shows that.
 */
import type { Credentials } from '../../dgii/client.js';
import { fechaHoraFirma } from '../../ecf/model/dates.js';
import type { ApprovalWait } from '../../ecf/codes/buyer-delivery.js';
import { buildAcecf } from '../../ecf/xml/acecf.js';
import {
  approvalLegs,
  approvalRoomBytes,
  type ApprovalLeg,
  type ApprovalLegName,
  type HeldApproval,
  type SentApproval,
} from '../../ledger/buyers/sent-approval.js';
import type { ReceptionRecord } from '../../ledger/received/reception-record.js';
import { signBuilt } from '../../signing/keys/sign-built.js';
import type { ActivityDeps } from '../deps.js';
import { host, mayGoOut } from '../issue/delivery.js';
import { sendToDgii, sendToIssuer, type LegEnd } from './approval-legs.js';

export type ApprovalRound = { readonly approval: SentApproval } | { readonly held: HeldApproval } | 'none';

interface Round {
  readonly reception: ReceptionRecord;
  readonly auth: Credentials;
  readonly pauseMs: number;
}

export async function sendApproval(
  deps: ActivityDeps,
  receptionId: string,
  pauseMs: number,
  cancelled: AbortSignal,
): Promise<ApprovalRound> {
  const reception = await deps.store.findReceptionById(receptionId);
  if (reception?.decision === undefined) return 'none';
  if (reception.approvalDueAt === undefined) return endOf(reception);
  const waits = (reason: ApprovalWait) => hold(deps, reception, reason, pauseMs);
  const { companyId, environment } = reception;
  const company = await deps.store.findCompany(companyId);
  if (!mayGoOut(deps, reception, company)) return waits('PRODUCTION_NOT_ALLOWED');
  const certificate = await deps.certificates.current(companyId, deps.clock());
  if ('unusable' in certificate) return waits('CERTIFICATE_UNUSABLE');
  const round: Round = { reception, auth: { companyId, environment, certificate }, pauseMs };
  const shown = reception.approval === undefined ? await dgiiShows(deps, round, cancelled) : 'accepted';
  if (shown !== 'accepted') return waits(shown);
  const signed = reception.approval ?? (await sign(deps, round));
  if (signed === undefined) return waits('INTERNAL_FAULT');
  let approval = signed;
  if (!approvalLegs.some((leg) => signed[leg].state === 'waiting')) await deps.store.endApproval(receptionId);
  for (const leg of approvalLegs) approval = await tryLeg(deps, { ...round, approval }, leg, cancelled);
  return { approval };
}

function endOf({ approval, heldApproval }: ReceptionRecord): ApprovalRound {
  if (heldApproval !== undefined) return { held: heldApproval };
  return approval === undefined ? 'none' : { approval };
}

/** Nothing can go out now. It ends when the time to give up is over, or when nothing can change any more. */
async function hold(
  deps: ActivityDeps,
  reception: ReceptionRecord,
  reason: ApprovalWait,
  pauseMs: number,
): Promise<ApprovalRound> {
  const now = deps.clock();
  const since = reception.heldApproval?.since ?? now;
  const late = now.getTime() - since.getTime() >= deps.settings.buyerGiveUpMs;
  const over = late || endings.includes(reason);
  const held: HeldApproval = { state: over ? 'given-up' : 'waiting', reason, since };
  const { companyId, encf } = reception;
  if (over) deps.log.error({ companyId, encf, reason }, 'an approval was given up');
  await deps.store.holdApproval(reception, held, over ? null : lookAt(deps, pauseMs));
  return { held };
}

/** The voucher is void, or our own file cannot be made: another try changes nothing. */
const endings: readonly ApprovalWait[] = ['VOUCHER_REJECTED', 'INTERNAL_FAULT'];

/** Whether DGII has accepted the voucher. In certification it cannot be asked, so we send. */
async function dgiiShows(
  deps: ActivityDeps,
  { reception, auth }: Round,
  cancelled: AbortSignal,
): Promise<'accepted' | ApprovalWait> {
  const known = reception.dgii?.estado;
  if (known === 'accepted' || known === 'conditionally-accepted') return 'accepted';
  if (known === 'rejected') return 'VOUCHER_REJECTED';
  const { rncEmisor, encf, rncComprador, securityCode: codigoSeguridad } = reception;
  const answer = await deps.dgii.state(auth, { rncEmisor, encf, rncComprador, codigoSeguridad }, cancelled);
  if (answer.kind === 'not-offered') return 'accepted';
  if (answer.kind !== 'found')
    return answer.kind === 'not-found' ? 'VOUCHER_NOT_ACCEPTED' : 'DGII_UNAVAILABLE';
  if (answer.state === 'rejected') return 'VOUCHER_REJECTED';
  const accepted = answer.state === 'accepted' || answer.state === 'conditionally-accepted';
  return accepted ? 'accepted' : 'VOUCHER_NOT_ACCEPTED';
}

/** The first bytes that are stored stay. */
async function sign(
  deps: ActivityDeps,
  { reception, auth, pauseMs }: Round,
): Promise<SentApproval | undefined> {
  const { decision, rncEmisor, rncComprador, encf, fechaEmision, montoTotal, companyId, _id } = reception;
  const now = deps.clock();
  const acecf = buildAcecf(
    {
      ...{ RNCEmisor: rncEmisor, eNCF: encf, FechaEmision: fechaEmision, MontoTotal: montoTotal },
      RNCComprador: rncComprador,
      Estado: decision?.estado === 'rechazado' ? 2 : 1,
      ...(decision?.motivo !== undefined && { DetalleMotivoRechazo: decision.motivo }),
    },
    fechaHoraFirma(now.getTime()),
  );
  if (!acecf.ok) {
    // The values come from a voucher that passed its schema, and the decision was checked when it was taken.
    const faults = acecf.faults.map(({ code }) => code);
    deps.log.error({ companyId, encf, faults }, 'our ACECF has faults');
    return undefined;
  }
  const { xml } = signBuilt({ ...acecf.built, rootName: 'ACECF' }, auth.certificate);
  const kept = await deps.store.keepText(companyId, 'received-approval', xml, now, approvalRoomBytes);
  const leg: ApprovalLeg = { state: 'waiting', attempts: 0 };
  const signed = { since: now, file: kept.ref, sha256: kept.sha256, signedAt: now, issuer: leg, dgii: leg };
  const written = await deps.store.keepSignedApproval(_id, signed, lookAt(deps, pauseMs));
  return written ?? (await latest(deps, _id));
}

/** Tries one of the two, unless it has ended or another process may be sending. */
async function tryLeg(
  deps: ActivityDeps,
  { reception, auth, pauseMs, approval }: Round & { readonly approval: SentApproval },
  name: ApprovalLegName,
  cancelled: AbortSignal,
): Promise<SentApproval> {
  const { _id } = reception;
  const was = approval[name];
  const startedAt = deps.clock();
  const open = was.last !== undefined && was.last.outcome === undefined ? was.last : undefined;
  if (was.state !== 'waiting' || (open !== undefined && startedAt < open.leaseUntil)) return approval;
  const { buyerTimeoutMs, submitTimeoutMs, leaseMarginMs } = deps.settings;
  const leaseMs = Math.max(buyerTimeoutMs, submitTimeoutMs) + leaseMarginMs;
  const leaseUntil = new Date(startedAt.getTime() + leaseMs);
  const last = { n: was.attempts + 1, startedAt, leaseUntil, host, to: name };
  const arrived = (open !== undefined || was.mayHaveArrived === true) && { mayHaveArrived: true as const };
  const { refusals = 0 } = was;
  const begun: ApprovalLeg = {
    ...{ state: 'waiting', attempts: last.n, last, ...arrived },
    ...(refusals > 0 && { refusals }),
  };
  const ahead = await deps.store.changeApprovalLeg(_id, { name, was, next: begun }, lookAt(deps, leaseMs));
  if (ahead === undefined) return latest(deps, _id);

  const xml = await deps.store.getFileBytes(approval.file);
  const file = { fileName: `${reception.rncComprador}${reception.encf}.xml`, encf: reception.encf, xml };
  const sending = { auth, rncEmisor: reception.rncEmisor, file, refusals };
  const end = await (name === 'issuer' ? sendToIssuer : sendToDgii)(deps, sending, cancelled);
  const leg = ended(deps, begun, end, approval.since);
  const { companyId, encf } = reception;
  if (leg.state !== 'delivered')
    deps.log.warn(
      { companyId, encf, leg: name, state: leg.state, reason: leg.reason },
      'an approval did not arrive',
    );
  const change = { name, was: begun, next: leg };
  return (await deps.store.changeApprovalLeg(_id, change, lookAt(deps, pauseMs))) ?? latest(deps, _id);
}

function ended(deps: ActivityDeps, begun: ApprovalLeg, end: LegEnd, since: Date): ApprovalLeg {
  const now = deps.clock();
  const last = { ...(begun.last as NonNullable<ApprovalLeg['last']>), endedAt: now, outcome: end.outcome };
  const arrived = end.outcome !== 'not-sent' && { mayHaveArrived: true as const };
  const leg = {
    ...begun,
    last: { ...last, ...(end.httpStatus !== undefined && { httpStatus: end.httpStatus }) },
    ...(end.refusals !== undefined && { refusals: end.refusals }),
  };
  const why = end.reason !== undefined && { reason: end.reason };
  if (end.state !== 'waiting') return { ...leg, ...why, state: end.state, endedAt: now };
  const late = now.getTime() - since.getTime() >= deps.settings.buyerGiveUpMs;
  if (late) return { ...leg, ...arrived, ...why, state: 'given-up', endedAt: now };
  return { ...leg, ...arrived, ...why };
}

async function latest(deps: ActivityDeps, id: string): Promise<SentApproval> {
  const approval = (await deps.store.findReceptionById(id))?.approval;
  if (approval === undefined) throw new Error(`Reception ${id} has no approval`);
  return approval;
}

function lookAt(deps: ActivityDeps, pauseMs: number): Date {
  return new Date(deps.clock().getTime() + pauseMs + deps.settings.checkMarginMs);
}
