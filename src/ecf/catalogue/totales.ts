/** Encabezado.Totales and OtraMoneda (Formato e-CF v1.0 pp.19-35). */
import { impuestosAdicionales, monedas } from '../codes/long-tables.js';
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

const lines = (kinds: string) => `hay líneas con IndicadorFacturacion ${kinds}`;
const currencyLines = (kind: string) => `hay TipoMoneda y líneas con IndicadorFacturacion ${kind}`;
const withTaxes = 'hay líneas con TablaImpuestoAdicional';
const withOtherTaxes = 'hay líneas con impuestos adicionales de los códigos 001 a 005';
const taxed = byType(withTaxes, { 44: withOtherTaxes });
const perceived = 'hay líneas con percepción (régimen que no está vigente)';
const inCurrency = 'hay TipoMoneda y líneas con TablaImpuestoAdicional';
const currency = 'se factura en otra moneda';
const withheld = 'hay líneas con Retencion';

const totales = group('Totales', '1111111111', 'Totales', [
  field('MontoGravadoTotal', '22222--22-', money, 'Monto gravado total', { when: lines('1, 2 o 3') }),
  field('MontoGravadoI1', '22222--2--', money, 'Monto gravado con ITBIS 1 (18 %)', { when: lines('1') }),
  field('MontoGravadoI2', '22222--2--', money, 'Monto gravado con ITBIS 2 (16 %)', { when: lines('2') }),
  field('MontoGravadoI3', '22222--22-', money, 'Monto gravado con ITBIS 3 (0 %)', { when: lines('3') }),
  field('MontoExento', '22222222-2', money, 'Monto exento', { when: lines('4') }),
  field('ITBIS1', '22222--2--', integer(0, 99), 'Tasa de ITBIS 1, en por ciento (18)', { when: lines('1') }),
  field('ITBIS2', '22222--2--', integer(0, 99), 'Tasa de ITBIS 2, en por ciento (16)', { when: lines('2') }),
  field('ITBIS3', '22222--22-', integer(0, 99), 'Tasa de ITBIS 3, en por ciento (0)', { when: lines('3') }),
  field('TotalITBIS', '22222--22-', money, 'Total de ITBIS', { when: lines('1, 2 o 3') }),
  field('TotalITBIS1', '22222--2--', money, 'Total de ITBIS 1', { when: lines('1') }),
  field('TotalITBIS2', '22222--2--', money, 'Total de ITBIS 2', { when: lines('2') }),
  field('TotalITBIS3', '22222--22-', money, 'Total de ITBIS 3', { when: lines('3') }),
  field('MontoImpuestoAdicional', '2222--22--', positiveMoney, 'Total de impuestos adicionales', {
    when: taxed,
  }),
  group('ImpuestosAdicionales', '2222--22--', { label: 'Impuestos adicionales', when: taxed }, [
    group('ImpuestoAdicional', '1111--11--', { label: 'Impuesto adicional', max: 20 }, [
      field('TipoImpuesto', '1112--11--', textCode(impuestosAdicionales), 'Código del impuesto adicional', {
        when: withTaxes,
      }),
      field('TasaImpuestoAdicional', '1112--11--', percent, 'Tasa del impuesto adicional', {
        when: withTaxes,
      }),
      field(
        'MontoImpuestoSelectivoConsumoEspecifico',
        '2222---2--',
        positiveMoney,
        'Impuesto selectivo al consumo específico',
        { when: 'TipoImpuesto es de 006 a 022, salvo a granel' },
      ),
      field(
        'MontoImpuestoSelectivoConsumoAdvalorem',
        '2222---2--',
        positiveMoney,
        'Impuesto selectivo al consumo ad valorem',
        { when: 'TipoImpuesto es de 023 a 039' },
      ),
      field('OtrosImpuestosAdicionales', '2222--12--', positiveMoney, 'Otros impuestos adicionales', {
        when: 'TipoImpuesto es de 001 a 005',
      }),
    ]),
  ]),
  field('MontoTotal', '1111111111', money, 'Monto total'),
  field('MontoNoFacturable', '2222--222-', signedMoney, 'Monto no facturable', { when: lines('0') }),
  field('MontoPeriodo', '??????????', signedMoney, 'Monto del período'),
  field('SaldoAnterior', '??????????', signedMoney, 'Saldo anterior'),
  field('MontoAvancePago', '??????????', money, 'Monto del avance de pago'),
  field('ValorPagar', '??????????', signedMoney, 'Valor a pagar'),
  field('TotalITBISRetenido', '2-222-----', money, 'Total de ITBIS retenido', { when: withheld }),
  field('TotalISRRetencion', '2-222----2', money, 'Total de ISR retenido', { when: withheld }),
  field('TotalITBISPercepcion', '2-222-----', money, 'Total de ITBIS percibido', { when: perceived }),
  field('TotalISRPercepcion', '2-222-----', money, 'Total de ISR percibido', { when: perceived }),
]);

