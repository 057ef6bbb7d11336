/**
 * One try to send an approval or rejection (ACECF). It is signed once, and the issuer and DGII get the same bytes, unless DGII refuses their
 * signer. The delivery to each of them has its own state and is repeated until it has arrived. DGII processes approvals only of vouchers
 * that it has accepted, so we wait until DGII shows that.
 */
import { fechaHoraFirma } from '../../ecf/model/dates.js';
import { approvalLegs, type ApprovalWait } from '../../ecf/codes/buyer-delivery.js';
import { isAcceptedState } from '../../ecf/codes/reception-states.js';
import { stateOf } from '../dgii-state.js';
import {
  approvalRoomBytes,
  copiesMax,
  type ApprovalLeg,
  type HeldApproval,
  type SentApproval,
  type SignedApproval,
} from '../../ledger/buyers/sent-approval.js';
import type { ReceptionRecord } from '../../ledger/received/reception-record.js';
import { credentialsOf } from '../certificates/company-certificates.js';
import type { ActivityDeps } from '../deps.js';
import { checkConsents } from '../consents.js';
import { nextCheckAfter } from '../vouchers/ledger-steps.js';
import type { BuyerOptions } from './receiver-slots.js';
import { signAcecf } from './sign-acecf.js';
import { latestApproval, tryDgii, tryIssuer, type ApprovalTry } from './try-leg.js';

export type ApprovalResult =
  /** `issuerBusyMs`: the issuer's receiver had no free slot, so nothing was sent there; try again after this time. */
  | { readonly approval: SentApproval; readonly issuerBusyMs?: number }
  | { readonly held: HeldApproval }
  | 'none';

export async function sendApproval(
  deps: ActivityDeps,
  receptionId: string,
  { pauseMs, slots, cancelled, claimed = false }: BuyerOptions,
): Promise<ApprovalResult> {
  const reception = await deps.store.findReceptionById(receptionId);
  if (reception?.decision === undefined) return 'none';
  if (reception.approvalDueAt === undefined) return endOf(reception);
  const waits = (reason: ApprovalWait) => hold(deps, reception, reason, pauseMs);
  const company = await deps.store.findCompany(reception.companyId);
  if (!checkConsents(deps, reception, company)) return waits('PRODUCTION_NOT_ALLOWED');
  const auth = await credentialsOf(deps.certificates, reception, deps.clock());
  if (auth === undefined) return waits('CERTIFICATE_UNUSABLE');
  const order: ApprovalTry = { reception, auth, pauseMs, claimed };
  const shown = reception.approval === undefined ? await dgiiShows(deps, order, cancelled) : 'accepted';
  if (shown !== 'accepted') return waits(shown);
  const signed = reception.approval ?? (await sign(deps, order));
  if (signed === undefined) return waits('INTERNAL_FAULT');
  if (!approvalLegs.some((leg) => signed[leg].state === 'waiting')) await deps.store.endApproval(reception);
  const afterIssuer = await tryIssuer(deps, { ...order, approval: signed }, slots, cancelled);
  const busy = 'busyMs' in afterIssuer;
  const forDgii = await withCurrentSigner(deps, order, busy ? signed : afterIssuer);
  const approval = await tryDgii(deps, { ...order, approval: forDgii }, cancelled);
  if (!busy) return { approval };
  if (!claimed) await deps.store.deferApproval(reception, nextCheckAfter(deps, afterIssuer.busyMs));
  else if (approval.dgii.state !== 'waiting') await deps.store.putBackApproval(reception, afterIssuer.busyMs);
  return { approval, issuerBusyMs: afterIssuer.busyMs };
}

function endOf({ approval, heldApproval }: ReceptionRecord): ApprovalResult {
  if (heldApproval !== undefined) return { held: heldApproval };
  return approval === undefined ? 'none' : { approval };
}

/** Records that nothing can be sent now. The wait ends at the time to give up, or at once if another try would change nothing. */
async function hold(
  deps: ActivityDeps,
  reception: ReceptionRecord,
  reason: ApprovalWait,
  pauseMs: number,
): Promise<ApprovalResult> {
  const now = deps.clock();
  const since = reception.heldApproval?.since ?? now;
  const late = now.getTime() - since.getTime() >= deps.settings.buyerGiveUpMs;
  const over = late || endings.includes(reason);
  const held: HeldApproval = { state: over ? 'given-up' : 'waiting', reason, since };
  const written = await deps.store.holdApproval(reception, held, over ? null : nextCheckAfter(deps, pauseMs));
  if (over && written) {
    const { companyId, encf, environment, approval } = reception;
    deps.log.error({ companyId, encf, reason }, 'an approval was given up');
    const open = approvalLegs.filter((leg) => (approval?.[leg].state ?? 'waiting') === 'waiting');
    for (const leg of open) deps.approvalEnded?.(leg, 'given-up', environment);
  }
  return { held };
}

