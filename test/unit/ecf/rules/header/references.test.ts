/** What a note, or the replacement of a paper voucher, says about the other voucher. */
import type { EcfType } from '../../../../../src/ecf/model/ecf-types.js';
import { referenceRules } from '../../../../../src/ecf/rules/header/references.js';
import { all, idDoc, item, ruleCases, secondLine, type RuleCase } from '../cases.js';
import type { Json } from '../../samples.js';

/** Changes fields of InformacionReferencia; undefined removes a field. */
const refers = (change: Json) => (ecf: Json) =>
  (ecf.InformacionReferencia = { ...ecf.InformacionReferencia, ...change });
const modifies = (ncf: string) => refers({ NCFModificado: ncf });
const replaces = (ncf: string) =>
  refers({ NCFModificado: ncf, FechaNCFModificado: '10-06-2026', CodigoModificacion: 4 });
/** Issued on 15-06-2026. */
const aged = (date: string, indicador: number) =>
  all(refers({ FechaNCFModificado: date }), idDoc({ IndicadorNotaCredito: indicador }));

/** A credit note that corrects a text: one line of zero. */
const textOnly = all(
  refers({ CodigoModificacion: 2 }),
  item({ IndicadorFacturacion: 4, PrecioUnitarioItem: 0, MontoItem: 0 }),
  (ecf: Json) => (ecf.Encabezado.Totales = { MontoExento: 0, MontoTotal: 0 }),
);

const paperOf: readonly (readonly [EcfType, string])[] = [
  [31, '01'],
  [32, '02'],
  [33, '03'],
  [34, '04'],
  [41, '11'],
  [43, '13'],
  [44, '14'],
  [45, '15'],
  [46, '16'],
  [47, '17'],
];

