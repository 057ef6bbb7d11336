/**
 * Contingency: DGII cannot be reached. The voucher is still issued, printed with a legend, and sent in time (Informe Técnico e-CF v1.0 p.49,
 * "Contingencia por falta de conectividad").
 */
import { hourMs } from '../durations.js';
import type { DocumentState, WaitingReason } from './document-states.js';

interface Legend {
  readonly leyenda: string;
  /** From the signature on. */
  readonly sendWithinMs: number;
}

/**
 * The legends of a voucher that is printed before DGII has it, by the reason why. Their sentences: Instructivo Contingencia p.5, which
 * contains the shorter one of Informe Técnico p.49; Modelos Ilustrativos de Representación Impresa p.14.
 */
export const legends = {
  contingency: {
    leyenda:
      'e-CF emitido en modalidad de Contingencia, el cual podrá ser consultado para su validez fiscal, a partir de las setenta y dos (72) horas.',
    sendWithinMs: 72 * hourMs,
  },
  /** IndicadorEnvioDiferido. DGII allows it to authorised issuers only. */
  deferred: {
    leyenda:
      'e-CF emitido en modalidad Envío Diferido, podrá ser consultado para su validez fiscal, a partir de las veinticuatro (24) horas.',
    sendWithinMs: 24 * hourMs,
  },
} as const satisfies Record<string, Legend>;

/** On the printed form of a voucher that DGII has and has not validated. It may be handed over after that (Descripción técnica p.12). */
export const unvalidatedSentence =
  'Recibido por la DGII, que todavía no lo ha validado: consulte su validez fiscal con el código QR.';

interface ContingencyFacts {
  readonly state: DocumentState;
  readonly waiting?: { readonly reason: WaitingReason };
  readonly signed?: { readonly signedAt: Date };
  /**
   * When the signed voucher began to wait for DGII. Absent: it did not, or its record is older than this member. If this time is before the
   * signature, the voucher was signed anew afterwards, so what was printed is void.
   */
  readonly contingencySince?: Date;
}

/**
 * True if the voucher is signed, DGII does not have it, and DGII could not be reached after the signature. The customer may have the
 * printed form with the legend, so this stays true whatever the voucher waits for afterwards.
 */
export function isInContingency({ state, waiting, signed, contingencySince }: ContingencyFacts): boolean {
  const isUndelivered = state === 'signed' || state === 'submitting';
  const mayBePrinted =
    signed !== undefined && contingencySince !== undefined && contingencySince >= signed.signedAt;
  return isUndelivered && (mayBePrinted || waiting?.reason === 'DGII_UNAVAILABLE');
}

/** In these waits DGII refused the delivery, so the voucher may be signed anew, and its QR code may change. */
const signedAnewAfter: readonly (WaitingReason | undefined)[] = [
  'NOT_DELEGATED',
  'CERTIFICATE_UNUSABLE',
  'INTERNAL_FAULT',
];

/** True while the voucher has no result, and DGII has its bytes or may get them: no later signature replaces them. */
export function areBytesFinal({ state, waiting }: Pick<ContingencyFacts, 'state' | 'waiting'>): boolean {
  return state === 'submitted' || (state === 'submitting' && !signedAnewAfter.includes(waiting?.reason));
}

/**
 * Whether the printed form has the legend of contingency. It also has it while a delivery has no answer: DGII has not validated the voucher
 * in real time, and the goods may leave only with that legend (Informe Técnico p.49).
 */
export function hasContingencyLegend(facts: ContingencyFacts): boolean {
  return isInContingency(facts) || (facts.state === 'submitting' && areBytesFinal(facts));
}
