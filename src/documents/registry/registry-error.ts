/** Why we refuse a file as DGII's registry. A refusal always comes before the old data is replaced. */

const registryProblems = {
  EMPTY: 'El archivo está vacío o no trae ningún contribuyente.',
  WEB_PAGE: 'Es una página web, no el archivo de contribuyentes: revise la dirección de descarga.',
  TOO_LARGE: 'El archivo es demasiado grande para ser el de la DGII.',
  ZIP_DAMAGED: 'El ZIP está dañado o incompleto: descárguelo de nuevo.',
  ZIP_WITHOUT_TABLE: 'El ZIP no trae ningún archivo .txt o .csv.',
  COLUMNS_UNKNOWN: 'Sus columnas no son las del archivo de contribuyentes de la DGII.',
  TOO_MANY_MALFORMED: 'Demasiadas líneas no se pueden leer.',
  NAMES_GARBLED:
    'Demasiados nombres salen con letras dañadas: el archivo mezcla codificaciones. Descárguelo de nuevo de la DGII.',
} as const;

export type RegistryProblem = keyof typeof registryProblems;

export class RegistryFileError extends Error {
  override readonly name = 'RegistryFileError';
  readonly problem: RegistryProblem;

  constructor(problem: RegistryProblem, detail = '', options?: ErrorOptions) {
    super(detail === '' ? registryProblems[problem] : `${registryProblems[problem]} ${detail}`, options);
    this.problem = problem;
  }
}