/** The voucher is void, or our own file cannot be built. Another try would change nothing. */
const endings: readonly ApprovalWait[] = ['VOUCHER_REJECTED', 'INTERNAL_FAULT'];

/** Whether DGII has accepted the voucher. Certification does not answer this question, so we send without knowing. */
async function dgiiShows(
  deps: ActivityDeps,
  { reception, auth }: ApprovalTry,
  cancelled: AbortSignal,
): Promise<'accepted' | ApprovalWait> {
  const result = reception.dgii?.estado;
  if (isAcceptedState(result)) return 'accepted';
  if (result === 'rejected') return 'VOUCHER_REJECTED';
  const { rncEmisor, encf, rncComprador, securityCode: codigoSeguridad } = reception;
  const answer = await deps.dgii.state(auth, { rncEmisor, encf, rncComprador, codigoSeguridad }, cancelled);
  if (answer.kind === 'not-offered') return 'accepted';
  const state = stateOf(answer, reception);
  if (state === undefined) return 'DGII_UNAVAILABLE';
  if (state === 'rejected') return 'VOUCHER_REJECTED';
  return isAcceptedState(state) ? 'accepted' : 'VOUCHER_NOT_ACCEPTED';
}

/**
 * Signs the approval and stores it. If two processes sign, the bytes that are stored first stay. Throws if another voucher has just taken the
 * number; the next try finds no decision about it.
 */
async function sign(deps: ActivityDeps, order: ApprovalTry): Promise<SentApproval | undefined> {
  const copy = await signCopy(deps, order);
  if (copy === undefined) return undefined;
  const { reception } = order;
  const leg: ApprovalLeg = { state: 'waiting', attempts: 0 };
  const signed = { ...copy, since: copy.signedAt, issuer: leg, dgii: leg };
  const dueAt = order.claimed ? 'as-claimed' : nextCheckAfter(deps, order.pauseMs);
  const written = await deps.store.keepSignedApproval(reception, signed, dueAt);
  return written ?? (await latestApproval(deps, reception._id));
}

/**
 * If DGII refused the signer, and the company has another certificate by now, signs a copy for DGII. The next try writes it to the ledger
 * before its first byte goes out. The issuer gets the first bytes only: it may have them already, it does not know whom the company has
 * delegated at DGII, and two different approvals of one voucher would puzzle it.
 */
async function withCurrentSigner(
  deps: ActivityDeps,
  order: ApprovalTry,
  approval: SentApproval,
): Promise<SentApproval> {
  const { dgii } = approval;
  const { copies = [] } = dgii;
  const refused = dgii.state === 'waiting' && dgii.reason === 'APPROVER_NOT_DELEGATED';
  const { certificate } = copies.at(-1) ?? approval;
  if (!refused || certificate === order.auth.certificate.fingerprint || copies.length >= copiesMax)
    return approval;
  const copy = await signCopy(deps, order);
  return copy === undefined ? approval : { ...approval, dgii: { ...dgii, copies: [...copies, copy] } };
}

/** Undefined: our own file fails our XSD. */
async function signCopy(
  deps: ActivityDeps,
  { reception, auth }: ApprovalTry,
): Promise<SignedApproval | undefined> {
  const { decision, rncEmisor, rncComprador, encf, fechaEmision, montoTotal, companyId } = reception;
  const now = deps.clock();
  const acecf = {
    RNCEmisor: rncEmisor,
    eNCF: encf,
    FechaEmision: fechaEmision,
    MontoTotal: montoTotal,
    RNCComprador: rncComprador,
    DetalleMotivoRechazo: decision?.motivo,
    Estado: decision?.estado === 'rechazado' ? 2 : 1,
  } as const;
  const toSign = { acecf, fechaHora: fechaHoraFirma(now.getTime()), companyId };
  const xml = signAcecf(deps, toSign, auth.certificate);
  if (xml === undefined) return undefined;
  const kept = await deps.store.keepContent({
    companyId,
    kind: 'received-approval',
    content: xml,
    now,
    roomBytes: approvalRoomBytes,
  });
  return { file: kept.ref, sha256: kept.sha256, signedAt: now, certificate: auth.certificate.fingerprint };
}
