/** Encabezado.Totales and OtraMoneda (Formato e-CF v1.0 pp.19-35). Occurrence columns: see entries.ts. */
import { impuestosAdicionales } from '../codes/additional-taxes.js';
import { monedas } from '../codes/currencies.js';
import { field, group, type CatalogueEntry } from './entries.js';
import {
  byType,
  exchangeRate,
  exchangeRateOrZero,
  integer,
  money,
  percent,
  positiveMoney,
  signedMoney,
  textCode,
} from './field-types.js';

const totales = group('Totales', '1111111111', 'Totales', [
  field('MontoGravadoTotal', '?????--??-', money, 'Monto gravado total'),
  field('MontoGravadoI1', '?????--?--', money, 'Monto gravado con ITBIS 1 (18 %)'),
  field('MontoGravadoI2', '?????--?--', money, 'Monto gravado con ITBIS 2 (16 %)'),
  field('MontoGravadoI3', '?????--??-', money, 'Monto gravado con ITBIS 3 (0 %)'),
  field('MontoExento', '????????-?', money, 'Monto exento'),
  field('ITBIS1', '?????--?--', integer(0, 99), 'Tasa de ITBIS 1, en por ciento (18)'),
  field('ITBIS2', '?????--?--', integer(0, 99), 'Tasa de ITBIS 2, en por ciento (16)'),
  field('ITBIS3', '?????--??-', integer(0, 99), 'Tasa de ITBIS 3, en por ciento (0)'),
  field('TotalITBIS', '?????--??-', money, 'Total de ITBIS'),
  field('TotalITBIS1', '?????--?--', money, 'Total de ITBIS 1'),
  field('TotalITBIS2', '?????--?--', money, 'Total de ITBIS 2'),
  field('TotalITBIS3', '?????--??-', money, 'Total de ITBIS 3'),
  field('MontoImpuestoAdicional', '????--??--', positiveMoney, 'Total de impuestos adicionales'),
  group('ImpuestosAdicionales', '????--??--', 'Impuestos adicionales', [
    group(
      'ImpuestoAdicional',
      '1111--11--',
      'Impuesto adicional',
      [
        field('TipoImpuesto', '111?--11--', textCode(impuestosAdicionales), 'Código del impuesto adicional'),
        field('TasaImpuestoAdicional', '111?--11--', percent, 'Tasa del impuesto adicional'),
        field(
          'MontoImpuestoSelectivoConsumoEspecifico',
          '????---?--',
          positiveMoney,
          'Impuesto selectivo al consumo específico',
        ),
        field(
          'MontoImpuestoSelectivoConsumoAdvalorem',
          '????---?--',
          positiveMoney,
          'Impuesto selectivo al consumo ad valorem',
        ),
        field('OtrosImpuestosAdicionales', '????--1?--', positiveMoney, 'Otros impuestos adicionales'),
      ],
      { max: 20 },
    ),
  ]),
  field('MontoTotal', '1111111111', money, 'Monto total'),
  field('MontoNoFacturable', '????--???-', signedMoney, 'Monto no facturable'),
  field('MontoPeriodo', '??????????', signedMoney, 'Monto del período'),
  field('SaldoAnterior', '??????????', signedMoney, 'Saldo anterior'),
  field('MontoAvancePago', '??????????', money, 'Monto del avance de pago'),
  field('ValorPagar', '??????????', signedMoney, 'Valor a pagar'),
  field('TotalITBISRetenido', '?-???-----', money, 'Total de ITBIS retenido'),
  field('TotalISRRetencion', '?-???----?', money, 'Total de ISR retenido'),
  field('TotalITBISPercepcion', '?-???-----', money, 'Total de ITBIS percibido'),
  field('TotalISRPercepcion', '?-???-----', money, 'Total de ISR percibido'),
]);

const otraMoneda = group('OtraMoneda', '??????????', 'Totales en otra moneda', [
  field('TipoMoneda', '??????????', textCode(monedas), 'Código de la moneda'),
  field('TipoCambio', '??????????', byType(exchangeRate, { 41: exchangeRateOrZero }), 'Tipo de cambio'),
  field('MontoGravadoTotalOtraMoneda', '?????--??-', money, 'Monto gravado total en otra moneda'),
  field('MontoGravado1OtraMoneda', '?????--?--', money, 'Monto gravado con ITBIS 1 en otra moneda'),
  field('MontoGravado2OtraMoneda', '?????--?--', money, 'Monto gravado con ITBIS 2 en otra moneda'),
  field('MontoGravado3OtraMoneda', '?????--??-', money, 'Monto gravado con ITBIS 3 en otra moneda'),
  field('MontoExentoOtraMoneda', '????????-?', money, 'Monto exento en otra moneda'),
  field('TotalITBISOtraMoneda', '?????--??-', money, 'Total de ITBIS en otra moneda'),
  field('TotalITBIS1OtraMoneda', '?????--?--', money, 'Total de ITBIS 1 en otra moneda'),
  field('TotalITBIS2OtraMoneda', '?????--?--', money, 'Total de ITBIS 2 en otra moneda'),
  field('TotalITBIS3OtraMoneda', '?????--??-', money, 'Total de ITBIS 3 en otra moneda'),
  field(
    'MontoImpuestoAdicionalOtraMoneda',
    '????--??--',
    positiveMoney,
    'Total de impuestos adicionales en otra moneda',
  ),
  group('ImpuestosAdicionalesOtraMoneda', '????--??--', 'Impuestos adicionales en otra moneda', [
    group(
      'ImpuestoAdicionalOtraMoneda',
      '1111--11--',
      'Impuesto adicional en otra moneda',
      [
        field(
          'TipoImpuestoOtraMoneda',
          '1111--??--',
          textCode(impuestosAdicionales),
          'Código del impuesto adicional',
        ),
        field('TasaImpuestoAdicionalOtraMoneda', '1111--??--', percent, 'Tasa del impuesto adicional'),
        field(
          'MontoImpuestoSelectivoConsumoEspecificoOtraMoneda',
          '????---?--',
          positiveMoney,
          'Impuesto selectivo específico en otra moneda',
        ),
        field(
          'MontoImpuestoSelectivoConsumoAdvaloremOtraMoneda',
          '????---?--',
          positiveMoney,
          'Impuesto selectivo ad valorem en otra moneda',
        ),
        field(
          'OtrosImpuestosAdicionalesOtraMoneda',
          '????--??--',
          positiveMoney,
          'Otros impuestos adicionales en otra moneda',
        ),
      ],
      { max: 20 },
    ),
  ]),
  field('MontoTotalOtraMoneda', '??????????', money, 'Monto total en otra moneda'),
]);

export const totalesYOtraMoneda: readonly CatalogueEntry[] = [totales, otraMoneda];
