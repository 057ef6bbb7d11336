/**
 * Arithmetic of the lines (Formato e-CF v1.0 pp.42-45). Beyond one peso per line DGII accepts conditionally (Informe
 * Técnico e-CF v1.0 p.21).
 */
import { amountOf, moneyText, roundMoney, sum, within, type Amount } from '../amounts.js';
import { nodeAt, nodesAt, textAt, type EcfNode } from '../ecf.js';
import type { Finding, Rule } from './rule.js';
import type { Line } from './voucher.js';

const lineTolerance = 1;

export const lineRules: readonly Rule[] = [
  lineRule(
    'LINEA-01',
    'Formato e-CF v1.0 p.45',
    'MontoItem = PrecioUnitarioItem × CantidadItem − DescuentoMonto + RecargoMonto, ±1.00.',
    ({ node, path, monto }) => {
      const price = textAt(node, 'PrecioUnitarioItem');
      const quantity = textAt(node, 'CantidadItem');
      if (price === undefined || quantity === undefined || textAt(node, 'MontoItem') === undefined)
        return undefined;
      const expected = roundMoney(
        amountOf(price)
          .times(amountOf(quantity))
          .minus(amountOf(textAt(node, 'DescuentoMonto')))
          .plus(amountOf(textAt(node, 'RecargoMonto'))),
      );
      const formula = 'PrecioUnitarioItem × CantidadItem − DescuentoMonto + RecargoMonto';
      return differing(`${path}.MontoItem`, monto, expected, formula);
    },
  ),
  lineRule(
    'LINEA-02',
    'Formato e-CF v1.0 p.42',
    'DescuentoMonto es la suma de los MontoSubDescuento, ±1.00.',
    (line) =>
      tableTotal(
        line,
        'DescuentoMonto',
        nodesAt(nodeAt(line.node, 'TablaSubDescuento'), 'SubDescuento'),
        'MontoSubDescuento',
      ),
  ),
  lineRule(
    'LINEA-03',
    'Formato e-CF v1.0 p.43',
    'RecargoMonto es la suma de los MontoSubRecargo, ±1.00.',
    (line) =>
      tableTotal(
        line,
        'RecargoMonto',
        nodesAt(nodeAt(line.node, 'TablaSubRecargo'), 'SubRecargo'),
        'MontoSubRecargo',
      ),
  ),
];

function lineRule(
  code: string,
  source: string,
  descripcion: string,
  checkLine: (line: Line) => Finding | undefined,
): Rule {
  return {
    code,
    severidad: 'condicional',
    descripcion,
    source,
    *check({ lines }) {
      for (const line of lines) {
        const finding = checkLine(line);
        if (finding !== undefined) yield finding;
      }
    },
  };
}

/** The amount of the line equals the sum of its table, when the table gives amounts. */
function tableTotal(
  line: Line,
  name: string,
  rows: readonly EcfNode[],
  rowName: string,
): Finding | undefined {
  const amounts = rows.map((row) => textAt(row, rowName));
  if (amounts.length === 0 || amounts.includes(undefined)) return undefined;
  const found = amountOf(textAt(line.node, name));
  return differing(`${line.path}.${name}`, found, sum(amounts.map(amountOf)), `suma de ${rowName}`);
}

function differing(campo: string, found: Amount, expected: Amount, formula: string): Finding | undefined {
  if (within(lineTolerance, found, expected)) return undefined;
  const mensaje = `Se esperaba ${show(expected)} (${formula}); se recibió ${show(found)}. Tolerancia: 1.00 por línea.`;
  return { campo, mensaje };
}

export function show(amount: Amount): string {
  return moneyText(roundMoney(amount).toFixed());
}
