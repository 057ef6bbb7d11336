/** statusecf.dgii.gov.do: is DGII up, and when will it be down (web services §3.1, §3.3)? Its paths have no environment. */
import type { IncomingMessage } from 'node:http';
import type { Environment } from '../../../src/ecf/model/environments.js';
import { empty, html, json, santoDomingo, type Reply } from '../http/reply.js';
import { readPath } from '../http/services.js';
import type { Maintenance, Settings } from '../settings.js';

const base = '/api/estatusservicios/';

const ambientes = {
  'pre-certification': { codigo: '1', nombre: 'PreCertificacion' },
  production: { codigo: '2', nombre: 'Produccion' },
  certification: { codigo: '3', nombre: 'Certificacion' },
} as const satisfies Record<Environment, { codigo: string; nombre: string }>;

const serviceNames = [
  'Autenticación',
  'Recepción',
  'Consulta Resultado',
  'Consulta Estado',
  'Consulta TrackIds',
  'Recepción FC',
  'Aprobación Comercial',
  'Anulación Rangos',
  'Consulta Directorio',
];

export function statusReply(
  { maintenance }: Pick<Settings, 'maintenance'>,
  { headers, method }: IncomingMessage,
  url: URL,
  now: Date,
): Reply | undefined {
  const { host, path } = readPath(url.pathname);
  if ((host !== undefined && host !== 'status') || !path.startsWith(base)) return undefined;
  if (method !== 'GET') return empty(405);
  if (!/^apikey \S+$/i.test(headers.authorization ?? '')) return empty(401);
  const available = (environment: Environment) => !underMaintenance({ maintenance }, environment, now);
  const environments = Object.keys(ambientes) as Environment[];
  const textOf = (environment: Environment) => (available(environment) ? 'Disponible' : 'No Disponible');
  switch (path.slice(base.length)) {
    case 'obtenerestatus':
      return json(
        200,
        environments.flatMap((environment) =>
          serviceNames.map((servicio) => ({
            servicio,
            estatus: textOf(environment),
            ambiente: ambientes[environment].nombre,
          })),
        ),
      );
    case 'obtenerventanasmantenimiento':
      return json(200, {
        ventanaMantenimientos: maintenance.flatMap((window) =>
          environments
            .filter((environment) => [undefined, environment].includes(window.environment))
            .map((environment) => windowOf(window, environment)),
        ),
      });
    case 'verificarestado': {
      const asked = Array.from(url.searchParams).find(([name]) => name.toLowerCase() === 'ambiente')?.[1];
      const environment = environments.find((one) => ambientes[one].codigo === asked);
      return environment === undefined
        ? json(400, { mensaje: 'El ambiente no es válido.' })
        : json(200, { estado: textOf(environment) });
    }
    default:
      return empty(404);
  }
}

export function underMaintenance(
  { maintenance }: Pick<Settings, 'maintenance'>,
  environment: Environment,
  now: Date,
): boolean {
  return maintenance.some(
    (window) =>
      (window.environment === undefined || window.environment === environment) &&
      Date.parse(window.from) <= now.getTime() &&
      now.getTime() < Date.parse(window.to),
  );
}

export function maintenancePage(): Reply {
  return html(503, 'Servicio en mantenimiento', '<p>Estamos realizando labores de mantenimiento.</p>');
}

/** `{"ambiente":"PreCertificacion","horaInicio":"9:00 AM","horaFin":"12:00 PM","dias":["06-08-2020"]}` */
function windowOf({ from, to }: Maintenance, environment: Environment): object {
  const [start, end] = [santoDomingo(new Date(from)), santoDomingo(new Date(to))];
  const days: string[] = [];
  for (let day = startOfDay(start); day <= end.getTime() && days.length < daysMax; day += dayMs)
    days.push(dayText(new Date(day)));
  return {
    ambiente: ambientes[environment].nombre,
    horaInicio: clockText(start),
    horaFin: clockText(end),
    dias: days,
  };
}

const dayMs = 24 * 60 * 60 * 1000;
/** Limit for listed days; a window of more than a year makes no sense. */
const daysMax = 366;

function startOfDay(local: Date): number {
  return Math.floor(local.getTime() / dayMs) * dayMs;
}

function dayText(local: Date): string {
  const [year = '', month = '', day = ''] = local.toISOString().slice(0, 10).split('-');
  return `${day}-${month}-${year}`;
}

function clockText(local: Date): string {
  const hour = local.getUTCHours();
  const minute = String(local.getUTCMinutes()).padStart(2, '0');
  return `${hour % 12 || 12}:${minute} ${hour < 12 ? 'AM' : 'PM'}`;
}
