/** DGII's file in all the forms it was seen in, and what is not DGII's file. */
import iconv from 'iconv-lite';
import type { Taxpayer } from '../../../../src/ecf/model/taxpayer.js';
import { splitQuoted } from '../../../../src/documents/registry/columns.js';
import { dateInName } from '../../../../src/documents/registry/registry-file.js';
import { batchRows, readRegistry } from '../../../../src/documents/registry/read-registry.js';
import { RegistryFileError } from '../../../../src/documents/registry/registry-error.js';

/** In pieces of a few bytes, so that lines and characters are cut anywhere. */
async function* chunked(bytes: Uint8Array, size: number): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

async function read(content: string | Uint8Array, size = 7) {
  const bytes = typeof content === 'string' ? iconv.encode(content, 'win1252') : content;
  const { batches, tally } = readRegistry(chunked(bytes, size));
  const taxpayers: Taxpayer[] = [];
  for await (const batch of batches) taxpayers.push(...batch);
  return { taxpayers, tally };
}

const problemOf = async (content: string | Uint8Array, size?: number) => {
  const error: unknown = await read(content, size).then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  return error instanceof RegistryFileError ? error.problem : error;
};

const txtRow = (rnc: string, name = 'EMPRESA DE PRUEBA') =>
  `${rnc}|${name}|LA PRUEBA|SERVICIOS| | | | |01/02/2003|ACTIVO|NORMAL`;
const csvHeading =
  '"RNC","RAZÓN SOCIAL","ACTIVIDAD ECONÓMICA","FECHA DE INICIO OPERACIONES","ESTADO","RÉGIMEN DE PAGO"';
const csvRow = (rnc: string, name = 'EMPRESA DE PRUEBA') =>
  `"${rnc}","${name}","SERVICIOS","01/02/2003","ACTIVO","NORMAL"`;

const full: Taxpayer = {
  rnc: '999999992',
  razonSocial: 'COMPAÑÍA DE PRUEBA, SRL',
  nombreComercial: 'LA PRUEBA',
  actividadEconomica: 'SERVICIOS',
  estado: 'ACTIVO',
  regimenPagos: 'NORMAL',
};

test.each([
  { name: 'eleven columns between bars', text: txtRow('999999992', full.razonSocial), trade: true },
  {
    name: 'eleven columns under a heading',
    text: `RNC|NOMBRE|NOMBRE COMERCIAL|ACTIVIDAD|CALLE|NUMERO|SECTOR|TELEFONO|INICIO|ESTADO|REGIMEN DE PAGOS\r\n${txtRow('999999992', full.razonSocial)}`,
    trade: true,
  },
  {
    name: 'six quoted columns under their headings',
    text: `${csvHeading}\r\n${csvRow('999999992', full.razonSocial)}`,
    trade: false,
  },
  { name: 'six quoted columns without a heading', text: csvRow('999999992', full.razonSocial), trade: false },
  {
    name: 'columns in another order, with one more',
    text: '"ESTADO","RNC","PROVINCIA","RAZÓN SOCIAL","RÉGIMEN DE PAGO","ACTIVIDAD ECONÓMICA"\n"ACTIVO","999999992","D.N.","COMPAÑÍA DE PRUEBA, SRL","NORMAL","SERVICIOS"',
    trade: false,
  },
  {
    name: 'semicolons, as a spreadsheet saves them',
    text: 'RNC;RAZÓN SOCIAL;ACTIVIDAD ECONÓMICA;INICIO;ESTADO;RÉGIMEN DE PAGO\n999999992;"COMPAÑÍA DE PRUEBA, SRL";SERVICIOS;;ACTIVO;NORMAL',
    trade: false,
  },
])('reads $name', async ({ text, trade }) => {
  for (const end of ['', '\n', '\r\n', '\r\n\r\n']) {
    const { taxpayers, tally } = await read(text + end);
    expect(taxpayers).toEqual([{ ...full, nombreComercial: trade ? 'LA PRUEBA' : null }]);
    expect(tally).toEqual({ lines: 1, malformed: 0, malformedLines: [], garbled: 0 });
  }
});

test.each(['win1252', 'cp850', 'utf8'])(
  'reads names in %s, wherever the pieces are cut',
  async (encoding) => {
    const names = ['NUÑEZ & PEÑA', 'COMPAÑÍA ÚNICA', 'ÁÉÍÓÚ ÜÑ', 'EXPORTACIÓN'];
    const text = [csvHeading, ...names.map((name, i) => csvRow(`10000000${i}`, name))].join('\r\n');
    for (const size of [1, 3, 1000, 1_000_000]) {
      const { taxpayers } = await read(iconv.encode(text, encoding), size);
      expect(taxpayers.map(({ razonSocial }) => razonSocial)).toEqual(names);
    }
  },
);

const latin = (text: string) => iconv.encode(text, 'win1252');

