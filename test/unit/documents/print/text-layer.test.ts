/** Every field that the format prints is in the text of the PDF, for every type and paper. */
import { readdirSync, readFileSync } from 'node:fs';
import { paperNames } from '../../../../src/documents/print/papers.js';
import { squeezed, textOf } from '../../../harness/print/open-pdf.js';
import { print } from '../../../harness/print/print.js';
import { printedFieldsOf } from '../../../harness/print/printed-fields.js';

const folder = 'test/examples';
const examples = readdirSync(folder).filter((file) => file.endsWith('.json'));

test.each(examples)('%s: all printed fields are in the text, on each paper', async (file) => {
  const voucher = JSON.parse(readFileSync(`${folder}/${file}`, 'utf8')) as { ECF: object };
  const fields = printedFieldsOf(voucher.ECF);
  expect(fields.length).toBeGreaterThan(10);
  for (const paper of paperNames) {
    const text = squeezed(await textOf(print(voucher, { paper })));
    expect(fields.filter((field) => !text.includes(squeezed(field.text)))).toEqual([]);
    expect(text).toContain('CódigodeSeguridad:a+/=Bc');
    expect(text).toContain('FechadeFirmaDigital:15-06-202614:05:09');
  }
});

test.each([
  { file: '41-small.json', rows: ['ITBIS Retenido: 1,800.00', 'ISR Retenido: 1,000.00'] },
  { file: '47-small.json', rows: ['ISR Retenido: 16,200.00'] },
  { file: '31-small.json', rows: [] },
])('$file: the withholdings follow the total, if there are any', async ({ file, rows }) => {
  const voucher = JSON.parse(readFileSync(`${folder}/${file}`, 'utf8')) as { ECF: object };
  for (const paper of paperNames) {
    const text = squeezed(await textOf(print(voucher, { paper })));
    expect(text.match(/(ITBIS|ISR)Retenido:[\d,.]+\d\d/g) ?? []).toEqual(rows.map(squeezed));
  }
});
