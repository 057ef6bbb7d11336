/** The workbook of step 2: what its rows become, in which order, and every fault with its cell. */
import { readFileSync } from 'node:fs';
import { readTestSet, setCharsMax } from '../../../../src/documents/workbook/test-set.js';
import { ecfTypeList } from '../../../../src/ecf/model/ecf-types.js';
import {
  cellAt,
  testSetSheets,
  withCell,
  type Voucher,
} from '../../../../tools/demo/test-set/dgii-workbooks.js';
import { companyRnc, encfOf, sampleVoucher } from '../../../../tools/demo/test-set/sample-set.js';
import { letters, xlsxOf, type SheetCell, type SheetContent } from '../../../../tools/demo/test-set/xlsx.js';
import { hugeContentWorkbook } from '../../../harness/samples/hostile-workbooks.js';

const invoice = sampleVoucher(31, 1);
const small = sampleVoucher(32, 2, { total: 47_200 });
const otherSmall = sampleVoucher(32, 3, { total: 249_999.99 });
const [ecf, rfce] = sheetsOf(invoice, small, otherSmall);

const read = (...sheets: readonly SheetContent[]) => readTestSet(xlsxOf(sheets), companyRnc);
/** Faults as `code cell`. */
const faultsOf = async (...sheets: readonly SheetContent[]) => {
  const found = await read(...sheets);
  return found.ok
    ? []
    : found.faults.map(({ code, cell }) => (cell === undefined ? code : `${code} ${cell}`));
};
const ecfWith = (row: number, header: string, value: SheetCell) => withCell(ecf, row, header, value);

/** The sheets with up to five repetitions of everything, because reading thousands of columns takes time. */
function sheetsOf(...vouchers: readonly Voucher[]): readonly [SheetContent, SheetContent] {
  const narrow = ({ name, rows }: SheetContent): SheetContent => {
    const kept = (rows[0] ?? []).map(
      (header) => typeof header !== 'string' || !/\[(?:[6-9]|\d\d)\]/.test(header),
    );
    return { name, rows: rows.map((cells) => cells.filter((_, column) => kept[column])) };
  };
  const [ecf, rfce] = testSetSheets(vouchers);
  return [narrow(ecf), narrow(rfce)];
}

/** No list is longer than the workbook has columns for. */
function shortened<Value>(value: Value, key = ''): Value {
  const shorter = (): unknown => {
    if (Array.isArray(value))
      return value.slice(0, key === 'Subtotal' ? 1 : 2).map((one: unknown) => shortened(one));
    if (typeof value !== 'object') return value;
    const members = Object.entries(value as object).map(([name, member]) => [
      name,
      shortened(member as unknown, name),
    ]);
    return Object.fromEntries(members) as unknown;
  };
  return shorter() as Value;
}

describe('a row becomes the voucher that a client would send', () => {
  test.each(ecfTypeList.flatMap((type) => ['small', 'full'].map((size) => `${type}-${size}`)))(
    '%s',
    async (name) => {
      const voucher = shortened(JSON.parse(readFileSync(`test/examples/${name}.json`, 'utf8')));
      voucher.ECF.Encabezado.Emisor.RNCEmisor = companyRnc;
      const found = await read(...testSetSheets([voucher]));
      if (!found.ok) throw new Error(JSON.stringify(found.faults));
      expect(found.rows.map(({ content }) => JSON.parse(content) as unknown)).toEqual([voucher]);
    },
  );
});

test('numbers keep the digits of the cell', async () => {
  const found = await read(ecfWith(2, 'PrecioUnitarioItem[1]', '0035.1000'), rfce);
  expect(found.ok && found.rows[0]?.content).toContain('"PrecioUnitarioItem":35.1000,');
});

test('a text keeps its blanks, and a date does not', async () => {
  const changed = withCell(ecfWith(2, 'NombreItem[1]', ' Dos  blancos '), 2, 'FechaEmision', ' 01-04-2020 ');
  const found = await read(changed, rfce);
  expect(found.ok && found.rows[0]?.content).toContain('"NombreItem":" Dos  blancos "');
  expect(found.ok && found.rows[0]?.content).toContain('"FechaEmision":"01-04-2020"');
});

