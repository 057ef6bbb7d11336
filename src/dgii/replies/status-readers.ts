/** Reads the answers of DGII's status service: is an environment up, and when is its maintenance (web services §3.3). */
import type { MaintenanceWindow } from '../../ecf/messages/maintenance-window.js';
import type { MaintenanceReading, ServiceStatusReading } from './answers.js';
import { plain } from '../../ecf/messages/phrases.js';
import { fieldsOf, listOf, messagesOf, textOf, type Body } from './read-body.js';
import { errorBodyOf, faultOf, unavailable, unusable } from './readers.js';
import { readSeed } from '../auth/seed.js';

/** The answer of `verificarestado`: `{"estado":"Disponible"}` or `"No Disponible"`. */
export function readServiceStatusReply(status: number, read: Body): ServiceStatusReading {
  const fault = faultOf(status, read);
  if (fault !== undefined) return fault;
  const { estado, mensajes } = errorBodyOf(read);
  const text = plain(estado ?? (read.form === 'text' ? read.text : ''));
  if (status !== 200 || !/^(no )?disponible\b/.test(text)) return unusable(status, read, mensajes);
  return { kind: 'status', available: !text.startsWith('no'), estado: estado ?? text };
}

/** More than DGII ever announces. */
const windowsMax = 100;

export function readMaintenanceReply(status: number, read: Body): MaintenanceReading {
  const fault = faultOf(status, read);
  if (fault !== undefined) return fault;
  const listed: unknown = read.form === 'object' ? read.fields.get('ventanamantenimientos') : undefined;
  const rows = read.form === 'array' ? read.items : listOf(listed ?? []);
  if (status !== 200 || (read.form !== 'array' && listed === undefined))
    return unusable(status, read, messagesOf(read));
  return { kind: 'windows', windows: rows.slice(0, windowsMax).map(windowOf) };
}

function windowOf(row: unknown): MaintenanceWindow {
  const fields = fieldsOf(row);
  return {
    ambiente: textOf(fields, 'ambiente') ?? '',
    horaInicio: textOf(fields, 'horaInicio') ?? '',
    horaFin: textOf(fields, 'horaFin') ?? '',
    dias: listOf(fields.get('dias') ?? []).filter((dia) => typeof dia === 'string'),
  };
}

export function readProbeReply(status: number, _read: Body, raw: string): ServiceStatusReading {
  if (status === 200 && readSeed(raw).ok) return { kind: 'status', available: true, estado: 'Disponible' };
  return unavailable('server-fault', `seed: HTTP ${status}`);
}
