/**
 * The field catalogue of the e-CF: the whole structure in the XML's order. Its parts are in the files imported here. The
 * builder's element order, the structure check, the XSDs and the OpenAPI schemas come from it; no other code lists fields.
 * Sources: official XSDs (July 2026), Formato e-CF v1.0.
 */
import { detalle } from './detalle.js';
import { emisorYComprador } from './partes.js';
import { field, group, type GroupEntry } from './entries.js';
import { signingTime, textCode } from './field-types.js';
import { idDoc } from './id-doc.js';
import { informacionesYTransporte } from './logistica.js';
import { pie } from './pie.js';
import { totalesYOtraMoneda } from './totales.js';
import { version } from '../codes/indicators.js';

export const ecfCatalogue: GroupEntry = group('ECF', '1111111111', 'Comprobante fiscal electrónico', [
  group('Encabezado', '1111111111', 'Encabezado', [
    field('Version', '1111111111', textCode(version), 'Versión del formato'),
    idDoc,
    ...emisorYComprador,
    ...informacionesYTransporte,
    ...totalesYOtraMoneda,
  ]),
  detalle,
  ...pie,
  field('FechaHoraFirma', '1111111111', signingTime, 'Fecha y hora de la firma'),
]);