test('a number in a numeric cell is read too', async () => {
  const found = await read(ecfWith(2, 'PrecioUnitarioItem[1]', 35.1), rfce);
  expect(found.ok && found.rows[0]?.content).toContain('"PrecioUnitarioItem":35.1,');
});

test('an unused repetition between two others leaves no hole', async () => {
  const [name, number] = ['TipoCodigo[1][4]', 'CodigoItem[1][4]'];
  const found = await read(withCell(ecfWith(2, name, 'Interna'), 2, number, 'A1'), rfce);
  const { ECF } = JSON.parse(found.ok ? (found.rows[0]?.content ?? '') : '');
  expect(ECF.DetallesItems.Item[0].TablaCodigosItem.CodigosItem.at(-1)).toEqual({
    TipoCodigo: 'Interna',
    CodigoItem: 'A1',
  });
});

describe('rows are in the official order', () => {
  test('with the notes after the vouchers in full, and the summaries last', async () => {
    const vouchers = [
      sampleVoucher(33, 1, { modifies: 'E340000000004' }),
      sampleVoucher(32, 2, { total: 249_999.99 }),
      sampleVoucher(34, 3, { modifies: 'E470000000009' }),
      sampleVoucher(34, 4),
      sampleVoucher(45, 5),
      sampleVoucher(32, 6, { total: 250_000 }),
      ...([41, 43, 47, 46, 44] as const).map((type, index) => sampleVoucher(type, 7 + index)),
      sampleVoucher(31, 12),
    ];
    const found = await read(...sheetsOf(...vouchers));
    if (!found.ok) throw new Error(JSON.stringify(found.faults));
    expect(found.rows.map(({ group, tipoeCF, row }) => [group, tipoeCF, row])).toEqual([
      ...[
        [1, 45, 6],
        [1, 32, 7],
        [1, 41, 8],
        [1, 43, 9],
        [1, 47, 10],
        [1, 46, 11],
        [1, 44, 12],
        [1, 31, 13],
      ],
      ...[
        [2, 34, 4],
        [2, 34, 5],
        [2, 33, 2],
      ],
      [3, 32, 3],
    ]);
    expect(found.rows.map(({ encf }) => encf).sort()).toEqual(vouchers.map(encfOf).sort());
    expect(found.summaries).toBe(1);
  });

  test('with a note of a small consumption voucher after that voucher', async () => {
    const found = await read(...sheetsOf(sampleVoucher(34, 1, { modifies: encfOf(small) }), small, invoice));
    expect(found.ok && found.rows.map(({ group, tipoeCF }) => [group, tipoeCF])).toEqual([
      [1, 31],
      [3, 32],
      [3, 34],
    ]);
  });

  test('with two notes that modify each other as they are in the sheet', async () => {
    const notes = [
      sampleVoucher(33, 1, { modifies: 'E340000000002' }),
      sampleVoucher(34, 2, { modifies: 'E330000000001' }),
    ];
    const found = await read(...sheetsOf(...notes));
    expect(found.ok && found.rows.map(({ row }) => row)).toEqual([2, 3]);
  });
});

