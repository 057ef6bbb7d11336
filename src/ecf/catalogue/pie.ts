/** The sections after the lines: Subtotales, DescuentosORecargos, Paginacion, InformacionReferencia (Formato e-CF v1.0 pp.46-58). */
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

const pageLines = (kinds: string) => `la página tiene líneas con IndicadorFacturacion ${kinds}`;
const adjusted = 'hay descuentos o recargos globales';
const severalPages = 'la representación impresa tiene más de una página';
const pageTaxes = 'la página tiene líneas con TablaImpuestoAdicional';
const refers =
  'reemplaza un comprobante no electrónico emitido en contingencia, o una factura de crédito fiscal refiere a una de consumo';

const subtotales = group('Subtotales', '??????????', 'Subtotales informativos', [
  group('Subtotal', '1111111111', { label: 'Subtotal informativo', max: 20 }, [
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
  ]),
]);

const ajustes = group(
  'DescuentosORecargos',
  '22222-222-',
  { label: 'Descuentos y recargos globales', when: adjusted },
  [
    group('DescuentoORecargo', '11111-111-', { label: 'Descuento o recargo global', max: 20 }, [
      field('NumeroLinea', '11111-111-', integer(0, 99), 'Número de línea'),
      field('TipoAjuste', '11111-111-', textCode(tipoAjuste), 'Descuento (D) o recargo (R)'),
      field(
        'IndicadorNorma1007',
        '????---?--',
        numberCode(indicadorNorma1007),
        'Indicador de la Norma General 10-07',
      ),
      field('DescripcionDescuentooRecargo', '?????-???-', text(45), 'Descripción del descuento o recargo'),
      field('TipoValor', '22222-222-', textCode(tipoValor), 'Por monto o porcentaje', { when: adjusted }),
      field('ValorDescuentooRecargo', '22222-222-', percent, 'Porcentaje del descuento o recargo', {
        when: 'TipoValor es %',
      }),
      field('MontoDescuentooRecargo', '22222-222-', money, 'Monto del descuento o recargo', {
        when: 'hay descuentos o recargos globales, también en %',
      }),
      field(
        'MontoDescuentooRecargoOtraMoneda',
        '?????-???-',
        money,
        'Monto del descuento o recargo en otra moneda',
      ),
      field(
        'IndicadorFacturacionDescuentooRecargo',
        '22222-222-',
        numberCode(indicadorFacturacionAjuste),
        'Indicador de facturación que afecta',
        { when: adjusted },
      ),
    ]),
  ],
);

const paginacion = group('Paginacion', '2222222222', { label: 'Paginación', when: severalPages }, [
  group('Pagina', '1111111111', { label: 'Página', max: pagesMax }, [
    field('PaginaNo', '2222222222', pageNumber, 'Número de página', { when: 'hay Paginacion' }),
    field('NoLineaDesde', '2222222222', lineNumber, 'Primera línea de la página', {
      when: 'hay PaginaNo',
    }),
    field('NoLineaHasta', '2222222222', lineNumber, 'Última línea de la página', {
      when: 'hay NoLineaDesde',
    }),
    field('SubtotalMontoGravadoPagina', '22222--22-', money, 'Monto gravado de la página', {
      when: pageLines('1, 2 o 3'),
    }),
    field('SubtotalMontoGravado1Pagina', '22222--2--', money, 'Monto gravado con ITBIS 1 de la página', {
      when: pageLines('1'),
    }),
    field('SubtotalMontoGravado2Pagina', '22222--2--', money, 'Monto gravado con ITBIS 2 de la página', {
      when: pageLines('2'),
    }),
    field('SubtotalMontoGravado3Pagina', '22222--22-', money, 'Monto gravado con ITBIS 3 de la página', {
      when: pageLines('3'),
    }),
    field('SubtotalExentoPagina', '22222222-2', money, 'Monto exento de la página', {
      when: pageLines('4'),
    }),
    field('SubtotalItbisPagina', '22222--22-', money, 'ITBIS de la página', {
      when: pageLines('1, 2 o 3'),
    }),
    field('SubtotalItbis1Pagina', '22222--2--', money, 'ITBIS 1 de la página', { when: pageLines('1') }),
    field('SubtotalItbis2Pagina', '22222--2--', money, 'ITBIS 2 de la página', { when: pageLines('2') }),
    field('SubtotalItbis3Pagina', '22222--22-', money, 'ITBIS 3 de la página', { when: pageLines('3') }),
    field(
      'SubtotalImpuestoAdicionalPagina',
      '2222--22--',
      positiveMoney,
      'Impuestos adicionales de la página',
      { when: 'hay SubtotalImpuestoAdicional' },
    ),
    group(
      'SubtotalImpuestoAdicional',
      '2222--22--',
      { label: 'Desglose de impuestos adicionales de la página', when: pageTaxes },
      [
        field(
          'SubtotalImpuestoSelectivoConsumoEspecificoPagina',
          '2222---2--',
          positiveMoney,
          'Impuesto selectivo específico de la página',
          { when: 'la página tiene líneas con impuestos de los códigos 006 a 039' },
        ),
        field('SubtotalOtrosImpuesto', '2222--22--', positiveMoney, 'Otros impuestos de la página', {
          when: 'la página tiene líneas con impuestos de los códigos 001 a 005',
        }),
      ],
    ),
    field('MontoSubtotalPagina', '2222222222', money, 'Monto subtotal de la página', {
      when: 'hay PaginaNo',
    }),
    field('SubtotalMontoNoFacturablePagina', '2222--222-', money, 'Monto no facturable de la página', {
      when: pageLines('0'),
    }),
  ]),
]);

const referencia = group(
  'InformacionReferencia',
  '2211222222',
  { label: 'Comprobante que se modifica o reemplaza', when: refers },
  [
    field('NCFModificado', '2211222222', ncf, 'NCF o e-NCF modificado', {
      when: 'CodigoModificacion es 4 o 5',
    }),
    field('RNCOtroContribuyente', '2222222222', rnc, 'RNC de otro contribuyente', {
      when: 'el comprobante modificado es de otro RNC, por disolución, fusión o escisión',
    }),
    field('FechaNCFModificado', '2211222222', date, 'Fecha del NCF modificado', {
      when: 'CodigoModificacion es 4',
    }),
    field('CodigoModificacion', '2211222222', numberCode(codigoModificacion), 'Código de modificación', {
      when: 'hay InformacionReferencia',
    }),
    field('RazonModificacion', '--??------', text(90), 'Razón de la modificación'),
  ],
);

export const pie: readonly CatalogueEntry[] = [subtotales, ajustes, paginacion, referencia];
