/** Adds the number of warnings to the message, because a client easily misses them in `data`. */
import type { Fault } from '../../../ecf/model/fault.js';

export function withWarnings(mensaje: string, { length }: readonly Fault[]): string {
  if (length === 0) return mensaje;
  return `${mensaje} ${length === 1 ? 'Hay 1 advertencia' : `Hay ${length} advertencias`} en data.advertencias.`;
}