describe('a fault names its cell', () => {
  const at = (row: number, header: string) => cellAt(ecf, row, header);

  test('and the workbook of these cases has none before it is changed', async () => {
    expect(await read(ecf, rfce)).toMatchObject({ ok: true, summaries: 2 });
    expect(rfce.rows.map(([caso]) => caso)).toEqual([
      'CasoPrueba',
      `${companyRnc}${encfOf(otherSmall)}`,
      `${companyRnc}${encfOf(small)}`,
    ]);
  });

  test.each([
    { header: 'FechaEmision', value: '2020-04-01', code: 'CELL_INVALID' },
    { header: 'FechaEmision', value: '31-02-2020', code: 'CELL_INVALID' },
    { header: 'FechaEmision', value: 43_922, code: 'CELL_INVALID' },
    { header: 'PrecioUnitarioItem[1]', value: '1,250.00', code: 'CELL_INVALID' },
    { header: 'PrecioUnitarioItem[1]', value: '1.12345', code: 'CELL_INVALID' },
    { header: 'MontoItem[1]', value: '-1.00', code: 'CELL_INVALID' },
    { header: 'MontoTotal', value: '1e3', code: 'CELL_INVALID' },
    { header: 'ValorPagar', value: '123456789012345.678', code: 'CELL_INVALID' },
    { header: 'ValorPagar', value: '9999999999999999.99', code: 'CELL_INVALID' },
    { header: 'TipoIngresos', value: '1', code: 'CELL_INVALID' },
    { header: 'TipoIngresos', value: 1, code: 'CELL_INVALID' },
    { header: 'TipoPago', value: '9', code: 'CELL_INVALID' },
    { header: 'RazonSocialEmisor', value: 'x'.repeat(151), code: 'CELL_INVALID' },
    { header: 'IndicadorNotaCredito', value: '0', code: 'CELL_INVALID' },
    { header: 'SubDescuentoPorcentaje[1][1]', value: 'mucho', code: 'CELL_INVALID' },
    { header: 'RNCEmisor', value: '101000001', code: 'ISSUER_OTHER', also: ['CASE_MISMATCH CasoPrueba'] },
    { header: 'RNCEmisor', value: '#e', code: 'CELL_MISSING' },
    { header: 'ENCF', value: 'E320000000009', code: 'CELL_INVALID', also: ['CASE_MISMATCH CasoPrueba'] },
    { header: 'ENCF', value: 'E31', code: 'CELL_INVALID' },
    { header: 'ENCF', value: '#e', code: 'CELL_MISSING' },
    { header: 'TipoeCF', value: '99', code: 'CELL_INVALID' },
    { header: 'TipoeCF', value: undefined, code: 'CELL_MISSING' },
    { header: 'MontoTotal', value: '#e', code: 'CELL_MISSING' },
    { header: 'CasoPrueba', value: `${companyRnc}E310000000009`, code: 'CASE_MISMATCH' },
    { header: 'CasoPrueba', value: undefined, code: 'CELL_MISSING' },
  ])('$header $value: $code', async ({ header, value, code, also = [] }) => {
    const others = also.map((other) =>
      other.replace(/(\S+) (\S+)/, (_, first: string, name: string) => `${first} ${at(2, name)}`),
    );
    expect((await faultsOf(ecfWith(2, header, value), rfce)).sort()).toEqual(
      [`${code} ${at(2, header)}`, ...others].sort(),
    );
  });

  test('an unknown header with a value below it, once', async () => {
    const added = { ...ecf, rows: ecf.rows.map((row, index) => [...row, index === 0 ? 'Inventado' : 'x']) };
    expect(await faultsOf(added, rfce)).toEqual([`HEADER_UNKNOWN ${cellAt(added, 2, 'Inventado')}`]);
    const blank = { ...ecf, rows: ecf.rows.map((row, index) => [...row, index === 0 ? 'Inventado' : '#e']) };
    expect(await faultsOf(blank, rfce)).toEqual([]);
  });

  test('a value in a column without a header', async () => {
    const added = { ...ecf, rows: ecf.rows.map((row, index) => [...row, index === 2 ? 'x' : undefined]) };
    expect(await faultsOf(added, rfce)).toEqual([`HEADER_UNKNOWN ECF!${letters(ecf.rows[0]?.length ?? 0)}3`]);
  });

  test('two values of one field', async () => {
    const twice = {
      ...ecf,
      rows: ecf.rows.map((row, index) => [...row, index === 0 ? 'eNCF ' : (row[3] ?? '')]),
    };
    expect(await faultsOf(twice, rfce)).toEqual(
      [2, 3, 4].map((row) => `HEADER_DUPLICATE ${cellAt(twice, row, 'eNCF ')}`),
    );
  });

  test('a number that appears in two rows', async () => {
    const [again] = sheetsOf(invoice, small, otherSmall, invoice);
    expect(await faultsOf(again, rfce)).toEqual([`ROW_DUPLICATE ${at(5, 'ENCF')}`]);
  });

  test('in every row, up to fifty', async () => {
    const vouchers = Array.from({ length: 55 }, (_, index) => sampleVoucher(31, index + 1));
    const found = await readTestSet(xlsxOf(sheetsOf(...vouchers)), '101000001');
    expect(found).toMatchObject({ ok: false });
    expect(found.ok ? [] : found.faults.map(({ code }) => code)).toEqual(Array(50).fill('ISSUER_OTHER'));
  });

  test('with a message for an accountant', async () => {
    const found = await read(ecfWith(2, 'PrecioUnitarioItem[1]', '1,250.00'), rfce);
    expect(found).toEqual({
      ok: false,
      faults: [
        {
          code: 'CELL_INVALID',
          cell: at(2, 'PrecioUnitarioItem[1]'),
          mensaje:
            'El campo no admite el valor de la celda. PrecioUnitarioItem[1]: ' +
            'Se esperaba un número, como 1250.00; se recibió «1,250.00».',
        },
      ],
    });
  });
});

