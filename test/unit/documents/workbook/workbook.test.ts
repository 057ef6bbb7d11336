/** The reader of .xlsx files: every form of a cell that programs write, and every file that it refuses. */
import {
  elementsMax,
  listBytesMax,
  readSheets,
  type ReadSheets,
} from '../../../../src/documents/workbook/xlsx/workbook.js';
import { unpackedBytesMax, workbookBytesMax } from '../../../../src/documents/workbook/xlsx/archive.js';
import {
  cellName,
  columnsMax,
  rowsMax,
  sheetCharsMax,
} from '../../../../src/documents/workbook/xlsx/sheet.js';
import {
  letters,
  packed,
  sharedStringsPart,
  sheetPart,
  workbookPart,
  xlsxOf,
  xlsxParts,
  type Parts,
} from '../../../../tools/demo/test-set/xlsx.js';
import { zipOf } from '../../../harness/samples/zip.js';

const simple = [{ name: 'Hoja', rows: [['Nombre'], ['valor']] }];

/** The cells of a sheet whose rows are this XML, or the faults. */
function read(sheetData: string, strings = '') {
  return readParts({
    ...xlsxParts(simple),
    [sheetPart(1)]: `<worksheet><sheetData>${sheetData}</sheetData></worksheet>`,
    [sharedStringsPart]: `<sst>${strings}</sst>`,
  });
}

async function readParts(parts: Parts) {
  const found = await readSheets(packed(parts), ['Hoja']);
  return found.ok ? found.sheets[0]?.rows : found.faults;
}

const codesOf = (found: ReadSheets) => (found.ok ? 'read' : found.faults.map(({ code }) => code));
const one = (kind: string, text: string, row = 1, column = 0) => [{ row, cells: [{ column, kind, text }] }];

describe('a cell is read', () => {
  test.each([
    { name: 'a shared string', cell: '<c r="A1" t="s"><v>1</v></c>', found: one('text', 'dos') },
    { name: 'rich text', cell: '<c r="A1" t="s"><v>2</v></c>', found: one('text', 'tres y más') },
    {
      name: 'rich text without its phonetic hint',
      cell: '<c r="A1" t="s"><v>3</v></c>',
      found: one('text', 'kanji'),
    },
    {
      name: 'an inline string',
      cell: '<c r="A1" t="inlineStr"><is><t>aquí</t></is></c>',
      found: one('text', 'aquí'),
    },
    {
      name: 'inline rich text',
      cell: '<c r="A1" t="inlineStr"><is><r><rPr><b/></rPr><t>a</t></r><r><t>quí</t></r></is></c>',
      found: one('text', 'aquí'),
    },
    { name: 'a text of a program', cell: '<c r="A1" t="str"><v>texto</v></c>', found: one('text', 'texto') },
    { name: 'a number', cell: '<c r="A1"><v>1180.5</v></c>', found: one('number', '1180.5') },
    {
      name: 'a number with the noise of a double',
      cell: '<c r="A1" t="n"><v>70522.190000000002</v></c>',
      found: one('number', '70522.19'),
    },
    { name: 'a number with an exponent', cell: '<c r="A1"><v>1.5E3</v></c>', found: one('number', '1500') },
    { name: 'a truth value', cell: '<c r="A1" t="b"><v>1</v></c>', found: one('other', '1') },
    { name: 'an error of Excel', cell: '<c r="A1" t="e"><v>#N/A</v></c>', found: one('other', '#N/A') },
    { name: 'no number', cell: '<c r="A1"><v>0x10</v></c>', found: one('other', '0x10') },
    {
      name: 'characters of XML',
      cell: '<c r="A1" t="inlineStr"><is><t>a &amp; &#98;</t></is></c>',
      found: one('text', 'a & b'),
    },
    {
      name: 'CDATA',
      cell: '<c r="A1" t="inlineStr"><is><t><![CDATA[<a>]]></t></is></c>',
      found: one('text', '<a>'),
    },
    {
      name: 'a character that the workbook escapes',
      cell: '<c r="A1" t="inlineStr"><is><t>a_x000A_b_x005F_c</t></is></c>',
      found: one('text', 'a\nb_c'),
    },
    {
      name: 'blanks around a text',
      cell: '<c r="A1" t="inlineStr"><is><t> a </t></is></c>',
      found: one('text', ' a '),
    },
    { name: 'a blank cell', cell: '<c r="A1" s="3"/>', found: [] },
    { name: 'an empty text', cell: '<c r="A1" t="inlineStr"><is><t></t></is></c>', found: [] },
    { name: 'a cell far to the right', cell: '<c r="AB1"><v>1</v></c>', found: one('number', '1', 1, 27) },
    { name: 'a cell without a reference', cell: '<c/><c><v>1</v></c>', found: one('number', '1', 1, 1) },
  ])('$name', async ({ cell, found }) => {
    const strings =
      '<si><t>uno</t></si><si><t>dos</t></si>' +
      '<si><r><t>tres</t></r><r><rPr/><t xml:space="preserve"> y más</t></r></si>' +
      '<si><t>kanji</t><rPh sb="0" eb="1"><t>hint</t></rPh></si>';
    expect(await read(`<row r="1">${cell}</row>`, strings)).toEqual(found);
  });
});

