/** One voucher of each type, made of the contract's examples, for fictitious workbooks. */
import { formatEncf } from '../../../src/ecf/model/encf.js';
import { ecfExamples } from '../../../src/ecf/publish/examples.js';
import type { EcfType } from '../../../src/ecf/model/ecf-types.js';
import type { Voucher } from './dgii-workbooks.js';

export const companyRnc = '130000019';

export function sampleVoucher(
  type: EcfType,
  serial: number,
  change: { readonly modifies?: string; readonly total?: number } = {},
): Voucher {
  const found = ecfExamples.find((example) => example.type === type);
  if (found === undefined) throw new Error(`There is no example of type ${type}`);
  const voucher = structuredClone(found.body) as Voucher;
  voucher.ECF.Encabezado.IdDoc.eNCF = formatEncf(type, serial);
  voucher.ECF.Encabezado.Emisor.RNCEmisor = companyRnc;
  if (change.total !== undefined) voucher.ECF.Encabezado.Totales.MontoTotal = change.total;
  if (change.modifies !== undefined) {
    voucher.ECF.InformacionReferencia = {
      ...voucher.ECF.InformacionReferencia,
      NCFModificado: change.modifies,
    };
  }
  return voucher;
}

export const encfOf = (voucher: Voucher): string => voucher.ECF.Encabezado.IdDoc.eNCF;
