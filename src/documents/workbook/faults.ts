/** What may be wrong with a workbook of the certification process. Codes are permanent; the messages are for an accountant. */

const sentences = {
  WORKBOOK_UNREADABLE: 'El archivo no se puede leer como un archivo de Excel (.xlsx).',
  WORKBOOK_TOO_LARGE: 'El archivo es demasiado grande para ser el de la DGII.',
  WORKBOOK_FORMULA: 'La celda tiene una fórmula. Use el archivo tal como se descargó del portal de la DGII.',
  SHEET_MISSING: 'Falta una hoja del archivo de la DGII.',
  SHEET_EMPTY: 'La hoja no tiene ninguna fila de datos.',
  HEADER_UNKNOWN: 'El encabezado de esta columna no es un campo del formato de la DGII.',
  HEADER_DUPLICATE: 'Dos columnas tienen el mismo encabezado.',
  CELL_MISSING: 'Falta un valor obligatorio.',
  CELL_INVALID: 'El campo no admite el valor de la celda.',
  CASE_MISMATCH: 'CasoPrueba no es el RNC del emisor seguido del e-NCF de la fila.',
  ISSUER_OTHER: 'El RNC del emisor no es el de la empresa.',
  BUYER_OTHER: 'El RNC del comprador no es el de la empresa.',
  ROW_DUPLICATE: 'El comprobante aparece en más de una fila.',
  SUMMARY_MISSING: 'La factura de consumo menor de RD$250,000 no tiene su resumen en la hoja RFCE.',
  SUMMARY_UNMATCHED:
    'El resumen no corresponde a ninguna factura de consumo menor de RD$250,000 de la hoja ECF.',
  SUMMARY_DIFFERENT: 'El resumen no tiene el monto total de su factura.',
} as const;

export type WorkbookFaultCode = keyof typeof sentences;

export interface WorkbookFault {
  readonly code: WorkbookFaultCode;
  /** `ECF!AB7`. Absent when the fault is not in one cell. */
  readonly cell?: string;
  readonly mensaje: string;
}

/** More faults would only repeat the same mistake. */
export const faultsMax = 50;

/** `detail` says what was expected and found; it follows the code's sentence. */
export function workbookFault(
  code: WorkbookFaultCode,
  at?: { cell?: string; detail?: string },
): WorkbookFault {
  const { cell, detail } = at ?? {};
  const mensaje = detail === undefined ? sentences[code] : `${sentences[code]} ${detail}`;
  return cell === undefined ? { code, mensaje } : { code, cell, mensaje };
}

export class Faults {
  readonly list: WorkbookFault[] = [];

  get full(): boolean {
    return this.list.length >= faultsMax;
  }

  add(code: WorkbookFaultCode, cell?: string, detail?: string): void {
    if (!this.full) this.list.push(workbookFault(code, { ...(cell && { cell }), ...(detail && { detail }) }));
  }
}
