/** A received voucher as the pages show it. */
import { approvalLegStates, approvalWaits } from '../../ecf/codes/buyer-delivery.js';
import { shownLegs, type ApprovalLeg } from '../../ledger/buyers/sent-approval.js';
import { undeliveredOf, type InboxRow } from '../../ledger/received/inbox.js';
import type { DisplacedVoucher, ReceivedVoucher } from '../../ledger/received/reception-record.js';
import type { Company } from '../../ledger/companies/company.js';
import { isOverdue } from '../../services/received/decide-reception.js';

export function receivedRow(reception: InboxRow, company: Company, now: Date) {
  const { rncEmisor, razonSocialEmisor, encf, ecfType, montoTotal, totalITBIS, fechaEmision } = reception;
  const { ncfModificado, receivedAt, dgii, decision } = reception;
  return {
    rncEmisor,
    issuer: razonSocialEmisor,
    encf,
    ecfType,
    total: montoTotal,
    issuedOn: fechaEmision,
    totalItbis: totalITBIS ?? null,
    receivedAt,
    dgii: dgii?.estado ?? null,
    decided: decision?.estado ?? null,
    modifies: ncfModificado ?? null,
    undelivered: undeliveredOf(reception) ?? null,
    overdue: isOverdue(reception, company, now),
  };
}

export function receivedAnswer(reception: InboxRow, company: Company, now: Date) {
  const { rncComprador, securityCode, fechaFirma, sha256 } = reception;
  const { arecf, dgii, decision, displaced = [] } = reception;
  const legs = shownLegs(reception);
  return {
    ...receivedRow(reception, company, now),
    buyerRnc: rncComprador,
    securityCode,
    fechaFirma,
    signer: signerView(reception),
    xmlSha256: sha256,
    acknowledgement: signedView(arecf),
    dgiiAt: dgii?.at ?? null,
    decision: decision === undefined ? null : decisionView(decision),
    approval:
      decision === undefined
        ? null
        : { signed: signedView(reception.approval), issuer: legView(legs.issuer), dgii: legView(legs.dgii) },
    displaced: displaced.map(displacedView),
  };
}

function signerView({ signer: { subject, fingerprint, chain, period } }: Pick<ReceivedVoucher, 'signer'>) {
  return { subject, fingerprint, chain, period };
}

/** A voucher that had the number before, with DGII's state of it at that time. */
function displacedView(voucher: DisplacedVoucher) {
  const { montoTotal, securityCode, fechaEmision, receivedAt, sha256, arecf, dgii, decision } = voucher;
  return {
    total: montoTotal,
    securityCode,
    issuedOn: fechaEmision,
    signer: signerView(voucher),
    receivedAt,
    xmlSha256: sha256,
    acknowledgedAt: arecf?.signedAt ?? null,
    dgii: dgii.estado,
    displacedAt: dgii.at,
    decision: decision === undefined ? null : decisionView(decision),
  };
}

function decisionView({ estado, motivo, by, at }: NonNullable<InboxRow['decision']>) {
  return { estado, motivo: motivo ?? null, by, at };
}

/** What we signed: the acknowledgement (ARECF) or the approval (ACECF). Null until it is signed. */
function signedView(signed: { readonly signedAt: Date; readonly sha256: string } | undefined) {
  return signed === undefined ? null : { at: signed.signedAt, sha256: signed.sha256 };
}

/** One of the two deliveries of our approval. */
function legView({ state, attempts, last, reason, endedAt }: ApprovalLeg) {
  return {
    state,
    status: approvalLegStates[state],
    attempts,
    reason: reason === undefined ? null : approvalWaits[reason],
    to: last?.to ?? null,
    lastAt: last?.startedAt ?? null,
    endedAt: endedAt ?? null,
  };
}