test('one wrong byte in a UTF-8 file damages only its own name', async () => {
  const rows = many(300, (i) => csvRow(String(100_000_000 + i), 'PEÑA Y COMPAÑÍA')).join('\n');
  const wrong = latin(`\n${csvRow('200000000', 'PEÑA')}\n`);
  const { taxpayers } = await read(Buffer.concat([Buffer.from(rows), wrong, Buffer.from(rows)]), 4_096);
  expect(taxpayers.map(({ razonSocial }) => razonSocial)).toEqual([
    ...many(300, () => 'PEÑA Y COMPAÑÍA'),
    'PE\ufffdA',
    ...many(300, () => 'PEÑA Y COMPAÑÍA'),
  ]);
});

test.each(['win1252', 'cp850', 'utf8'])('accents in %s count even if they come late', async (encoding) => {
  const plain = many(2_000, good).join('\n');
  const late = iconv.encode(`\n${txtRow('200000000', 'PEÑA Y COMPAÑÍA')}`, encoding);
  const { taxpayers } = await read(Buffer.concat([Buffer.from(plain), late]), 4_096);
  expect(taxpayers.at(-1)).toMatchObject({ razonSocial: 'PEÑA Y COMPAÑÍA' });
});

test('a file that changes its encoding halfway is refused; a few damaged names are not', async () => {
  const part = (count: number, encoding: string) =>
    iconv.encode(`${many(count, (i) => csvRow(String(100_000_000 + i), 'PEÑA')).join('\n')}\n`, encoding);
  for (const [one, other] of [
    ['win1252', 'utf8'],
    ['utf8', 'win1252'],
    ['cp850', 'utf8'],
    ['cp850', 'win1252'],
    ['win1252', 'cp850'],
  ] as const) {
    const mixed = (count: number) => Buffer.concat([part(2_000, one), part(count, other)]);
    expect({ one, other, problem: await problemOf(mixed(100), 4_096) }).toEqual({
      one,
      other,
      problem: 'NAMES_GARBLED',
    });
    expect((await read(mixed(10), 4_096)).taxpayers).toHaveLength(2_010);
  }
  const portuguese = many(100, (i) => csvRow(String(100_000_000 + i), 'PADARIA SÃO JOÃO, SRL')).join('\n');
  expect((await read(portuguese, 4_096)).taxpayers).toHaveLength(100);
});

test('a UTF-8 file with a byte order mark, as an editor saves it', async () => {
  const bytes = iconv.encode(`${csvHeading}\n${csvRow('999999992', 'ÑANDÚ SRL')}`, 'utf8', { addBOM: true });
  expect((await read(bytes)).taxpayers).toMatchObject([{ razonSocial: 'ÑANDÚ SRL' }]);
});

test('blanks and control characters in names are tidied; what is empty is null', async () => {
  const row = '999999992|  EMPRESA   DE\t PRUEBA \u0001SRL  ||   | | | | |  |ACTIVO|';
  expect((await read(row)).taxpayers).toEqual([
    {
      rnc: '999999992',
      razonSocial: 'EMPRESA DE PRUEBA SRL',
      nombreComercial: null,
      actividadEconomica: null,
      estado: 'ACTIVO',
      regimenPagos: null,
    },
  ]);
});

test.each([
  { name: 'no number', row: txtRow('') },
  { name: 'eight digits', row: txtRow('12345678') },
  { name: 'ten digits', row: txtRow('1234567890') },
  { name: 'letters', row: txtRow('99999999A') },
  { name: 'no name', row: txtRow('999999992', '  ') },
  { name: 'a column too few', row: '999999992|EMPRESA|X' },
  { name: 'a bar in the name', row: txtRow('999999992', 'EMPRESA | PRUEBA') },
  { name: 'two rows run together', row: txtRow('999999992', 'X'.repeat(500)) },
])('a row with $name is counted and passed over', async ({ row }) => {
  const { taxpayers, tally } = await read([txtRow('100000001'), row, txtRow('100000002')].join('\n'));
  expect(taxpayers.map(({ rnc }) => rnc)).toEqual(['100000001', '100000002']);
  expect(tally).toEqual({ lines: 3, malformed: 1, malformedLines: [2], garbled: 0 });
});

test('an RNC with hyphens is the same RNC', async () => {
  expect((await read(txtRow('9-99-99999-2'))).taxpayers).toMatchObject([{ rnc: '999999992' }]);
});

test.each([
  { name: 'plain', line: '"A","B","C"', fields: ['A', 'B', 'C'] },
  { name: 'empty ones', line: '"","",""', fields: ['', '', ''] },
  { name: 'not quoted', line: 'A,,C', fields: ['A', '', 'C'] },
  { name: 'an empty one at the end', line: '"A",', fields: ['A', ''] },
  { name: 'a comma inside', line: '"A, B","C"', fields: ['A, B', 'C'] },
  { name: 'doubled quotes', line: '"LA ""FE"" SRL","C"', fields: ['LA "FE" SRL', 'C'] },
  { name: 'doubled quotes at the end', line: '"LA ""FE""","C"', fields: ['LA "FE"', 'C'] },
  { name: 'doubled quotes and a comma', line: '"LA ""FE"", SRL","C"', fields: ['LA "FE", SRL', 'C'] },
  { name: 'quotes nobody doubled', line: '"LA "FE" SRL","C"', fields: ['LA "FE" SRL', 'C'] },
  { name: 'quotes nobody doubled, at the end', line: '"LA "FE"","C"', fields: ['LA "FE"', 'C'] },
  { name: 'quotes nobody doubled, last of all', line: '"A","LA "FE""', fields: ['A', 'LA "FE"'] },
  { name: 'no closing quote', line: '"A","B', fields: ['A', 'B'] },
])('fields of a line: $name', ({ line, fields }) => {
  expect(splitQuoted(line, ',')).toEqual(fields);
});

