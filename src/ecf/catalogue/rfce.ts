/**
 * RFCE: what DGII gets of a type 32 below 250,000.00 (Formato RFCE v1.0 pp.4-12). Its elements bear the names and stand
 * at the paths of the voucher's own, so it is a projection of it; only CodigoSeguridadeCF is new.
 */
import { impuestosAdicionales } from '../codes/additional-taxes.js';
import { formaPago, tipoIngresos, tipoPago, version } from '../codes/indicators.js';
import { field, group, type GroupEntry } from './entries.js';
import {
  date,
  encf,
  fixedMoney,
  fixedPositiveMoney,
  fixedSignedMoney,
  numberCode,
  rnc,
  securityCode,
  text,
  textCode,
  tipoEcf,
} from './field-types.js';

const idDoc = group('IdDoc', '1', 'Identificación del comprobante', [
  field('TipoeCF', '1', tipoEcf, 'Tipo de e-CF'),
  field('eNCF', '1', encf, 'Número del comprobante (e-NCF)'),
  field('TipoIngresos', '1', textCode(tipoIngresos), 'Tipo de ingresos'),
  field('TipoPago', '1', numberCode(tipoPago), 'Tipo de pago'),
  group('TablaFormasPago', '?', 'Formas de pago', [
    group(
      'FormaDePago',
      '?',
      'Forma de pago y su monto',
      [
        field('FormaPago', '?', numberCode(formaPago), 'Código de la forma de pago'),
        field('MontoPago', '?', fixedMoney, 'Monto pagado de esta forma'),
      ],
      { max: 7 },
    ),
  ]),
]);

const emisor = group('Emisor', '1', 'Emisor', [
  field('RNCEmisor', '1', rnc, 'RNC del emisor'),
  field('RazonSocialEmisor', '1', text(150), 'Razón social del emisor'),
  field('FechaEmision', '1', date, 'Fecha de emisión'),
]);

const comprador = group(
  'Comprador',
  '1',
  'Comprador',
  [
    field('RNCComprador', '?', rnc, 'RNC o cédula del comprador'),
    field('IdentificadorExtranjero', '?', text(20), 'Identificación del comprador extranjero'),
    field('RazonSocialComprador', '?', text(150), 'Razón social o nombre del comprador'),
  ],
  // The XSD demands the element although the format calls it optional, and DGII forbids empty ones.
  { whenAbsent: { RFCE: { RazonSocialComprador: 'CONSUMIDOR FINAL' } } },
);

const totales = group('Totales', '1', 'Totales', [
  field('MontoGravadoTotal', '?', fixedMoney, 'Monto gravado total'),
  field('MontoGravadoI1', '?', fixedMoney, 'Monto gravado con ITBIS 1 (18 %)'),
  field('MontoGravadoI2', '?', fixedMoney, 'Monto gravado con ITBIS 2 (16 %)'),
  field('MontoGravadoI3', '?', fixedMoney, 'Monto gravado con ITBIS 3 (0 %)'),
  field('MontoExento', '?', fixedMoney, 'Monto exento'),
  field('TotalITBIS', '?', fixedMoney, 'Total de ITBIS'),
  field('TotalITBIS1', '?', fixedMoney, 'Total de ITBIS 1'),
  field('TotalITBIS2', '?', fixedMoney, 'Total de ITBIS 2'),
  field('TotalITBIS3', '?', fixedMoney, 'Total de ITBIS 3'),
  field('MontoImpuestoAdicional', '?', fixedPositiveMoney, 'Total de impuestos adicionales'),
  group('ImpuestosAdicionales', '?', 'Impuestos adicionales', [
    group(
      'ImpuestoAdicional',
      '?',
      'Impuesto adicional',
      [
        field('TipoImpuesto', '?', textCode(impuestosAdicionales), 'Código del impuesto adicional'),
        field(
          'MontoImpuestoSelectivoConsumoEspecifico',
          '?',
          fixedPositiveMoney,
          'Impuesto selectivo al consumo específico',
        ),
        field(
          'MontoImpuestoSelectivoConsumoAdvalorem',
          '?',
          fixedPositiveMoney,
          'Impuesto selectivo al consumo ad valorem',
        ),
        field('OtrosImpuestosAdicionales', '?', fixedPositiveMoney, 'Otros impuestos adicionales'),
      ],
      { max: 20 },
    ),
  ]),
  field('MontoTotal', '1', fixedMoney, 'Monto total'),
  field('MontoNoFacturable', '?', fixedSignedMoney, 'Monto no facturable'),
  field('MontoPeriodo', '?', fixedSignedMoney, 'Monto del período'),
]);

export const rfceCatalogue: GroupEntry = group('RFCE', '1', 'Resumen de factura de consumo electrónica', [
  group('Encabezado', '1', 'Encabezado', [
    field('Version', '1', textCode(version), 'Versión del formato'),
    idDoc,
    emisor,
    comprador,
    totales,
    field('CodigoSeguridadeCF', '1', securityCode, 'Código de seguridad de la factura de consumo'),
  ]),
]);
