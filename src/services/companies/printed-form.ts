/** What a company's printed vouchers look like, the links to them, and the input for printing one in its present state. */
import { hasContingencyLegend } from '../../ecf/model/contingency.js';
import { ecfExamples } from '../../ecf/publish/examples.js';
import type { LookChange } from '../../ledger/companies/looks.js';
import type { Store } from '../../ledger/ledger.js';
import type { Company } from '../../ledger/companies/company.js';
import type { DocumentRecord } from '../../ledger/vouchers/document-record.js';
import { readLogo, type LogoRefusal } from '../../documents/print/logo.js';
import { colorPattern } from '../../documents/print/pdf/color.js';
import type { Paper } from '../../documents/print/papers.js';
import type { Look, PrintOrder } from '../../documents/print/print-voucher.js';
import { createFairQueue } from '../../shared/fair-queue.js';
import type { OperatorDeps } from '../deps.js';
import { refused, type Refused } from '../../shared/refused.js';

type LookChanged =
  { readonly outcome: 'changed' } | Refused<'COMPANY_NOT_FOUND' | 'COLOR_INVALID' | LogoRefusal>;

/** One logo at a time, by company: a hostile one takes the whole time limit of its thread. */
const logoTurns = createFairQueue<number>({ runningMax: 1, waitingMax: 1_000, waitingOfOneMax: 1_000 });

/** The logo may be a PNG or an SVG file. The ledger gets a PNG. */
export async function setLook(
  { store, clock }: Pick<OperatorDeps, 'store' | 'clock'>,
  companyId: number,
  { logo, ...change }: LookChange,
): Promise<LookChanged> {
  const color = change.color?.toLowerCase();
  if (color !== undefined && !colorPattern.test(color)) return refused('COLOR_INVALID');
  const read = logo ? await logoTurns.run(companyId, () => readLogo(logo)) : undefined;
  if (read?.ok === false) return refused(read.refusal);
  const changed = await store.setLook(
    companyId,
    {
      ...change,
      ...(color !== undefined && { color }),
      ...(logo === null && { logo: null }),
      ...(read?.ok === true && { logo: read.png }),
    },
    clock(),
  );
  return changed ? { outcome: 'changed' } : refused('COMPANY_NOT_FOUND');
}

const sampleVoucher = ecfExamples.find(({ type }) => type === 31);

/** A voucher's content and how to print it. */
interface PrintJob {
  /** The voucher's JSON in its normal form, in UTF-8. */
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

/**
 * A made-up voucher that shows the company's settings. Nobody can take it for a real one, because it is printed as rejected and says that
 * it has no value.
 */
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