const many = (count: number, row: (index: number) => string) =>
  Array.from({ length: count }, (_, i) => row(i));
const good = (index: number) => txtRow(String(100_000_000 + index));

test.each([
  { name: 'nothing', content: '', problem: 'EMPTY' },
  { name: 'empty lines', content: '\r\n\r\n', problem: 'EMPTY' },
  { name: 'a heading alone', content: csvHeading, problem: 'EMPTY' },
  {
    name: 'a web page',
    content: '<!DOCTYPE html>\n<html><body>403 | Forbidden</body></html>',
    problem: 'WEB_PAGE',
  },
  { name: 'a web page after blanks', content: '\r\n  <html></html>', problem: 'WEB_PAGE' },
  { name: 'another table', content: 'a,b,c\n1,2,3', problem: 'COLUMNS_UNKNOWN' },
  { name: 'another table between bars', content: 'a|b|c\n1|2|3', problem: 'COLUMNS_UNKNOWN' },
  { name: 'text without columns', content: 'Servicio no disponible', problem: 'COLUMNS_UNKNOWN' },
  { name: 'no line breaks', content: 'x'.repeat(200_000), problem: 'COLUMNS_UNKNOWN' },
  {
    name: 'rows of another table',
    content: many(20, () => 'x|'.repeat(10)).join('\n'),
    problem: 'TOO_MANY_MALFORMED',
  },
  {
    name: 'one unreadable row in fifty',
    content: many(2_000, (i) => (i % 50 === 0 ? 'x' : good(i + 1)))
      .slice(1)
      .join('\n'),
    problem: 'TOO_MANY_MALFORMED',
  },
])('$name: $problem', async ({ content, problem }) => {
  expect(await problemOf(content, 4_096)).toBe(problem);
});

test('bytes that are no text at all are not taken', async () => {
  const noise = Uint8Array.from({ length: 100_000 }, (_, i) => (i * 7919) % 256);
  expect(['COLUMNS_UNKNOWN', 'TOO_MANY_MALFORMED']).toContain(await problemOf(noise, 4_096));
});

test('one unreadable row in a thousand is no reason to refuse the file', async () => {
  const { taxpayers, tally } = await read(
    many(20_000, (i) => (i % 1000 === 999 ? 'x' : good(i))).join('\n'),
    8_192,
  );
  expect([taxpayers.length, tally.malformed, tally.malformedLines]).toEqual([
    ...[19_980, 20],
    [1_000, 2_000, 3_000, 4_000, 5_000],
  ]);
});

test('a wrong file is given up early, not read to its end', async () => {
  let given = 0;
  async function* endless(): AsyncGenerator<Uint8Array> {
    for (; given < 10_000; given += 1) yield Buffer.from(`${good(1)}\n${'x\n'.repeat(100)}`);
  }
  const { batches } = readRegistry(endless());
  await expect(
    (async () => {
      for await (const batch of batches) expect(batch.length).toBeLessThanOrEqual(batchRows);
    })(),
  ).rejects.toThrow('Demasiadas líneas');
  expect(given).toBeLessThan(500);
});

test('batches are full but the last one', async () => {
  const { batches } = readRegistry(chunked(Buffer.from(many(batchRows * 2 + 3, good).join('\n')), 10_000));
  const lengths: number[] = [];
  for await (const batch of batches) lengths.push(batch.length);
  expect(lengths).toEqual([batchRows, batchRows, 3]);
});

test.each([
  { name: 'RNC_Contribuyentes_Actualizado_29_Ago_2026.csv', date: '29-08-2026' },
  { name: 'RNC_Contribuyentes_Actualizado_06_Dic_2025.csv', date: '06-12-2025' },
  { name: 'RNC_Contribuyentes_Actualizado_1_Set_2026.csv', date: '01-09-2026' },
  { name: 'RNC Actualizado 01 de septiembre de 2026.csv', date: '01-09-2026' },
  { name: 'RNC_Actualizado_31_Feb_2026.csv', date: undefined },
  { name: 'RNC_Actualizado_12_Xyz_2026.csv', date: undefined },
  { name: 'DGII_RNC.TXT', date: undefined },
  { name: 'DGII_RNC_1753101730023.TXT', date: undefined },
])('the date in $name: $date', ({ name, date }) => {
  expect(dateInName(name)).toBe(date);
});
