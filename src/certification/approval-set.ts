/** Reads the workbook of step 3, "Pruebas de datos aprobaciones": the commercial approvals that DGII wants to receive. */
import type { WorkbookFault } from './faults.js';

export interface ApprovalSetRow {
  /** Row of the sheet, as Excel counts. */
  readonly row: number;
  readonly rncEmisor: string;
  readonly encf: string;
  /** DD-MM-YYYY. */
  readonly fechaEmision: string;
  /** Two decimals. */
  readonly montoTotal: string;
  /** The company's RNC. */
  readonly rncComprador: string;
  /** 1 accepted, 2 rejected. */
  readonly estado: 1 | 2;
  /** Present exactly when `estado` is 2. */
  readonly detalleMotivoRechazo?: string;
  /** `dd-MM-yyyy HH:mm:ss`. */
  readonly fechaHoraAprobacionComercial: string;
}

export type ApprovalSet =
  | { readonly ok: true; /** As in the sheet. */ readonly rows: readonly ApprovalSetRow[] }
  | { readonly ok: false; readonly faults: readonly WorkbookFault[] };

/** @param rnc the company's; every row must have it as buyer */
export function readApprovalSet(_bytes: Uint8Array, _rnc: string): ApprovalSet {
  throw new Error('not written yet');
}
