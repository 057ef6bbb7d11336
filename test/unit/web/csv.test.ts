/**
 * The CSV of a list: all its pages up to a limit, its name, and cells that a spreadsheet shows as the service sent them and never runs as
 * somebody's formula.
 */
import type { CertificationRow, VoucherRow } from '../../../src/web/api/answers.js';
import { runCsv } from '../../../src/web/screens/certification/runs/csv.js';
import { receivedTable } from '../../../src/web/screens/received/csv.js';
import { voucherTable } from '../../../src/web/screens/vouchers/list/csv.js';
import { allRows } from '../../../src/web/shared/spreadsheets/all-rows.js';
import {
  cell,
  csvMoment,
  csvText,
  listFileName,
  tableCsv,
} from '../../../src/web/shared/spreadsheets/csv.js';
import { receivedFiltersOf, receivedQuestionOf } from '../../../src/web/screens/received/filters.js';
import { filtersOf, questionOf } from '../../../src/web/screens/vouchers/filters.js';
import { receivedRow } from './received-row.js';

test.each([
  { name: 'a formula', text: '=1+1', safe: `"'=1+1"` },
  { name: 'a plus', text: '+18095550100', safe: `"'+18095550100"` },
  { name: 'a minus', text: '-5.00', safe: `"'-5.00"` },
  { name: 'an at sign', text: '@SUM(A1)', safe: `"'@SUM(A1)"` },
  { name: 'a wide sign', text: '＝1+1', safe: `"'＝1+1"` },
  { name: 'a tab', text: '\t=1', safe: `"\t'=1"` },
  { name: 'a formula after a semicolon', text: 'ACME;=1+1;SRL', safe: `"ACME;'=1+1;SRL"` },
  { name: 'a comma', text: 'a,b', safe: '"a,b"' },
  { name: 'quotes', text: 'a "b"', safe: '"a ""b"""' },
  { name: 'a formula with a comma', text: '=HYPERLINK("x",1)', safe: `"'=HYPERLINK(""x"",1)"` },
  { name: 'a hyphen in a name', text: 'FERRETERÍA SÁNCHEZ-PÉREZ - SUCURSAL A+B, SRL' },
  { name: 'an address', text: 'ventas@demo.example' },
])('a text with $name is quoted, and is no formula', ({ text, safe = `"${text}"` }) => {
  expect(cell(text)).toBe(safe);
});

test.each([
  { name: 'an amount', content: '1234.50', written: '1234.50' },
  { name: 'an amount below zero', content: '-5.00', written: '-5.00' },
  { name: 'a long amount', content: '12345678901234567.89', written: '12345678901234567.89' },
  { name: 'a count', content: 7, written: '7' },
  { name: 'no amount', content: '', written: '""' },
  { name: 'anything else', content: '1+1', written: '"1+1"' },
  { name: 'a formula', content: '-1+1', written: `"'-1+1"` },
])('a number stays a number: $name', ({ content, written }) => {
  expect(cell({ number: content })).toBe(written);
});

test.each([
  { name: 'an e-NCF', code: 'E310000000001', written: '"E310000000001"' },
  { name: 'an RNC', code: '131880681', written: '"131880681"' },
  { name: 'a cédula with zeros at its start', code: '00113918205', written: `"'00113918205"` },
  { name: 'a security code with a plus at its start', code: '+Ab/x9', written: `"'+Ab/x9"` },
  { name: 'a security code like a number', code: '1E2345', written: `"'1E2345"` },
  { name: 'a security code like a day', code: 'SEPT12', written: `"'SEPT12"` },
  { name: 'no code', code: '', written: '""' },
  { name: 'a code that would end its text', code: '1"&HYPERLINK("x")', written: `"'1""&HYPERLINK(""x"")"` },
  { name: 'a code that begins a formula', code: '=cmd|1', written: `"'=cmd|1"` },
])('a code stays as it is, character by character: $name', ({ code, written }) => {
  expect(cell({ code })).toBe(written);
});

/** What spreadsheets take for the start of a formula. */
const signs = Array.from('=+-@＝＋－＠﹦﹢﹣﹫−');
const formula = new RegExp(`^[${signs.map((sign) => `\\${sign}`).join('')}]\\S`);

/**
 * The cells that a spreadsheet makes of a file. As in Excel, a quote opens a text only at the start of a cell, and what follows the closing
 * quote up to the separator belongs to the cell, too.
 * @param knowsQuotes false: the spreadsheet leaves out the quotes
 */
function cellsOf(file: string, separator: string, knowsQuotes: boolean): readonly string[] {
  const text = file.replace(/^\uFEFF/, '');
  if (!knowsQuotes) return text.replaceAll('"', '').split(new RegExp(`[${separator}\\r\\n]`));
  const cells: string[] = [];
  for (let at = 0; at < text.length; at += 1) {
    let content = '';
    if (text[at] === '"') {
      for (at += 1; at < text.length && (text[at] !== '"' || text[at + 1] === '"'); at += 1) {
        if (text[at] === '"') at += 1;
        content += text.charAt(at);
      }
      at += 1;
    }
    for (; at < text.length && text[at] !== separator && text[at] !== '\n'; at += 1)
      content += text.charAt(at);
    cells.push(content.replace(/\r$/, ''));
  }
  return cells;
}

