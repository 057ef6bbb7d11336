/** The workbook of step 3: its rows, and every fault with its cell. */
import { readApprovalSet } from '../../../../src/documents/workbook/approval-set.js';
import {
  approvalSheet,
  cellAt,
  withCell,
  type Approval,
} from '../../../../tools/demo/test-set/dgii-workbooks.js';
import { companyRnc } from '../../../../tools/demo/test-set/sample-set.js';
import {
  packed,
  workbookPart,
  xlsxOf,
  xlsxParts,
  type SheetContent,
} from '../../../../tools/demo/test-set/xlsx.js';

const accepted: Approval = {
  RNCEmisor: '131880681',
  eNCF: 'E310000000005',
  FechaEmision: '01-04-2020',
  MontoTotal: 83_320,
  RNCComprador: companyRnc,
  Estado: 1,
  FechaHoraAprobacionComercial: '17-06-2026 09:05:01',
};
const rejected: Approval = {
  ...accepted,
  eNCF: 'E340000000015',
  MontoTotal: 0,
  Estado: 2,
  DetalleMotivoRechazo: 'No se recibió la mercancía',
};
const sheet = approvalSheet([accepted, rejected]);
const read = (content: SheetContent) => readApprovalSet(xlsxOf([content]), companyRnc);
const faultsOf = async (content: SheetContent) => {
  const found = await read(content);
  return found.ok
    ? []
    : found.faults.map(({ code, cell }) => (cell === undefined ? code : `${code} ${cell}`));
};

test('numbers in the cells of RNCs and dates are read as what they stand for', async () => {
  // 1 April 2020 is day 43,922, and 9:05:01 of 17 June 2026 is 37.85 % of day 46,190.
  const numbers = [
    ['RNCEmisor', 131_880_681],
    ['RNCComprador', Number(companyRnc)],
    ['FechaEmision', 43_922],
    ['FechaHoraAprobacionComercial', 46_190 + (9 * 3_600 + 5 * 60 + 1) / 86_400],
  ] as const;
  const numeric = numbers.reduce((content, [header, value]) => withCell(content, 2, header, value), sheet);
  expect(await read(numeric)).toEqual(await read(sheet));
  expect(await faultsOf(withCell(sheet, 2, 'FechaEmision', -3))).toEqual([
    `CELL_INVALID ${cellAt(sheet, 2, 'FechaEmision')}`,
  ]);
});

test.each([
  { day: '2020-04-01', time: '2026-06-17T09:05:01' },
  { day: '2020-04-01T00:00:00', time: '2026-06-17T09:05:01.000Z' },
  { day: '2020-04-01T00:00', time: '2026-06-17T09:05:00.6' },
])('cells of dates in ISO 8601 are read: $day, $time', async ({ day, time }) => {
  const dated = withCell(
    withCell(sheet, 2, 'FechaEmision', { iso: day }),
    2,
    'FechaHoraAprobacionComercial',
    { iso: time },
  );
  expect(await read(dated)).toEqual(await read(sheet));
});

test.each([
  { header: 'FechaEmision', iso: '2020-02-30' },
  { header: 'FechaEmision', iso: '01-04-2020' },
  { header: 'FechaHoraAprobacionComercial', iso: '2026-06-17T25:05:01' },
  { header: 'MontoTotal', iso: '2020-04-01' },
  { header: 'eNCF', iso: '2020-04-01' },
])(
  'a date that does not exist, or in a field of another kind, is a fault: $header $iso',
  async ({ header, iso }) => {
    const faults = await faultsOf(withCell(sheet, 2, header, { iso }));
    expect(faults).toContain(`CELL_INVALID ${cellAt(sheet, 2, header)}`);
  },
);

describe('a cédula or an RNC as a number, which has lost its zeros', () => {
  const cedula = '00112345678';
  const own = withCell(withCell(sheet, 2, 'RNCComprador', cedula), 3, 'RNCComprador', cedula);
  const as = async (content: SheetContent, rnc: string) => {
    const found = await readApprovalSet(xlsxOf([content]), rnc);
    return found.ok ? found.rows : found.faults;
  };

  test('is the company’s own if it can be', async () => {
    const typed = withCell(own, 2, 'RNCComprador', Number(cedula));
    expect(await as(typed, cedula)).toEqual(await as(own, cedula));
    expect(await as(own, cedula)).toMatchObject([{ rncComprador: cedula }, {}]);
  });

  test('of ten digits is a cédula', async () => {
    const typed = withCell(sheet, 2, 'RNCEmisor', 1_131_880_681);
    expect(await as(typed, companyRnc)).toMatchObject([{ rncEmisor: '01131880681' }, {}]);
  });

  test.each(['RNCEmisor', 'RNCComprador'])('is refused as ambiguous in %s of another', async (header) => {
    const typed = withCell(sheet, 2, header, Number(cedula));
    expect(await as(typed, companyRnc)).toEqual([
      {
        code: 'CELL_INVALID',
        cell: cellAt(sheet, 2, header),
        mensaje: `El campo no admite el valor de la celda. ${header}: el número 112345678 puede ser el RNC 112345678 o la cédula 00112345678, sin sus ceros: escríbalo como texto.`,
      },
    ]);
  });
});

