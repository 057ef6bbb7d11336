/** Takes one request to its answer: control endpoints, DGII's status service, or a service with the fault that is due. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { control } from '../control.js';
import type { Dgii } from '../dgii.js';
import { readModel } from '../emission/model.js';
import { faultTable, type Fault, type FaultAction } from '../faults.js';
import { maintenancePage, statusReply, underMaintenance } from '../services/status.js';
import { foreignTo } from './foreign.js';
import { readFileName } from './posted.js';
import { empty, json, send, type Reply } from './reply.js';
import { replyInstead, serve } from './serve.js';
import { routeOf, services, takesModel, type Route } from './services.js';
import { keepUnserved, type Served } from './unserved.js';
import { readUpload } from './upload.js';

interface Exchange {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly url: URL;
}

export async function answerRequest(
  dgii: Dgii,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const url = new URL(request.url ?? '/', 'http://simulator');
  const route = routeOf(url.pathname);
  const other = await replyOutside(dgii, request, url, route);
  if (other !== undefined || route === undefined) {
    send(response, other ?? empty(404));
    return;
  }
  const { requests, faults, settings, clock } = dgii;
  requests.set(route.service, (requests.get(route.service) ?? 0) + 1);
  const planned = faults.planned(route.service);
  // A maintenance window closes DGII's services; the receivers of taxpayers stay open. Requests in the window reach no service, so they use
  // up no fault.
  if (route.buyer === undefined && underMaintenance(settings.current, route.environment, clock())) {
    const { upload } = await readBodyOf(route, request);
    await answerInstead(dgii, { route, upload }, response, maintenancePage());
    return;
  }
  const cut = planned !== undefined && faultTable[planned.action].moment === 'before-reading';
  if (cut || faults.take(route.service, 'before-reading') !== undefined) {
    countFault(dgii, 'drop-before-reading');
    request.socket.destroy();
    return;
  }
  await answerFrom(dgii, route, planned, { request, response, url });
}

async function replyOutside(
  dgii: Dgii,
  request: IncomingMessage,
  url: URL,
  route: Route | undefined,
): Promise<Reply | undefined> {
  const foreign = foreignTo(request);
  if (foreign !== undefined) return json(403, { error: foreign });
  if (url.pathname.startsWith('/_simulator/')) return control(dgii, request, url);
  const status = statusReply(dgii.settings.current, request, url, dgii.clock());
  if (status !== undefined || route === undefined) return status;
  return services[route.service].method === request.method ? undefined : empty(405);
}

async function answerFrom(
  dgii: Dgii,
  route: Route,
  planned: Fault | undefined,
  { request, response, url }: Exchange,
): Promise<void> {
  const { record, faults, delivery } = dgii;
  const parameters = new Map(Array.from(url.searchParams, ([name, value]) => [name.toLowerCase(), value]));
  const { model, upload } = await readBodyOf(route, request);
  const encf =
    parameters.get('encf') ??
    parameters.get('ncfelectronico') ??
    record.byTrackId(parameters.get('trackid') ?? '')?.encf ??
    (typeof upload === 'object' ? readFileName(upload.fileName)?.encf : undefined);
  const fault = faults.take(route.service, 'later', encf) ?? planned;
  if (fault !== undefined) countFault(dgii, fault.action);
  const instead = fault && replyInstead(fault);
  if (instead !== undefined) {
    await answerInstead(dgii, { route, upload }, response, instead);
    return;
  }
  const { headers } = request;
  const reply = await serve(dgii, { route, headers, parameters, upload, model, fault });
  await delivery.deliver(request, response, reply, fault);
}

async function readBodyOf(
  { service }: Route,
  request: IncomingMessage,
): Promise<Pick<Served, 'model' | 'upload'>> {
  if (takesModel(service)) return { model: await readModel(request), upload: undefined };
  return { model: undefined, upload: request.method === 'POST' ? await readUpload(request) : undefined };
}

/** Answers a request that no service handles. What it posted is recorded first. */
async function answerInstead(
  dgii: Dgii,
  unserved: Pick<Served, 'route' | 'upload'>,
  response: ServerResponse,
  reply: Reply,
): Promise<void> {
  await keepUnserved(dgii, unserved, `HTTP ${reply.status}`);
  send(response, reply);
}

function countFault({ met }: Dgii, action: FaultAction): void {
  met.set(action, (met.get(action) ?? 0) + 1);
}
