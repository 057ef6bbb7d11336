/** Takes out of a voucher every amount that the service computes. */
import type { Json } from './samples.js';

/** What the calculation takes as the person gave it, and two totals that it computes only if the voucher has them. */
const given = ['ImpuestosAdicionales', 'SaldoAnterior', 'MontoAvancePago', 'MontoPeriodo', 'ValorPagar'];
const givenOfTax = /^(TipoImpuesto|TasaImpuestoAdicional)/;
const givenOfCurrency = ['TipoMoneda', 'TipoCambio', 'ImpuestosAdicionalesOtraMoneda'];

export function withoutAmounts(ecf: Json): Json {
  const copy = structuredClone(ecf);
  const { Encabezado, DetallesItems } = copy;
  for (const item of DetallesItems.Item) {
    delete item.MontoItem;
    delete item.OtraMonedaDetalle?.MontoItemOtraMoneda;
  }
  Encabezado.Totales = only(Encabezado.Totales, (name) => given.includes(name));
  const taxes = Encabezado.Totales.ImpuestosAdicionales;
  if (taxes !== undefined)
    taxes.ImpuestoAdicional = taxes.ImpuestoAdicional.map((row: Json) =>
      only(row, (name) => givenOfTax.test(name)),
    );
  if (Encabezado.OtraMoneda === undefined) return copy;
  Encabezado.OtraMoneda = only(Encabezado.OtraMoneda, (name) => givenOfCurrency.includes(name));
  const inCurrency = Encabezado.OtraMoneda.ImpuestosAdicionalesOtraMoneda;
  if (inCurrency !== undefined)
    inCurrency.ImpuestoAdicionalOtraMoneda = inCurrency.ImpuestoAdicionalOtraMoneda.map((row: Json) =>
      only(row, (name) => givenOfTax.test(name)),
    );
  return copy;
}

function only(members: Json, isKept: (name: string) => boolean): Json {
  return Object.fromEntries(Object.entries(members).filter(([name]) => isKept(name)));
}
