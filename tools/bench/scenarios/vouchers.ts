/** Vouchers as companies send them: the published example of each type with its own number, issuer and date. */
import { localDate } from '../../../src/ecf/model/dates.js';
import { ecfExamples } from '../../../src/ecf/publish/examples.js';

export interface VoucherOptions {
  readonly type: number;
  readonly encf: string;
  readonly company: { readonly rnc: string; readonly razonSocial: string };
  /** Of the sequence, only where the type has it. Default: 31-12-2028. */
  readonly expiresOn?: string | null | undefined;
  /** A type 32 that goes as RFCE. */
  readonly summary?: boolean | undefined;
  /** The e-NCF that a note modifies. */
  readonly invoice?: string | undefined;
  /** RNC of the buyer, in types that name one. Default: the example's. */
  readonly buyer?: string | undefined;
  readonly content?: string | undefined;
}

/** A note states the date of its invoice, so all vouchers of a run have the same date, even after midnight. */
const issuedOn = localDate(Date.now());

export function voucherOf(options: VoucherOptions): { readonly ECF: object } {
  const { type, encf, company, expiresOn, summary = false, invoice, buyer, content = 'A' } = options;
  const example = exampleOf(type);
  const { IdDoc, Emisor, Comprador } = example.Encabezado;
  const expiry =
    'FechaVencimientoSecuencia' in IdDoc ? { FechaVencimientoSecuencia: expiresOn ?? '31-12-2028' } : {};
  const ECF = {
    ...example,
    Encabezado: {
      ...example.Encabezado,
      IdDoc: { ...IdDoc, eNCF: encf, ...expiry },
      Emisor: {
        ...Emisor,
        RNCEmisor: company.rnc,
        RazonSocialEmisor: company.razonSocial,
        FechaEmision: issuedOn,
        NumeroFacturaInterna: `INT-${encf.slice(-6)}-${content}`,
      },
      ...(buyer === undefined ? {} : { Comprador: { ...Comprador, RNCComprador: buyer } }),
    },
  };
  if (invoice !== undefined) {
    const modified = { NCFModificado: invoice, FechaNCFModificado: issuedOn };
    ECF.InformacionReferencia = { ...example.InformacionReferencia, ...modified };
  }
  return { ECF: summary ? small(ECF) : ECF };
}

type ExampleEcf = (typeof ecfExamples)[number]['body']['ECF'];

function exampleOf(type: number): ExampleEcf {
  const example = ecfExamples.find((one) => one.type === type);
  if (example === undefined) throw new Error(`No example of type ${type}`);
  return example.body.ECF;
}

/** The same voucher below 250,000.00, so DGII gets the summary (RFCE). */
function small(ecf: ExampleEcf): object {
  const [line, ...others] = ecf.DetallesItems.Item;
  const totals = {
    MontoGravadoTotal: 500,
    MontoGravadoI1: 500,
    TotalITBIS: 90,
    TotalITBIS1: 90,
    MontoTotal: 590,
  };
  const firstLine = { ...line, CantidadItem: 1, PrecioUnitarioItem: 500, MontoItem: 500 };
  return {
    ...ecf,
    Encabezado: { ...ecf.Encabezado, Totales: { ...ecf.Encabezado.Totales, ...totals } },
    DetallesItems: { Item: [firstLine, ...others] },
  };
}
