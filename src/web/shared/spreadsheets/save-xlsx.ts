/** Saves tables as an Excel file. What makes it is loaded only then. */
import { saveFile } from './save-file.js';
import type { Sheet } from './xlsx.js';

export async function saveXlsx(name: string, ...sheets: readonly Sheet[]): Promise<void> {
  const { xlsxOf, xlsxType } = await import('./xlsx.js');
  saveFile(name, xlsxType, xlsxOf(sheets));
}
