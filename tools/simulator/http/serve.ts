/** Passes each request to its service, checks the token where one is needed, and gives the answers of faults. */
import { annul } from '../services/annulment.js';
import { approve } from '../services/approval.js';
import { approvalRefusal, approvalTexts, isApprovalFault } from '../services/approval-texts.js';
import { buyerAt, isOfBuyer, serveBuyer } from '../buyers/serve-buyer.js';
import type { Dgii } from '../dgii.js';
import { directoryOf } from '../services/directory.js';
import { acknowledgementState, sendApproval, sendVoucher } from '../emission/emission-services.js';
import type { Fault } from '../faults.js';
import { resultOf, stateOf, summaryOf, trackIdsOf, type Query } from '../services/queries.js';
import { receive, receiveSummary, type Post } from '../services/reception.js';
import { problem } from './refusal.js';
import { empty, html, json, type Reply } from './reply.js';
import { services } from './services.js';
import { exchange } from './token-exchange.js';
import { keepUnserved, type Served } from './unserved.js';
import { timbreOf } from '../services/timbre.js';

export async function serve(dgii: Dgii, served: Served): Promise<Reply> {
  const { authentication, settings } = dgii;
  const { route, headers, parameters, fault } = served;
  const { service, environment } = route;
  if (isOfBuyer(service)) {
    const buyer = route.buyer && buyerAt(settings.current, route.buyer);
    if (route.buyer !== undefined && buyer === undefined) return empty(404);
    return serveBuyer(dgii, { ...served, service }, buyer);
  }
  const holder = authentication.holder(environment, headers.authorization);
  if (services[service].needsToken && holder === undefined) {
    await keepUnserved(dgii, served, 'sin token válido');
    return settings.current.unauthorizedBody === 'empty' ? empty(401) : json(401, 'Token vencido');
  }
  // With this fault a query finds nothing, and says so in the form that the settings choose.
  const queried = fault?.action === 'not-found' ? withoutReceptions(dgii) : dgii;
  const query: Query = { environment, headers, parameters, holder: holder ?? '' };
  const upload = served.upload ?? 'Multipart cannot be empty';
  const post: Post = { environment, headers, upload, holder: query.holder };
  switch (service) {
    case 'semilla':
      return { status: 200, contentType: 'text/xml; charset=utf-8', body: authentication.seed(environment) };
    case 'validarsemilla':
      return exchange(dgii, served);
    case 'recepcion':
      return receive(dgii, post, twiceBy(fault));
    case 'recepcionfc':
      return receiveSummary(dgii, post);
    case 'consultarfce':
      return summaryOf(queried, query);
    case 'resultado':
      return resultOf(queried, query);
    case 'trackids':
      return trackIdsOf(queried, query);
    case 'estado':
      return stateOf(queried, query);
    case 'aprobacion':
      return approve(dgii, post);
    case 'anulacion':
      return annul(dgii, post);
    case 'directorio':
      return directoryOf(dgii, query, false);
    case 'directorioporrnc':
      return directoryOf(dgii, query, true);
    case 'timbre':
      return timbreOf(dgii, query, 'recepcion');
    case 'timbrefc':
      return timbreOf(dgii, query, 'recepcionfc');
    case 'emisioncomprobantes':
      return sendVoucher(dgii, environment, served.model);
    case 'consultaacuserecibo':
      return acknowledgementState(dgii, query);
    case 'envioaprobacioncomercial':
      return sendApproval(dgii, environment, served.model);
  }
}

function withoutReceptions(dgii: Dgii): Dgii {
  const { record } = dgii;
  return { ...dgii, record: { ...record, byTrackId: () => undefined, ofNumber: () => [] } };
}

function twiceBy(fault: Fault | undefined): 'answer-first' | 'answer-second' | undefined {
  if (fault?.action === 'receive-twice') return 'answer-first';
  return fault?.action === 'receive-twice-answer-second' ? 'answer-second' : undefined;
}

/** The answer of a fault that handles nothing. */
export function replyInstead({ action, service }: Fault): Reply | undefined {
  if (isApprovalFault(action)) return json(400, approvalRefusal(approvalTexts[action]));
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
