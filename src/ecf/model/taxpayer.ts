/** A taxpayer as DGII's registry tells of him; what it does not tell is null. */
export interface Taxpayer {
  /** RNC or cédula, digits only. */
  readonly rnc: string;
  readonly razonSocial: string;
  readonly nombreComercial: string | null;
  readonly actividadEconomica: string | null;
  /** DGII's word: ACTIVO, SUSPENDIDO, DADO DE BAJA, … */
  readonly estado: string | null;
  /** DGII's word: NORMAL, RST, … */
  readonly regimenPagos: string | null;
}
