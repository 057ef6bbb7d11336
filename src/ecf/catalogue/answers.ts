/**
 * Two answers to a voucher, and the annulment of numbers. ARECF is the acknowledgement of receipt (Formato ARECF v1.0 p.5),
 * ACECF the commercial approval (Formato ACECF v1.0 pp.4-5), ANECF the annulment of unused numbers (Formato ANECF v1.0
 * pp.4-7). The time in each document is its signing time.
 */
import { estadoAcuse, estadoAprobacion, motivoNoRecibido } from '../codes/answers.js';
import { version } from '../codes/indicators.js';
import { field, group, type GroupEntry } from './entries.js';
import {
  dateFrom2000,
  encf,
  fixedMoney,
  integer,
  numberCode,
  rnc,
  signingTime,
  text,
  textCode,
  tipoEcf,
} from './field-types.js';
import { annulmentBlocksMax, annulmentRangesMax } from './limits.js';

export const arecfCatalogue: GroupEntry = group('ARECF', '1', 'Acuse de recibo', [
  group('DetalleAcusedeRecibo', '1', 'Detalle del acuse de recibo', [
    field('Version', '1', textCode(version), 'Versión del formato'),
    field('RNCEmisor', '1', rnc, 'RNC del emisor del e-CF'),
    field('RNCComprador', '1', rnc, 'RNC del comprador, que emite el acuse'),
    field('eNCF', '1', encf, 'Número del comprobante (e-NCF)'),
    field('Estado', '1', numberCode(estadoAcuse), 'Estado: recibido o no recibido'),
    field('CodigoMotivoNoRecibido', '2', numberCode(motivoNoRecibido), 'Motivo de no recibido', {
      when: 'Estado es 1 (no recibido)',
    }),
    field('FechaHoraAcuseRecibo', '1', signingTime, 'Fecha y hora del acuse'),
  ]),
]);

export const acecfCatalogue: GroupEntry = group('ACECF', '1', 'Aprobación comercial', [
  group('DetalleAprobacionComercial', '1', 'Detalle de la aprobación comercial', [
    field('Version', '1', textCode(version), 'Versión del formato'),
    field('RNCEmisor', '1', rnc, 'RNC del emisor del e-CF'),
    field('eNCF', '1', encf, 'Número del comprobante (e-NCF)'),
    field('FechaEmision', '1', dateFrom2000, 'Fecha de emisión del e-CF'),
    field('MontoTotal', '1', fixedMoney, 'Monto total del e-CF'),
    field('RNCComprador', '1', rnc, 'RNC del comprador, que emite la aprobación'),
    field('Estado', '1', numberCode(estadoAprobacion), 'Estado: aceptado o rechazado'),
    field('DetalleMotivoRechazo', '2', text(250), 'Motivo del rechazo', { when: 'Estado es 2 (rechazado)' }),
    field('FechaHoraAprobacionComercial', '1', signingTime, 'Fecha y hora de la aprobación'),
  ]),
]);

/** Ten digits are enough for a whole sequence of one type. */
const annulled = integer(1, 9_999_999_999);

export const anecfCatalogue: GroupEntry = group('ANECF', '1', 'Anulación de e-NCF', [
  group('Encabezado', '1', 'Encabezado', [
    field('Version', '1', textCode(version), 'Versión del formato'),
    field('RncEmisor', '1', rnc, 'RNC del emisor'),
    field('CantidadeNCFAnulados', '1', annulled, 'Cantidad de e-NCF anulados'),
    field('FechaHoraAnulacioneNCF', '1', signingTime, 'Fecha y hora de la anulación'),
  ]),
  group('DetalleAnulacion', '1', 'Detalle de la anulación', [
    group('Anulacion', '1', { label: 'Anulación de un tipo de e-CF', max: annulmentBlocksMax }, [
      field('NoLinea', '1', integer(1, annulmentBlocksMax), 'Número de línea'),
      field('TipoeCF', '1', tipoEcf, 'Tipo de e-CF'),
      group('TablaRangoSecuenciasAnuladaseNCF', '1', 'Rangos de secuencias anuladas', [
        group('Secuencias', '1', { label: 'Rango de secuencias', max: annulmentRangesMax }, [
          field('SecuenciaeNCFDesde', '1', encf, 'Primer e-NCF del rango'),
          field('SecuenciaeNCFHasta', '1', encf, 'Último e-NCF del rango'),
        ]),
      ]),
      field('CantidadeNCFAnulados', '1', annulled, 'Cantidad de e-NCF anulados de este tipo'),
    ]),
  ]),
]);
