/**
 * The ten types of e-CF (Informe Técnico e-CF v1.0, "Tipos de e-CF"). TypeScript checks keys against this table. A new type also needs the
 * places that CONTRIBUTING.md names.
 * `sequenceExpires`: the XML carries FechaVencimientoSecuencia (Formato e-CF v1.0 p.7: all except 32 and 34).
 */
export const ecfTypes = {
  31: { nombre: 'Factura de crédito fiscal electrónica', sequenceExpires: true },
  32: { nombre: 'Factura de consumo electrónica', sequenceExpires: false },
  33: { nombre: 'Nota de débito electrónica', sequenceExpires: true },
  34: { nombre: 'Nota de crédito electrónica', sequenceExpires: false },
  41: { nombre: 'Comprobante electrónico de compras', sequenceExpires: true },
  43: { nombre: 'Comprobante electrónico para gastos menores', sequenceExpires: true },
  44: { nombre: 'Comprobante electrónico para regímenes especiales', sequenceExpires: true },
  45: { nombre: 'Comprobante electrónico gubernamental', sequenceExpires: true },
  46: { nombre: 'Comprobante electrónico para exportaciones', sequenceExpires: true },
  47: { nombre: 'Comprobante electrónico para pagos al exterior', sequenceExpires: true },
} as const satisfies Record<number, EcfTypeEntry>;

export interface EcfTypeEntry {
  readonly nombre: string;
  readonly sequenceExpires: boolean;
}

export type EcfType = keyof typeof ecfTypes;

/** The ten types in ascending order: the order of the occurrence columns in the field catalogue. */
export const ecfTypeList: readonly EcfType[] = [31, 32, 33, 34, 41, 43, 44, 45, 46, 47];

const byText = new Map<string, EcfType>(ecfTypeList.map((type) => [String(type), type]));

export type NoteType = 33 | 34;

export function isNote(type: EcfType | undefined): type is NoteType {
  return type === 33 || type === 34;
}

/** IndicadorNotaCredito: 0 up to this many calendar days after the voucher it modifies (Formato e-CF v1.0 p.8). */
export const creditNoteDaysMax = 30;

/** The type named by a JSON number or by its two digits as text; undefined for anything else. */
export function parseEcfType(value: unknown): EcfType | undefined {
  return typeof value === 'number' || typeof value === 'string' ? byText.get(String(value)) : undefined;
}

/** A credit note gives back what a voucher charged. */
export const subtracted: EcfType = 34;

/** Purchases from sellers without vouchers (41), small expenses (43), payments abroad (47): the company pays them. */
export const bought: readonly EcfType[] = [41, 43, 47];
