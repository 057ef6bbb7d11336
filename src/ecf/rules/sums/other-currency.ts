/**
 * Rules on amounts in another currency (Formato e-CF v1.0 pp.29-34, 44). An amount may follow its own formula in that
 * currency, or be the amount in pesos divided by TipoCambio. The format describes the first; the official vouchers use
 * both.
 */
import { amountOf, quotient, roundMoney, sum, zero, type Amount } from '../../model/amounts.js';
import { nodeAt, textAt, type EcfNode } from '../../model/ecf.js';
import {
  amountAt,
  compare,
  headerTolerance,
  hundredth,
  itbisFactors,
  itbisParts,
  lineTolerance,
  rate1,
  rate2,
  sumAt,
  taxableParts,
  totalParts,
  typesWith,
} from '../arithmetic.js';
import { missing, onEach, type Part } from '../on-each.js';
import { oficial, practica, rechazo, type Rule } from '../rule.js';
import { currencyTaxRows, isSelective, taxAmounts, taxRows } from './tax-rows.js';
import { paths, perVoucher, sumsBy, type Voucher } from '../voucher.js';

interface AmountRow {
  readonly code: string;
  /** The amount in pesos, in Totales. */
  readonly inPesos: string;
  readonly source: string;
  readonly formula: string;
  /** The amounts in pesos whose counterparts it sums up. */
  readonly parts?: readonly string[];
  /** The results of its own formula; undefined ones are skipped. */
  readonly readings: (voucher: Voucher) => Iterable<Amount | undefined>;
}

/** The field of OtraMoneda for a field of Totales: `MontoGravadoI1` → `MontoGravado1OtraMoneda`. */
function inCurrency(inPesos: string): string {
  return `${inPesos.replace(/I(?=\d)/, '')}OtraMoneda`;
}

const rows: readonly AmountRow[] = [
  sumRow('MONEDA-04', 'MontoTotal', totalParts, {
    source: 'Formato e-CF v1.0 p.34',
    formula: 'gravado + exento + ITBIS + impuestos adicionales en otra moneda',
  }),
  sumRow('MONEDA-05', 'MontoGravadoTotal', taxableParts, {
    source: 'Formato e-CF v1.0 p.29',
    formula: 'suma de los montos gravados en otra moneda',
  }),
  taxable('MONEDA-06', 'MontoGravadoI1', '1', 'Formato e-CF v1.0 p.30'),
  taxable('MONEDA-07', 'MontoGravadoI2', '2', 'Formato e-CF v1.0 p.30'),
  taxable('MONEDA-08', 'MontoGravadoI3', '3', 'Formato e-CF v1.0 p.31'),
  taxable('MONEDA-09', 'MontoExento', '4', 'Formato e-CF v1.0 p.31'),
  sumRow('MONEDA-10', 'TotalITBIS', itbisParts, {
    source: 'Formato e-CF v1.0 p.31',
    formula: 'suma de los ITBIS en otra moneda',
  }),
  {
    code: 'MONEDA-11',
    inPesos: 'TotalITBIS1',
    source: 'Formato e-CF v1.0 p.32 y nota 37',
    formula: '18 % de MontoGravado1OtraMoneda más el impuesto selectivo al consumo',
    readings(voucher) {
      const selective = currencyTaxRows(voucher).filter(({ code }) => isSelective(code));
      const taxed = amountAt(voucher.otraMoneda, 'MontoGravado1OtraMoneda');
      return [taxed?.plus(sum(selective.map(({ amount }) => amount))).times(rate1)];
    },
  },
  {
    code: 'MONEDA-12',
    inPesos: 'TotalITBIS2',
    source: 'Formato e-CF v1.0 p.32',
    formula: '16 % de MontoGravado2OtraMoneda',
    readings: ({ otraMoneda }) => [amountAt(otraMoneda, 'MontoGravado2OtraMoneda')?.times(rate2)],
  },
  {
    code: 'MONEDA-13',
    inPesos: 'TotalITBIS3',
    source: 'Formato e-CF v1.0 p.32',
    formula: '0 % de MontoGravado3OtraMoneda',
    readings: () => [zero],
  },
  {
    code: 'MONEDA-14',
    inPesos: 'MontoImpuestoAdicional',
    source: 'Formato e-CF v1.0 p.32',
    formula: 'suma de los impuestos adicionales en otra moneda',
    readings(voucher) {
      const parts = currencyTaxRows(voucher);
      return [parts.length === 0 ? undefined : sum(parts.map(({ amount }) => amount))];
    },
  },
];

