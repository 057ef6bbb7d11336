/**
 * Contingency: DGII cannot be reached. The voucher is still issued, printed with a legend, and sent in time (Informe Técnico e-CF v1.0 p.49,
 * "Contingencia por falta de conectividad").
 */
import { hourMs } from '../durations.js';
import type { DocumentState, WaitingReason } from './document-states.js';

interface Legend {
  /** The sentence that the printed form must have. */
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