test('rows have the numbers of Excel, and rows without values are left out', async () => {
  expect(
    await read(
      '<row r="3"><c r="A3"><v>1</v></c></row><row r="4"><c r="A4"/></row><row><c><v>2</v></c></row>',
    ),
  ).toEqual([...one('number', '1', 3), ...one('number', '2', 5)]);
});

test('what follows the cells of a sheet is not read', async () => {
  const parts = {
    ...xlsxParts(simple),
    [sheetPart(1)]: '<worksheet><sheetData/><x><row><c><f>1</f></c></row></x></worksheet>',
  };
  expect(await readParts(parts)).toEqual([]);
});

test('elements may have a prefix, parts another place, and sheets another case', async () => {
  const parts = xlsxParts(simple);
  const moved = {
    '_rels/.rels': parts['_rels/.rels']?.replace('xl/workbook.xml', '/book/main.xml') ?? '',
    'book/main.xml': parts[workbookPart]?.replace('"Hoja"', '"HOJA "') ?? '',
    'book/_rels/main.xml.rels':
      parts['xl/_rels/workbook.xml.rels']?.replace('worksheets/', '../sheets/') ?? '',
    'sheets/sheet1.xml':
      '<x:worksheet><x:sheetData><x:row><x:c><x:v>1</x:v></x:c></x:row></x:sheetData></x:worksheet>',
    'book/sharedStrings.xml': '<sst/>',
  };
  expect(await readParts(moved)).toEqual(one('number', '1'));
});

test.each([
  { name: 'bytes after its end', bytes: Buffer.concat([xlsxOf(simple), Buffer.from('\r\n')]) },
  {
    name: 'other parts whose names lead elsewhere',
    bytes: zipOf([
      ...partsOf(xlsxParts(simple)),
      { name: '/docProps/app.xml', content: '<a/>' },
      { name: '../b.xml', content: '<b/>' },
    ]),
  },
  {
    name: 'names with backslashes',
    bytes: zipOf(
      partsOf(xlsxParts(simple)).map((part) => ({ ...part, name: part.name.replaceAll('/', '\\') })),
    ),
  },
])('a workbook with $name is read', async ({ bytes }) => {
  const found = await readSheets(bytes, ['Hoja']);
  expect(found.ok).toBe(true);
  expect(found).toEqual(await readSheets(xlsxOf(simple), ['Hoja']));
});

test.each([
  [0, 'A'],
  [25, 'Z'],
  [26, 'AA'],
  [701, 'ZZ'],
  [702, 'AAA'],
  [5214, 'GRO'],
])('column %i is %s', (column, name) => {
  expect(cellName('ECF', column, 7)).toBe(`ECF!${name}7`);
  expect(letters(column)).toBe(name);
});

test('each formula is a fault with its cell', async () => {
  expect(
    await read(
      '<row r="1"><c r="A1"><f>1+1</f><v>2</v></c><c r="C1" t="str"><f t="shared" si="0"/><v>a</v></c></row>',
    ),
  ).toMatchObject([
    { code: 'WORKBOOK_FORMULA', cell: 'Hoja!A1' },
    { code: 'WORKBOOK_FORMULA', cell: 'Hoja!C1' },
  ]);
});