const onDetail = onEach(function* ({ lines }): Iterable<Part> {
  for (const line of lines) {
    const node = nodeAt(line.node, 'OtraMonedaDetalle');
    if (node !== undefined) yield { path: `${line.path}.OtraMonedaDetalle`, node };
  }
});

export const otherCurrencyRules: readonly Rule[] = [
  onEach(({ otraMoneda: node }) => (node === undefined ? [] : [{ path: paths.otraMoneda, node }]))({
    code: 'MONEDA-01',
    ...rechazo,
    descripcion: 'OtraMoneda lleva TipoMoneda y TipoCambio.',
    source: 'Formato e-CF v1.0 p.29',
    fields: ['TipoMoneda', 'TipoCambio'],
    fault: (otraMoneda, _voucher, field) => missing(otraMoneda, field, `Se esperaba ${field}`),
  }),
  {
    code: 'MONEDA-02',
    ...oficial,
    descripcion: 'TipoCambio es mayor que cero.',
    // The XSD of type 41 accepts zero; in the other types the structure check reports it.
    source: 'Formato e-CF v1.0 p.29',
    types: [41],
    *check({ otraMoneda }) {
      if (amountAt(otraMoneda, 'TipoCambio')?.eq(zero) !== true) return;
      const mensaje = 'Se esperaba un tipo de cambio mayor que cero; se recibió 0.';
      yield { campo: `${paths.otraMoneda}.TipoCambio`, mensaje };
    },
  },
  {
    code: 'MONEDA-03',
    ...oficial,
    descripcion:
      'Con TipoCambio, MontoItemOtraMoneda = PrecioOtraMoneda × CantidadItem − DescuentoOtraMoneda + RecargoOtraMoneda, o MontoItem ÷ TipoCambio, ±1.00.',
    source: 'Formato e-CF v1.0 p.44',
    *check(voucher) {
      // DGII's own vouchers follow the second formula, which has no result without TipoCambio.
      if (!hasRate(voucher)) return;
      for (const { node, path, monto } of voucher.lines) {
        const detail = nodeAt(node, 'OtraMonedaDetalle');
        yield* compare({
          campo: `${path}.OtraMonedaDetalle.MontoItemOtraMoneda`,
          text: textAt(detail, 'MontoItemOtraMoneda'),
          tolerance: lineTolerance,
          formula: 'PrecioOtraMoneda × CantidadItem − DescuentoOtraMoneda + RecargoOtraMoneda',
          readings: () => lineReadings(voucher, node, detail, monto),
        });
      }
    },
    *amounts(voucher) {
      for (const { node, path, monto } of voucher.lines) {
        const detail = nodeAt(node, 'OtraMonedaDetalle');
        if (detail === undefined) continue;
        yield {
          campo: `${path}.OtraMonedaDetalle.MontoItemOtraMoneda`,
          text: textAt(detail, 'MontoItemOtraMoneda'),
          readings: () => lineReadings(voucher, node, detail, monto),
          needed: 'always',
        };
      }
    },
  },
  ...rows.map((row) => ruleOf(row, inCurrency(row.inPesos))),
  {
    code: 'MONEDA-15',
    ...oficial,
    descripcion:
      'Cada impuesto adicional en otra moneda es el de Totales ÷ TipoCambio; tolerancia de 1.00 por línea.',
    source: 'Formato e-CF v1.0 pp.33-34 y nota 38',
    types: typesWith('Encabezado', 'OtraMoneda', 'ImpuestosAdicionalesOtraMoneda'),
    *check(voucher) {
      for (const { code, node, path } of currencyTaxRows(voucher)) {
        if (code === undefined) continue;
        const inPesos = taxRows(voucher).filter((row) => row.code === code);
        for (const name of Object.values(taxAmounts)) {
          yield* compare({
            campo: `${path}.${name}OtraMoneda`,
            text: textAt(node, `${name}OtraMoneda`),
            tolerance: headerTolerance(voucher),
            formula: `${name} del código ${code} ÷ TipoCambio`,
            readings: () => [converted(voucher, sum(inPesos.map((row) => amountOf(textAt(row.node, name)))))],
          });
        }
      }
    },
    *amounts(voucher) {
      const ofCode = (code: string | undefined) => taxRows(voucher).filter((row) => row.code === code);
      for (const { code, node, path } of currencyTaxRows(voucher)) {
        const [inPesos, ...others] = ofCode(code);
        if (code === undefined || inPesos === undefined || others.length > 0) continue;
        for (const name of Object.values(taxAmounts))
          yield {
            campo: `${path}.${name}OtraMoneda`,
            text: textAt(node, `${name}OtraMoneda`),
            readings: () => [converted(voucher, amountOf(textAt(inPesos.node, name)))],
          };
      }
    },
  },
  {
    code: 'MONEDA-16',
    ...practica('La página pide el monto y no escribe cómo se calcula.'),
    descripcion:
      'MontoDescuentooRecargoOtraMoneda es MontoDescuentooRecargo ÷ TipoCambio; tolerancia de 1.00 por línea.',
    source: 'Formato e-CF v1.0 p.50',
    types: typesWith('DescuentosORecargos'),
    *check(voucher) {
      for (const { node, path, monto, indicador = '' } of voucher.adjustments) {
        const text = textAt(node, 'MontoDescuentooRecargoOtraMoneda');
        if (text === undefined) continue;
        const percent = amountAt(node, 'ValorDescuentooRecargo')?.times(hundredth);
        yield* compare({
          campo: `${path}.MontoDescuentooRecargoOtraMoneda`,
          text,
          tolerance: headerTolerance(voucher),
          formula: 'MontoDescuentooRecargo ÷ TipoCambio',
          readings: () => [
            converted(voucher, monto.abs()),
            percent === undefined ? undefined : linesInCurrency(voucher).get(indicador)?.times(percent),
          ],
        });
      }
    },
    *amounts(voucher) {
      if (!hasRate(voucher)) return;
      for (const { node, path, monto } of voucher.adjustments) {
        if (textAt(node, 'MontoDescuentooRecargo') === undefined) continue;
        // A person may have computed it in another way, which no page forbids.
        if (textAt(node, 'MontoDescuentooRecargoOtraMoneda') !== undefined) continue;
        yield {
          campo: `${path}.MontoDescuentooRecargoOtraMoneda`,
          text: undefined,
          readings: () => [converted(voucher, monto.abs())],
        };
      }
    },
  },
  {
    code: 'MONEDA-17',
    ...oficial,
    descripcion: 'Con algún monto en OtraMoneda va MontoTotalOtraMoneda.',
    source: 'Formato e-CF v1.0 p.34',
    *check({ otraMoneda }) {
      if (otraMoneda === undefined || textAt(otraMoneda, 'MontoTotalOtraMoneda') !== undefined) return;
      if (!Object.keys(otraMoneda).some((field) => field.endsWith('OtraMoneda'))) return;
      const mensaje = 'Hay montos en otra moneda: se esperaba su total; no se recibió.';
      yield { campo: `${paths.otraMoneda}.MontoTotalOtraMoneda`, mensaje };
    },
  },
  onDetail({
    code: 'MONEDA-18',
    ...oficial,
    descripcion: 'OtraMonedaDetalle lleva PrecioOtraMoneda y MontoItemOtraMoneda.',
    source: 'Formato e-CF v1.0 p.44 nota 72',
    fields: ['PrecioOtraMoneda', 'MontoItemOtraMoneda'],
    fault: (detail, _voucher, field) =>
      missing(detail, field, `La línea está en otra moneda: se esperaba ${field}`),
  }),
  {
    code: 'MONEDA-19',
    ...practica(
      'La página liga el encabezado a facturar en otra moneda, y el set de certificación trae líneas así.',
    ),
    descripcion: 'Con líneas en otra moneda (OtraMonedaDetalle) va OtraMoneda en el encabezado.',
    source: 'Formato e-CF v1.0 p.28 y p.44 nota 72',
    *check({ lines, otraMoneda }) {
      if (otraMoneda !== undefined) return;
      const index = lines.findIndex(({ node }) => nodeAt(node, 'OtraMonedaDetalle') !== undefined);
      if (index < 0) return;
      const mensaje = `La línea ${index + 1} lleva OtraMonedaDetalle: se esperaba OtraMoneda con la moneda y su tipo de cambio; no se envió.`;
      yield { campo: paths.otraMoneda, mensaje };
    },
  },
];

