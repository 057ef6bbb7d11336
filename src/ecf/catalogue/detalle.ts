/** DetallesItems: the lines (Formato e-CF v1.0 pp.36-45). Occurrence columns: see entries.ts. */
import { impuestosAdicionales } from '../codes/additional-taxes.js';
import { unidades } from '../codes/units.js';
import {
  indicadorFacturacion,
  agenteRetencion,
  bienOServicio,
  tipoValor,
  tipoAfiliacion,
  liquidacion,
} from '../codes/indicators.js';
import { field, group } from './entries.js';
import {
  byType,
  date,
  money,
  numberCode,
  percent,
  positiveMoney,
  price,
  quantity,
  text,
  textCode,
  weight,
} from './field-types.js';
import { linesMax, lineNumber } from './limits.js';

/* Conditions that several elements have. */
const mining = 'se facturan minerales';
const currency = 'la línea se factura en otra moneda';
const specific = 'la línea lleva un impuesto de los códigos 006 a 022, salvo a granel';

export const detalle = group('DetallesItems', '1111111111', 'Detalle de bienes y servicios', [
  group(
    'Item',
    '1111111111',
    'Línea de detalle',
    [
      field('NumeroLinea', '1111111111', lineNumber, 'Número de línea'),
      group('TablaCodigosItem', '??????????', 'Códigos del ítem', [
        group(
          'CodigosItem',
          '1111111111',
          'Código del ítem y su tipo',
          [
            field('TipoCodigo', '1111111111', text(14), 'Tipo de código'),
            field('CodigoItem', '1111111111', text(35), 'Código del ítem'),
          ],
          { max: 5 },
        ),
      ]),
      field(
        'IndicadorFacturacion',
        '1111111111',
        numberCode(indicadorFacturacion),
        'Indicador de facturación',
      ),
      group(
        'Retencion',
        '2-221----1',
        'Retención o percepción',
        [
          field(
            'IndicadorAgenteRetencionoPercepcion',
            '2-221----1',
            numberCode(agenteRetencion),
            'Indicador de retención o percepción',
            { when: 'hay retención' },
          ),
          field('MontoITBISRetenido', '2-222-----', money, 'ITBIS retenido', {
            when: 'hay retención de ITBIS, o la línea es exenta y lleva Retencion (0)',
          }),
          field('MontoISRRetenido', '2-222----1', money, 'ISR retenido', {
            when: byType('hay retención de ISR', { 41: 'hay retención de ISR y la línea es un servicio' }),
          }),
        ],
        { when: 'hay retención' },
      ),
      field('NombreItem', '1111111111', text(80), 'Nombre del ítem'),
      field('IndicadorBienoServicio', '1111111111', numberCode(bienOServicio), 'Bien o servicio'),
      field('DescripcionItem', '??????????', text(1000), 'Descripción del ítem'),
      field('CantidadItem', '1111111111', quantity, 'Cantidad'),
      field('UnidadMedida', '??????????', numberCode(unidades), 'Unidad de medida'),
      field('CantidadReferencia', '2222---2--', money, 'Cantidad de referencia', { when: specific }),
      field('UnidadReferencia', '2222---2--', numberCode(unidades), 'Unidad de referencia', {
        when: 'hay CantidadReferencia',
      }),
      group(
        'TablaSubcantidad',
        '2222---2--',
        'Subcantidades',
        [
          group(
            'SubcantidadItem',
            '1111---1--',
            'Subcantidad y su unidad',
            [
              field('Subcantidad', '2222---2--', weight, 'Subcantidad', { when: specific }),
              field('CodigoSubcantidad', '2222---2--', numberCode(unidades), 'Unidad de la subcantidad', {
                when: 'hay Subcantidad',
              }),
            ],
            { max: 5 },
          ),
        ],
        { when: specific },
      ),
      field('GradosAlcohol', '2222---2--', percent, 'Grados de alcohol', {
        when: 'la línea lleva un impuesto de los códigos 006 a 018, salvo a granel',
      }),
      field('PrecioUnitarioReferencia', '2222---2--', positiveMoney, 'Precio unitario de referencia', {
        when: 'la línea lleva un impuesto de los códigos 023 a 039, salvo a granel',
      }),
      field('FechaElaboracion', '?????-???-', date, 'Fecha de elaboración'),
      field('FechaVencimientoItem', '?????-???-', date, 'Fecha de vencimiento del ítem'),
      group(
        'Mineria',
        '-222----2-',
        'Datos de minería',
        [
          field('PesoNetoKilogramo', '-222----2-', weight, 'Peso neto en kilogramos', { when: mining }),
          field('PesoNetoMineria', '-222----2-', weight, 'Peso neto en la unidad de minería', {
            when: mining,
          }),
          field('TipoAfiliacion', '-222----2-', numberCode(tipoAfiliacion), 'Tipo de afiliación', {
            when: mining,
          }),
          field('Liquidacion', '-222----2-', numberCode(liquidacion), 'Tipo de liquidación', {
            when: mining,
          }),
        ],
        { when: mining },
      ),
      field('PrecioUnitarioItem', '1111111111', price, 'Precio unitario'),
      field('DescuentoMonto', '22222-222-', money, 'Descuento de la línea', {
        when: 'hay TablaSubDescuento',
      }),
      group(
        'TablaSubDescuento',
        '22222-222-',
        'Descuentos de la línea',
        [
          group(
            'SubDescuento',
            '11111-111-',
            'Descuento',
            [
              field(
                'TipoSubDescuento',
                '11111-111-',
                textCode(tipoValor),
                'Descuento por monto o porcentaje',
              ),
              field('SubDescuentoPorcentaje', '22222-222-', percent, 'Porcentaje del descuento', {
                when: 'TipoSubDescuento es %',
              }),
              field('MontoSubDescuento', '22222-222-', money, 'Monto del descuento', {
                when: 'la línea tiene descuento, también en %',
              }),
            ],
            { max: 12 },
          ),
        ],
        { when: 'la línea tiene descuento' },
      ),
      field('RecargoMonto', '22222-222-', money, 'Recargo de la línea', { when: 'hay TablaSubRecargo' }),
      group(
        'TablaSubRecargo',
        '22222-222-',
        'Recargos de la línea',
        [
          group(
            'SubRecargo',
            '11111-111-',
            'Recargo',
            [
              field('TipoSubRecargo', '11111-111-', textCode(tipoValor), 'Recargo por monto o porcentaje'),
              field('SubRecargoPorcentaje', '22222-222-', percent, 'Porcentaje del recargo', {
                when: 'TipoSubRecargo es %',
              }),
              field('MontoSubRecargo', '22222-222-', money, 'Monto del recargo', {
                when: 'la línea tiene recargo, también en %',
              }),
            ],
            { max: 12 },
          ),
        ],
        { when: 'la línea tiene recargo' },
      ),
      group(
        'TablaImpuestoAdicional',
        '2222--22--',
        'Impuestos adicionales de la línea',
        [
          group(
            'ImpuestoAdicional',
            '1111--11--',
            'Impuesto adicional',
            [
              field(
                'TipoImpuesto',
                '1111--11--',
                textCode(impuestosAdicionales),
                'Código del impuesto adicional',
              ),
            ],
            { max: 2 },
          ),
        ],
        {
          when: byType('la línea lleva un impuesto adicional', {
            44: 'la línea lleva un impuesto adicional de los códigos 001 a 005',
          }),
        },
      ),
      group(
        'OtraMonedaDetalle',
        '2222222222',
        'Línea en otra moneda',
        [
          field('PrecioOtraMoneda', '2222222222', price, 'Precio unitario en otra moneda', {
            when: currency,
          }),
          field('DescuentoOtraMoneda', '??????????', money, 'Descuento en otra moneda'),
          field('RecargoOtraMoneda', '??????????', money, 'Recargo en otra moneda'),
          field('MontoItemOtraMoneda', '2222222222', money, 'Monto de la línea en otra moneda', {
            when: currency,
          }),
        ],
        { when: currency },
      ),
      field('MontoItem', '1111111111', money, 'Monto de la línea'),
    ],
    { max: linesMax },
  ),
]);
