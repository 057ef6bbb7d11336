/** What follows the lines: Subtotales, DescuentosORecargos, Paginacion, InformacionReferencia (Formato e-CF v1.0 pp.46-58). Occurrence columns: see entries.ts. */
import {
  indicadorFacturacionAjuste,
  indicadorNorma1007,
  tipoAjuste,
  tipoValor,
  codigoModificacion,
} from '../codes/indicators.js';
import { field, group, type CatalogueEntry } from './entries.js';
import {
  date,
  integer,
  money,
  ncf,
  numberCode,
  percent,
  positiveMoney,
  rnc,
  text,
  textCode,
} from './field-types.js';
import { lineNumber, pagesMax, pageNumber } from './limits.js';

const subtotales = group('Subtotales', '??????????', 'Subtotales informativos', [
  group(
    'Subtotal',
    '1111111111',
    'Subtotal informativo',
    [
      field('NumeroSubTotal', '??????????', integer(0, 99), 'Número del subtotal'),
      field('DescripcionSubtotal', '??????????', text(40), 'Descripción del subtotal'),
      field('Orden', '??????????', integer(0, 99), 'Orden del subtotal'),
      field('SubTotalMontoGravadoTotal', '?????--??-', money, 'Subtotal del monto gravado'),
      field('SubTotalMontoGravadoI1', '?????--?--', money, 'Subtotal del monto gravado con ITBIS 1'),
      field('SubTotalMontoGravadoI2', '?????--?--', money, 'Subtotal del monto gravado con ITBIS 2'),
      field('SubTotalMontoGravadoI3', '?????--??-', money, 'Subtotal del monto gravado con ITBIS 3'),
      field('SubTotaITBIS', '?????--??-', money, 'Subtotal de ITBIS'),
      field('SubTotaITBIS1', '?????--?--', money, 'Subtotal de ITBIS 1'),
      field('SubTotaITBIS2', '?????--?--', money, 'Subtotal de ITBIS 2'),
      field('SubTotaITBIS3', '?????--??-', money, 'Subtotal de ITBIS 3'),
      field('SubTotalImpuestoAdicional', '?????-??--', money, 'Subtotal de impuestos adicionales'),
      field('SubTotalExento', '????????-?', money, 'Subtotal exento'),
      field('MontoSubTotal', '??????????', money, 'Monto del subtotal'),
      field('Lineas', '??????????', integer(0, 99), 'Líneas del subtotal'),
    ],
    { max: 20 },
  ),
]);

const descuentosORecargos = group('DescuentosORecargos', '?????-???-', 'Descuentos y recargos globales', [
  group(
    'DescuentoORecargo',
    '11111-111-',
    'Descuento o recargo global',
    [
      field('NumeroLinea', '11111-111-', integer(0, 99), 'Número de línea'),
      field('TipoAjuste', '11111-111-', textCode(tipoAjuste), 'Descuento (D) o recargo (R)'),
      field(
        'IndicadorNorma1007',
        '????---?--',
        numberCode(indicadorNorma1007),
        'Indicador de la Norma General 10-07',
      ),
      field('DescripcionDescuentooRecargo', '?????-???-', text(45), 'Descripción del descuento o recargo'),
      field('TipoValor', '?????-???-', textCode(tipoValor), 'Por monto o porcentaje'),
      field('ValorDescuentooRecargo', '?????-???-', percent, 'Porcentaje del descuento o recargo'),
      field('MontoDescuentooRecargo', '?????-???-', money, 'Monto del descuento o recargo'),
      field(
        'MontoDescuentooRecargoOtraMoneda',
        '?????-???-',
        money,
        'Monto del descuento o recargo en otra moneda',
      ),
      field(
        'IndicadorFacturacionDescuentooRecargo',
        '?????-???-',
        numberCode(indicadorFacturacionAjuste),
        'Indicador de facturación que afecta',
      ),
    ],
    { max: 20 },
  ),
]);

const paginacion = group('Paginacion', '??????????', 'Paginación', [
  group(
    'Pagina',
    '1111111111',
    'Página',
    [
      field('PaginaNo', '??????????', pageNumber, 'Número de página'),
      field('NoLineaDesde', '??????????', lineNumber, 'Primera línea de la página'),
      field('NoLineaHasta', '??????????', lineNumber, 'Última línea de la página'),
      field('SubtotalMontoGravadoPagina', '?????--??-', money, 'Monto gravado de la página'),
      field('SubtotalMontoGravado1Pagina', '?????--?--', money, 'Monto gravado con ITBIS 1 de la página'),
      field('SubtotalMontoGravado2Pagina', '?????--?--', money, 'Monto gravado con ITBIS 2 de la página'),
      field('SubtotalMontoGravado3Pagina', '?????--??-', money, 'Monto gravado con ITBIS 3 de la página'),
      field('SubtotalExentoPagina', '????????-?', money, 'Monto exento de la página'),
      field('SubtotalItbisPagina', '?????--??-', money, 'ITBIS de la página'),
      field('SubtotalItbis1Pagina', '?????--?--', money, 'ITBIS 1 de la página'),
      field('SubtotalItbis2Pagina', '?????--?--', money, 'ITBIS 2 de la página'),
      field('SubtotalItbis3Pagina', '?????--??-', money, 'ITBIS 3 de la página'),
      field(
        'SubtotalImpuestoAdicionalPagina',
        '????--??--',
        positiveMoney,
        'Impuestos adicionales de la página',
      ),
      group('SubtotalImpuestoAdicional', '????--??--', 'Desglose de impuestos adicionales de la página', [
        field(
          'SubtotalImpuestoSelectivoConsumoEspecificoPagina',
          '????---?--',
          positiveMoney,
          'Impuesto selectivo específico de la página',
        ),
        field('SubtotalOtrosImpuesto', '????--??--', positiveMoney, 'Otros impuestos de la página'),
      ]),
      field('MontoSubtotalPagina', '??????????', money, 'Monto subtotal de la página'),
      field('SubtotalMontoNoFacturablePagina', '????--???-', money, 'Monto no facturable de la página'),
    ],
    { max: pagesMax },
  ),
]);

const informacionReferencia = group(
  'InformacionReferencia',
  '??11??????',
  'Comprobante que se modifica o reemplaza',
  [
    field('NCFModificado', '??11??????', ncf, 'NCF o e-NCF modificado'),
    field('RNCOtroContribuyente', '??????????', rnc, 'RNC de otro contribuyente'),
    field('FechaNCFModificado', '??11??????', date, 'Fecha del NCF modificado'),
    field('CodigoModificacion', '??11??????', numberCode(codigoModificacion), 'Código de modificación'),
    field('RazonModificacion', '--??------', text(90), 'Razón de la modificación'),
  ],
);

export const pie: readonly CatalogueEntry[] = [
  subtotales,
  descuentosORecargos,
  paginacion,
  informacionReferencia,
];
