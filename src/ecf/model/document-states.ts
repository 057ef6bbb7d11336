/** `accepted` in the api's answers. 1: DGII accepted the voucher. 0: this attempt is over, and it is not valid. null: no result yet. */
type Accepted = 1 | 0 | null;

/** States of a voucher in the ledger: one table gives the `status` text, `accepted` and whether the state is final. */
export const documentStates = {
  admitted: { status: 'Recibido', accepted: null, final: false },
  signed: { status: 'Firmado', accepted: null, final: false },
  /** A delivery is written ahead. Nothing shows yet that DGII has it, so it does not read En Proceso. */
  submitting: { status: 'Firmado', accepted: null, final: false },
  submitted: { status: 'En Proceso', accepted: null, final: false },
  accepted: { status: 'Aceptado', accepted: 1, final: true },
  /** Fiscally valid; DGII's messages say what it objects to. */
  'conditionally-accepted': { status: 'Aceptado Condicional', accepted: 1, final: true },
  rejected: { status: 'Rechazado', accepted: 0, final: true },
  /** Voided at DGII, never sent afterwards. */
  annulled: { status: 'Anulado', accepted: 0, final: true },
  /** Admitted, then refused by this service before any send. */
  refused: { status: 'No Enviado', accepted: 0, final: true },
} as const satisfies Record<string, { status: string; accepted: Accepted; final: boolean }>;

export type DocumentState = keyof typeof documentStates;

export const documentStateList = Object.keys(documentStates) as DocumentState[];

export const finalStates = documentStateList.filter((state) => documentStates[state].final);
/** Of vouchers that are valid before the tax authority. */
export const acceptedStates = documentStateList.filter((state) => documentStates[state].accepted === 1);

/** The voucher is signed, and DGII is not known to have it: a worker delivers it. */
export const statesToDeliver = ['signed', 'submitting'] as const satisfies DocumentState[];

export const waitingStatus = 'En Espera';

/** Why a voucher that is not final makes no progress. Each reason ends by itself or through an operator. */
export const waitingReasons = {
  CERTIFICATE_UNUSABLE:
    'El certificado de la empresa no se puede usar (falta, venció, no abre o la DGII no lo admite).',
  NOT_DELEGATED: 'El firmante no está delegado en la DGII para el RNC de la empresa.',
  DGII_UNAVAILABLE: 'La DGII no está disponible o no respondió.',
  REQUEST_DELAYED: 'La solicitud a la DGII se repetirá: un límite la retuvo, o la DGII no le dio paso.',
  DGII_SILENT: 'La DGII recibió el comprobante y todavía no da un resultado.',
  REFERENCE_PENDING: 'El comprobante espera el resultado de otro: el que modifica, o al que se refiere.',
  SEQUENCE_EXPIRED: 'La secuencia venció antes del primer envío.',
  CONFIRM_BY_HAND: 'Hay que confirmar a mano en la DGII si el comprobante fue recibido.',
  INTERNAL_FAULT: 'Un fallo interno impide continuar; el soporte ya puede verlo.',
} as const;

export type WaitingReason = keyof typeof waitingReasons;

export const waitingReasonList = Object.keys(waitingReasons) as WaitingReason[];

/**
 * The request to DGII did not get through, so it is repeated soon. Only DGII_UNAVAILABLE is contingency. REQUEST_DELAYED is not: DGII
 * answered and did not let the request in, or the service itself held it back.
 */
export const repeatedSoon = ['DGII_UNAVAILABLE', 'REQUEST_DELAYED'] as const satisfies WaitingReason[];

export function isRepeatedSoon(reason: WaitingReason | null | undefined): boolean {
  return repeatedSoon.some((one) => one === reason);
}

export function isAboutCertificate(reason: WaitingReason | null): boolean {
  return reason === 'CERTIFICATE_UNUSABLE' || reason === 'NOT_DELEGATED';
}

/**
 * The reasons that end only after somebody acted: imported a certificate, delegated the signer, decided on the voucher, mended a
 * fault. The others end by themselves.
 */
export const endedByPeople: readonly WaitingReason[] = [
  'CERTIFICATE_UNUSABLE',
  'NOT_DELEGATED',
  'SEQUENCE_EXPIRED',
  'CONFIRM_BY_HAND',
  'INTERNAL_FAULT',
];

/**
 * The reasons for which a voucher is tried again rarely. Whatever ends such a wait also makes the voucher's check due. A company may have
 * tens of thousands of notes that wait for one voucher, and each try costs the workers and MongoDB as much as a part of another voucher.
 */
export const triedRarely: readonly WaitingReason[] = [...endedByPeople, 'REFERENCE_PENDING'];

export const signerRefusals = ['NOT_DELEGATED', 'CERTIFICATE_REFUSED'] as const;
export type SignerRefusal = (typeof signerRefusals)[number];
