/** Errors about the evidence archive. ../errors.ts says what a row means. */
import type { ErrorRows } from './error-row.js';

export const archiveErrors = {
  ARCHIVE_EMPTY: {
    status: 404,
    api: 'El archivo de evidencia no tiene días cerrados en ese período.',
    cli: 'El archivo de evidencia no tiene días cerrados en ese período. Un día se cierra minutos después de medianoche.',
    help: 'Ningún día del período está cerrado: no hubo comprobantes, o el día no ha terminado. Un día se cierra minutos después de medianoche.',
  },
  ARCHIVE_PERIOD_INVALID: { cli: 'El período es un mes, AAAA-MM, o un día, AAAA-MM-DD.', usage: true },
  ARCHIVE_DAMAGED: { cli: 'La evidencia no está íntegra.' },
} as const satisfies ErrorRows;
