/** A server that answers like DGII unless a test sets another answer, and remembers every request. It checks nothing. */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface Seen {
  readonly method: string;
  readonly url: URL;
  readonly headers: IncomingMessage['headers'];
  readonly body: Buffer;
}

export type Answer = (seen: Seen, response: ServerResponse, nth: number) => void;

export type Service =
  'semilla' | 'validarsemilla' | 'facturaselectronicas' | 'estado' | 'consulta' | 'aprobacioncomercial';

export interface FakeDgii {
  readonly url: string;
  readonly seen: Seen[];
  /** Requests of one service, named by the end of its path. */
  of(service: Service): Seen[];
  /** Replaces the answer of one service from now on. */
  answer(service: Service, answer: Answer): void;
  close(): Promise<void>;
}

export const trackId = 'd2b6e27c-3908-46f3-afaa-2207b9501b4b';

export function json(status: number, body: unknown): Answer {
  return (_seen, response) => {
    response
      .writeHead(status, { 'content-type': 'application/json; charset=utf-8' })
      .end(JSON.stringify(body));
  };
}

export function text(status: number, contentType: string, body: string): Answer {
  return (_seen, response) => {
    response.writeHead(status, { 'content-type': contentType }).end(body);
  };
}

/** Reads the request and never answers. */
export const silence: Answer = () => undefined;

/** Reads the request and cuts the connection. */
export const reset: Answer = (_seen, response) => {
  response.destroy();
};

/** A token that looks like DGII's, different each time; valid for an hour of a clock that is a year behind. */
export function token(nth: number): string {
  return `eyJhbGciOiJIUzI1NiJ9.eyJqdGkiOiJ${nth}fQ.c2lnbmF0dXJl${nth}`;
}

const defaults: Record<Service, Answer> = {
  semilla: text(
    200,
    'application/xml',
    '<?xml version="1.0" encoding="utf-8"?>\n  <SemillaModel xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"' +
      ' xmlns:xsd="http://www.w3.org/2001/XMLSchema">\n    <valor>7G7KswaOGcLX</valor>\n' +
      '    <fecha>2022-12-06T10:50:14.9682218-04:00</fecha>\n  </SemillaModel>',
  ),
  validarsemilla: (seen, response, nth) => {
    json(200, { token: token(nth), expira: '2022-12-11T02:58:56Z', expedido: '2022-12-11T01:58:56Z' })(
      seen,
      response,
      nth,
    );
  },
  facturaselectronicas: json(200, { trackId, error: null, mensaje: null }),
  estado: json(200, { trackId, codigo: '1', estado: 'Aceptado', encf: 'E310000000001', mensajes: [] }),
  consulta: json(200, [{ trackId, estado: 'Aceptado', fechaRecepcion: 'x' }]),
  aprobacioncomercial: text(200, 'text/plain', 'OK'),
};

export async function startFakeDgii(): Promise<FakeDgii> {
  const seen: Seen[] = [];
  const answers = { ...defaults };
  const server: Server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('error', () => undefined);
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const url = new URL(request.url ?? '/', 'http://dgii.test');
      const entry = {
        method: request.method ?? '',
        url,
        headers: request.headers,
        body: Buffer.concat(chunks),
      };
      seen.push(entry);
      const service = serviceOf(url);
      if (service === undefined) response.writeHead(404).end();
      else answers[service](entry, response, of(service).length);
    });
  });
  const of = (service: Service) => seen.filter(({ url }) => serviceOf(url) === service);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    seen,
    of,
    answer: (service, answer) => {
      answers[service] = answer;
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function serviceOf(url: URL): Service | undefined {
  const last = url.pathname.split('/').at(-1) ?? '';
  return last in defaults ? (last as Service) : undefined;
}
