/**
 * The lines as they are printed: the columns that a voucher needs, and the text of each cell (Informe Técnico e-CF v1.0 p.34; models 1.1 to
 * 1.4). A column that no line uses is left out.
 */
import { amountOf, moneyText, shownMoney, zero, type Amount } from '../../../ecf/model/amounts.js';
import { textAt } from '../../../ecf/model/ecf.js';
import { exemptIndicator } from '../../../ecf/codes/indicators.js';
import type { ValueColumn } from '../../../ecf/codes/value-columns.js';
import { unidades } from '../../../ecf/codes/long-tables.js';
import type { Line, Voucher } from '../../../ecf/rules/voucher.js';
import {
  inOtherCurrency,
  itbisColumn,
  otherCurrency,
  valueWithTaxes,
  type LineTaxes,
} from '../../../ecf/line-taxes.js';

export type ColumnName =
  | 'cantidad'
  | 'descripcion'
  | 'unidad'
  | 'grados'
  | 'pvp'
  | 'precio'
  | 'precioMoneda'
  | 'specific'
  | 'adValorem'
  | 'itbis'
  | 'descuento'
  | 'recargo'
  | 'valor'
  | 'valorMoneda';

export interface Column {
  readonly name: ColumnName;
  readonly label: string;
}

export interface PrintedLine {
  readonly exempt: boolean;
  readonly cells: Readonly<Partial<Record<ColumnName, string>>>;
}

export interface PrintedLines {
  readonly columns: readonly Column[];
  readonly lines: readonly PrintedLine[];
}

/** The columns in the order of Informe Técnico p.34. */
const labels: Readonly<Record<ColumnName, string>> = {
  cantidad: 'Cantidad',
  descripcion: 'Descripción',
  unidad: 'Unidad de Medida',
  grados: 'Grados Alcohol en %',
  pvp: 'PVPci',
  precio: 'Precio',
  precioMoneda: 'Precio',
  specific: 'ISCe',
  adValorem: 'ISCav',
  itbis: 'ITBIS',
  descuento: 'Descuento',
  recargo: 'Recargo',
  valor: 'Valor',
  valorMoneda: 'Valor',
};

const always: readonly ColumnName[] = ['cantidad', 'descripcion', 'unidad', 'precio', 'valor'];

/** The columns that only some vouchers have. Where they do not fit beside the others, each line has them in further rows of text. */
const optional: readonly ColumnName[] = [
  'grados',
  'pvp',
  'precioMoneda',
  'specific',
  'adValorem',
  'descuento',
  'recargo',
  'valorMoneda',
];

export function isOptional({ name }: Column): boolean {
  return optional.includes(name);
}

export function optionalText({ cells }: PrintedLine, columns: readonly Column[]): string | undefined {
  const found = columns.filter((column) => isOptional(column) && cells[column.name] !== undefined);
  if (found.length === 0) return undefined;
  return found.map(({ name, label }) => `${label}: ${cells[name]}`).join('  ');
}

export function printedLines(
  voucher: Voucher,
  taxes: readonly LineTaxes[],
  valueColumn: ValueColumn,
): PrintedLines {
  const currency = otherCurrency(voucher);
  const itbis = itbisColumn(voucher, taxes);
  const lines = voucher.lines.map((line, index) =>
    printedLine(line, taxes[index], {
      itbis: itbis?.[index],
      currency,
      value: valueColumn === 'sin-itbis' ? line.monto : valueWithTaxes(voucher, line, taxes[index]),
    }),
  );
  const used = new Set<string>(always);
  for (const { cells } of lines) for (const name of Object.keys(cells)) used.add(name);
  const columns = (Object.keys(labels) as ColumnName[])
    .filter((name) => used.has(name))
    .map((name) => ({
      name,
      label: name.endsWith('Moneda') ? `${labels[name]} ${currency ?? ''}` : labels[name],
    }));
  return { columns, lines };
}

interface LineOptions {
  readonly itbis: string | undefined;
  readonly currency: string | undefined;
  readonly value: Amount;
}

function printedLine(line: Line, taxes: LineTaxes | undefined, options: LineOptions): PrintedLine {
  const { node } = line;
  const { specific = zero, adValorem = zero } = taxes ?? {};
  const unit = textAt(node, 'UnidadMedida');
  const foreign = (name: string) =>
    options.currency === undefined ? undefined : money(inOtherCurrency(line, name));
  const cells: Record<ColumnName, string | undefined> = {
    cantidad: quantity(textAt(node, 'CantidadItem')),
    descripcion: textAt(node, 'NombreItem'),
    unidad: unit === undefined ? undefined : (unidades.codes.get(unit) ?? unit),
    grados: percent(textAt(node, 'GradosAlcohol')),
    pvp: moneyOf(textAt(node, 'PrecioUnitarioReferencia')),
    precio: moneyOf(textAt(node, 'PrecioUnitarioItem')),
    precioMoneda: foreign('PrecioOtraMoneda'),
    specific: money(unlessZero(specific)),
    adValorem: money(unlessZero(adValorem)),
    itbis: options.itbis,
    descuento: moneyOf(textAt(node, 'DescuentoMonto')),
    recargo: moneyOf(textAt(node, 'RecargoMonto')),
    valor: shownMoney(options.value),
    valorMoneda: foreign('MontoItemOtraMoneda'),
  };
  return {
    exempt: line.indicador === exemptIndicator,
    cells: Object.fromEntries(Object.entries(cells).filter(([, text]) => text !== undefined)),
  };
}

function money(amount: Amount | undefined): string | undefined {
  return amount === undefined ? undefined : shownMoney(amount);
}

/** Canonical decimal text as people read it: `2,360.00`. */
export function moneyOf(text: string | undefined): string | undefined {
  return text === undefined ? undefined : shownMoney(amountOf(text));
}

export function percent(text: string | undefined): string | undefined {
  return text === undefined ? undefined : `${moneyText(text)}%`;
}

/** A whole quantity has no decimals in DGII's models. */
function quantity(text: string | undefined): string | undefined {
  if (text === undefined) return undefined;
  const [whole = '', decimals] = text.split('.');
  const [grouped = ''] = shownMoney(amountOf(whole)).split('.');
  return decimals === undefined ? grouped : `${grouped}.${decimals}`;
}

function unlessZero(amount: Amount): Amount | undefined {
  return amount.eq(zero) ? undefined : amount;
}
