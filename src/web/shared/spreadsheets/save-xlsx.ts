/** Saves a table as an Excel file. What makes it is loaded only then. */
import { saveFile } from './save-file.js';
import type { Table } from './table.js';

export async function saveXlsx(name: string, table: Table, sheetName = 'Comprobantes'): Promise<void> {
  const { xlsxOf, xlsxType } = await import('./xlsx.js');
  saveFile(name, xlsxType, xlsxOf(sheetName, table));
}
