/** DetallesItems: the lines (Formato e-CF v1.0 pp.36-45). */
import { impuestosAdicionales, unidades } from '../codes/long-tables.js';
import {
  indicadorFacturacion,
  agenteRetencion,
  bienOServicio,
  tipoValor,
  tipoAfiliacion,
  liquidacion,
} from '../codes/indicators.js';
import { field, group, type CatalogueEntry } from './entries.js';
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

const mining = 'se facturan minerales';
const currency = 'la línea se factura en otra moneda';
const specific = 'la línea lleva un impuesto de los códigos 006 a 022, salvo a granel';
const taxed = byType('la línea lleva un impuesto adicional', {
  44: 'la línea lleva un impuesto adicional de los códigos 001 a 005',
});

export const detalle = group('DetallesItems', '1111111111', 'Detalle de bienes y servicios', [
  group('Item', '1111111111', { label: 'Línea de detalle', max: linesMax }, [
    field('NumeroLinea', '1111111111', lineNumber, 'Número de línea'),
    group('TablaCodigosItem', '??????????', 'Códigos del ítem', [
      group('CodigosItem', '1111111111', { label: 'Código del ítem y su tipo', max: 5 }, [
        field('TipoCodigo', '1111111111', text(14), 'Tipo de código'),
        field('CodigoItem', '1111111111', text(35), 'Código del ítem'),
      ]),
    ]),
    field('IndicadorFacturacion', '1111111111', numberCode(indicadorFacturacion), 'Indicador de facturación'),
    group('Retencion', '2-221----1', { label: 'Retención o percepción', when: 'hay retención' }, [
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
    ]),
    field('NombreItem', '1111111111', text(80), 'Nombre del ítem'),
    field('IndicadorBienoServicio', '1111111111', numberCode(bienOServicio), 'Bien o servicio'),
    field('DescripcionItem', '??????????', text(1000), 'Descripción del ítem'),
    field('CantidadItem', '1111111111', quantity, 'Cantidad'),
    field('UnidadMedida', '??????????', numberCode(unidades), 'Unidad de medida'),
    field('CantidadReferencia', '2222---2--', money, 'Cantidad de referencia', { when: specific }),
    field('UnidadReferencia', '2222---2--', numberCode(unidades), 'Unidad de referencia', {
      when: 'hay CantidadReferencia',
    }),
    group('TablaSubcantidad', '2222---2--', { label: 'Subcantidades', when: specific }, [
      group('SubcantidadItem', '1111---1--', { label: 'Subcantidad y su unidad', max: 5 }, [
        field('Subcantidad', '2222---2--', weight, 'Subcantidad', { when: specific }),
        field('CodigoSubcantidad', '2222---2--', numberCode(unidades), 'Unidad de la subcantidad', {
          when: 'hay Subcantidad',
        }),
      ]),
    ]),
    field('GradosAlcohol', '2222---2--', percent, 'Grados de alcohol', {
      when: 'la línea lleva un impuesto de los códigos 006 a 018, salvo a granel',
    }),
    field('PrecioUnitarioReferencia', '2222---2--', positiveMoney, 'Precio unitario de referencia', {
      when: 'la línea lleva un impuesto de los códigos 023 a 039, salvo a granel',
    }),
    field('FechaElaboracion', '?????-???-', date, 'Fecha de elaboración'),
    field('FechaVencimientoItem', '?????-???-', date, 'Fecha de vencimiento del ítem'),
    group('Mineria', '-222----2-', { label: 'Datos de minería', when: mining }, [
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
    ]),
    field('PrecioUnitarioItem', '1111111111', price, 'Precio unitario'),
    ...subTable('Descuento'),
    ...subTable('Recargo'),
    group(
      'TablaImpuestoAdicional',
      '2222--22--',
      { label: 'Impuestos adicionales de la línea', when: taxed },
      [
        group('ImpuestoAdicional', '1111--11--', { label: 'Impuesto adicional', max: 2 }, [
          field(
            'TipoImpuesto',
            '1111--11--',
            textCode(impuestosAdicionales),
            'Código del impuesto adicional',
          ),
        ]),
      ],
    ),
    group('OtraMonedaDetalle', '2222222222', { label: 'Línea en otra moneda', when: currency }, [
      field('PrecioOtraMoneda', '2222222222', price, 'Precio unitario en otra moneda', {
        when: currency,
      }),
      field('DescuentoOtraMoneda', '??????????', money, 'Descuento en otra moneda'),
      field('RecargoOtraMoneda', '??????????', money, 'Recargo en otra moneda'),
      field('MontoItemOtraMoneda', '2222222222', money, 'Monto de la línea en otra moneda', {
        when: currency,
      }),
    ]),
    field('MontoItem', '1111111111', money, 'Monto de la línea'),
  ]),
]);

/** Discounts and surcharges of a line differ only in their names. */
function subTable(name: 'Descuento' | 'Recargo'): readonly CatalogueEntry[] {
  const word = name.toLowerCase();
  const when = `la línea tiene ${word}`;
  return [
    field(`${name}Monto`, '22222-222-', money, `${name} de la línea`, { when: `hay TablaSub${name}` }),
    group(`TablaSub${name}`, '22222-222-', { label: `${name}s de la línea`, when }, [
      group(`Sub${name}`, '11111-111-', { label: name, max: 12 }, [
        field(`TipoSub${name}`, '11111-111-', textCode(tipoValor), `${name} por monto o porcentaje`),
        field(`Sub${name}Porcentaje`, '22222-222-', percent, `Porcentaje del ${word}`, {
          when: `TipoSub${name} es %`,
        }),
        field(`MontoSub${name}`, '22222-222-', money, `Monto del ${word}`, {
          when: `${when}, también en %`,
        }),
      ]),
    ]),
  ];
}