describe('a file is refused', () => {
  const good = xlsxOf(simple);
  const unreadable = ['WORKBOOK_UNREADABLE'];
  /** A byte of the packed sheet is another one. */
  const damaged = () => {
    const at = Buffer.from(good).indexOf(sheetPart(1)) + sheetPart(1).length + 5;
    return good.map((byte, index) => (index === at ? byte ^ 0xff : byte));
  };

  test.each([
    { name: 'no bytes', bytes: Buffer.alloc(0) },
    { name: 'a text', bytes: Buffer.from('RNC;eNCF\n'.repeat(100)) },
    {
      name: 'an old .xls, or one with a password',
      bytes: Buffer.from(`d0cf11e0a1b11ae1${'00'.repeat(600)}`, 'hex'),
    },
    { name: 'the first half of a workbook', bytes: good.subarray(0, good.length / 2) },
    { name: 'a ZIP without a workbook', bytes: zipOf([{ name: 'a.txt', content: 'a' }]) },
    { name: 'a changed byte', bytes: damaged() },
    {
      name: 'a ZIP of many entries',
      bytes: zipOf(Array.from({ length: 1001 }, (_, n) => ({ name: `${n}`, content: '' }))),
    },
    {
      name: 'a part with another checksum',
      bytes: zipOf(partsOf(xlsxParts(simple)).map((part) => ({ ...part, claim: { crc: 1 } }))),
    },
    {
      name: 'a part that is there twice',
      bytes: zipOf([...partsOf(xlsxParts(simple)), { name: sheetPart(1), content: '<a/>' }]),
    },
  ])('$name', async ({ bytes }) => {
    expect(codesOf(await readSheets(bytes, ['Hoja']))).toEqual(unreadable);
  });

  test('an encrypted entry', async () => {
    const encrypted = Buffer.from(good);
    // The flags of the first entry of the directory.
    encrypted[encrypted.indexOf('PK\x01\x02', 0, 'latin1') + 8]! |= 1;
    expect(codesOf(await readSheets(encrypted, ['Hoja']))).toEqual(unreadable);
  });

  test.each([
    { name: 'a DTD', xml: '<!DOCTYPE worksheet><worksheet/>' },
    { name: 'an entity', xml: '<!DOCTYPE a [<!ENTITY e "1">]><worksheet>&e;</worksheet>' },
    { name: 'an entity without a DTD', xml: '<worksheet>&e;</worksheet>' },
    { name: 'XML that ends too early', xml: '<worksheet><sheetData>' },
    { name: 'no XML', xml: 'worksheet' },
    { name: 'a text without end', xml: `<worksheet>${'&lt;'.repeat(600_000)}</worksheet>` },
    { name: 'nothing but comments', xml: `<worksheet>${'<!---->'.repeat(400_000)}</worksheet>` },
    {
      name: 'too many attributes',
      xml: `<worksheet ${Array.from({ length: 200_000 }, (_, n) => `a${n}="1"`).join(' ')}/>`,
    },
    { name: 'XML with too many levels', xml: `${'<a>'.repeat(65)}${'</a>'.repeat(65)}` },
  ])('with $name', async ({ xml }) => {
    expect(await readParts({ ...xlsxParts(simple), [sheetPart(1)]: xml })).toMatchObject([
      { code: 'WORKBOOK_UNREADABLE' },
    ]);
  });

  test.each([
    { name: 'a string that is not in the table', rows: '<row r="1"><c r="A1" t="s"><v>7</v></c></row>' },
    { name: 'a string without a number', rows: '<row r="1"><c r="A1" t="s"/></row>' },
    { name: 'rows out of order', rows: '<row r="2"/><row r="1"/>' },
    { name: 'cells out of order', rows: '<row r="1"><c r="B1"/><c r="A1"/></row>' },
    { name: 'a cell of another row', rows: '<row r="1"><c r="A2"/></row>' },
    { name: 'a value that is too long', rows: `<row><c t="str"><v>${'a'.repeat(32_768)}</v></c></row>` },
    {
      name: 'an inline string that is too long',
      rows: `<row><c t="inlineStr"><is><t>${'a'.repeat(32_768)}</t></is></c></row>`,
    },
    { name: 'a malformed reference', rows: '<row r="1"><c r="1A"/></row>' },
  ])('with $name', async ({ rows }) => {
    expect(await read(rows)).toMatchObject([{ code: 'WORKBOOK_UNREADABLE' }]);
  });

  test.each([
    { length: 32_767, found: one('text', 'a'.repeat(32_767)) },
    { length: 32_768, found: [{ code: 'WORKBOOK_UNREADABLE' }] },
  ])('with a shared string of more than 32,767 characters: $length', async ({ length, found }) => {
    const strings = `<si><r><t>a</t></r><r><t>${'a'.repeat(length - 1)}</t></r></si>`;
    expect(await read('<row r="1"><c r="A1" t="s"><v>0</v></c></row>', strings)).toMatchObject(found);
  });

  test('with bytes that are not UTF-8', async () => {
    const parts = partsOf(xlsxParts(simple)).map((part) =>
      part.name === sheetPart(1)
        ? { ...part, content: Buffer.from('<worksheet>\xff</worksheet>', 'latin1') }
        : part,
    );
    expect(codesOf(await readSheets(zipOf(parts), ['Hoja']))).toEqual(unreadable);
  });

  test('with every sheet that is missing', async () => {
    expect(await readSheets(good, ['ECF', 'Hoja', 'RFCE'])).toMatchObject({
      ok: false,
      faults: [
        { code: 'SHEET_MISSING', mensaje: expect.stringContaining('ECF') },
        { code: 'SHEET_MISSING', mensaje: expect.stringContaining('RFCE') },
      ],
    });
  });
});

