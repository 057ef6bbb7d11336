/** A taxpayer in DGII's registry; null where the registry has no value. */
export interface Taxpayer {
  /** RNC or cédula, digits only. */
  readonly rnc: string;
  readonly razonSocial: string;
  readonly nombreComercial: string | null;
  readonly actividadEconomica: string | null;
  /** As DGII writes it: ACTIVO, SUSPENDIDO, DADO DE BAJA, … */
  readonly estado: string | null;
  /** As DGII writes it: NORMAL, RST, … */
  readonly regimenPagos: string | null;
}
