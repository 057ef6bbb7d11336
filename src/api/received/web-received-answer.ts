/** A received voucher as the web application answers it: the public answer under the same names, and what people need in addition. */
import { approvalLegStates } from '../../ecf/codes/buyer-delivery.js';
import type { SignerFacts } from '../../ecf/codes/reception-states.js';
import { shownLegs, type ApprovalLeg } from '../../ledger/buyers/sent-approval.js';
import { undeliveredOf, type InboxRow } from '../../ledger/received/inbox.js';
import type { DisplacedVoucher } from '../../ledger/received/reception-record.js';
import type { Company } from '../../ledger/companies/company.js';
import { acuseOf, displacedAnswer, receivedAnswer } from './received-answer.js';

export function webReceivedAnswer(reception: InboxRow, company: Company, now: Date) {
  const { dgii, displaced, ncfModificado, approval } = reception;
  const { comunicacion, ...answer } = receivedAnswer(reception, company, now);
  const legs = shownLegs(reception);
  return {
    ...answer,
    firmante: signerAnswer(answer.firmante, reception.signer),
    dgii: dgii === undefined || answer.dgii === null ? null : { ...answer.dgii, state: dgii.estado },
    ...(comunicacion && {
      comunicacion: {
        emisor: { ...comunicacion.emisor, ...legAnswer(legs.issuer) },
        dgii: { ...comunicacion.dgii, ...legAnswer(legs.dgii) },
      },
    }),
    ...(displaced && { desplazados: displaced.map(webDisplacedAnswer) }),
    ncfModificado: ncfModificado ?? null,
    undelivered: undeliveredOf(reception) ?? null,
    /** Null until it is signed. */
    aprobacion: acuseOf(approval),
  };
}

function signerAnswer<Answer extends object>(answer: Answer, { fingerprint }: SignerFacts) {
  return { ...answer, fingerprint };
}

function webDisplacedAnswer(voucher: DisplacedVoucher) {
  const answer = displacedAnswer(voucher);
  return {
    ...answer,
    firmante: signerAnswer(answer.firmante, voucher.signer),
    dgii: { ...answer.dgii, state: voucher.dgii.estado },
    fechaEmision: voucher.fechaEmision,
  };
}

function legAnswer({ state, attempts, last, endedAt }: ApprovalLeg) {
  return {
    state,
    status: approvalLegStates[state],
    attempts,
    to: last?.to ?? null,
    lastAt: last?.startedAt ?? null,
    endedAt: endedAt ?? null,
  };
}
