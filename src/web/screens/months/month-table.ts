/** The totals of a month, and its lines of form 606, as tables for a spreadsheet. */
import { ecfTypes } from '../../../ecf/model/ecf-types.js';
import type { CountedAmounts, Form606Line, Month } from '../../api/months.js';
import type { Cell, Table } from '../../shared/spreadsheets/table.js';
import { monthTexts as texts } from '../../texts/months.js';

export const amountColumns = [
  'montoGravadoI1',
  'montoGravadoI2',
  'montoGravadoI3',
  'montoExento',
  'itbis',
  'total',
] as const satisfies (keyof CountedAmounts)[];

export function monthTable({ types, sales, purchases }: Month): Table {
  const cells = (amounts: CountedAmounts): readonly Cell[] => [
    { number: amounts.count },
    ...amountColumns.map((name) => ({ number: amounts[name] })),
  ];
  return {
    heads: ['Tipo', 'Nombre', texts.heads.count, ...amountColumns.map((name) => texts.heads[name])],
    rows: [
      ...types.map((one) => [{ number: one.tipoeCF }, ecfTypes[one.tipoeCF].nombre, ...cells(one)]),
      ['', texts.salesSum, ...cells(sales)],
      ['', texts.purchasesSum, ...cells(purchases)],
    ],
    sums: [],
  };
}

/** In the order of the form, so that the rows can be copied into DGII's workbook. The empty columns are for the person who bought. */
export function form606Table(lines: readonly Form606Line[]): Table {
  return {
    heads: texts.heads606,
    rows: lines.map((line) => [
      { code: line.supplier },
      { number: line.idKind },
      '',
      { code: line.ncf },
      { code: line.ncfModificado },
      { day: line.fecha },
      '',
      { number: line.services },
      { number: line.goods },
      { number: line.total },
      { number: line.itbis },
      { number: line.itbisWithheld },
      '',
      '',
      { number: line.itbis },
      '',
      '',
      { number: line.isrWithheld },
      '',
      { number: line.selectiveTax },
      { number: line.otherTaxes },
      { number: line.tip },
      { code: line.payment },
    ]),
    sums: [],
  };
}
