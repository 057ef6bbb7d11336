/** Encabezado.IdDoc: identification of the voucher (Formato e-CF v1.0 pp.7-11). */
import {
  tipoIngresos,
  tipoPago,
  formaPago,
  tipoCuentaPago,
  indicadorNotaCredito,
  indicadorMontoGravado,
  siempreUno,
} from '../codes/indicators.js';
import { field, group } from './entries.js';
import { date, encf, money, numberCode, terminoPago, text, textCode, tipoEcf } from './field-types.js';
import { totalPages } from './limits.js';

export const idDoc = group('IdDoc', '1111111111', 'Identificación del comprobante', [
  field('TipoeCF', '1111111111', tipoEcf, 'Tipo de e-CF'),
  field('eNCF', '1111111111', encf, 'Número del comprobante (e-NCF)'),
  field('FechaVencimientoSecuencia', '1-1-111111', date, 'Fecha de vencimiento de la secuencia'),
  field(
    'IndicadorNotaCredito',
    '---1------',
    numberCode(indicadorNotaCredito),
    'Indicador de nota de crédito emitida después de 30 días',
  ),
  field('IndicadorEnvioDiferido', '2222--222-', numberCode(siempreUno), 'Indicador de envío diferido', {
    when: 'la DGII autorizó al emisor el envío diferido y este lo es',
  }),
  field(
    'IndicadorMontoGravado',
    '22222--2--',
    numberCode(indicadorMontoGravado),
    'Indica si los montos de las líneas incluyen el ITBIS',
    { when: 'hay líneas con IndicadorFacturacion 1 o 2' },
  ),
  field(
    'IndicadorServicioTodoIncluido',
    '????--??--',
    numberCode(siempreUno),
    'Indicador de servicio todo incluido',
  ),
  field('TipoIngresos', '11??--111-', textCode(tipoIngresos), 'Tipo de ingresos', { alias: 'TipoIngreso' }),
  field('TipoPago', '1111??111?', numberCode(tipoPago), 'Tipo de pago'),
  field('FechaLimitePago', '22222-222?', date, 'Fecha límite de pago', { when: 'TipoPago es 2 (crédito)' }),
  field('TerminoPago', '???-?-????', terminoPago, 'Término de pago'),
  group('TablaFormasPago', '???-?-????', 'Formas de pago', [
    group('FormaDePago', '111-1-1111', { label: 'Forma de pago y su monto', alias: 'FormasDePago', max: 7 }, [
      field('FormaPago', '111-1-1111', numberCode(formaPago), 'Código de la forma de pago'),
      field('MontoPago', '111-1-1111', money, 'Monto pagado de esta forma'),
    ]),
  ]),
  field('TipoCuentaPago', '???-?-????', textCode(tipoCuentaPago), 'Tipo de cuenta de pago'),
  field('NumeroCuentaPago', '???-?-????', text(28), 'Número de la cuenta de pago'),
  field('BancoPago', '???-?-????', text(75), 'Banco de la cuenta de pago'),
  field('FechaDesde', '????--????', date, 'Inicio del período facturado'),
  field('FechaHasta', '????--????', date, 'Fin del período facturado'),
  field('TotalPaginas', '2222222222', totalPages, 'Total de páginas', { when: 'hay Paginacion' }),
]);
