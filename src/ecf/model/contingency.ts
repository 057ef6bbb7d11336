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

/** The voucher is signed, and we cannot reach DGII to deliver it. DGII does not have it and did not refuse it. */
export function isInContingency(state: DocumentState, waitsFor: WaitingReason | undefined): boolean {
  return (state === 'signed' || state === 'submitting') && waitsFor === 'DGII_UNAVAILABLE';
}
