/** A received voucher as the API shows it. */
import { approvalLegEstados, approvalWaits } from '../../ecf/codes/buyer-delivery.js';
import { shownLegs, type ApprovalLeg } from '../../ledger/buyers/sent-approval.js';
import type { InboxRow } from '../../ledger/received/inbox.js';
import {
  certificatePeriods,
  signerChains,
  dgiiStateTexts,
  type SignerFacts,
} from '../../ecf/codes/reception-states.js';
import type {
  Decision,
  DisplacedVoucher,
  StoredAcknowledgement,
} from '../../ledger/received/reception-record.js';
import type { Company } from '../../ledger/companies/company.js';
import { isOverdue } from '../../services/received/decide-reception.js';

export function receivedAnswer(reception: InboxRow, company: Company, now: Date) {
  const { arecf, dgii, decision, signer, displaced } = reception;
  return {
    rncEmisor: reception.rncEmisor,
    razonSocialEmisor: reception.razonSocialEmisor,
    encf: reception.encf,
    tipoeCF: reception.ecfType,
    fechaEmision: reception.fechaEmision,
    // The schema allows only amounts that a double holds exactly.
    montoTotal: Number(reception.montoTotal),
    totalITBIS: reception.totalITBIS === undefined ? null : Number(reception.totalITBIS),
    rncComprador: reception.rncComprador,
    codigoSeguridad: reception.securityCode,
    fechaFirma: reception.fechaFirma,
    firmante: signerOf(signer),
    environment: reception.environment,
    receivedAt: reception.receivedAt.toISOString(),
    xmlSha256: reception.sha256,
    acuse: acuseOf(arecf),
    dgii: dgii === undefined ? null : dgiiAnswer(dgii),
    decision: decision === undefined ? null : decisionOf(decision),
    ...(decision === undefined ? {} : { comunicacion: sendingOf(reception) }),
    recordatorio: isOverdue(reception, company, now),
    ...(displaced === undefined ? {} : { desplazados: displaced.map(displacedAnswer) }),
  };
}

export function signerOf({ subject, chain, period }: SignerFacts) {
  return { sujeto: subject, cadena: signerChains[chain], vigencia: certificatePeriods[period] };
}

/** Null: it is not signed yet. */
export function acuseOf(arecf: Pick<StoredAcknowledgement, 'signedAt' | 'sha256'> | undefined) {
  return arecf === undefined ? null : { fecha: arecf.signedAt.toISOString(), sha256: arecf.sha256 };
}

function dgiiAnswer({ estado, at }: NonNullable<InboxRow['dgii']>) {
  return { estado: dgiiStateTexts[estado], fecha: at.toISOString() };
}

export function displacedAnswer({
  montoTotal,
  securityCode,
  signer,
  receivedAt,
  sha256,
  arecf,
  dgii,
  decision,
}: DisplacedVoucher) {
  return {
    montoTotal: Number(montoTotal),
    codigoSeguridad: securityCode,
    firmante: signerOf(signer),
    receivedAt: receivedAt.toISOString(),
    xmlSha256: sha256,
    acuse: acuseOf(arecf),
    dgii: dgiiAnswer(dgii),
    ...(decision && { decision: decisionOf(decision) }),
  };
}

function decisionOf({ estado, motivo, by, at }: Decision) {
  return { estado, motivo: motivo ?? null, por: by, fecha: at.toISOString() };
}

function sendingOf(reception: InboxRow) {
  const { issuer, dgii } = shownLegs(reception);
  const shown = ({ state, reason }: ApprovalLeg) => ({
    estado: approvalLegEstados[state],
    motivo: reason === undefined ? null : approvalWaits[reason],
  });
  return { emisor: shown(issuer), dgii: shown(dgii) };
}
