/** Small .xlsx files that would cost the service much: one with a huge content, one with many elements. */
import { packed, sheetPart, xlsxOf, xlsxParts } from '../../../tools/demo/test-set/xlsx.js';

/** Characters of each description: the most that the field may have. */
const descriptionChars = 1_000;
/** With them a row stays a little below the limit of one row. */
const itemsOfRow = 250;

/** A workbook of step 2 whose rows point to one shared text, so that its few kilobytes become 250,000 characters for each row. */
export function hugeContentWorkbook(rnc: string, rows: number): Uint8Array {
  const items = Array.from({ length: itemsOfRow }, (_, index) => `DescripcionItem[${index + 1}]`);
  const description = 'x'.repeat(descriptionChars);
  const rowOf = (index: number) => {
    const encf = `E31${String(index + 1).padStart(10, '0')}`;
    return [`${rnc}${encf}`, '31', encf, rnc, '1180.00', ...items.map(() => description)];
  };
  const headers = ['CasoPrueba', 'TipoeCF', 'ENCF', 'RNCEmisor', 'MontoTotal', ...items];
  return xlsxOf([
    { name: 'ECF', rows: [headers, ...Array.from({ length: rows }, (_, index) => rowOf(index))] },
    { name: 'RFCE', rows: [] },
  ]);
}

/** A workbook of step 2 whose sheet has so many elements that reading it takes long. @param elements of the sheet ECF */
export function slowWorkbook(elements: number): Uint8Array {
  const parts = xlsxParts([
    { name: 'ECF', rows: [] },
    { name: 'RFCE', rows: [] },
  ]);
  return packed({ ...parts, [sheetPart(1)]: `<worksheet>${'<a/>'.repeat(elements - 1)}</worksheet>` });
}
