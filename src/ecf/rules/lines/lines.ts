/**
 * Arithmetic of the lines (Formato e-CF v1.0 pp.42-45). Above one peso per line, DGII accepts conditionally (Informe
 * Técnico e-CF v1.0 p.21). We saw DGII reject a discount or surcharge that differs from its table.
 */
import { amountOf, sum, zero, type Amount } from '../../model/amounts.js';
import { nodeAt, nodesAt, textAt, type EcfNode } from '../../model/ecf.js';
import { amountAt, arithmeticRule, hundredth, lineTolerance } from '../arithmetic.js';
import { oficial, rechazo, type Finding, type Grade, type Rule } from '../rule.js';
import { perVoucher, type Line, type Voucher } from '../voucher.js';

/** Discounts and surcharges of a line differ only in their names. */
type SubTable = ReturnType<typeof subTable>;

function subTable(name: 'Descuento' | 'Recargo', source: string) {
  return {
    /** The amount of the line that the table splits up. */
    total: `${name}Monto`,
    table: `TablaSub${name}`,
    row: `Sub${name}`,
    tipo: `TipoSub${name}`,
    porcentaje: `Sub${name}Porcentaje`,
    monto: `MontoSub${name}`,
    source,
  };
}

const discounts = subTable('Descuento', 'Formato e-CF v1.0 p.42; código 2020 de la DGII, observado');
const surcharges = subTable('Recargo', 'Formato e-CF v1.0 p.43; código 2030 de la DGII, observado');

export const lineRules: readonly Rule[] = [
  arithmeticRule(
    {
      code: 'LINEA-01',
      ...oficial,
      descripcion: 'MontoItem = PrecioUnitarioItem × CantidadItem − DescuentoMonto + RecargoMonto, ±1.00.',
      source: 'Formato e-CF v1.0 p.45',
    },
    function* (voucher) {
      const readings = itemReadings(voucher);
      for (const [index, { node, path }] of voucher.lines.entries())
        yield {
          campo: `${path}.MontoItem`,
          text: textAt(node, 'MontoItem'),
          tolerance: lineTolerance,
          formula: 'PrecioUnitarioItem × CantidadItem − DescuentoMonto + RecargoMonto',
          readings: () => readings[index] ?? [],
          needed: 'always',
        };
    },
  ),
  sumRule('LINEA-02', discounts),
  bothOrNoneRule('LINEA-04', discounts),
  rowRule('LINEA-06', discounts),
  percentRule('LINEA-08', discounts),
  sumRule('LINEA-03', surcharges),
  bothOrNoneRule('LINEA-05', surcharges),
  rowRule('LINEA-07', surcharges),
  percentRule('LINEA-09', surcharges),
];

function sumRule(code: string, names: SubTable): Rule {
  const { total, monto } = names;
  const text = { code, ...rechazo, descripcion: `${total} es la suma de los ${monto}, ±1.00.` };
  return arithmeticRule({ ...text, source: names.source }, function* (voucher) {
    for (const [{ node, path }, rows] of linesWith(names, voucher)) {
      const amounts = rows.map((entry) => amountAt(entry, monto));
      if (amounts.length === 0 || amounts.includes(undefined)) continue;
      yield {
        campo: `${path}.${total}`,
        text: textAt(node, total),
        tolerance: lineTolerance,
        formula: `suma de ${monto}`,
        readings: () => [sum(amounts.map((amount) => amount ?? zero))],
      };
    }
  });
}

function bothOrNoneRule(code: string, names: SubTable): Rule {
  const { total, table, monto } = names;
  const text = { code, ...rechazo, descripcion: `${total} y ${table} van juntos.` };
  return ruleOnTable(names, text, function* ({ node, path }, rows) {
    const amount = amountAt(node, total);
    if (rows.length === 0 && amount?.gt(zero) === true) {
      const mensaje = `Con ${total} se esperaba ${table} con su detalle; no se recibió.`;
      yield { campo: `${path}.${table}`, mensaje };
    }
    if (amount === undefined && rows.some((entry) => amountAt(entry, monto)?.gt(zero) === true)) {
      const mensaje = `Con ${table} se esperaba ${total}, la suma de los ${monto}; no se recibió.`;
      yield { campo: `${path}.${total}`, mensaje };
    }
  });
}

