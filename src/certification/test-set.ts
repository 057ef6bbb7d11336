/** Reads the workbook of step 2, "Pruebas de datos e-CF": the vouchers that DGII wants to receive, in the order to send them. */
import type { EcfType } from '../ecf/model/ecf-types.js';
import type { WorkbookFault } from './faults.js';

/** When a voucher is sent: 1 first, 2 the notes, 3 the consumption vouchers that DGII gets as summaries. */
export type SendingGroup = 1 | 2 | 3;

export interface TestSetRow {
  /** Row of the sheet ECF, as Excel counts. */
  readonly row: number;
  readonly encf: string;
  readonly tipoeCF: EcfType;
  readonly group: SendingGroup;
  /** JSON text of the voucher, as a client of the api would send it: `{"ECF":{…}}`. Nothing has validated it yet. */
  readonly content: string;
}

export type TestSet =
  | {
      readonly ok: true;
      /** In the official order of sending. */
      readonly rows: readonly TestSetRow[];
      /** Rows of the sheet RFCE: as many as `rows` has in group 3. */
      readonly summaries: number;
    }
  | { readonly ok: false; readonly faults: readonly WorkbookFault[] };

/** @param rnc the company's; every row must have it as issuer */
export function readTestSet(_bytes: Uint8Array, _rnc: string): TestSet {
  throw new Error('not written yet');
}
