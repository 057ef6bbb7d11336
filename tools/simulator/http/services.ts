/** One table of all imitated services, by path (Descripción técnica de servicios; web services §3.1). */
import { environments, type Environment } from '../../../src/ecf/model/environments.js';

interface ServiceEntry {
  /** ecf.dgii.gov.do, or fc.dgii.gov.do for consumption invoices below RD$ 250,000. */
  readonly host: Exclude<Host, 'status'>;
  readonly method: 'GET' | 'POST';
  /** The path after `/{testecf|certecf|ecf}`, in lower case: DGII's paths are not case-sensitive. */
  readonly path: string;
  readonly otherPath?: string;
  readonly environments: readonly Environment[];
  readonly needsToken: boolean;
  /** `model`: a JSON or XML body. Default of a POST: a multipart form with a file. */
  readonly body?: 'model';
}

const everywhere = Object.keys(environments) as readonly Environment[];
/** DGII does not offer some services in certification. */
const notInCertification: readonly Environment[] = ['pre-certification', 'production'];
/** The imitated buyer exists for tests only. */
const testOnly: readonly Environment[] = ['pre-certification'];

export const services = {
  semilla: get('ecf', '/autenticacion/api/autenticacion/semilla', everywhere, false),
  validarsemilla: post('ecf', '/autenticacion/api/autenticacion/validarsemilla', everywhere, false),
  recepcion: post('ecf', '/recepcion/api/facturaselectronicas', everywhere),
  recepcionfc: post('fc', '/recepcionfc/api/recepcion/ecf', everywhere),
  consultarfce: get('fc', '/consultarfce/api/consultas/consulta', everywhere),
  resultado: get('ecf', '/consultaresultado/api/consultas/estado', everywhere),
  estado: get('ecf', '/consultaestado/api/consultas/estado', notInCertification),
  trackids: get('ecf', '/consultatrackids/api/trackids/consulta', notInCertification),
  aprobacion: post('ecf', '/aprobacioncomercial/api/aprobacioncomercial', everywhere),
  anulacion: post('ecf', '/anulacionrangos/api/operaciones/anularrango', notInCertification),
  directorio: get('ecf', '/consultadirectorio/api/consultas/listado', notInCertification),
  directorioporrnc: get(
    'ecf',
    '/consultadirectorio/api/consultas/obtenerdirectorioporrnc',
    notInCertification,
  ),
  timbre: get('ecf', '/consultatimbre', everywhere, false),
  timbrefc: get('fc', '/consultatimbrefc', everywhere, false),
  emisioncomprobantes: {
    ...post('ecf', '/emisorreceptor/api/emision/emisioncomprobantes', testOnly),
    body: 'model',
  },
  consultaacuserecibo: get('ecf', '/emisorreceptor/api/emision/consultaacuserecibo', testOnly),
  envioaprobacioncomercial: {
    ...post('ecf', '/emisorreceptor/api/emision/envioaprobacioncomercial', testOnly),
    body: 'model',
  },
  // A buyer has tokens of its own. DGII's directory names the other path of the first two, and its document the first path.
  receptorsemilla: {
    ...get('ecf', '/emisorreceptor/fe/autenticacion/api/semilla', testOnly, false),
    otherPath: '/autenticacion/fe/autenticacion/api/semilla',
  },
  receptorvalidacion: {
    ...post('ecf', '/emisorreceptor/fe/autenticacion/api/validacioncertificado', testOnly, false),
    otherPath: '/autenticacion/fe/autenticacion/api/validacioncertificado',
  },
  receptorrecepcion: post('ecf', '/emisorreceptor/fe/recepcion/api/ecf', testOnly, false),
  receptoraprobacion: post('ecf', '/emisorreceptor/fe/aprobacioncomercial/api/ecf', testOnly, false),
} as const satisfies Record<string, ServiceEntry>;

export type ServiceName = keyof typeof services;
export const serviceNames = Object.keys(services) as readonly ServiceName[];

export interface Route {
  readonly service: ServiceName;
  readonly environment: Environment;
  /** Whose receiver it is, when it is one of a buyer of the settings. */
  readonly buyer?: BuyerAddress;
}

export interface BuyerAddress {
  readonly rnc: string;
  /** The path between the buyer's address and `/fe/`. */
  readonly prefix: string;
}

/** The receiver of a taxpayer, below the environment. */
const buyerPath = /^\/contribuyentes\/(\d{9}|\d{11})((?:\/[^/]+)*)(\/fe\/[^/]+\/api\/[^/]+)$/;

/** Whether the service takes a JSON or XML body instead of a file. */
export function takesModel(service: ServiceName): boolean {
  const { body }: ServiceEntry = services[service];
  return body === 'model';
}

export type Host = 'ecf' | 'fc' | 'status';

/** With this prefix a path finds only the services of that host, as at DGII. Without it, a path finds all services. */
const hostPrefix = /^\/(ecf|fc|status)-host(?=\/)/;

/** Separates the host from the path. Lowers case and removes accents: an official text writes `/fe/recepción/…` once. */
export function readPath(pathname: string): { readonly host: Host | undefined; readonly path: string } {
  const [prefix = '', host] = hostPrefix.exec(pathname) ?? [];
  const path = decoded(pathname.slice(prefix.length))
    .normalize('NFD')
    .replace(/[\u0300-\u036f]/g, '')
    .toLowerCase()
    .replace(/\/$/, '');
  return { host: host as Host | undefined, path };
}

export function routeOf(pathname: string): Route | undefined {
  const { host, path } = readPath(pathname);
  for (const environment of everywhere) {
    const prefix = `/${environments[environment].segment}`;
    if (path.startsWith(`${prefix}/contribuyentes/`) && host === undefined)
      return buyerRoute(environment, path.slice(prefix.length));
    const service = serviceNames.find((name) => pathsOf(name).some((one) => path === prefix + one));
    if (service === undefined) continue;
    const entry: ServiceEntry = services[service];
    const there = entry.environments.includes(environment) && (host === undefined || host === entry.host);
    return there ? { service, environment } : undefined;
  }
  return undefined;
}

function pathsOf(service: ServiceName): readonly string[] {
  const { path, otherPath }: ServiceEntry = services[service];
  return otherPath === undefined ? [path] : [path, otherPath];
}

/** Every buyer has the services that DGII's imitated buyer has. */
function buyerRoute(environment: Environment, path: string): Route | undefined {
  const [, rnc = '', prefix = '', suffix = ''] = buyerPath.exec(path) ?? [];
  const service = serviceNames.find((name) => services[name].path === `/emisorreceptor${suffix}`);
  return service === undefined ? undefined : { service, environment, buyer: { rnc, prefix } };
}

function decoded(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}

function get(
  host: ServiceEntry['host'],
  path: string,
  offered: readonly Environment[],
  needsToken = true,
): ServiceEntry {
  return { host, method: 'GET', path, environments: offered, needsToken };
}

function post(
  host: ServiceEntry['host'],
  path: string,
  offered: readonly Environment[],
  needsToken = true,
): ServiceEntry {
  return { host, method: 'POST', path, environments: offered, needsToken };
}
