/** Errors about a month and its closing. ../errors.ts says what a row means. */
import type { ErrorRows } from './error-row.js';

export const monthErrors = {
  MONTH_NOT_OVER: { status: 409, web: 'El mes no ha terminado: ciérrelo cuando termine.' },
  MONTH_CHANGED: {
    status: 409,
    web: 'Los totales cambiaron desde que los vio. Revíselos y cierre otra vez.',
  },
} as const satisfies ErrorRows;