/** The amount follows its own formula or is the amount in pesos divided by TipoCambio. */
function ruleOf({ code, inPesos, source, formula, parts = [], readings }: AmountRow, field: string): Rule {
  const eitherFormula = `${formula}, o ${inPesos} ÷ TipoCambio`;
  return {
    code,
    ...oficial,
    descripcion: `${field} = ${eitherFormula}; tolerancia de 1.00 por línea.`,
    source,
    types: typesWith('Encabezado', 'OtraMoneda', field),
    *check(voucher) {
      yield* compare({
        campo: `${paths.otraMoneda}.${field}`,
        text: textAt(voucher.otraMoneda, field),
        tolerance: headerTolerance(voucher),
        formula: eitherFormula,
        readings: () => orConverted(voucher, inPesos, readings(voucher)),
      });
    },
    *amounts(voucher) {
      const { otraMoneda, totales } = voucher;
      const pesos = amountAt(totales, inPesos);
      // A sum is computed after its parts, so that it is their sum to the cent.
      const isMissing = (part: string) =>
        isMoney(converted(voucher, amountAt(totales, part) ?? zero)) &&
        textAt(otraMoneda, inCurrency(part)) === undefined;
      if (!hasRate(voucher) || pesos === undefined || parts.some(isMissing)) return;
      if (inPesos === 'MontoImpuestoAdicional' && lacksTax(voucher)) return;
      yield {
        campo: `${paths.otraMoneda}.${field}`,
        text: textAt(otraMoneda, field),
        readings: () => orConverted(voucher, inPesos, readings(voucher)),
        // An amount that is less than a cent there is left out, because some fields must be above zero.
        ...((pesos.eq(zero) || isMoney(converted(voucher, pesos))) && { needed: 'always' as const }),
      };
    },
  };
}

