/** The input for printing a voucher in its present state, with its company's look. */
import { hasContingencyLegend } from '../../ecf/model/contingency.js';
import { ecfExamples } from '../../ecf/publish/examples.js';
import type { Store } from '../../ledger/ledger.js';
import type { Company } from '../../ledger/companies/company.js';
import type { DocumentRecord } from '../../ledger/vouchers/document-record.js';
import type { Paper } from '../../documents/print/papers.js';
import type { Look, PrintOrder } from '../../documents/print/print-voucher.js';

const sampleVoucher = ecfExamples.find(({ type }) => type === 31);

interface PrintJob {
  /** The JSON in its normal form, in UTF-8. */
  readonly content: Uint8Array;
  readonly order: PrintOrder;
}

export async function printJobOf(
  store: Pick<Store, 'getFileBytes'>,
  company: Company,
  document: DocumentRecord,
  paper: Paper,
): Promise<PrintJob> {
  const { signed, state, environment } = document;
  const [content, look] = await Promise.all([
    store.getFileBytes(document.contentFile),
    lookOf(store, company),
  ]);
  return {
    content,
    order: {
      environment,
      state,
      paper,
      ...(signed && { signature: { securityCode: signed.securityCode, fechaFirma: signed.fechaFirma } }),
      contingency: hasContingencyLegend(document),
      look,
    },
  };
}

/** The sample is printed as rejected and says that it has no value, so nobody can take it for a real voucher. */
export async function samplePrintJobOf(
  store: Pick<Store, 'getFileBytes'>,
  company: Company,
  paper: Paper,
): Promise<PrintJob> {
  if (sampleVoucher === undefined) throw new Error('Type 31 has no example');
  const { Encabezado, ...rest } = sampleVoucher.body.ECF;
  const Emisor = { ...Encabezado.Emisor, RNCEmisor: company.rnc, RazonSocialEmisor: company.razonSocial };
  return {
    content: new TextEncoder().encode(
      JSON.stringify({ ECF: { ...rest, Encabezado: { ...Encabezado, Emisor } } }),
    ),
    order: {
      environment: 'pre-certification',
      state: 'rejected',
      paper,
      contingency: false,
      signature: { securityCode: 'EJEMPL', fechaFirma: `${Encabezado.Emisor.FechaEmision} 10:00:00` },
      look: await lookOf(store, company),
    },
  };
}

async function lookOf(store: Pick<Store, 'getFileBytes'>, { look = {} }: Company): Promise<Look> {
  const { logo, ...settings } = look;
  return { ...settings, ...(logo !== undefined && { logo: await store.getFileBytes(logo) }) };
}
