/** The Excel file of a list, read back as a spreadsheet reads it: numbers and days are numbers, and no text is anything else than text. */
import { XMLParser } from 'fast-xml-parser';
import { strFromU8, unzipSync } from 'fflate';
import type { VoucherRow } from '../../../src/web/api/answers.js';
import { receivedTable } from '../../../src/web/screens/received/csv.js';
import { voucherTable } from '../../../src/web/screens/vouchers/list/csv.js';
import type { Table } from '../../../src/web/shared/spreadsheets/table.js';
import { xlsxOf } from '../../../src/web/shared/spreadsheets/xlsx.js';
import { receivedRow } from './received-row.js';

interface ReadCell {
  readonly '@r': string;
  readonly '@s': string;
  readonly '@t'?: string;
  readonly f?: string;
  readonly v?: string;
  readonly is?: { readonly t: string | { readonly '#text': string } };
}

const parser = new XMLParser({
  ignoreAttributes: false,
  attributeNamePrefix: '@',
  parseTagValue: false,
  trimValues: false,
  isArray: (name) => ['row', 'c', 'xf'].includes(name),
});

function read(table: Table) {
  const files = unzipSync(xlsxOf([{ name: 'Comprobantes', table }]));
  const parsed = (path: string) => parser.parse(strFromU8(files[path]!)) as Record<string, never>;
  const sheet = parsed('xl/worksheets/sheet1.xml')['worksheet'] as unknown as {
    sheetViews: { sheetView: { pane: Record<string, string> } };
    sheetData: { row: { c?: ReadCell[] }[] };
    autoFilter: Record<string, string>;
  };
  const { cellXfs } = parsed('xl/styles.xml')['styleSheet'] as unknown as {
    cellXfs: { xf: Record<string, string>[] };
  };
  const cells = new Map(
    sheet.sheetData.row.flatMap(({ c = [] }) => c.map((cell): [string, ReadCell] => [cell['@r'], cell])),
  );
  const formatOf = (at: string) => Number(cellXfs.xf[Number(cells.get(at)?.['@s'])]?.['@numFmtId']);
  const textOf = (at: string) => {
    const t = cells.get(at)?.is?.t;
    return typeof t === 'object' ? t['#text'] : t;
  };
  return { files, sheet, cells, formatOf, textOf };
}

const row = (change: Partial<VoucherRow>) =>
  ({
    ecf: 'E310000000001',
    tipoeCF: 31,
    rncComprador: '00113918205',
    razonSocialComprador: 'UNO, SRL',
    montoTotal: 1180.5,
    totalITBIS: 180.1,
    accepted: 1,
    status: 'Aceptado',
    receivedAt: '2026-12-01T03:59:59.000Z',
    fechaEmision: '20-11-2026',
    ncfModificado: null,
    securityCode: '1E2345',
    ...change,
  }) as VoucherRow;

test('amounts are numbers and days are days; codes stay as they are; the head is frozen and can be filtered', () => {
  const { sheet, cells, formatOf, textOf } = read(voucherTable([row({})]));
  expect([textOf('A1'), textOf('F1')]).toEqual(['e-NCF', 'Monto total']);
  expect([textOf('A2'), textOf('D2'), textOf('M2')]).toEqual(['E310000000001', '00113918205', '1E2345']);
  // `#,##0.00`, the day and the moment. Excel counts 2026-11-20 as day 46346.
  expect([cells.get('F2')?.v, formatOf('F2')]).toEqual(['1180.50', 4]);
  expect([cells.get('H2')?.v, formatOf('H2')]).toEqual(['46346', 164]);
  expect(Number(cells.get('K2')?.v)).toBeCloseTo(46356 + 86_399 / 86_400, 9);
  expect(formatOf('K2')).toBe(165);
  expect(sheet.sheetViews.sheetView.pane).toMatchObject({ '@ySplit': '1', '@state': 'frozen' });
  expect(sheet.autoFilter).toEqual({ '@ref': 'A1:M2' });
});

test('the sums take off credit notes, keep purchases apart, and leave out what DGII did not accept', () => {
  const { cells, textOf } = read(
    voucherTable([
      row({ montoTotal: 0.1, totalITBIS: 0.01 }),
      row({
        montoTotal: 0.2,
        totalITBIS: null,
        status: 'Aceptado Condicional',
      }),
      row({ tipoeCF: 34, montoTotal: 0.05, totalITBIS: 0 }),
      row({ tipoeCF: 41, montoTotal: 70, totalITBIS: 7 }),
      row({ montoTotal: 5_000, accepted: 0, status: 'Rechazado' }),
    ]),
  );
  const valueOf = (at: string) => cells.get(at)?.v;
  expect([textOf('A8'), valueOf('F8'), valueOf('G8')]).toEqual([
    'Ventas aceptadas, menos notas de crédito',
    '0.25',
    '0.01',
  ]);
  expect([textOf('A9'), valueOf('F9'), valueOf('G9')]).toEqual([
    'Compras y gastos aceptados',
    '70.00',
    '7.00',
  ]);
  expect(cells.get('G9')?.f).toBe(
    [41, 43, 47].map((type) => `SUMIFS(G$2:G$6,B$2:B$6,${type},I$2:I$6,"Aceptado*")`).join('+'),
  );
  expect(cells.get('F8')?.f).toContain('-SUMIFS(F$2:F$6,B$2:B$6,34,I$2:I$6,"Aceptado*")');
});

test('received vouchers have their sum and their days too', () => {
  const { cells, textOf } = read(receivedTable([receivedRow, { ...receivedRow, dgii: null }]));
  expect([cells.get('H2')?.v, textOf('I2'), textOf('I3')]).toEqual(['46346', 'Aceptado', 'Sin consultar']);
  expect([textOf('A5'), cells.get('F5')?.v]).toEqual([
    'Aceptados por la DGII, menos notas de crédito',
    '1180.00',
  ]);
});

test.each([
  ...['=1+1', '+18095550100', '-5.00', '@SUM(A1)', '\t=1', `=HYPERLINK("http://x","y")`, '1180.50'],
  ...['a & b < c > d "e"', '  dos  blancos ', 'línea\nnueva', '🙂', '_x0041_'],
])('a text stays that text, marked as text, whatever it begins with: %j', (text) => {
  const { cells, formatOf, textOf } = read({ heads: ['a'], rows: [[text], [{ code: text }]], sums: [] });
  for (const at of ['A2', 'A3']) {
    expect(textOf(at)?.replace('_x005F_', '_')).toBe(text);
    expect(cells.get(at)).toMatchObject({ '@t': 'inlineStr' });
    expect([cells.get(at)?.f, formatOf(at)]).toEqual([undefined, 49]);
  }
});

test('what XML cannot have, and what no cell can hold, is left out', () => {
  const { textOf } = read({
    heads: ['a'],
    rows: [['a\u0000b\u001fc\ud800d\uffff'], ['x'.repeat(40_000)]],
    sums: [],
  });
  expect(textOf('A2')).toBe('abcd');
  expect(textOf('A3')).toHaveLength(32_767);
});