function rowRule(code: string, names: SubTable): Rule {
  const { table, row, tipo, porcentaje, monto } = names;
  const descripcion = `Cada ${row} lleva ${monto}, y ${porcentaje} cuando ${tipo} es «%».`;
  return ruleOnTable(names, { code, ...rechazo, descripcion }, function* ({ path }, rows) {
    for (const [index, entry] of rows.entries()) {
      const campo = `${path}.${table}.${row}[${index}]`;
      if (textAt(entry, monto) === undefined)
        yield { campo: `${campo}.${monto}`, mensaje: `Se esperaba ${monto}; no se recibió.` };
      if (textAt(entry, tipo) === '%' && textAt(entry, porcentaje) === undefined) {
        const mensaje = `Con ${tipo} «%» se esperaba ${porcentaje}; no se recibió.`;
        yield { campo: `${campo}.${porcentaje}`, mensaje };
      }
    }
  });
}

function percentRule(code: string, names: SubTable): Rule {
  const { table, row, tipo, porcentaje, monto } = names;
  const formula = `PrecioUnitarioItem × CantidadItem × ${porcentaje}`;
  const text = { code, ...oficial, descripcion: `Con ${tipo} «%», ${monto} = ${formula}, ±1.00.` };
  return arithmeticRule({ ...text, source: names.source }, function* (voucher) {
    for (const [{ node, path }, rows] of linesWith(names, voucher))
      for (const [index, entry] of rows.entries()) {
        const percent = amountAt(entry, porcentaje);
        if (textAt(entry, tipo) !== '%' || percent === undefined) continue;
        yield {
          campo: `${path}.${table}.${row}[${index}].${monto}`,
          text: textAt(entry, monto),
          tolerance: lineTolerance,
          formula,
          readings: () => [priceTimesQuantity(node)?.times(percent).times(hundredth)],
          needed: 'always',
        };
      }
  });
}

/** Checks the lines that have the table or its total. */
function ruleOnTable(
  names: SubTable,
  text: Grade & Pick<Rule, 'code' | 'descripcion'>,
  checkLine: (line: Line, rows: readonly EcfNode[]) => Iterable<Finding>,
): Rule {
  return {
    ...text,
    source: names.source,
    *check(voucher) {
      for (const [line, rows] of linesWith(names, voucher)) yield* checkLine(line, rows);
    },
  };
}

/** The lines that have the table or its total, each with the rows of the table. */
function* linesWith(
  { total, table, row }: SubTable,
  { lines }: Voucher,
): Iterable<[line: Line, rows: readonly EcfNode[]]> {
  for (const line of lines) {
    const rows = nodesAt(nodeAt(line.node, table), row);
    if (rows.length > 0 || textAt(line.node, total) !== undefined) yield [line, rows];
  }
}

/** The accepted values of MontoItem for each line; any value passes without price or quantity. */
export const itemReadings = perVoucher(
  ({ type, codigoModificacion, lines }: Voucher): readonly (readonly Amount[])[] => {
    // In a note that corrects texts MontoItem is zero, whatever the price (p.45 c).
    const others = type === 34 && codigoModificacion === '2' ? [zero] : [];
    return lines.map(({ node }) => {
      const gross = priceTimesQuantity(node);
      return gross === undefined ? [] : [...others, withAdjustments(gross, node)];
    });
  },
);

function priceTimesQuantity(node: EcfNode): Amount | undefined {
  const price = textAt(node, 'PrecioUnitarioItem');
  const quantity = textAt(node, 'CantidadItem');
  return price === undefined || quantity === undefined
    ? undefined
    : amountOf(price).times(amountOf(quantity));
}

function withAdjustments(gross: Amount, node: EcfNode): Amount {
  const discount = amountAt(node, 'DescuentoMonto');
  const surcharge = amountAt(node, 'RecargoMonto');
  const net = discount === undefined ? gross : gross.minus(discount);
  return surcharge === undefined ? net : net.plus(surcharge);
}