const isMoney = (amount = zero) => !roundMoney(amount).eq(zero);

const lacksTax = (voucher: Voucher) => currencyTaxRows(voucher).some(({ amount }) => amount.eq(zero));

/** Whether there is a rate by which the amounts in pesos can be divided. */
function hasRate({ otraMoneda }: Voucher): boolean {
  return amountAt(otraMoneda, 'TipoCambio')?.gt(zero) === true;
}

/** A total that is the sum of other totals in the same currency. */
function sumRow(
  code: string,
  inPesos: string,
  parts: readonly string[],
  text: Pick<AmountRow, 'source' | 'formula'>,
): AmountRow {
  const fields = parts.map(inCurrency);
  return { code, inPesos, ...text, parts, readings: ({ otraMoneda }) => [sumAt(otraMoneda, fields)] };
}

function* lineReadings(
  voucher: Voucher,
  node: EcfNode,
  detail: EcfNode | undefined,
  monto: Amount,
): Iterable<Amount | undefined> {
  const price = amountAt(detail, 'PrecioOtraMoneda');
  const quantity = amountAt(node, 'CantidadItem');
  if (price !== undefined && quantity !== undefined) {
    yield price
      .times(quantity)
      .minus(amountAt(detail, 'DescuentoOtraMoneda') ?? zero)
      .plus(amountAt(detail, 'RecargoOtraMoneda') ?? zero);
  }
  yield converted(voucher, monto);
}

/** Lines and adjustments with one indicator in the other currency, without ITBIS. */
function taxable(code: string, inPesos: string, indicador: string, source: string): AmountRow {
  return {
    code,
    inPesos,
    source,
    formula: `líneas y ajustes globales en otra moneda con indicador de facturación ${indicador}`,
    *readings(voucher) {
      const gross = linesInCurrency(voucher).get(indicador);
      if (gross === undefined) return;
      const adjustment = sum(
        voucher.adjustments
          .filter((adjusted) => adjusted.indicador === indicador && !adjusted.norma1007)
          .map(({ node, monto }) => {
            const amount = amountAt(node, 'MontoDescuentooRecargoOtraMoneda') ?? zero;
            return monto.lt(zero) ? zero.minus(amount) : amount;
          }),
      );
      const factor = voucher.taxIncluded ? itbisFactors.get(indicador) : undefined;
      if (factor === undefined) {
        yield gross.plus(adjustment);
        return;
      }
      yield gross.div(factor).plus(adjustment);
      yield gross.plus(adjustment).div(factor);
    },
  };
}

/** Sums of MontoItemOtraMoneda by IndicadorFacturacion. */
const linesInCurrency = perVoucher(({ lines }) =>
  sumsBy(
    lines,
    ({ indicador }) => indicador,
    ({ node }) => amountAt(nodeAt(node, 'OtraMonedaDetalle'), 'MontoItemOtraMoneda'),
  ),
);

function* orConverted(
  voucher: Voucher,
  inPesos: string,
  readings: Iterable<Amount | undefined>,
): Iterable<Amount | undefined> {
  yield* readings;
  yield converted(voucher, amountAt(voucher.totales, inPesos) ?? zero);
}

/** The amount in the other currency; undefined without TipoCambio. */
function converted({ otraMoneda }: Voucher, pesos: Amount): Amount | undefined {
  const rate = amountAt(otraMoneda, 'TipoCambio');
  return rate === undefined ? undefined : quotient(pesos, rate);
}
