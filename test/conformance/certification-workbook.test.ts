/** The official certification set, in a workbook as DGII gives it: the reader returns the same vouchers, in the official order. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { readTestSet, type TestSet, type TestSetRow } from '../../src/documents/workbook/test-set.js';
import { testSetSheets, type Voucher } from '../../tools/demo/test-set/dgii-workbooks.js';
import { companyRnc } from '../../tools/demo/test-set/sample-set.js';
import { xlsxOf } from '../../tools/demo/test-set/xlsx.js';

const setDir = '../shared/dgii/certification-set';
const files = existsSync(setDir) ? readdirSync(setDir).filter((file) => /^E\d{12}\.json$/.test(file)) : [];
/** Two vouchers of another draw. */
const ofAnotherDraw = ['E310000000002.json', 'E310000000003.json'];

describe('official certification set in a workbook', () => {
  if (files.length === 0) {
    console.warn(
      `NOT CHECKED: ${setDir} is not here, so no workbook of the official certification set was read.`,
    );
    test('runs only with the official documents', () => expect(files).toEqual([]));
    return;
  }
  const vouchers = new Map(
    files
      .filter((file) => !ofAnotherDraw.includes(file))
      // Notes stand before the vouchers that they modify, as in the genuine workbook.
      .sort((a, b) => Number(isNote(b)) - Number(isNote(a)) || a.localeCompare(b))
      .map((file) => [file.slice(0, 13), withIssuer(readFileSync(`${setDir}/${file}`, 'utf8'))]),
  );
  let found: TestSet;
  let rows: readonly TestSetRow[];
  beforeAll(async () => {
    found = await readTestSet(xlsxOf(testSetSheets([...vouchers.values()])), companyRnc);
    rows = found.ok ? found.rows : [];
  });

  test('is read without a fault', () => {
    expect(found).toMatchObject({ ok: true, summaries: 4 });
    expect(rows.map(({ encf }) => encf).sort()).toEqual([...vouchers.keys()].sort());
  });

  test.each([...vouchers])('%s has every value', (encf, voucher) => {
    const row = rows.find((one) => one.encf === encf);
    expect(JSON.parse(row?.content ?? '')).toEqual(voucher);
  });

  test('is in the official order, with each note after its voucher', () => {
    const types = (group: number) => rows.filter((row) => row.group === group).map(({ tipoeCF }) => tipoeCF);
    expect(rows.map(({ group }) => group)).toEqual([...rows.map(({ group }) => group)].sort());
    expect([1, 2, 3].map((group) => types(group).length)).toEqual([18, 3, 4]);
    expect(new Set(types(1))).toEqual(new Set([31, 32, 41, 43, 44, 45, 46, 47]));
    expect(types(2).sort()).toEqual([33, 34, 34]);
    expect(types(3)).toEqual([32, 32, 32, 32]);
    const places = new Map(rows.map(({ encf }, index) => [encf, index]));
    for (const [encf, { ECF }] of vouchers) {
      const modified = places.get(ECF.InformacionReferencia?.NCFModificado as string);
      if (modified !== undefined) expect(places.get(encf)).toBeGreaterThan(modified);
    }
  });

  test.each(readdirSync(setDir).filter((file) => file.endsWith('-RFCE.json')))(
    'the sheet RFCE has the values of %s',
    (file) => {
      const summary = withIssuer(readFileSync(`${setDir}/${file}`, 'utf8'), 'RFCE');
      const [, { rows: cells }] = testSetSheets([...vouchers.values()]);
      const row = cells.find(([caso]) => caso === `${companyRnc}${file.slice(0, 13)}`) ?? [];
      // Without CasoPrueba.
      const values = row.slice(1).filter((cell) => cell !== '#e');
      expect(values.map(plain).sort()).toEqual(valuesIn(summary).map(plain).sort());
    },
  );
});

function isNote(file: string): boolean {
  return /^E3[34]/.test(file);
}

/** The set is another taxpayer's. */
function withIssuer(text: string, root = 'ECF'): Voucher {
  const document = JSON.parse(text);
  document[root].Encabezado.Emisor.RNCEmisor = companyRnc;
  return document;
}

function valuesIn(value: unknown): unknown[] {
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(valuesIn) : [value];
}

/** An amount without trailing zeros, as JSON has it. */
function plain(value: unknown): string {
  const text = String(value);
  return /^\d+\.\d\d$/.test(text) ? String(Number(text)) : text;
}
