/** A list as a table for a spreadsheet. csv.ts and xlsx.ts write it. */
import { fechaHoraFirma } from '../../../ecf/model/dates.js';

/**
 * A code, such as an e-NCF, an RNC, a cédula or a security code, may look like a number. `day`: DD-MM-YYYY. `moment`: in ISO 8601, and shown
 * in Santo Domingo's time.
 */
export type Cell =
  | string
  | { readonly number: string | number }
  | { readonly code: string }
  | { readonly day: string }
  | { readonly moment: string };

export interface Table {
  readonly heads: readonly string[];
  readonly rows: readonly (readonly Cell[])[];
  /** Below the rows, where a spreadsheet can compute. */
  readonly sums: readonly SumRow[];
}

interface SumRow {
  readonly label: string;
  readonly cells: readonly Sum[];
}

export interface Sum {
  /** `F`. */
  readonly column: string;
  readonly value: string;
  /** What the spreadsheet computes it with, so that it stays right when a person changes a row. */
  readonly formula: string;
}

/** What a spreadsheet takes as a number. */
export const numberForm = /^-?\d+(?:\.\d+)?$/;

/** `dd-MM-yyyy` and `HH:mm:ss` in Santo Domingo. */
export function localMoment(iso: string): readonly [day: string, time: string] {
  const [day = '', time = ''] = fechaHoraFirma(Date.parse(iso)).split(' ');
  return [day, time];
}

interface Amounts {
  readonly montoTotal: number;
  readonly totalITBIS: number | null;
}

/** The total and the ITBIS of a voucher, with two decimals or as many more as the amount has. */
export function amountCells({ montoTotal, totalITBIS }: Amounts): readonly Cell[] {
  return [{ number: decimals(montoTotal) }, { number: totalITBIS === null ? '' : decimals(totalITBIS) }];
}

function decimals(amount: number): string {
  const [whole = '', fraction = ''] = String(amount).split('.');
  return `${whole}.${fraction.padEnd(2, '0')}`;
}

/** Where both lists have what their sums are made of. */
const columns = { type: 'B', total: 'F', itbis: 'G', state: 'I' } as const;

/** What DGII accepted of these types: a credit note (34) takes from it. */
export function sumOfTypes(
  label: string,
  accepted: readonly (Amounts & { readonly tipoeCF: number })[],
  { types, lines }: { readonly types: readonly number[]; readonly lines: number },
): SumRow {
  const range = (column: string) => `${column}$2:${column}$${lines + 1}`;
  const sum = (column: string, valueOf: (row: Amounts) => number): Sum => ({
    column,
    // In cents, because a sum of decimals is not exact.
    value: decimals(
      accepted
        .filter(({ tipoeCF }) => types.includes(tipoeCF))
        .reduce((cents, row) => cents + (row.tipoeCF === 34 ? -1 : 1) * Math.round(valueOf(row) * 100), 0) /
        100,
    ),
    formula: types
      .map((type) => {
        const ofType = `SUMIFS(${range(column)},${range(columns.type)},${type},${range(columns.state)},"Aceptado*")`;
        return `${type === 34 ? '-' : '+'}${ofType}`;
      })
      .join('')
      .replace(/^\+/, ''),
  });
  return {
    label,
    cells: [
      sum(columns.total, ({ montoTotal }) => montoTotal),
      sum(columns.itbis, ({ totalITBIS }) => totalITBIS ?? 0),
    ],
  };
}
