/** Rows that a person copied from a spreadsheet: description, quantity, price and, if there is a fourth cell, the rate of the ITBIS. */
import { numberOrText, type JsonObject } from '../../../../shared/exact-json.js';
import { typedNumber, withDecimalPoint } from '../../../../shared/typed/typed-amount.js';

/** As the format: more lines than any voucher has. */
const rowsMax = 1_000;

/** @returns undefined if the text is no table, so that it is pasted as a text */
export function pastedLines(text: string): readonly JsonObject[] | undefined {
  if (!text.includes('\t')) return undefined;
  const rows = text
    .split(/\r?\n/)
    .map((row) => row.split('\t').map((cell) => cell.trim()))
    .filter((cells) => cells.some((cell) => cell !== ''))
    .slice(0, rowsMax);
  return rows.filter(isLine).map(([name = '', quantity = '', price = '', tax = '']) => ({
    NombreItem: name,
    CantidadItem: numberOrText(amountIn(quantity) || '1'),
    ...(price === '' ? {} : { PrecioUnitarioItem: numberOrText(amountIn(price)) }),
    ...taxIn(tax),
  }));
}

/** The heads of the columns are no line: they have a text where a line has its price. */
function isLine([name = '', , price = '']: readonly string[]): boolean {
  return name !== '' && (price === '' || /\d/.test(price));
}

/** `RD$ 1,180.50` is `1180.50`, and so is `1.180,50`, as some spreadsheets write it. */
function amountIn(cell: string): string {
  const text = cell.replace(/^(RD\$|\$)\s*/i, '').trim();
  return withDecimalPoint(text) ?? typedNumber(text);
}

const taxes: Readonly<Record<string, string>> = { '18': '1', '16': '2', '0': '3', E: '4', EXENTO: '4' };

function taxIn(cell: string): JsonObject {
  const code = taxes[cell.replace('%', '').trim().toUpperCase()];
  return code === undefined ? {} : { IndicadorFacturacion: numberOrText(code) };
}