describe('a file is too large', () => {
  const tooLarge = ['WORKBOOK_TOO_LARGE'];
  const withSheet = (content: Uint8Array, claim?: { readonly size: number }) =>
    zipOf(
      partsOf(xlsxParts(simple)).map((part) =>
        part.name === sheetPart(1) ? { name: part.name, content, ...(claim && { claim }) } : part,
      ),
    );

  test('with 6 MB', async () => {
    expect(codesOf(await readSheets(Buffer.alloc(6 * 1024 * 1024), ['Hoja']))).toEqual(tooLarge);
    expect(codesOf(await readSheets(Buffer.alloc(workbookBytesMax), ['Hoja']))).toEqual([
      'WORKBOOK_UNREADABLE',
    ]);
  });

  test('with an entry that declares more than the limit', async () => {
    expect(codesOf(await readSheets(withSheet(Buffer.alloc(unpackedBytesMax + 1)), ['Hoja']))).toEqual(
      tooLarge,
    );
  });

  test('with an entry that declares little and has much, which is not unpacked', async () => {
    const bytes = withSheet(Buffer.alloc(unpackedBytesMax + 1), { size: 100 });
    expect(codesOf(await readSheets(bytes, ['Hoja']))).toEqual(['WORKBOOK_UNREADABLE']);
  });

  const longElement = `<a>${'x'.repeat(65_529)}</a>`;

  test.each([
    {
      name: 'half of the elements in each',
      content: '<a/>'.repeat(elementsMax / 2 - 100),
      found: 'read',
    },
    {
      name: 'half of the elements and one more in each',
      content: '<a/>'.repeat(elementsMax / 2),
      found: tooLarge,
    },
    { name: 'less than half of the bytes in each', content: longElement.repeat(127), found: 'read' },
    { name: 'more than half of the bytes in each', content: longElement.repeat(128), found: tooLarge },
  ])('with two sheets and $name: $found', async ({ content, found }) => {
    const sheet = `<worksheet>${content}</worksheet>`;
    const parts = xlsxParts([...simple, { name: 'Otra', rows: [] }]);
    const bytes = packed({ ...parts, [sheetPart(1)]: sheet, [sheetPart(2)]: sheet });
    expect(codesOf(await readSheets(bytes, ['Hoja', 'Otra']))).toEqual(found);
  });

  test.each([
    { name: 'the list of relationships', part: 'xl/_rels/workbook.xml.rels' },
    { name: 'the list of sheets', part: workbookPart },
  ])('with more than a megabyte of $name', async ({ part }) => {
    const parts = xlsxParts(simple);
    const ofBytes = (bytes: number) =>
      readSheets(packed({ ...parts, [part]: parts[part]!.padEnd(bytes) }), ['Hoja']);
    expect(codesOf(await ofBytes(listBytesMax))).toEqual('read');
    expect(codesOf(await ofBytes(listBytesMax + 1))).toEqual(['WORKBOOK_UNREADABLE']);
  });

  test('with more than a thousand relationships: the rest is not read', async () => {
    const others = '<Relationship Id="x" Type="/other" Target="other.xml"/>';
    const withOthers = (count: number) =>
      xlsxParts(simple)['xl/_rels/workbook.xml.rels']!.replace(/(?=<Relationship )/, others.repeat(count));
    const found = async (count: number) =>
      codesOf(
        await readSheets(packed({ ...xlsxParts(simple), 'xl/_rels/workbook.xml.rels': withOthers(count) }), [
          'Hoja',
        ]),
      );
    expect(await found(998)).toEqual('read');
    expect(await found(1_000)).toEqual(['SHEET_MISSING']);
  });

  test('with one shared text in so many cells that they have too many characters', async () => {
    const cells = (count: number) => Array.from({ length: count }, () => 'x'.repeat(20_000));
    const found = async (count: number) =>
      codesOf(await readSheets(xlsxOf([{ name: 'Hoja', rows: [cells(count)] }]), ['Hoja']));
    expect(await found(sheetCharsMax / 20_000)).toEqual('read');
    expect(await found(sheetCharsMax / 20_000 + 1)).toEqual(tooLarge);
  });

  test.each([
    { name: 'the most rows', rows: rowsMax, columns: 1, found: 'read' },
    { name: 'one row more', rows: rowsMax + 1, columns: 1, found: tooLarge },
    { name: 'the most columns', rows: 1, columns: columnsMax, found: 'read' },
    { name: 'one column more', rows: 1, columns: columnsMax + 1, found: tooLarge },
  ])('with $name: $found', async ({ rows, columns, found }) => {
    const all = Array.from({ length: rows }, () => Array.from({ length: columns }, () => 1));
    expect(codesOf(await readSheets(xlsxOf([{ name: 'Hoja', rows: all }]), ['Hoja']))).toEqual(found);
  });
});

function partsOf(parts: Parts) {
  return Object.entries(parts).map(([name, content]) => ({ name, content: content }));
}
