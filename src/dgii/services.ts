/**
 * The DGII web services that the worker calls: host, path, and the environments that do not have them.
 * Source: Descripción técnica de servicios DGII (2026), "URLs del servicio" of each service.
 */
import { environments, type Environment } from '../ecf/model/environments.js';

interface ServiceEntry {
  /** `ecf` is ecf.dgii.gov.do; `fc` (fc.dgii.gov.do) serves consumption invoices below RD$ 250,000. */
  readonly host: 'ecf' | 'fc';
  /** Follows the environment's segment. DGII compares paths and query names without regard to case. */
  readonly path: string;
  /** Only the certification lacks services. */
  readonly inCertification: boolean;
}

const notInCertification = { inCertification: false };

export const services = {
  semilla: at('ecf', '/autenticacion/api/autenticacion/semilla'),
  validarSemilla: at('ecf', '/autenticacion/api/autenticacion/validarsemilla'),
  recepcion: at('ecf', '/recepcion/api/facturaselectronicas'),
  recepcionFc: at('fc', '/recepcionfc/api/recepcion/ecf'),
  consultaRfce: at('fc', '/consultarfce/api/Consultas/Consulta'),
  consultaResultado: at('ecf', '/consultaresultado/api/consultas/estado'),
  consultaEstado: at('ecf', '/consultaestado/api/consultas/estado', notInCertification),
  consultaTrackIds: at('ecf', '/consultatrackids/api/trackids/consulta', notInCertification),
  anulacionRangos: at('ecf', '/anulacionrangos/api/operaciones/anularrango', notInCertification),
  consultaDirectorio: at(
    'ecf',
    '/consultadirectorio/api/consultas/obtenerdirectorioporrnc',
    notInCertification,
  ),
  aprobacionComercial: at('ecf', '/aprobacioncomercial/api/aprobacioncomercial'),
} as const;

function at(
  host: ServiceEntry['host'],
  path: string,
  { inCertification } = { inCertification: true },
): ServiceEntry {
  return { host, path, inCertification };
}

export type ServiceName = keyof typeof services;

export function serviceOf({ pathname }: URL): ServiceName | 'estatus' | 'other' {
  const path = pathname.toLowerCase();
  if (path.includes('/api/estatusservicios/')) return 'estatus';
  const names = Object.keys(services) as ServiceName[];
  return names.find((name) => path.endsWith(services[name].path.toLowerCase())) ?? 'other';
}

/** Requests of one pool share connections. So slow requests take no connection from another pool, even if one address serves both. */
export type ConnectionPool = 'ecf' | 'fc' | 'tokens' | 'inquiries';

/**
 * Tokens have a pool of their own, because vouchers of both hosts need them. Questions and approvals are not urgent. Every other service
 * uses the pool of its host.
 */
const poolsBesideVouchers: Readonly<Partial<Record<ServiceName, ConnectionPool>>> = {
  semilla: 'tokens',
  validarSemilla: 'tokens',
  consultaEstado: 'inquiries',
  consultaDirectorio: 'inquiries',
  aprobacionComercial: 'inquiries',
};

export function connectionPoolOf(url: URL): ConnectionPool {
  const service = serviceOf(url);
  if (service === 'estatus' || service === 'other') return 'inquiries';
  return poolsBesideVouchers[service] ?? services[service].host;
}

/** Base URLs without the environment's segment, for example `https://ecf.dgii.gov.do`. */
export interface Hosts {
  readonly ecf: string;
  readonly fc: string;
  readonly status: string;
}

/** The status service names an environment by a number, and has none in its path (web services §3.1). */
const statusAmbientes: Readonly<Record<Environment, string>> = {
  'pre-certification': '1',
  production: '2',
  certification: '3',
};

export function statusUrl(
  hosts: Hosts,
  question: 'verificarestado' | 'obtenerventanasmantenimiento',
  environment: Environment,
): URL {
  const url = new URL(`${withoutSlashes(hosts.status)}/api/estatusservicios/${question}`);
  if (question === 'verificarestado') url.searchParams.set('ambiente', statusAmbientes[environment]);
  return url;
}

export function isOffered(service: ServiceName, environment: Environment): boolean {
  return environment !== 'certification' || services[service].inCertification;
}

/** The full URL of a service; `query` values are encoded. */
export function serviceUrl(
  hosts: Hosts,
  environment: Environment,
  service: ServiceName,
  query: Readonly<Record<string, string>> = {},
): URL {
  const entry = services[service];
  const base = withoutSlashes(hosts[entry.host]);
  const url = new URL(`${base}/${environments[environment].segment}${entry.path}`);
  url.search = new URLSearchParams(query).toString();
  return url;
}

function withoutSlashes(base: string): string {
  let end = base.length;
  while (base[end - 1] === '/') end -= 1;
  return base.slice(0, end);
}
