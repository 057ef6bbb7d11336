/**
 * RFCE: the summary that DGII gets of a type 32 below 250,000.00 (Formato RFCE v1.0 pp.4-12). Its elements have the same
 * names and paths as in the voucher; only CodigoSeguridadeCF is new.
 */
import { impuestosAdicionales } from '../codes/long-tables.js';
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

const lines = (kinds: string) => `la factura tiene líneas con IndicadorFacturacion ${kinds}`;
const withTaxes = 'la factura tiene líneas con impuestos adicionales';

const idDoc = group('IdDoc', '1', 'Identificación del comprobante', [
  field('TipoeCF', '1', tipoEcf, 'Tipo de e-CF'),
  field('eNCF', '1', encf, 'Número del comprobante (e-NCF)'),
  field('TipoIngresos', '1', textCode(tipoIngresos), 'Tipo de ingresos'),
  field('TipoPago', '1', numberCode(tipoPago), 'Tipo de pago'),
  group('TablaFormasPago', '?', 'Formas de pago', [
    group('FormaDePago', '?', { label: 'Forma de pago y su monto', max: 7 }, [
      field('FormaPago', '?', numberCode(formaPago), 'Código de la forma de pago'),
      field('MontoPago', '2', fixedMoney, 'Monto pagado de esta forma', { when: 'hay FormaPago' }),
    ]),
  ]),
]);

const emisor = group('Emisor', '1', 'Emisor', [
  field('RNCEmisor', '1', rnc, 'RNC del emisor'),
  field('RazonSocialEmisor', '1', text(150), 'Razón social del emisor'),
  field('FechaEmision', '1', date, 'Fecha de emisión'),
]);

/** The XSD requires Comprador although the format calls it optional, and DGII forbids empty elements. */
const anonymousBuyer = { RFCE: { RazonSocialComprador: 'CONSUMIDOR FINAL' } };

const comprador = group('Comprador', '1', { label: 'Comprador', whenAbsent: anonymousBuyer }, [
  field('RNCComprador', '?', rnc, 'RNC o cédula del comprador'),
  field('IdentificadorExtranjero', '2', text(20), 'Identificación del comprador extranjero', {
    when: 'el comprador es un extranjero sin RNC ni cédula',
  }),
  field('RazonSocialComprador', '?', text(150), 'Razón social o nombre del comprador'),
]);

const totales = group('Totales', '1', 'Totales', [
  field('MontoGravadoTotal', '2', fixedMoney, 'Monto gravado total', { when: lines('1, 2 o 3') }),
  field('MontoGravadoI1', '2', fixedMoney, 'Monto gravado con ITBIS 1 (18 %)', { when: lines('1') }),
  field('MontoGravadoI2', '2', fixedMoney, 'Monto gravado con ITBIS 2 (16 %)', { when: lines('2') }),
  field('MontoGravadoI3', '2', fixedMoney, 'Monto gravado con ITBIS 3 (0 %)', { when: lines('3') }),
  field('MontoExento', '2', fixedMoney, 'Monto exento', { when: lines('4') }),
  field('TotalITBIS', '2', fixedMoney, 'Total de ITBIS', { when: lines('1, 2 o 3') }),
  field('TotalITBIS1', '2', fixedMoney, 'Total de ITBIS 1', { when: lines('1') }),
  field('TotalITBIS2', '2', fixedMoney, 'Total de ITBIS 2', { when: lines('2') }),
  field('TotalITBIS3', '2', fixedMoney, 'Total de ITBIS 3', { when: lines('3') }),
  field('MontoImpuestoAdicional', '2', fixedPositiveMoney, 'Total de impuestos adicionales', {
    when: withTaxes,
  }),
  group('ImpuestosAdicionales', '2', { label: 'Impuestos adicionales', when: withTaxes }, [
    group('ImpuestoAdicional', '?', { label: 'Impuesto adicional', max: 20 }, [
      field('TipoImpuesto', '2', textCode(impuestosAdicionales), 'Código del impuesto adicional', {
        when: withTaxes,
      }),
      field(
        'MontoImpuestoSelectivoConsumoEspecifico',
        '2',
        fixedPositiveMoney,
        'Impuesto selectivo al consumo específico',
        { when: 'TipoImpuesto es de 006 a 022, salvo a granel' },
      ),
      field(
        'MontoImpuestoSelectivoConsumoAdvalorem',
        '2',
        fixedPositiveMoney,
        'Impuesto selectivo al consumo ad valorem',
        { when: 'TipoImpuesto es de 023 a 039' },
      ),
      field('OtrosImpuestosAdicionales', '2', fixedPositiveMoney, 'Otros impuestos adicionales', {
        when: 'TipoImpuesto es de 001 a 005',
      }),
    ]),
  ]),
  field('MontoTotal', '1', fixedMoney, 'Monto total'),
  field('MontoNoFacturable', '2', fixedSignedMoney, 'Monto no facturable', { when: lines('0') }),
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
