/**
 * The fixed texts of the printed form (Informe Técnico e-CF v1.0 pp.32-37; "Modelos Ilustrativos de Representación Impresa", 22-04-2025).
 */
import type { EcfType } from '../../../ecf/model/ecf-types.js';

/** The titles of types 31 to 34 are those of DGII's models; the others are those of Informe Técnico p.12. */
export const titles: Readonly<Record<EcfType, string>> = {
  31: 'Factura de Crédito Fiscal Electrónica',
  32: 'Factura de Consumo Electrónica',
  33: 'Nota de Débito Electrónica',
  34: 'Nota de Crédito Electrónica',
  41: 'Comprobante Electrónico de Compras',
  43: 'Comprobante Electrónico para Gastos Menores',
  44: 'Comprobante Electrónico para Regímenes Especiales',
  45: 'Comprobante Electrónico Gubernamental',
  46: 'Comprobante Electrónico para Exportaciones',
  47: 'Comprobante Electrónico para Pagos al Exterior',
};

/** From Informe Técnico p.33; code 5 from Formato e-CF v1.0 p.58 note 81. */
export const modificationTexts: Readonly<Record<string, string>> = {
  1: 'Anula el NCF modificado',
  2: 'Corrige Texto del Comprobante Fiscal modificado',
  3: 'Corrige montos del NCF modificado',
  4: 'Reemplazo NCF emitido en contingencia',
  5: 'Referencia Factura Consumo Electrónica',
};

export interface Labelled {
  readonly label: string;
  readonly value: string;
  readonly total?: true;
}

type Row = readonly [label: string, value: string | undefined, mark?: Pick<Labelled, 'total'>];

export function rowsWithValue(rows: readonly Row[]): Labelled[] {
  return rows.flatMap(([label, value, mark]) => (value === undefined ? [] : [{ label, value, ...mark }]));
}