describe('the sheet RFCE has the same small consumption vouchers', () => {
  const at = (row: number, header: string) => cellAt(rfce, row, header);

  test.each([
    { header: 'MontoTotal', value: '47200.01', faults: [`SUMMARY_DIFFERENT ${at(3, 'MontoTotal')}`] },
    { header: 'CodigoSeguridadeCF', value: 'no se lee', faults: [] },
    { header: 'MontoGravadoTotal', value: 'x', faults: [`CELL_INVALID ${at(3, 'MontoGravadoTotal')}`] },
    {
      header: 'RNCEmisor',
      value: '101000001',
      faults: [`ISSUER_OTHER ${at(3, 'RNCEmisor')}`, `CASE_MISMATCH ${at(3, 'CasoPrueba')}`],
    },
  ])('$header $value', async ({ header, value, faults }) => {
    expect(await faultsOf(ecf, withCell(rfce, 3, header, value))).toEqual(faults);
  });

  test('a summary is missing', async () => {
    expect(await faultsOf(ecf, { ...rfce, rows: rfce.rows.slice(0, 2) })).toEqual([
      `SUMMARY_MISSING ${cellAt(ecf, 3, 'ENCF')}`,
    ]);
    expect(await faultsOf(ecf, { ...rfce, rows: rfce.rows.slice(0, 1) })).toHaveLength(2);
  });

  test('a summary has no voucher', async () => {
    expect(await faultsOf({ ...ecf, rows: ecf.rows.slice(0, 3) }, rfce)).toEqual([
      `SUMMARY_UNMATCHED ${at(2, 'ENCF')}`,
    ]);
  });

  test('a summary appears twice', async () => {
    expect(await faultsOf(ecf, { ...rfce, rows: [...rfce.rows, rfce.rows[1] ?? []] })).toEqual([
      `ROW_DUPLICATE ${at(4, 'ENCF')}`,
    ]);
  });
});

test('a workbook without vouchers, or without a sheet, is refused', async () => {
  expect(await faultsOf({ ...ecf, rows: ecf.rows.slice(0, 1) }, { ...rfce, rows: [] })).toEqual([
    'SHEET_EMPTY',
  ]);
  expect(await faultsOf(ecf)).toEqual(['SHEET_MISSING']);
});

test('rows that are too large together are refused at the row that is too much', async () => {
  const charsOf = async (rows: number) => {
    const found = await readTestSet(hugeContentWorkbook(companyRnc, rows), companyRnc);
    return found.ok ? found.rows.reduce((sum, { content }) => sum + content.length, 0) : found.faults;
  };
  const perRow = (await charsOf(1)) as number;
  const most = Math.floor(setCharsMax / perRow);
  expect([perRow > 250_000, await charsOf(most)]).toEqual([true, most * perRow]);
  expect(await charsOf(most + 3)).toEqual([
    {
      code: 'WORKBOOK_TOO_LARGE',
      cell: `ECF!C${most + 2}`,
      mensaje: expect.stringContaining(`${setCharsMax} caracteres`),
    },
  ]);
});
