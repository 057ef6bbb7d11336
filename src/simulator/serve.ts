/** Hands one request to the service it is for, behind the token where one is needed; and the faults that answer instead. */
import type { IncomingMessage } from 'node:http';
import type { Authentication } from './authentication.js';
import type { Fault } from './faults.js';
import { resultOf, stateOf, trackIdsOf, type Query } from './queries.js';
import { receive, type ReceptionDependencies } from './reception.js';
import { empty, html, json, negotiated, type Reply } from './reply.js';
import { services, type Route } from './services.js';
import type { readUpload } from './upload.js';

type Dependencies = ReceptionDependencies & { readonly authentication: Authentication };

export async function serve(
  dependencies: Dependencies,
  { service, environment }: Route,
  { headers }: IncomingMessage,
  parameters: Query['parameters'],
  upload: Awaited<ReturnType<typeof readUpload>> | undefined,
): Promise<Reply> {
  const { authentication } = dependencies;
  const holder = authentication.holder(environment, headers.authorization);
  if (services[service].needsToken && holder === undefined) return empty(401);
  const query: Query = { environment, headers, parameters, holder: holder ?? '' };
  switch (service) {
    case 'semilla':
      return { status: 200, contentType: 'text/xml; charset=utf-8', body: authentication.seed(environment) };
    case 'validarsemilla': {
      if (typeof upload !== 'object') return json(400, { mensaje: upload ?? '', errores: [] });
      const exchanged = authentication.exchange(environment, upload.bytes.toString('utf8'));
      if ('refusal' in exchanged) {
        const at = dependencies.clock().toISOString();
        await dependencies.record.refuse(
          { at, environment, service, reason: exchanged.refusal.body },
          upload.bytes,
        );
        return exchanged.refusal;
      }
      return negotiated(headers, 200, 'RespuestaAutenticacion', exchanged.token);
    }
    case 'recepcion':
      return receive(dependencies, { environment, headers }, upload ?? 'Multipart cannot be empty');
    case 'resultado':
      return resultOf(dependencies, query);
    case 'trackids':
      return trackIdsOf(dependencies, query);
    case 'estado':
      return stateOf(dependencies, query);
  }
}

/** Faults that answer without handling anything. */
export function replyInstead({ action }: Fault): Reply | undefined {
  switch (action) {
    case 'status-500':
      return json(500, { Message: 'An error has occurred.' });
    case 'status-503-html':
      return html(503, 'Service Unavailable');
    case 'bare-400-html':
      return html(400, 'Bad Request');
    case 'unauthorized':
      return empty(401);
    default:
      return undefined;
  }
}
