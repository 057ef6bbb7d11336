/** Encabezado.Emisor and Comprador (Formato e-CF v1.0 pp.11-16). */
import { provinciasMunicipios } from '../codes/long-tables.js';
import { field, group, type CatalogueEntry } from './entries.js';
import { byType, country, date, digits20, email, phone, rnc, text, textCode, words } from './field-types.js';

/**
 * The XSD of type 32 requires Comprador, and DGII forbids empty elements. So an anonymous buyer gets this name, as in DGII's
 * own examples.
 */
const anonymousBuyer = { 32: { RazonSocialComprador: 'CONSUMIDOR FINAL' } };

const emisor = group('Emisor', '1111111111', 'Emisor', [
  field('RNCEmisor', '1111111111', rnc, 'RNC del emisor'),
  field('RazonSocialEmisor', '1111111111', text(150), 'Razón social del emisor'),
  field('NombreComercial', '??????????', text(150), 'Nombre comercial del emisor'),
  field('Sucursal', '??????????', text(20), 'Sucursal'),
  field('DireccionEmisor', '1111111111', text(100), 'Dirección del emisor'),
  field('Municipio', '??????????', textCode(provinciasMunicipios), 'Municipio del emisor'),
  field('Provincia', '??????????', textCode(provinciasMunicipios), 'Provincia del emisor'),
  group('TablaTelefonoEmisor', '??????????', 'Teléfonos del emisor', [
    field('TelefonoEmisor', '1111111111', phone, 'Teléfono del emisor', { max: 3 }),
  ]),
  field('CorreoEmisor', '??????????', email, 'Correo electrónico del emisor'),
  field('WebSite', '??????????', text(50), 'Página web del emisor'),
  field('ActividadEconomica', '??????????', text(100), 'Actividad económica del emisor'),
  field('CodigoVendedor', '????--???-', text(60), 'Código del vendedor'),
  field('NumeroFacturaInterna', '??????????', text(20), 'Número interno de la factura'),
  field('NumeroPedidoInterno', '??????????', digits20, 'Número interno del pedido'),
  field('ZonaVenta', '????--???-', text(20), 'Zona de venta'),
  field('RutaVenta', '????--???-', text(20), 'Ruta de venta'),
  field('InformacionAdicionalEmisor', '??????????', text(250), 'Información adicional del emisor'),
  field('FechaEmision', '1111111111', date, 'Fecha de emisión'),
]);

const large = 'desde RD$ 250,000.00';
const ofLarge = `la factura de consumo, o la que la nota modifica, es ${large}`;
const onLarge = `la nota modifica una factura de consumo ${large}`;

const comprador = group(
  'Comprador',
  '11221-111?',
  { label: 'Comprador', whenAbsent: anonymousBuyer, when: onLarge },
  [
    field('RNCComprador', '12221-212-', rnc, 'RNC o cédula del comprador', {
      when: byType(`${ofLarge} y no hay IdentificadorExtranjero`, {
        44: 'el comprador tiene RNC o cédula',
        46: 'una zona franca comercial transfiere a un residente',
      }),
    }),
    field('IdentificadorExtranjero', '-222--2-2?', text(20), 'Identificación del comprador extranjero', {
      when: byType(`${ofLarge} y el comprador es un extranjero sin RNC ni cédula`, {
        44: 'el comprador es un extranjero sin RNC ni cédula',
        46: 'una zona franca comercial transfiere a un no residente',
      }),
    }),
    field('RazonSocialComprador', '12221-111?', text(150), 'Razón social o nombre del comprador', {
      when: ofLarge,
    }),
    field('ContactoComprador', '?????-???-', text(80), 'Contacto del comprador'),
    field('CorreoComprador', '?????-???-', email, 'Correo electrónico del comprador'),
    field('DireccionComprador', '?????-???-', text(100), 'Dirección del comprador'),
    field('MunicipioComprador', '?????-???-', textCode(provinciasMunicipios), 'Municipio del comprador'),
    field('ProvinciaComprador', '?????-???-', textCode(provinciasMunicipios), 'Provincia del comprador'),
    field('PaisComprador', '--------?-', country(60, 'Estados Unidos'), 'País del comprador'),
    field('FechaEntrega', '????--???-', date, 'Fecha de entrega'),
    field('ContactoEntrega', '????--???-', text(100), 'Contacto para la entrega'),
    field('DireccionEntrega', '????--???-', text(100), 'Dirección de entrega'),
    field('TelefonoAdicional', '????--???-', phone, 'Teléfono adicional'),
    field('FechaOrdenCompra', '????--???-', date, 'Fecha de la orden de compra'),
    field('NumeroOrdenCompra', '????--???-', text(20), 'Número de la orden de compra'),
    field('CodigoInternoComprador', '?????-???-', text(20), 'Código interno del comprador'),
    field('ResponsablePago', '?????-???-', words(20, 'Ana Pérez'), 'Responsable del pago'),
    field('InformacionAdicionalComprador', '?????-???-', text(150), 'Información adicional del comprador'),
  ],
);

export const emisorYComprador: readonly CatalogueEntry[] = [emisor, comprador];
