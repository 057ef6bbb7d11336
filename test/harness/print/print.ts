/** Prints vouchers as the tests need them: an accepted one of production, unless a test says otherwise. */
import { parseNormalised } from '../../../src/ecf/json/normalise.js';
import type { Ecf } from '../../../src/ecf/model/ecf.js';
import { printVoucher, type PrintOrder } from '../../../src/documents/print/print-voucher.js';

export const signature = { securityCode: 'a+/=Bc', fechaFirma: '15-06-2026 14:05:09' };

export const accepted: PrintOrder = {
  environment: 'production',
  state: 'accepted',
  signature,
  contingency: false,
  look: {},
  paper: 'a4',
};

/** @param voucher the contract's JSON, with official names */
export function ecfOf(voucher: object): Ecf {
  return parseNormalised(JSON.stringify(voucher));
}

export function print(voucher: object, order: Partial<PrintOrder> = {}): Uint8Array {
  return printVoucher(ecfOf(voucher), { ...accepted, ...order });
}
