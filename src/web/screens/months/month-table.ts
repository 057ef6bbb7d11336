/** The totals of a month, and its lines of form 606, as tables for a spreadsheet. */
import { Big } from 'big.js';
import { ecfTypes } from '../../../ecf/model/ecf-types.js';
import type {
  CountedAmounts,
  CustomerAmounts,
  Form606Line,
  Month,
  MonthCustomers,
} from '../../api/months.js';
import { count } from '../../shared/format.js';
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

export const customerColumns = ['net', 'itbis', 'total'] as const satisfies (keyof CustomerAmounts)[];

const rateHeads = [texts.heads.count, ...amountColumns.map((name) => texts.heads[name])];

function rateCells(amounts: CountedAmounts): readonly Cell[] {
  return [{ number: amounts.count }, ...amountColumns.map((name) => ({ number: amounts[name] }))];
}

export function monthTable({ types, sales, purchases }: Month): Table {
  return {
    heads: ['Tipo', 'Nombre', ...rateHeads],
    rows: [
      ...types.map((one) => [{ number: one.tipoeCF }, ecfTypes[one.tipoeCF].nombre, ...rateCells(one)]),
      ['', texts.salesSum, ...rateCells(sales)],
      ['', texts.purchasesSum, ...rateCells(purchases)],
    ],
    sums: [],
  };
}

export function dayTable({ days, sales }: Month): Table {
  return {
    heads: [texts.heads.day, ...rateHeads],
    rows: [
      ...days.map((one) => [{ day: one.day }, ...rateCells(one)]),
      [texts.salesSum, ...rateCells(sales)],
    ],
    sums: [],
  };
}

export function customerTable(customers: MonthCustomers): Table {
  const cells = (amounts: CustomerAmounts): readonly Cell[] => [
    { number: amounts.count },
    ...customerColumns.map((name) => ({ number: amounts[name] })),
  ];
  const { heads } = texts;
  return {
    heads: [heads.customer, heads.id, heads.count, ...customerColumns.map((name) => heads[name])],
    rows: [
      ...customers.customers.map((one) => [
        one.razonSocialComprador ?? '',
        { code: customerId(one) },
        ...cells(one),
      ]),
      ...restOf(customers).map(({ label, amounts }) => [label, '', ...cells(amounts)]),
      [texts.salesSum, '', ...cells(sumOfCustomers(customers))],
    ],
    sums: [],
  };
}

type Customer = MonthCustomers['customers'][number];

export function customerId({ rncComprador, identificadorExtranjero = '' }: Customer): string {
  return rncComprador === '' ? identificadorExtranjero : rncComprador;
}

/** What follows the largest customers. */
export function restOf({ others, unidentified }: MonthCustomers) {
  const label = texts.otherCustomers(count(others.customers), others.customers === 1);
  return [
    { label, amounts: others },
    { label: texts.unidentified, amounts: unidentified },
  ].filter(({ amounts }) => amounts.count > 0);
}

export function sumOfCustomers(all: MonthCustomers): CustomerAmounts {
  const rows = [...all.customers, ...restOf(all).map(({ amounts }) => amounts)];
  const sum = (name: (typeof customerColumns)[number]) =>
    rows.reduce((sum, row) => sum.plus(row[name]), new Big(0)).toFixed(2);
  return {
    count: rows.reduce((sum, row) => sum + row.count, 0),
    net: sum('net'),
    itbis: sum('itbis'),
    total: sum('total'),
  };
}

/**
 * In the order of the form, so that the rows can be copied into DGII's workbook. The empty columns are for the person who bought, who may
 * also change the others.
 */
export function form606Table(lines: readonly Form606Line[]): Table {
  return {
    heads: texts.heads606,
    rows: lines.map((line) => [
      { code: line.supplier },
      { number: line.idKind },
      { code: line.expense },
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
