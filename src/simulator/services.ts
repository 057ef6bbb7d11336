/** The services imitated, by path: one table (Descripción técnica de servicios; web services §3.1). */
import { environments, type Environment } from '../ecf/environments.js';

interface ServiceEntry {
  readonly method: 'GET' | 'POST';
  /** After `/{testecf|certecf|ecf}`, lower case: DGII's paths do not mind the case. */
  readonly path: string;
  readonly environments: readonly Environment[];
  readonly needsToken: boolean;
}

const everywhere = Object.keys(environments) as readonly Environment[];
/** DGII offers some queries in certification not at all. */
const notInCertification: readonly Environment[] = ['pre-certification', 'production'];

export const services = {
  semilla: {
    method: 'GET',
    path: '/autenticacion/api/autenticacion/semilla',
    environments: everywhere,
    needsToken: false,
  },
  validarsemilla: {
    method: 'POST',
    path: '/autenticacion/api/autenticacion/validarsemilla',
    environments: everywhere,
    needsToken: false,
  },
  recepcion: {
    method: 'POST',
    path: '/recepcion/api/facturaselectronicas',
    environments: everywhere,
    needsToken: true,
  },
  resultado: {
    method: 'GET',
    path: '/consultaresultado/api/consultas/estado',
    environments: everywhere,
    needsToken: true,
  },
  trackids: {
    method: 'GET',
    path: '/consultatrackids/api/trackids/consulta',
    environments: notInCertification,
    needsToken: true,
  },
  estado: {
    method: 'GET',
    path: '/consultaestado/api/consultas/estado',
    environments: notInCertification,
    needsToken: true,
  },
} as const satisfies Record<string, ServiceEntry>;

export type ServiceName = keyof typeof services;
export const serviceNames = Object.keys(services) as readonly ServiceName[];

export interface Route {
  readonly service: ServiceName;
  readonly environment: Environment;
}

/** The service at a path, or undefined when there is none (in that environment). */
export function routeOf(pathname: string): Route | undefined {
  const path = pathname.toLowerCase().replace(/\/$/, '');
  for (const environment of everywhere) {
    const prefix = `/${environments[environment].segment}`;
    const service = serviceNames.find((name) => path === prefix + services[name].path);
    if (service === undefined) continue;
    const offered: readonly Environment[] = services[service].environments;
    return offered.includes(environment) ? { service, environment } : undefined;
  }
  return undefined;
}
