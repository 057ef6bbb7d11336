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
      group('Retencion', '?-??1----1', 'Retención o percepción', [
        field(
          'IndicadorAgenteRetencionoPercepcion',
          '?-??1----1',
          numberCode(agenteRetencion),
          'Indicador de retención o percepción',
        ),
        field('MontoITBISRetenido', '?-???-----', money, 'ITBIS retenido'),
        field('MontoISRRetenido', '?-???----1', money, 'ISR retenido'),
      ]),
      field('NombreItem', '1111111111', text(80), 'Nombre del ítem'),
      field('IndicadorBienoServicio', '1111111111', numberCode(bienOServicio), 'Bien o servicio'),
      field('DescripcionItem', '??????????', text(1000), 'Descripción del ítem'),
      field('CantidadItem', '1111111111', quantity, 'Cantidad'),
      field('UnidadMedida', '??????????', numberCode(unidades), 'Unidad de medida'),
      field('CantidadReferencia', '????---?--', money, 'Cantidad de referencia'),
      field('UnidadReferencia', '????---?--', numberCode(unidades), 'Unidad de referencia'),
      group('TablaSubcantidad', '????---?--', 'Subcantidades', [
        group(
          'SubcantidadItem',
          '1111---1--',
          'Subcantidad y su unidad',
          [
            field('Subcantidad', '????---?--', weight, 'Subcantidad'),
            field('CodigoSubcantidad', '????---?--', numberCode(unidades), 'Unidad de la subcantidad'),
          ],
          { max: 5 },
        ),
      ]),
      field('GradosAlcohol', '????---?--', percent, 'Grados de alcohol'),
      field('PrecioUnitarioReferencia', '????---?--', positiveMoney, 'Precio unitario de referencia'),
      field('FechaElaboracion', '?????-???-', date, 'Fecha de elaboración'),
      field('FechaVencimientoItem', '?????-???-', date, 'Fecha de vencimiento del ítem'),
      group('Mineria', '-???----?-', 'Datos de minería', [
        field('PesoNetoKilogramo', '-???----?-', weight, 'Peso neto en kilogramos'),
        field('PesoNetoMineria', '-???----?-', weight, 'Peso neto en la unidad de minería'),
        field('TipoAfiliacion', '-???----?-', numberCode(tipoAfiliacion), 'Tipo de afiliación'),
        field('Liquidacion', '-???----?-', numberCode(liquidacion), 'Tipo de liquidación'),
      ]),
      field('PrecioUnitarioItem', '1111111111', price, 'Precio unitario'),
      field('DescuentoMonto', '?????-???-', money, 'Descuento de la línea'),
      group('TablaSubDescuento', '?????-???-', 'Descuentos de la línea', [
        group(
          'SubDescuento',
          '11111-111-',
          'Descuento',
          [
            field('TipoSubDescuento', '11111-111-', textCode(tipoValor), 'Descuento por monto o porcentaje'),
            field('SubDescuentoPorcentaje', '?????-???-', percent, 'Porcentaje del descuento'),
            field('MontoSubDescuento', '?????-???-', money, 'Monto del descuento'),
          ],
          { max: 12 },
        ),
      ]),
      field('RecargoMonto', '?????-???-', money, 'Recargo de la línea'),
      group('TablaSubRecargo', '?????-???-', 'Recargos de la línea', [
        group(
          'SubRecargo',
          '11111-111-',
          'Recargo',
          [
            field('TipoSubRecargo', '11111-111-', textCode(tipoValor), 'Recargo por monto o porcentaje'),
            field('SubRecargoPorcentaje', '?????-???-', percent, 'Porcentaje del recargo'),
            field('MontoSubRecargo', '?????-???-', money, 'Monto del recargo'),
          ],
          { max: 12 },
        ),
      ]),
      group('TablaImpuestoAdicional', '????--??--', 'Impuestos adicionales de la línea', [
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
      ]),
      group('OtraMonedaDetalle', '??????????', 'Línea en otra moneda', [
        field('PrecioOtraMoneda', '??????????', price, 'Precio unitario en otra moneda'),
        field('DescuentoOtraMoneda', '??????????', money, 'Descuento en otra moneda'),
        field('RecargoOtraMoneda', '??????????', money, 'Recargo en otra moneda'),
        field('MontoItemOtraMoneda', '??????????', money, 'Monto de la línea en otra moneda'),
      ]),
      field('MontoItem', '1111111111', money, 'Monto de la línea'),
    ],
    { max: linesMax },
  ),
]);
