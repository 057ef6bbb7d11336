/** Times and yes/no as an operator reads them. */
import { fechaHoraFirma, localDate } from '../../ecf/model/dates.js';

/** `dd-MM-yyyy HH:mm:ss` in Santo Domingo; `—` for none. */
export function moment(instant: Date | undefined): string {
  return instant === undefined ? '—' : fechaHoraFirma(instant.getTime());
}

/** DD-MM-YYYY in Santo Domingo. */
export function day(instant: Date): string {
  return localDate(instant.getTime());
}

export function yesNo(value: boolean): string {
  return value ? 'sí' : 'no';
}