const otraMoneda = group('OtraMoneda', '2222222222', { label: 'Totales en otra moneda', when: currency }, [
  field('TipoMoneda', '2222222222', textCode(monedas), 'Código de la moneda', { when: currency }),
  field('TipoCambio', '2222222222', byType(exchangeRate, { 41: exchangeRateOrZero }), 'Tipo de cambio', {
    when: 'hay TipoMoneda',
  }),
  field('MontoGravadoTotalOtraMoneda', '22222--22-', money, 'Monto gravado total en otra moneda', {
    when: 'hay TipoMoneda y montos gravados',
  }),
  field('MontoGravado1OtraMoneda', '22222--2--', money, 'Monto gravado con ITBIS 1 en otra moneda', {
    when: currencyLines('1'),
  }),
  field('MontoGravado2OtraMoneda', '22222--2--', money, 'Monto gravado con ITBIS 2 en otra moneda', {
    when: currencyLines('2'),
  }),
  field('MontoGravado3OtraMoneda', '22222--22-', money, 'Monto gravado con ITBIS 3 en otra moneda', {
    when: currencyLines('3'),
  }),
  field('MontoExentoOtraMoneda', '22222222-2', money, 'Monto exento en otra moneda', {
    when: currencyLines('4'),
  }),
  field('TotalITBISOtraMoneda', '22222--22-', money, 'Total de ITBIS en otra moneda', {
    when: 'hay ITBIS en otra moneda',
  }),
  field('TotalITBIS1OtraMoneda', '22222--2--', money, 'Total de ITBIS 1 en otra moneda', {
    when: 'hay MontoGravado1OtraMoneda',
  }),
  field('TotalITBIS2OtraMoneda', '22222--2--', money, 'Total de ITBIS 2 en otra moneda', {
    when: 'hay MontoGravado2OtraMoneda',
  }),
  field('TotalITBIS3OtraMoneda', '22222--22-', money, 'Total de ITBIS 3 en otra moneda', {
    when: 'hay MontoGravado3OtraMoneda',
  }),
  field(
    'MontoImpuestoAdicionalOtraMoneda',
    '2222--22--',
    positiveMoney,
    'Total de impuestos adicionales en otra moneda',
    { when: 'hay impuestos adicionales en otra moneda' },
  ),
  group(
    'ImpuestosAdicionalesOtraMoneda',
    '2222--22--',
    { label: 'Impuestos adicionales en otra moneda', when: inCurrency },
    [
      group(
        'ImpuestoAdicionalOtraMoneda',
        '1111--11--',
        { label: 'Impuesto adicional en otra moneda', max: 20 },
        [
          field(
            'TipoImpuestoOtraMoneda',
            '1111--22--',
            textCode(impuestosAdicionales),
            'Código del impuesto adicional',
            { when: inCurrency },
          ),
          field('TasaImpuestoAdicionalOtraMoneda', '1111--22--', percent, 'Tasa del impuesto adicional', {
            when: inCurrency,
          }),
          field(
            'MontoImpuestoSelectivoConsumoEspecificoOtraMoneda',
            '2222---2--',
            positiveMoney,
            'Impuesto selectivo específico en otra moneda',
            { when: 'hay TipoMoneda y MontoImpuestoSelectivoConsumoEspecifico' },
          ),
          field(
            'MontoImpuestoSelectivoConsumoAdvaloremOtraMoneda',
            '2222---2--',
            positiveMoney,
            'Impuesto selectivo ad valorem en otra moneda',
            { when: 'hay TipoMoneda y MontoImpuestoSelectivoConsumoAdvalorem' },
          ),
          field(
            'OtrosImpuestosAdicionalesOtraMoneda',
            '2222--22--',
            positiveMoney,
            'Otros impuestos adicionales en otra moneda',
            { when: 'hay TipoMoneda y OtrosImpuestosAdicionales' },
          ),
        ],
      ),
    ],
  ),
  field('MontoTotalOtraMoneda', '2222222222', money, 'Monto total en otra moneda', {
    when: 'hay algún monto en otra moneda',
  }),
]);

export const totalesYOtraMoneda: readonly CatalogueEntry[] = [totales, otraMoneda];
