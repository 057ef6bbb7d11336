/** The address at DGII that verifies a voucher: it is in the QR code of the printed form. Null: not signed yet. */
import { parseEcfType } from '../../ecf/model/ecf-types.js';
import { timbreUrl } from '../../ecf/xml/timbre.js';
import type { DocumentRecord } from '../../ledger/vouchers/document-record.js';

export function qrUrlOf(document: DocumentRecord): string | null {
  const { signed, environment, rncEmisor, rncComprador, encf, fechaEmision, montoTotal } = document;
  const tipoeCF = parseEcfType(document.tipoeCF);
  if (signed === undefined || tipoeCF === undefined) return null;
  const { fechaFirma, securityCode } = signed;
  return timbreUrl({
    environment,
    tipoeCF,
    rncEmisor,
    rncComprador,
    encf,
    fechaEmision,
    montoTotal,
    fechaFirma,
    securityCode,
  });
}
