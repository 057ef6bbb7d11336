/**
 * One round of an approval or rejection (ACECF): it is signed once, and the same bytes go to the issuer and to DGII. Each has its own
 * state and is tried until it has them. DGII processes approvals only of vouchers that it accepted, so we wait until it shows that.
 */
import { fechaHoraFirma } from '../../ecf/model/dates.js';
import type { ApprovalWait } from '../../ecf/codes/buyer-delivery.js';
import { stateOf } from '../receiving/dgii-state.js';
import { buildAcecf } from '../../ecf/xml/acecf.js';
import {
  approvalLegs,
  approvalRoomBytes,
  type ApprovalLeg,
  type HeldApproval,
  type SentApproval,
} from '../../ledger/buyers/sent-approval.js';
import type { ReceptionRecord } from '../../ledger/received/reception-record.js';
import { signBuilt } from '../../signing/keys/sign-built.js';
import type { ActivityDeps } from '../deps.js';
import { mayGoOut } from '../issue/delivery.js';
import type { BuyerTurn } from './receiver-places.js';
import { latest, lookAt, tryDgii, tryIssuer, type Round } from './try-leg.js';

export type ApprovalRound =
  /** `issuerBusyMs`: other deliveries have all places at the issuer's receiver, so nothing went there; come again after it. */
  | { readonly approval: SentApproval; readonly issuerBusyMs?: number }
  | { readonly held: HeldApproval }
  | 'none';

export async function sendApproval(
  deps: ActivityDeps,
  receptionId: string,
  { pauseMs, places, cancelled }: BuyerTurn,
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
  if (!approvalLegs.some((leg) => signed[leg].state === 'waiting')) await deps.store.endApproval(receptionId);
  const afterIssuer = await tryIssuer(deps, { ...round, approval: signed }, places, cancelled);
  const busy = 'busyMs' in afterIssuer;
  const approval = await tryDgii(deps, { ...round, approval: busy ? signed : afterIssuer }, cancelled);
  return { approval, ...(busy && { issuerBusyMs: afterIssuer.busyMs }) };
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
  const written = await deps.store.holdApproval(reception, held, over ? null : lookAt(deps, pauseMs));
  if (over && written) {
    const { companyId, encf, environment, approval } = reception;
    deps.log.error({ companyId, encf, reason }, 'an approval was given up');
    const open = approvalLegs.filter((leg) => (approval?.[leg].state ?? 'waiting') === 'waiting');
    for (const leg of open) deps.approvalEnded?.(leg, 'given-up', environment);
  }
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
  const state = stateOf(answer, reception);
  if (state === undefined) return 'DGII_UNAVAILABLE';
  if (state === 'rejected') return 'VOUCHER_REJECTED';
  const accepted = state === 'accepted' || state === 'conditionally-accepted';
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
