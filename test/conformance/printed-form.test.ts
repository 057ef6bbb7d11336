/** The official certification set, printed: all its fields are in the text, and the eleven PDFs of step 5 are small enough. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { decimalText } from '../../src/ecf/model/amounts.js';
import { jsonLimits, readJson } from '../../src/ecf/json/read-json.js';
import { validate } from '../../src/ecf/validate.js';
import { timbreUrl } from '../../src/ecf/xml/timbre.js';
import { mainFactsOf } from '../../src/ecf/model/document-facts.js';
import { moneyText } from '../../src/ecf/model/amounts.js';
import { printVoucher } from '../../src/documents/print/print-voucher.js';
import { areaOfCode, readQr, squeezed, textOf, withPdf } from '../harness/print/open-pdf.js';
import { accepted, signature } from '../harness/print/print.js';
import { printedFieldsOf } from '../harness/print/printed-fields.js';

const setDir = '../shared/dgii/certification-set';
const facts = { today: '01-06-2026', company: { rnc: '999999992' } };
/** PDF of certification step 5, together (Proceso de certificación p.13). */
const elevenPdfsMax = 10 * 1024 * 1024;

const files = existsSync(setDir) ? readdirSync(setDir).filter((file) => /^E\d{12}\.json$/.test(file)) : [];

describe('official certification set, printed', () => {
  if (files.length === 0) {
    console.warn(
      `NOT CHECKED: ${setDir} is not here, so no voucher of the official certification set was printed.`,
    );
    test('runs only with the official documents', () => expect(files).toEqual([]));
    return;
  }

  function read(file: string) {
    const text = readFileSync(`${setDir}/${file}`, 'utf8');
    const reading = readJson(text, jsonLimits);
    if (!reading.ok) throw new Error(reading.reason);
    const { ecf } = validate(reading.value, facts, reading.faults);
    if (ecf === undefined) throw new Error(`${file} is not valid`);
    return { ecf, json: (JSON.parse(text) as { ECF: object }).ECF };
  }

  test.each(files)('%s: every printed field is in the text, and the code is the address', async (file) => {
    const { ecf, json } = read(file);
    const fields = printedFieldsOf(json);
    expect(fields.length).toBeGreaterThan(10);
    for (const paper of ['a4', 'letter', '80mm', '58mm'] as const) {
      const text = squeezed(
        await textOf(printVoucher(ecf, { ...accepted, environment: 'certification', paper })),
      );
      expect(fields.filter((field) => !text.includes(squeezed(field.text)))).toEqual([]);
    }
    const pdf = printVoucher(ecf, { ...accepted, environment: 'certification', paper: '80mm' });
    const facts = mainFactsOf(ecf);
    const montoTotal = moneyText(decimalText(Number(facts.montoTotal)));
    await withPdf(pdf, async ([page]) => {
      const address = timbreUrl({ ...facts, ...signature, montoTotal, environment: 'certification' });
      expect(readQr(page!.bitmap(203, areaOfCode(page!)))?.text).toBe(address);
    });
  });

  test('one PDF of each type, and both kinds of type 32, are together below 10 MB', () => {
    const sizes = files.map((file) => printVoucher(read(file).ecf, accepted).length);
    const largest = sizes.sort((a, b) => b - a).slice(0, 11);
    expect(largest.reduce((total, size) => total + size, 0)).toBeLessThan(elevenPdfsMax);
  });
});
