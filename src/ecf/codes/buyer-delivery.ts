/** The delivery of an accepted voucher to its electronic buyer: which vouchers go to a buyer, and the states of a delivery. */
import { motivoNoRecibido } from './answers.js';
import type { MainFacts } from '../model/document-facts.js';
import type { Environment } from '../model/environments.js';

/** `status` is for people, `estado` for the API's member `entrega`. */
export const buyerDeliveryStates = {
  waiting: { status: 'Pendiente de entregar al comprador', estado: 'pendiente' },
  delivered: { status: 'Entregado al comprador', estado: 'entregado' },
  refused: { status: 'El comprador no lo recibió', estado: 'rechazado' },
  'not-electronic': { status: 'El comprador no recibe e-CF', estado: 'no-electronico' },
  'given-up': { status: 'Sin entregar al comprador', estado: 'sin-entregar' },
  /** The company switched deliveries off while this one was open. */
  stopped: { status: 'Sin entregar: la empresa dejó de entregar', estado: 'sin-entregar' },
} as const;

export type BuyerDeliveryState = keyof typeof buyerDeliveryStates;

export const buyerWaits = {
  DIRECTORY_UNAVAILABLE: 'la DGII no responde a la consulta del directorio',
  BUYER_NO_ADDRESS: 'el directorio de la DGII no tiene una dirección válida del comprador',
  BUYER_UNREACHABLE: 'no se pudo conectar con el comprador',
  BUYER_TOKEN_REFUSED: 'el comprador no dio acceso a su servicio',
  BUYER_NO_ANSWER: 'el comprador no respondió; puede haberlo recibido',
  BUYER_NO_ACKNOWLEDGEMENT: 'el comprador no respondió con un acuse de recibo válido',
  BUYER_BUSY: 'hay otras entregas en curso al mismo receptor',
  CERTIFICATE_UNUSABLE: 'el certificado de la empresa no se puede usar',
  PRODUCTION_NOT_ALLOWED: 'falta un consentimiento para producción',
  INTERNAL_FAULT: 'falló el servicio; vea su registro',
} as const;

export type BuyerWait = keyof typeof buyerWaits;

/** CodigoMotivoNoRecibido (Formato ARECF v1.0 p. 5). */
export const notReceivedReasons: Readonly<Record<string, string>> = Object.fromEntries(
  motivoNoRecibido.codes,
);

/**
 * The signature of the buyer's acknowledgement (ARECF), as the API's `entrega.acuse.firma` says it. `no-admitida`: it is not made as DGII
 * prescribes, so nobody can say whether it fits. The acknowledgement ends the delivery even if its signature is bad.
 */
export const acknowledgementSignatures = {
  valid: 'valida',
  'signature-missing': 'sin-firma',
  'content-altered': 'alterada',
  'signature-value-wrong': 'incorrecta',
  'signature-repeated': 'no-admitida',
  'signature-misplaced': 'no-admitida',
  'signature-structure': 'no-admitida',
  'algorithm-refused': 'no-admitida',
  'reference-refused': 'no-admitida',
  'certificate-unreadable': 'no-admitida',
  'key-refused': 'no-admitida',
  'too-large': 'no-admitida',
  'not-well-formed': 'no-admitida',
  'forbidden-construct': 'no-admitida',
} as const;

export type AcknowledgementSignature = keyof typeof acknowledgementSignatures;

/** Type 45 goes only if the company wants that. */
const typesForBuyers: readonly number[] = [31, 33, 34, 44, 45];

/** Certification has no directory. The company may have switched deliveries off; the caller checks that later. */
export function mayGoToBuyer({
  tipoeCF,
  rncComprador,
  environment,
}: Pick<MainFacts, 'tipoeCF' | 'rncComprador'> & { readonly environment: Environment }): boolean {
  return environment !== 'certification' && rncComprador !== '' && typesForBuyers.includes(tipoeCF);
}

export const approvalLegStates = {
  waiting: 'Pendiente',
  delivered: 'Entregada',
  refused: 'No la recibió',
  'not-electronic': 'No recibe aprobaciones por esta vía',
  'given-up': 'Sin entregar',
} as const;

export type ApprovalLegState = keyof typeof approvalLegStates;

export const approvalLegEstados = {
  waiting: 'pendiente',
  delivered: 'entregada',
  refused: 'rechazada',
  'not-electronic': 'no-electronico',
  'given-up': 'sin-entregar',
} as const satisfies Record<ApprovalLegState, string>;

/** The two deliveries of an approval, which the code calls legs. */
export const approvalLegs = ['issuer', 'dgii'] as const;
export type ApprovalLegName = (typeof approvalLegs)[number];

const undelivered = ['refused', 'given-up', 'not-electronic'] as const satisfies readonly ApprovalLegState[];
export type UndeliveredState = (typeof undelivered)[number];

/**
 * The states of a delivery that a person should know about because the approval did not arrive, the worst first. An issuer sent us an e-CF,
 * so it issues electronically: if DGII's directory does not list it, it may list it later. Certification has no directory, so there the
 * approval never goes to the issuer, and nothing is wrong.
 */
export function undeliveredStates(environment: Environment): readonly UndeliveredState[] {
  return environment === 'certification'
    ? undelivered.filter((state) => state !== 'not-electronic')
    : undelivered;
}

/** An approval goes to the issuer, so these words are about the issuer. */
export const approvalWaits = {
  ...buyerWaits,
  BUYER_NO_ADDRESS: 'el directorio de la DGII no tiene una dirección válida del suplidor',
  BUYER_UNREACHABLE: 'no se pudo conectar con el suplidor',
  BUYER_TOKEN_REFUSED: 'el suplidor no dio acceso a su servicio',
  BUYER_NO_ANSWER: 'el suplidor no respondió; puede haberla recibido',
  BUYER_NO_ACKNOWLEDGEMENT: 'el suplidor no respondió con un acuse válido',
  BUYER_BUSY: 'hay otras entregas en curso al mismo suplidor',
  VOUCHER_NOT_ACCEPTED: 'la DGII no muestra el comprobante como aceptado',
  VOUCHER_REJECTED: 'la DGII rechazó el comprobante',
  DGII_UNAVAILABLE: 'la DGII no responde',
  APPROVER_NOT_DELEGATED: 'la DGII no acepta al firmante para aprobar por la empresa',
  APPROVAL_REFUSED: 'rehusó el archivo',
  APPROVAL_REPEAT_REFUSED: 'rehusó la repetición; puede haberla recibido',
} as const;

export type ApprovalWait = keyof typeof approvalWaits;
