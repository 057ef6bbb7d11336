/** Passes each request to its service, checks the token where one is needed, and gives the answers of faults. */
import type { IncomingMessage } from 'node:http';
import type { Authentication } from './authentication.js';
import { annul } from '../services/annulment.js';
import { approve } from '../services/approval.js';
import type { Buyer } from '../services/buyer.js';
import { directoryOf } from '../services/directory.js';
import type { Fault } from '../faults.js';
import {
  resultOf,
  stateOf,
  summaryOf,
  trackIdsOf,
  type Query,
  type QueryDependencies,
} from '../services/queries.js';
import { receive, receiveSummary, type Post, type ReceptionDependencies } from '../services/reception.js';
import { sha256Of } from '../record.js';
import { problem, refusalReply, type Refused } from './refusal.js';
import { empty, html, json, negotiated, type Reply } from './reply.js';
import { services, type Route } from './services.js';
import { timbreOf } from '../services/timbre.js';
import type { Upload, UploadFault } from './upload.js';

export interface ServeDependencies extends ReceptionDependencies, QueryDependencies {
  readonly authentication: Authentication;
  readonly buyer: Buyer;
  readonly baseUrl: () => string;
}

export interface Served {
  readonly route: Route;
  readonly headers: IncomingMessage['headers'];
  readonly parameters: Query['parameters'];
  readonly upload: Upload | UploadFault | undefined;
  readonly fault: Fault | undefined;
}

export async function serve(dependencies: ServeDependencies, served: Served): Promise<Reply> {
  const { authentication, settings, baseUrl } = dependencies;
  const { route, headers, parameters, fault } = served;
  const { service, environment } = route;
  const holder = authentication.holder(environment, headers.authorization);
  if (services[service].needsToken && holder === undefined) {
    await keepUnserved(dependencies, served, 'sin token válido');
    return settings.current.unauthorizedBody === 'empty' ? empty(401) : json(401, 'Token vencido');
  }
  const query: Query = { environment, headers, parameters, holder: holder ?? '' };
  const upload = served.upload ?? 'Multipart cannot be empty';
  const post: Post = { environment, headers, upload, holder: query.holder };
  switch (service) {
    case 'semilla':
    case 'receptorsemilla':
      return { status: 200, contentType: 'text/xml; charset=utf-8', body: authentication.seed(environment) };
    case 'validarsemilla':
    case 'receptorvalidacion':
      return exchange(dependencies, served);
    case 'recepcion':
      return receive(dependencies, post, twiceBy(fault));
    case 'recepcionfc':
      return receiveSummary(dependencies, post);
    case 'consultarfce':
      return summaryOf(dependencies, query);
    case 'resultado':
      return resultOf(dependencies, query);
    case 'trackids':
      return trackIdsOf(dependencies, query);
    case 'estado':
      return stateOf(dependencies, query);
    case 'aprobacion':
      return approve(dependencies, post);
    case 'anulacion':
      return annul(dependencies, post);
    case 'directorio':
      return directoryOf(dependencies, query, false, baseUrl());
    case 'directorioporrnc':
      return directoryOf(dependencies, query, true, baseUrl());
    case 'timbre':
      return timbreOf(dependencies, query, 'recepcion');
    case 'timbrefc':
      return timbreOf(dependencies, query, 'recepcionfc');
    case 'receptorrecepcion':
      return dependencies.buyer.receive(post);
    case 'receptoraprobacion':
      return dependencies.buyer.approve(post);
  }
}

/** Exchanges a signed seed for a token. */
async function exchange(dependencies: ServeDependencies, served: Served): Promise<Reply> {
  const { authentication, settings } = dependencies;
  const { route, headers, upload } = served;
  const refuse = async (refused: Refused): Promise<Reply> => {
    await keepUnserved(dependencies, served, refused.valor);
    const { status, valor, errores } = refused;
    return refusalReply(refused, settings.current.refusalForm, () =>
      json(status, errores === undefined ? valor : { mensaje: valor, errores }),
    );
  };
  if (typeof upload !== 'object')
    return refuse({ status: 400, valor: upload ?? 'Multipart cannot be empty', errores: [] });
  const exchanged = authentication.exchange(route.environment, upload.bytes.toString('utf8'));
  if ('refused' in exchanged) return refuse(exchanged.refused);
  return negotiated(headers, 200, 'RespuestaAutenticacion', exchanged.token);
}

/** Records a post that no service handled, because every byte received must be on record. */
export async function keepUnserved(
  { record, clock }: Pick<ServeDependencies, 'record' | 'clock'>,
  { route, upload }: Pick<Served, 'route' | 'upload'>,
  reason: string,
): Promise<void> {
  if (typeof upload !== 'object') return;
  const { fileName, bytes } = upload;
  const at = clock().toISOString();
  await record.keep({ kind: 'refused', at, ...route, fileName, reason, sha256: sha256Of(bytes) }, bytes);
}

function twiceBy(fault: Fault | undefined): 'answer-first' | 'answer-second' | undefined {
  if (fault?.action === 'receive-twice') return 'answer-first';
  return fault?.action === 'receive-twice-answer-second' ? 'answer-second' : undefined;
}

/** The answer of a fault that handles nothing. */
export function replyInstead({ action, service }: Fault, encf: string | undefined): Reply | undefined {
  switch (action) {
    case 'status-500':
      return json(500, { Message: 'An error has occurred.' });
    case 'status-503-html':
      return html(503, 'Service Unavailable');
    case 'status-429':
      return json(429, { mensaje: 'Demasiadas solicitudes.' });
    case 'bare-400-html':
      return html(400, 'Bad Request');
    case 'status-400-problem':
      return problem(400, { title: 'Bad Request' });
    case 'unauthorized':
      return empty(401);
    case 'not-found':
      if (service === 'trackids') return json(200, []);
      if (service === 'resultado') return json(404, { estado: 'TrackId no encontrado.' });
      return json(200, { codigo: 0, estado: 'No encontrado', encf: encf ?? null, mensajes: [] });
    case 'transient-004':
      return json(service === 'recepcionfc' ? 400 : 200, {
        estado: 'Rechazado',
        mensajes: [
          { codigo: '004', valor: 'Ha ocurrido un error validando en eCF, favor intentar nueva vez.' },
        ],
        encf: null,
        secuenciaUtilizada: false,
      });
    default:
      return undefined;
  }
}

/** The answer of a fault that replaces the real answer after everything was handled. */
export function replyAfter({ action }: Fault): Reply | undefined {
  if (action === 'accept-then-500') return json(500, { Message: 'An error has occurred.' });
  return action === 'accept-then-504-html' ? html(504, 'Gateway Timeout') : undefined;
}
