/** Rules on global discounts and surcharges (Formato e-CF v1.0 pp.49-50). */
import { sum, zero, type Amount } from '../../model/amounts.js';
import { textAt } from '../../model/ecf.js';
import {
  amountAt,
  arithmeticRule,
  headerTolerance,
  hundredth,
  itbisFactors,
  typesWith,
} from '../arithmetic.js';
import { missing, onAdjustment } from '../on-each.js';
import { oficial, rechazo, type Rule } from '../rule.js';
import { norma1007Net } from '../sums/tax-rows.js';
import { integerAt, type Adjustment, type Voucher } from '../voucher.js';

const types = typesWith('DescuentosORecargos');

export const adjustmentRules: readonly Rule[] = [
  {
    code: 'AJUSTE-01',
    ...oficial,
    descripcion: 'NumeroLinea numera los descuentos y recargos globales en orden desde 1.',
    source: 'Formato e-CF v1.0 p.49',
    types,
    *check({ adjustments }) {
      let previous = 0;
      for (const { node, path } of adjustments) {
        const number = integerAt(node, 'NumeroLinea');
        const expected = previous + 1;
        previous = number ?? expected;
        if (number === undefined || number === expected) continue;
        const mensaje = `Se esperaba la línea ${expected}; se recibió ${number}.`;
        yield { campo: `${path}.NumeroLinea`, mensaje };
      }
    },
  },
  present('AJUSTE-02', 'TipoValor', 'Un descuento o recargo global lleva TipoValor.'),
  present(
    'AJUSTE-03',
    'MontoDescuentooRecargo',
    'Un descuento o recargo global lleva su monto, también en %.',
  ),
  present('AJUSTE-04', 'ValorDescuentooRecargo', 'Un descuento o recargo global en % lleva su porcentaje.'),
  present(
    'AJUSTE-05',
    'IndicadorFacturacionDescuentooRecargo',
    'Un descuento o recargo global dice a qué indicador de facturación afecta.',
  ),
  arithmeticRule(
    {
      code: 'AJUSTE-06',
      ...oficial,
      descripcion:
        'El monto de un descuento o recargo global en % es ese porcentaje de las líneas a las que afecta; tolerancia de 1.00 por línea.',
      source: 'Formato e-CF v1.0 p.50',
      types,
    },
    function* (voucher) {
      for (const adjustment of voucher.adjustments) {
        const { node, path, indicador } = adjustment;
        const percent = amountAt(node, 'ValorDescuentooRecargo');
        if (!isPercentage(adjustment) || percent === undefined) continue;
        if (indicador === undefined || !voucher.billed.has(indicador)) continue;
        yield {
          campo: `${path}.MontoDescuentooRecargo`,
          text: textAt(node, 'MontoDescuentooRecargo'),
          tolerance: headerTolerance(voucher),
          formula: `${percent.toFixed()} % de las líneas con indicador de facturación ${indicador}`,
          readings: () => percentages(voucher, adjustment, indicador, percent.times(hundredth)),
          needed: 'always',
        };
      }
    },
  ),
  {
    code: 'AJUSTE-07',
    ...oficial,
    descripcion:
      'Con líneas de distintos códigos de impuesto adicional, el descuento global va en porcentaje (TipoValor «%»).',
    source: 'Formato e-CF v1.0 p.49 a',
    types: typesWith('Encabezado', 'Totales', 'ImpuestosAdicionales'),
    *check({ adjustments, lines }) {
      if (adjustments.length === 0) return;
      const kinds = new Set<string>();
      for (const { impuestos } of lines) if (impuestos.length > 0) kinds.add([...impuestos].sort().join());
      if (kinds.size < 2) return;
      for (const { node, path, norma1007 } of adjustments) {
        if (norma1007 || textAt(node, 'TipoAjuste') !== 'D' || textAt(node, 'TipoValor') !== '$') continue;
        const mensaje = 'Las líneas tienen distintos códigos de impuesto: se esperaba «%»; se recibió «$».';
        yield { campo: `${path}.TipoValor`, mensaje };
      }
    },
  },
  onAdjustment({
    code: 'AJUSTE-08',
    ...oficial,
    descripcion: 'Un descuento global afecta a un indicador de facturación que alguna línea tiene.',
    source: 'Formato e-CF v1.0 p.49 b',
    types,
    fields: ['IndicadorFacturacionDescuentooRecargo'],
    fault({ node }, { billed }, field) {
      const indicador = textAt(node, field);
      // A surcharge may have its own tax, for example the delivery of exempt goods.
      if (textAt(node, 'TipoAjuste') !== 'D' || indicador === undefined || billed.has(indicador))
        return undefined;
      const kinds = [...billed.keys()].sort().join(', ');
      return `Se esperaba un indicador que lleven las líneas (${kinds}); se recibió ${indicador}.`;
    },
  }),
  onAdjustment({
    code: 'AJUSTE-09',
    ...oficial,
    descripcion: 'IndicadorNorma1007 es de un descuento: la Norma General 10-07 no tiene recargos.',
    source: 'Formato e-CF v1.0 p.49',
    types: typesWith('DescuentosORecargos', 'DescuentoORecargo', 'IndicadorNorma1007'),
    fields: ['TipoAjuste'],
    fault: ({ node, norma1007 }, _voucher, field) =>
      norma1007 && textAt(node, field) === 'R'
        ? 'Con IndicadorNorma1007 se esperaba «D» (descuento); se recibió «R».'
        : undefined,
  }),
];

/** A rule for a field that an adjustment must have. Only one in percent must have its percentage. */
function present(code: string, field: string, descripcion: string): Rule {
  return onAdjustment({
    code,
    ...rechazo,
    descripcion,
    source: 'Formato e-CF v1.0 pp.49-50',
    types,
    fields: [field],
    fault: (adjustment) =>
      field === 'ValorDescuentooRecargo' && !isPercentage(adjustment)
        ? undefined
        : missing(adjustment, field, `Se esperaba ${field}`),
  });
}

function isPercentage({ node }: Adjustment): boolean {
  return textAt(node, 'TipoValor') === '%';
}

/**
 * No source gives the base of a percentage: the lines without or with ITBIS, before or after earlier adjustments. The usual one is without,
 * because the amount is then taken from taxable amounts, which have no ITBIS.
 */
function* percentages(
  voucher: Voucher,
  adjustment: Adjustment,
  indicador: string,
  fraction: Amount,
): Iterable<Amount | undefined> {
  const gross = voucher.billed.get(indicador) ?? zero;
  const place = voucher.adjustments.indexOf(adjustment);
  const earlier = sum(
    voucher.adjustments
      .slice(0, place)
      .filter((other) => other.indicador === indicador)
      .map(({ monto }) => monto),
  );
  const factor = voucher.taxIncluded ? itbisFactors.get(indicador) : undefined;
  const bases = [factor === undefined ? undefined : gross.div(factor), gross];
  if (voucher.norma1007 && indicador === '1') bases.push(...norma1007Net(voucher, voucher.lines, zero));
  for (const base of bases) yield base?.times(fraction);
  for (const base of bases) yield base?.plus(earlier).times(fraction);
}
