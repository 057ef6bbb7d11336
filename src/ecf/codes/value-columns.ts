/**
 * What the column Valor of the printed form shows (Informe Técnico e-CF v1.0 pp.38-40): MontoItem, or MontoItem with the taxes of
 * the line. The third variant also has the totals inside the table.
 */
export const valueColumns = ['sin-itbis', 'con-itbis', 'totales-en-detalle'] as const;

export type ValueColumn = (typeof valueColumns)[number];
