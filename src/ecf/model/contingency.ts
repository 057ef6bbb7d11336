/**
 * Contingency: DGII cannot be reached. The voucher is still issued, printed with a legend, and sent within 72 hours
 * (Informe Técnico e-CF v1.0 p.49, "Contingencia por falta de conectividad").
 */
export const contingency = {
  leyenda: 'e-CF emitido en modalidad de contingencia',
  sendWithinMs: 72 * 3_600_000,
} as const;
