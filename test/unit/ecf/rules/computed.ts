/** Vouchers with manually computed amounts: their lines and totals replace those of the small sound voucher. */
import type { Json } from '../samples.js';

/** A line; `amounts` has at least IndicadorFacturacion, CantidadItem, PrecioUnitarioItem and MontoItem. */
export type LineAmounts = Json;

/** `rest` has other sections than Encabezado: DescuentosORecargos, Paginacion … */
export const computed =
  (items: readonly LineAmounts[], totals: Json, rest: Json = {}) =>
  (ecf: Json) => {
    ecf.DetallesItems.Item = items.map((item, index) => ({
      NumeroLinea: index + 1,
      NombreItem: `Artículo ${index + 1}`,
      IndicadorBienoServicio: 1,
      ...item,
    }));
    ecf.Encabezado.Totales = totals;
    Object.assign(ecf, rest);
  };

/** One unit of a product, at this IndicadorFacturacion. */
export function line(indicador: number, monto: number, change: Json = {}): LineAmounts {
  return {
    IndicadorFacturacion: indicador,
    CantidadItem: 1,
    PrecioUnitarioItem: monto,
    MontoItem: monto,
    ...change,
  };
}

/** TablaImpuestoAdicional of a line. */
export function taxes(...codes: readonly string[]): Json {
  return {
    TablaImpuestoAdicional: { ImpuestoAdicional: codes.map((TipoImpuesto) => ({ TipoImpuesto })) },
  };
}

/** Code, TasaImpuestoAdicional, amounts. */
export type TaxTotal = readonly [code: string, rate: number, amounts: Json];

/** ImpuestosAdicionales of Totales. */
export function taxTotals(...rows: readonly TaxTotal[]): Json {
  const ImpuestoAdicional = rows.map(([TipoImpuesto, TasaImpuestoAdicional, amounts]) => ({
    TipoImpuesto,
    TasaImpuestoAdicional,
    ...amounts,
  }));
  return { ImpuestosAdicionales: { ImpuestoAdicional } };
}

/** Discount or surcharge, IndicadorFacturacion, amount, other fields. */
export type AdjustmentEntry = readonly [tipo: 'D' | 'R', indicador: number, monto: number, change?: Json];

/** Global adjustments; by default each has an amount, not a percentage. */
export function adjustments(...rows: readonly AdjustmentEntry[]): Json {
  const DescuentoORecargo = rows.map(([TipoAjuste, indicador, monto, change], index) => ({
    NumeroLinea: index + 1,
    TipoAjuste,
    TipoValor: '$',
    MontoDescuentooRecargo: monto,
    IndicadorFacturacionDescuentooRecargo: indicador,
    ...change,
  }));
  return { DescuentosORecargos: { DescuentoORecargo } };
}
