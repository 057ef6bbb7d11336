/**
 * When DGII's services are under maintenance, as DGII announces it. Days and hours are DGII's texts, in Santo Domingo: `06-08-2020`,
 * `9:00 AM`.
 */
export interface MaintenanceWindow {
  readonly ambiente: string;
  readonly horaInicio: string;
  readonly horaFin: string;
  readonly dias: readonly string[];
}