ruleCases(referenceRules, [
  { name: 'a debit note on an invoice', type: 33, codes: [] },
  { name: 'a credit note on an invoice', type: 34, codes: [] },
  { name: 'an invoice that refers to nothing', type: 31, codes: [] },
  ...['B0100000001', 'E310000000009', 'A010010010100000001', 'P010010010100000001'].map((ncf): RuleCase => ({
    name: `a note on ${ncf}`,
    type: 34,
    change: modifies(ncf),
    codes: [],
  })),
  ...[
    'E3100000000',
    'B010000000001',
    'C0100000001',
    'B01000000012',
    'E350000000001',
    'A01001001010000000X',
  ].map((ncf): RuleCase => ({
    name: `a note on ${ncf}, which is not an NCF`,
    type: 34,
    change: modifies(ncf),
    codes: ['REFERENCIA-01'],
  })),
  {
    name: 'a note on a number that is too short is reported once',
    type: 34,
    change: modifies('B01'),
    codes: ['ESTRUCTURA-06'],
  },
  ...([1, 2, 3] as const).map((code): RuleCase => ({
    name: `an invoice with code ${code} of the notes`,
    type: 31,
    change: refers({
      NCFModificado: 'E310000000009',
      FechaNCFModificado: '10-06-2026',
      CodigoModificacion: code,
    }),
    codes: ['REFERENCIA-02'],
  })),
  {
    name: 'an invoice that refers to consumption',
    type: 31,
    change: refers({
      NCFModificado: 'E320000000009',
      FechaNCFModificado: '10-06-2026',
      CodigoModificacion: 5,
    }),
    codes: [],
  },
  {
    name: 'an invoice that refers to another invoice',
    type: 31,
    change: refers({
      NCFModificado: 'E310000000009',
      FechaNCFModificado: '10-06-2026',
      CodigoModificacion: 5,
    }),
    codes: ['~REFERENCIA-06'],
  },
  {
    name: 'an invoice that refers to nothing known',
    type: 31,
    change: refers({ CodigoModificacion: 5 }),
    codes: ['~REFERENCIA-06'],
  },
  ...([32, 33, 34, 45] as const).map((type) => ({
    name: 'code 5 elsewhere',
    type: type,
    change: refers({
      NCFModificado: 'E320000000009',
      FechaNCFModificado: '10-06-2026',
      CodigoModificacion: 5,
    }),
    codes: ['REFERENCIA-03'],
  })),
  ...paperOf.flatMap(([type, digits]) => [
    { name: `replaces a paper B${digits}`, type, change: replaces(`B${digits}00000001`), codes: [] },
    {
      name: 'replaces a paper voucher of another kind',
      type,
      change: replaces(digits === '01' ? 'B0200000001' : 'B0100000001'),
      codes: ['REFERENCIA-04'],
    },
  ]),
  { name: 'replaces paper of series A', type: 31, change: replaces('A010010010200000001'), codes: [] },
  {
    name: 'replaces an electronic voucher',
    type: 31,
    change: replaces('E310000000009'),
    codes: ['REFERENCIA-04'],
  },
  // Issued on 15-06-2026.
  ...[
    { date: '01-05-2026', days: 45, codes: [] },
    { date: '30-04-2026', days: 46, codes: ['~REFERENCIA-15'] },
    { date: '20-06-2023', days: 1091, codes: ['~REFERENCIA-15'] },
  ].map(({ date, days, codes }): RuleCase => ({
    name: `replaces paper of ${days} days ago`,
    type: 32,
    change: all(replaces('B0200000123'), refers({ FechaNCFModificado: date })),
    codes,
  })),
  {
    name: 'a replacement without the replaced number',
    type: 41,
    change: refers({ CodigoModificacion: 4 }),
    codes: ['REFERENCIA-05', 'REFERENCIA-05'],
  },
  {
    name: 'a reference without reason',
    type: 45,
    change: refers({ NCFModificado: 'B1500000001', FechaNCFModificado: '10-06-2026' }),
    codes: ['~REFERENCIA-07'],
  },
  {
    name: 'a debit note that annuls',
    type: 33,
    change: refers({ CodigoModificacion: 1 }),
    codes: ['~REFERENCIA-08'],
  },
  {
    name: 'a debit note that corrects a text',
    type: 33,
    change: refers({ CodigoModificacion: 2 }),
    codes: ['~REFERENCIA-08'],
  },
  { name: 'a credit note that annuls', type: 34, change: refers({ CodigoModificacion: 1 }), codes: [] },
  {
    name: 'a credit note on a debit note',
    type: 34,
    change: modifies('E330000000009'),
    codes: ['~REFERENCIA-09'],
  },
  {
    name: 'a debit note on a credit note',
    type: 33,
    change: modifies('E340000000009'),
    codes: ['~REFERENCIA-09'],
  },
  ...(
    [
      [34, 'E340000000009'],
      [34, 'B0400000001'],
      [33, 'E330000000009'],
      [33, 'B0300000001'],
    ] as const
  ).map(([type, ncf]): RuleCase => ({
    name: `a note on ${ncf}, a note of its kind`,
    type,
    change: modifies(ncf),
    codes: ['~REFERENCIA-14'],
  })),
  { name: 'a note that replaces a paper note', type: 34, change: replaces('B0400000001'), codes: [] },
  { name: 'a credit note on one’s own petty cash', type: 34, change: modifies('E430000000009'), codes: [] },
  { name: 'a note on itself', type: 34, change: modifies('E340000000001'), codes: ['REFERENCIA-10'] },
  {
    name: 'a note on a voucher issued later',
    type: 33,
    change: refers({ FechaNCFModificado: '16-06-2026' }),
    codes: ['~REFERENCIA-11'],
  },
  {
    name: 'a note of the same day',
    type: 33,
    change: refers({ FechaNCFModificado: '15-06-2026' }),
    codes: [],
  },
  {
    name: 'another taxpayer’s voucher, of a company merged into this one',
    type: 34,
    change: refers({ RNCOtroContribuyente: '999999974' }),
    codes: [],
  },
  {
    name: 'another taxpayer who is the same',
    type: 34,
    change: refers({ RNCOtroContribuyente: '999999992' }),
    codes: ['~REFERENCIA-12'],
  },
  { name: '30 days later, as within 30', type: 34, change: aged('16-05-2026', 0), codes: [] },
  { name: '30 days later, as beyond', type: 34, change: aged('16-05-2026', 1), codes: ['NOTA-01'] },
  { name: '31 days later, as beyond', type: 34, change: aged('15-05-2026', 1), codes: [] },
  { name: '31 days later, as within 30', type: 34, change: aged('15-05-2026', 0), codes: ['NOTA-01'] },
  { name: 'years later, as within 30', type: 34, change: aged('29-02-2024', 0), codes: ['NOTA-01'] },
  {
    name: 'paper of 31 days ago, IndicadorNotaCredito 0 (30 days or less)',
    type: 34,
    change: all(aged('15-05-2026', 0), modifies('B0100000001')),
    codes: ['~NOTA-02'],
  },
  {
    name: 'paper of 31 days ago, IndicadorNotaCredito 1 (more than 30 days)',
    type: 34,
    change: all(aged('15-05-2026', 1), modifies('B0100000001')),
    codes: [],
  },
  {
    name: 'replaces a paper note of 31 days ago: the age of its invoice is unknown',
    type: 34,
    change: all(replaces('B0400000001'), aged('15-05-2026', 0)),
    codes: [],
  },
  { name: 'a text corrected', type: 34, change: textOnly, codes: [] },
  {
    name: 'a text corrected, with a line not billed',
    type: 34,
    change: all(textOnly, (ecf: Json) => {
      Object.assign(ecf.DetallesItems.Item[0], {
        IndicadorFacturacion: 0,
        PrecioUnitarioItem: 0.5,
        MontoItem: 1,
      });
      ecf.Encabezado.Totales = { MontoTotal: 0, MontoNoFacturable: 1 };
    }),
    codes: [],
  },
  {
    name: 'a text corrected, with a total above zero',
    type: 34,
    change: refers({ CodigoModificacion: 2 }),
    codes: ['~NOTA-04', 'NOTA-03'],
  },
  {
    name: 'a text corrected, with an amount in a line',
    type: 34,
    change: all(textOnly, secondLine(4)),
    codes: ['~NOTA-04'],
  },
]);
