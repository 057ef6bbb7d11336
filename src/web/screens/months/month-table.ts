/** The totals of a month as a table for a spreadsheet. */
import { ecfTypes } from '../../../ecf/model/ecf-types.js';
import type { CountedAmounts, Month } from '../../api/months.js';
import type { Cell, Table } from '../../shared/table.js';
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