test.each([
  { date1904: '1', day: 42_460 },
  { date1904: 'true', day: 42_460 },
  { date1904: '0', day: 43_922 },
])('a workbook whose days begin in 1904 or not: $date1904', async ({ date1904, day }) => {
  const parts = xlsxParts([withCell(sheet, 2, 'FechaEmision', day)]);
  const workbook = parts[workbookPart]!.replace('<sheets>', `<workbookPr date1904="${date1904}"/><sheets>`);
  const found = await readApprovalSet(packed({ ...parts, [workbookPart]: workbook }), companyRnc);
  expect(found).toEqual(await read(sheet));
});

test('a row becomes an approval', async () => {
  expect(await read(sheet)).toEqual({
    ok: true,
    rows: [
      {
        row: 2,
        rncEmisor: '131880681',
        encf: 'E310000000005',
        fechaEmision: '01-04-2020',
        montoTotal: '83320.00',
        rncComprador: companyRnc,
        estado: 1,
        fechaHoraAprobacionComercial: '17-06-2026 09:05:01',
      },
      {
        row: 3,
        rncEmisor: '131880681',
        encf: 'E340000000015',
        fechaEmision: '01-04-2020',
        montoTotal: '0.00',
        rncComprador: companyRnc,
        estado: 2,
        detalleMotivoRechazo: 'No se recibió la mercancía',
        fechaHoraAprobacionComercial: '17-06-2026 09:05:01',
      },
    ],
  });
});

test.each([
  { header: 'MontoTotal', value: 70522.19, field: 'montoTotal', found: '70522.19' },
  { header: 'MontoTotal', value: '96365.3', field: 'montoTotal', found: '96365.30' },
  { header: 'Estado', value: '1', field: 'estado', found: 1 },
  { header: 'DetalleMotivoRechazo', value: '#e', field: 'detalleMotivoRechazo', found: undefined },
  {
    header: 'FechaHoraAprobacionComercial',
    value: '17-06-2026 9:5:1',
    field: 'fechaHoraAprobacionComercial',
    found: '17-06-2026 09:05:01',
  },
])('$header $value is $found', async ({ header, value, field, found }) => {
  const set = await read(withCell(sheet, 2, header, value));
  expect(set.ok && set.rows[0]?.[field as 'montoTotal']).toBe(found);
});

test.each([
  { row: 2, header: 'RNCComprador', value: '101000001', code: 'BUYER_OTHER' },
  { row: 2, header: 'RNCComprador', value: undefined, code: 'CELL_MISSING' },
  { row: 2, header: 'RNCEmisor', value: '13188', code: 'CELL_INVALID' },
  { row: 2, header: 'eNCF', value: 'E990000000001', code: 'CELL_INVALID' },
  { row: 2, header: 'FechaEmision', value: '1-4-2020', code: 'CELL_INVALID' },
  { row: 2, header: 'MontoTotal', value: 1.234, code: 'CELL_INVALID' },
  { row: 2, header: 'MontoTotal', value: -1, code: 'CELL_INVALID' },
  { row: 2, header: 'MontoTotal', value: 'mucho', code: 'CELL_INVALID' },
  { row: 2, header: 'Estado', value: 3, code: 'CELL_INVALID' },
  { row: 2, header: 'Version', value: '2.0', code: 'CELL_INVALID' },
  { row: 2, header: 'DetalleMotivoRechazo', value: 'Ninguno', code: 'CELL_INVALID' },
  { row: 3, header: 'DetalleMotivoRechazo', value: undefined, code: 'CELL_MISSING' },
  { row: 3, header: 'DetalleMotivoRechazo', value: 'x'.repeat(251), code: 'CELL_INVALID' },
  { row: 2, header: 'FechaHoraAprobacionComercial', value: '31-02-2026 09:05:01', code: 'CELL_INVALID' },
  { row: 2, header: 'FechaHoraAprobacionComercial', value: '17-06-2026 24:05:01', code: 'CELL_INVALID' },
  { row: 2, header: 'FechaHoraAprobacionComercial', value: -46_190.5, code: 'CELL_INVALID' },
  { row: 2, header: 'FechaHoraAprobacionComercial', value: undefined, code: 'CELL_MISSING' },
])('$header $value: $code', async ({ row, header, value, code }) => {
  expect(await faultsOf(withCell(sheet, row, header, value))).toEqual([
    `${code} ${cellAt(sheet, row, header)}`,
  ]);
});

test('the same voucher in two rows is a fault', async () => {
  expect(await faultsOf(approvalSheet([accepted, rejected, accepted]))).toEqual([
    `ROW_DUPLICATE ${cellAt(sheet, 4, 'eNCF')}`,
  ]);
});

test('a sheet without rows, and a workbook without the sheet, are refused', async () => {
  expect(await faultsOf(approvalSheet([]))).toEqual(['SHEET_EMPTY']);
  expect(await faultsOf({ ...sheet, name: 'ECF' })).toEqual(['SHEET_MISSING']);
});
