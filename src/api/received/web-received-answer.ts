/** A received voucher as the web application answers it: the public answer under the same names, and what people need in addition. */
import { approvalLegStates } from '../../ecf/codes/buyer-delivery.js';
import { isAcceptedState, type SignerFacts } from '../../ecf/codes/reception-states.js';
import { shownLegs, type ApprovalLeg } from '../../ledger/buyers/sent-approval.js';
import { undeliveredOf, type InboxRow } from '../../ledger/received/inbox.js';
import type { DisplacedVoucher } from '../../ledger/received/reception-record.js';
import type { Company } from '../../ledger/companies/company.js';
import { decideBefore } from '../../services/received/decide-reception.js';
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
    decideBefore: deadlineOf(reception, company)?.toISOString() ?? null,
    /** Null until it is signed. */
    aprobacion: acuseOf(approval),
  };
}

/** DGII sets no deadline; this is the company's own. Nobody need decide about what DGII has not accepted. */
function deadlineOf({ decision, dgii, receivedAt }: InboxRow, company: Company): Date | undefined {
  if (decision !== undefined || !isAcceptedState(dgii?.estado)) return undefined;
  return decideBefore(company, receivedAt);
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
