/** Errors about DGII's registry of taxpayers. ../errors.ts says what a row means. */
import type { ErrorRows } from './error-row.js';

export const taxpayerErrors = {
  RNC_INVALID: {
    status: 400,
    api: 'El RNC debe tener 9 u 11 dígitos, sin guiones.',
    cli: 'El RNC debe tener 9 u 11 dígitos, sin guiones.',
    usage: true,
    help: 'El RNC o la cédula no tiene 9 u 11 dígitos; `data.campo` dice cuál.',
  },
  RNC_NOT_FOUND: {
    status: 404,
    api: 'El RNC o cédula no está en el registro de contribuyentes.',
    help: 'No está en la copia del registro de contribuyentes; `mensaje` dice de cuándo es.',
  },
  RNC_REGISTRY_EMPTY: {
    status: 503,
    api: 'El registro de contribuyentes de la DGII todavía no se ha importado.',
    help: 'El operador todavía no ha importado el registro de contribuyentes. Avise al soporte.',
  },
  REGISTRY_FILE_INVALID: { cli: 'El archivo no es el de contribuyentes de la DGII.' },
  REGISTRY_TOO_FEW_ROWS: {
    cli: 'El archivo trae muchos menos contribuyentes que el registro actual: parece incompleto.',
  },
  REGISTRY_IMPORT_RUNNING: { cli: 'Ya hay una importación del registro en curso.' },
  REGISTRY_IMPORT_SUPERSEDED: {
    cli: 'Otra importación tomó el lugar de esta, que no dio señales de vida: vea «registry status».',
  },
} as const satisfies ErrorRows;
