/**
 * Documents of imitated taxpayers, as captured from DGII or as documented. The captured e-CF has no declaration and
 * `Version` 1; the captured ACECF has an amount without decimals.
 */
import type { SigningCertificate } from '../../../src/signing/keys/certificate.js';
import { signXml } from '../../../src/signing/keys/sign-xml.js';
import { element, localDateTime } from '../http/reply.js';

export type EmissionForm = 'captured' | 'documented';

/** The types that go to a buyer. */
export const emittedTypes = ['31', '33', '34', '44', '45'] as const;
export type EmittedType = (typeof emittedTypes)[number];

export type Flaw = 'none' | 'altered' | 'incomplete';

export interface EmittedVoucher {
  readonly type: EmittedType;
  readonly encf: string;
  readonly rncEmisor: string;
  readonly rncComprador: string;
  /** Distinguishes one content of a number from another. */
  readonly content: string;
}

const subtotal = '30000.00';
const itbis = '5400.00';

export function totalOf(type: EmittedType): string {
  return type === '44' ? subtotal : '35400.00';
}

export function itbisOf(type: EmittedType): string {
  return type === '44' ? '' : itbis;
}

export interface Making {
  readonly at: Date;
  readonly form: EmissionForm;
  readonly flaw?: Flaw | undefined;
}

export function voucherXml(
  voucher: EmittedVoucher,
  certificate: SigningCertificate,
  { at, form, flaw = 'none' }: Making,
): string {
  const { type, encf, rncEmisor, rncComprador, content } = voucher;
  const today = localDateTime(at).slice(0, 10);
  const taxed = type !== '44';
  const xml =
    (form === 'captured' ? '' : '<?xml version="1.0" encoding="utf-8"?>') +
    `<ECF><Encabezado>${element('Version', form === 'captured' ? '1' : '1.0')}<IdDoc>` +
    element('TipoeCF', type) +
    element('eNCF', encf) +
    (type === '34'
      ? element('IndicadorNotaCredito', '0')
      : element('FechaVencimientoSecuencia', '31-12-2028')) +
    (taxed ? element('IndicadorMontoGravado', '0') : '') +
    element('TipoIngresos', '01') +
    `${element('TipoPago', '1')}</IdDoc><Emisor>` +
    element('RNCEmisor', rncEmisor) +
    (flaw === 'incomplete' ? '' : element('RazonSocialEmisor', `SUPLIDOR ${rncEmisor}`)) +
    element('DireccionEmisor', `CALLE ${content}`) +
    `${element('FechaEmision', today)}</Emisor><Comprador>` +
    element('RNCComprador', rncComprador) +
    `${element('RazonSocialComprador', `COMPRADOR ${rncComprador}`)}</Comprador>` +
    `<Totales>${taxed ? taxedTotals : element('MontoExento', subtotal)}` +
    `${element('MontoTotal', totalOf(type))}</Totales></Encabezado>` +
    `${line(taxed)}${type === '33' || type === '34' ? reference(today) : ''}` +
    `${element('FechaHoraFirma', localDateTime(at))}</ECF>`;
  return signed(xml, certificate, flaw, '<DireccionEmisor>');
}

const taxedTotals =
  element('MontoGravadoTotal', subtotal) +
  element('MontoGravadoI1', subtotal) +
  element('ITBIS1', '18') +
  element('TotalITBIS', itbis) +
  element('TotalITBIS1', itbis);

function line(taxed: boolean): string {
  return (
    `<DetallesItems><Item>${element('NumeroLinea', '1')}` +
    element('IndicadorFacturacion', taxed ? '1' : '4') +
    element('NombreItem', 'Servicio de prueba') +
    element('IndicadorBienoServicio', '2') +
    element('CantidadItem', '1.00') +
    element('PrecioUnitarioItem', subtotal) +
    `${element('MontoItem', subtotal)}</Item></DetallesItems>`
  );
}

function reference(today: string): string {
  return (
    `<InformacionReferencia>${element('NCFModificado', 'E310000000001')}` +
    `${element('FechaNCFModificado', today)}${element('CodigoModificacion', '3')}</InformacionReferencia>`
  );
}

export interface EmittedApproval {
  readonly rncEmisor: string;
  readonly encf: string;
  readonly fechaEmision: string;
  readonly montoTotal: string;
  readonly rncComprador: string;
  readonly estado: '1' | '2';
}

export function approvalXml(
  approval: EmittedApproval,
  certificate: SigningCertificate,
  { at, form, flaw = 'none' }: Making,
): string {
  const { rncEmisor, encf, fechaEmision, montoTotal, rncComprador, estado } = approval;
  const captured = form === 'captured';
  const xml =
    `<?xml version="1.0"${captured ? '' : ' encoding="utf-8"'}?><ACECF><DetalleAprobacionComercial>` +
    element('Version', '1.0') +
    element('RNCEmisor', rncEmisor) +
    element('eNCF', encf) +
    element('FechaEmision', fechaEmision) +
    element('MontoTotal', captured ? String(Number(montoTotal)) : Number(montoTotal).toFixed(2)) +
    (flaw === 'incomplete' ? '' : element('RNCComprador', rncComprador)) +
    element('Estado', estado) +
    (estado === '2' ? element('DetalleMotivoRechazo', 'Mercancía no recibida') : '') +
    element('FechaHoraAprobacionComercial', localDateTime(at)) +
    '</DetalleAprobacionComercial></ACECF>';
  return signed(xml, certificate, flaw, '<MontoTotal>');
}

function signed(xml: string, certificate: SigningCertificate, flaw: Flaw, place: string): string {
  const whole = signXml(xml, certificate);
  // One more digit after signing. The document stays valid by its schema.
  return flaw === 'altered' ? whole.replace(place, `${place}0`) : whole;
}
