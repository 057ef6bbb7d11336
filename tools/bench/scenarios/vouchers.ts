/** Vouchers as companies send them: the published example of each type with its own number, issuer and date. */
import { ecfExamples } from '../../../dist/src/ecf/publish/examples.js';

/** Below 250,000.00, so DGII gets the summary (RFCE). */
const small = { gravado: 500, itbis: 90, total: 590 };

/**
 * @param {object} options
 * @param {number} options.type
 * @param {string} options.encf
 * @param {{ rnc: string, razonSocial: string }} options.company
 * @param {string | null} [options.expiresOn] of the sequence; `31-12-2028` when left out, and only where the type has it
 * @param {boolean} [options.summary] a type 32 that goes as RFCE
 * @param {string} [options.invoice] e-NCF that a note modifies
 * @param {string} [options.content] distinguishes one content from another
 */
export function voucherOf({ type, encf, company, expiresOn, summary = false, invoice, content = 'A' }) {
  const example = ecfExamples.find((one) => one.type === type);
  const { ECF } = JSON.parse(JSON.stringify(example.body));
  const { IdDoc, Emisor } = ECF.Encabezado;
  IdDoc.eNCF = encf;
  if ('FechaVencimientoSecuencia' in IdDoc) IdDoc.FechaVencimientoSecuencia = expiresOn ?? '31-12-2028';
  Object.assign(Emisor, {
    RNCEmisor: company.rnc,
    RazonSocialEmisor: company.razonSocial,
    FechaEmision: issuedOn,
    NumeroFacturaInterna: `INT-${encf.slice(-6)}-${content}`,
  });
  if (summary) makeSmall(ECF);
  if (invoice !== undefined)
    Object.assign(ECF.InformacionReferencia, { NCFModificado: invoice, FechaNCFModificado: issuedOn });
  return { ECF };
}

function makeSmall({ Encabezado, DetallesItems }) {
  const { gravado, itbis, total } = small;
  Object.assign(Encabezado.Totales, {
    MontoGravadoTotal: gravado,
    MontoGravadoI1: gravado,
    TotalITBIS: itbis,
    TotalITBIS1: itbis,
    MontoTotal: total,
  });
  Object.assign(DetallesItems.Item[0], { CantidadItem: 1, PrecioUnitarioItem: gravado, MontoItem: gravado });
}

/** A note states the date of its invoice, so all vouchers of a run have the same date, even after midnight. */
const issuedOn = today();

/** dd-mm-yyyy in Santo Domingo, which is at UTC−4 all year. */
export function today() {
  const [year, month, day] = new Date(Date.now() - 4 * 3_600_000).toISOString().slice(0, 10).split('-');
  return `${day}-${month}-${year}`;
}