/** The formulas among the cells, without what a spreadsheet leaves out before the sign. */
function formulasIn(file: string, separator: string, knowsQuotes = true): readonly string[] {
  return cellsOf(file, separator, knowsQuotes)
    .map((content) => content.replace(/^[\s\p{C}"]+/u, ''))
    .filter((content) => formula.test(content) && !/^-5\.00\b/.test(content));
}

describe('a spreadsheet finds no formula, whatever separator it takes', () => {
  const blanks = ['', ' ', '\t', '\r', '\n', '\r\n', '\u00a0', '\ufeff', '\u200b', '\u0000', '\u3000'];
  const before = [...blanks, '"', ' "', '"" ', '"\t'];
  const ends = [',', ';', '\t', '\n', '\r', '|', '\u2028', '\v', ' ', ';;', ',"', '";"', '";""'];
  const starts = ['', ...ends.map((end) => `ACME${end}`)];
  const hostile = starts.flatMap((start) =>
    before.flatMap((blank) => signs.map((sign) => `${start}${blank}${sign}1+1;SRL`)),
  );
  const file = csvText(hostile.map((text) => ['E310000000001', text, { code: text }, { number: '-5.00' }]));

  test.each([
    { name: 'comma', separator: ',' },
    { name: 'semicolon', separator: ';' },
    { name: 'tab', separator: '\t' },
    { name: 'vertical bar', separator: '|' },
    { name: 'blank', separator: ' ' },
    { name: 'new line', separator: '\n' },
    { name: 'line separator', separator: '\u2028' },
  ])('$name', ({ separator }) => {
    expect(formulasIn(file, separator)).toEqual([]);
    expect(formulasIn(file, separator, false)).toEqual([]);
  });

  test.each([
    { file: '"E31","ACME;=1+1;SRL"\r\n', separator: ';', found: '=1+1' },
    { file: '"a","=1"\r\n', separator: ',', found: '=1' },
    { file: '"a"\t"","b\t""=1"\r\n', separator: '\t', found: '=1"' },
    { file: '"E31","ACME\n+1"\r\n', separator: ';', found: '+1"' },
  ])('the model finds the formula in $file', ({ file: naive, separator, found }) => {
    expect(formulasIn(naive, separator)).toEqual([found]);
  });

  test('and each text is in the file as it was, but for the apostrophes', () => {
    const cells = cellsOf(file, ',', true);
    const every = (column: number) => cells.filter((_, at) => at % 4 === column);
    const plain = (text: string) => text.replaceAll("'", '');
    // The model takes a CR before the end of its line for a part of that end.
    expect(every(1).map(plain)).toEqual(hostile);
    expect(every(2).map(plain)).toEqual(hostile);
    expect(every(3)).toEqual(hostile.map(() => '-5.00'));
  });
});

test.each([
  { iso: '2026-11-26T22:10:26.999Z', shown: '2026-11-26 18:10:26' },
  { iso: '2026-12-01T03:59:59.000Z', shown: '2026-11-30 23:59:59' },
  { iso: '2026-12-01T04:00:00.000Z', shown: '2026-12-01 00:00:00' },
])('a moment is one of Santo Domingo that sorts as text: $shown', ({ iso, shown }) => {
  expect(csvMoment(iso)).toBe(shown);
});

test('has a line for each voucher below the heads, with the amounts as the service sent them', () => {
  const row = {
    ecf: 'E310000000001',
    tipoeCF: 31,
    rncComprador: '00113918205',
    razonSocialComprador: '=HYPERLINK("http://x",1)',
    montoTotal: 123456789012345.67,
    totalITBIS: 180,
    status: 'En Espera',
    reason: 'DGII_SILENT',
    receivedAt: '2026-11-20T14:05:09.000Z',
    fechaEmision: '20-11-2026',
    ncfModificado: 'E310000000009',
    securityCode: '+Uyfr9',
  } as VoucherRow;
  const csv = tableCsv(voucherTable([row]));
  const [heads, line] = csv.split('\r\n');
  expect(heads).toBe(
    '\uFEFF"e-NCF","Código del tipo","Tipo","RNC comprador o suplidor","Comprador o suplidor","Monto total","ITBIS","Emisión","Estado","Espera","Recibido","e-NCF modificado","Código de seguridad"',
  );
  expect(line).toBe(
    [
      ...['"E310000000001"', '31', '"Factura de crédito fiscal electrónica"', `"'00113918205"`],
      ...[`"'=HYPERLINK(""http://x"",1)"`, '123456789012345.67', '180.00', '"2026-11-20"', '"En Espera"'],
      ...['"DGII sin resultado"', '"2026-11-20 10:05:09"', '"E310000000009"', `"'+Uyfr9"`],
    ].join(','),
  );
});

test('received vouchers have their issuer, their ITBIS, both states and what a note modifies', () => {
  const [heads, first, second] = tableCsv(
    receivedTable([
      receivedRow,
      { ...receivedRow, totalITBIS: null, dgii: null, decision: null, ncfModificado: 'B0100000009' },
    ]),
  ).split('\r\n');
  expect(heads).toBe(
    '\uFEFF"e-NCF","Código del tipo","Tipo","RNC suplidor","Suplidor","Monto total","ITBIS","Emisión","En la DGII","Aprobación comercial","Recibido","e-NCF modificado"',
  );
  const start = '"E310000000501",31,"Factura de crédito fiscal electrónica","101000001","UNO, SRL",1180.00';
  expect(first).toBe(`${start},180.00,"2026-11-20","Aceptado","Aprobado","2026-11-20 10:05:09",""`);
  expect(second).toBe(
    `${start},"","2026-11-20","Sin consultar","Sin decidir","2026-11-20 10:05:09","B0100000009"`,
  );
});

test('the report of a run has a line for each row, with all that was said about it', () => {
  const row: CertificationRow = {
    row: 7,
    encf: 'E310000000051',
    ecfType: 31,
    attempt: 2,
    tries: 0,
    outcome: 'rejected',
    isNext: true,
    status: 'Rechazado',
    trackId: 'f2a1',
    confirmation: null,
    use: null,
    isSummary: false,
    mensajesDgii: ['=1+1, no', 'Monto'],
    refusal: { code: 'NOT_SENT', mensaje: 'No se envió.' },
    faults: [{ code: 'TASA-05', campo: 'ECF', mensaje: 'Sin líneas.', severidad: 'condicional' }],
  };
  const bare = { mensajesDgii: [], refusal: null, faults: [], outcome: null, status: null, attempt: null };
  const [heads, first, second] = runCsv({
    rows: [row, { ...row, ...bare, trackId: null, use: 'spent' }],
  }).split('\r\n');
  expect(heads).toBe('\uFEFF"Fila","e-NCF","Tipo","Intento","Estado","TrackId","Mensajes"');
  const start = '7,"E310000000051","Factura de crédito fiscal electrónica"';
  expect(first).toBe(
    `${start},2,"Rechazado","f2a1","'=1+1, no | Monto | NOT_SENT No se envió. | TASA-05 Sin líneas."`,
  );
  expect(second).toBe(`${start},"","Número ya usado","",""`);
});

describe('all rows of a list', () => {
  const listOf = (pages: number, perPage: number) => {
    const asked: object[] = [];
    const pageAt = (query: { readonly limit: number; readonly cursor?: string }) => {
      asked.push(query);
      const page = Number(query.cursor ?? 0);
      const items = Array.from({ length: perPage }, (_, n) => page * perPage + n);
      return Promise.resolve({ items, next: page + 1 < pages ? String(page + 1) : null });
    };
    return { asked, pageAt };
  };

  test('come from each page once, in the order of the list', async () => {
    const { asked, pageAt } = listOf(3, 2);
    expect(await allRows(pageAt, 100)).toEqual({ rows: [0, 1, 2, 3, 4, 5], isCut: false });
    expect(asked).toEqual([{ limit: 100 }, { limit: 100, cursor: '1' }, { limit: 100, cursor: '2' }]);
  });

  test.each([
    { max: 6, rows: 6, isCut: false, pages: 3 },
    { max: 5, rows: 5, isCut: true, pages: 3 },
    { max: 4, rows: 4, isCut: true, pages: 2 },
  ])('stop at the limit, here $max of 6, and say so', async ({ max, rows, isCut, pages }) => {
    const { asked, pageAt } = listOf(3, 2);
    const all = await allRows(pageAt, max);
    expect([all.rows.length, all.isCut, asked.length]).toEqual([rows, isCut, pages]);
  });
});

test.each([
  {
    days: { desde: '2026-11-01', hasta: '2026-11-30' },
    name: '131880681_production_2026-11-01_2026-11-30.csv',
  },
  { days: { desde: '2026-11-01' }, name: '131880681_production_2026-11-01_hoy.csv' },
  { days: { hasta: '2026-11-30' }, name: '131880681_production_inicio_2026-11-30.csv' },
  { days: {}, name: '131880681_production.csv' },
])('the file is called $name', ({ days, name }) => {
  expect(listFileName(['131880681', 'production', undefined], days, 'csv')).toBe(name);
});

test.each([
  { search: { desde: '2026-11-01', hasta: '2026-11-30' }, asked: { from: '01-11-2026', to: '30-11-2026' } },
  {
    search: { desde: '2026-11-01', hasta: '2026-11-30', dia: 'emision' },
    asked: { issuedFrom: '01-11-2026', issuedTo: '30-11-2026' },
  },
  { search: { dia: 'emision' }, asked: {} },
])('the days of the address are those of reception, or of issue: $search', ({ search, asked }) => {
  // toEqual leaves out what is undefined, as the client does.
  expect(questionOf(filtersOf(search))).toEqual(asked);
  expect(receivedQuestionOf(receivedFiltersOf(search))).toEqual(asked);
});
