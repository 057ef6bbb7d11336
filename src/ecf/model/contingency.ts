/**
 * Contingency: DGII cannot be reached. The voucher is still issued, printed with a legend, and sent within 72 hours
 * (Informe Técnico e-CF v1.0 p.49, "Contingencia por falta de conectividad").
 */
import { hourMs } from '../durations.js';
import type { DocumentState, WaitingReason } from './document-states.js';

export const contingency = {
  leyenda: 'e-CF emitido en modalidad de contingencia',
  sendWithinMs: 72 * hourMs,
} as const;

/** The voucher is signed, and we cannot reach DGII to deliver it. DGII does not have it and did not refuse it. */
export function isInContingency(state: DocumentState, waitsFor: WaitingReason | undefined): boolean {
  return (state === 'signed' || state === 'submitting') && waitsFor === 'DGII_UNAVAILABLE';
}
