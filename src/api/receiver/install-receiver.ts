/**
 * The four services of an electronic receiver, at one address for all companies. Strangers may call them. So the size of the body is
 * checked first, and then the token if one is required. Only then is the body read, within limits by network.
 */
import type { Express, Request, RequestHandler, Response } from 'express';
import { within } from '../../shared/within.js';
import type { Client } from '../http/client-address.js';
import type { ApiDeps } from '../deps.js';
import { processed } from '../http/envelope.js';
import { refuseOtherMethods } from '../http/other-methods.js';
import { collectBody, type Chunks } from '../http/request-body.js';
import { contextOf } from '../http/request-context.js';
import { acquireForRequest, keepMemoryDuring, requestBytes } from '../limits/body-memory.js';
import type { Limits } from '../limits/limits.js';
import { createAcknowledging } from './acknowledging.js';
import { exchangeSeed, seedXml } from './authentication.js';
import { createContests } from './contests.js';
import { xmlPartOf } from './multipart.js';
import { readOnce } from './read-once.js';
import { receiveApproval } from './receive-approval.js';
import { receiveEcf } from './receive-ecf.js';
import type { ReceiverConfig } from './receiver-config.js';
import type { Posted, ReceiverDeps } from './receiver-deps.js';
import { answerReceiverError, ReceiverError } from './receiver-error.js';
import { createReceiverTokens } from './tokens.js';

/**
 * The paths of a receiver, as DGII fixes them (Descripción técnica de servicios de emisores, pp.8-12). They may have any prefix before
 * `/fe/`, in upper or lower case, and DGII once prints `recepción`. Express compares the path as it was sent, still encoded.
 */
const anO = '(?:o|ó|%c3%b3|o%cc%81|%f3)';

const receiverPaths = {
  semilla: /\/fe\/autenticacion\/api\/semilla\/?$/i,
  validacion: /\/fe\/autenticacion\/api\/validacioncertificado\/?$/i,
  recepcion: new RegExp(`/fe/recepci${anO}n/api/ecf/?$`, 'i'),
  aprobacion: /\/fe\/aprobacioncomercial\/api\/ecf\/?$/i,
} as const;

const largeBodyBytes = 256 * 1024;
/** A slow sender is refused after this time. 16 MB in that time are 4 Mbit/s. */
const largeBodyMs = 30_000;

interface ReceiverGuards {
  readonly limits: Limits;
  readonly clientOf: (req: Request) => Client;
}

type Handle = (posted: Posted, res: Response) => Promise<unknown>;

export function installReceiver(
  app: Express,
  deps: ApiDeps & { readonly receiver: ReceiverConfig },
  { limits, clientOf }: ReceiverGuards,
): void {
  const { receiver: config } = deps;
  const { authorities } = config;
  const checks = () => ({ nowMs: deps.clock().getTime(), authorities });
  const receiver: ReceiverDeps = {
    ...deps,
    config,
    receptions: limits.receptions,
    acknowledgements: limits.acknowledgements,
    decideContested: createContests(deps),
    tokens: createReceiverTokens(deps.config.jwt),
    checks,
    readEcf: readOnce((network, xml) => deps.checker.readEcf(network, xml, checks())),
  };
  const acknowledge = createAcknowledging(receiver);

  const acquire: RequestHandler = (req, res, next) => {
    acquireForRequest(res, limits.receivedBytes, clientOf(req).network)(requestBytes);
    next();
  };
  const checkToken: RequestHandler = (req, _res, next) => {
    if (config.auth === 'required') receiver.tokens.verify(req.headers.authorization, deps.clock());
    next();
  };
  const collectXml = collectBody(
    'ecf',
    (res) => acquireForRequest(res, limits.receivedBytes, clientOf(res.req).network),
    (res, chunks) => {
      const xml = () => xmlOf(res, chunks);
      if (!isLarge(res.req)) return xml();
      return limits.largeReceptions.run(clientOf(res.req).network, () =>
        within(largeBodyMs, xml(), undefined),
      );
    },
  );
  const run =
    (handle: Handle): RequestHandler =>
    async (req, res) => {
      await keepMemoryDuring(res, handle(postedBy(req, clientOf(req).network), res));
    };
  const route = (path: RegExp, method: 'get' | 'post', ...steps: RequestHandler[]) => {
    app[method](path, acquire, ...steps);
    app.all(path, refuseOtherMethods([method]));
  };

  route(receiverPaths.semilla, 'get', (_req, res) => {
    sendXml(res, seedXml(receiver));
  });
  route(
    receiverPaths.validacion,
    'post',
    collectXml,
    run((posted, res) => exchangeSeed(receiver, posted, res)),
  );
  route(
    receiverPaths.recepcion,
    'post',
    checkToken,
    collectXml,
    run(async (posted, res) => sendXml(res, await receiveEcf(receiver, acknowledge, posted))),
  );
  route(
    receiverPaths.aprobacion,
    'post',
    checkToken,
    collectXml,
    run(async (posted, res) => {
      await receiveApproval(receiver, posted);
      res.json(processed('Aprobación comercial recibida.', {}));
    }),
  );
  app.use(answerReceiverError(deps.metrics));
}

/** A body without a length may be large. A usual voucher has 10 KB. */
function isLarge({ headers }: Request): boolean {
  return Number(headers['content-length'] ?? Infinity) > largeBodyBytes;
}

async function xmlOf(res: Response, chunks: Chunks): Promise<Buffer> {
  const xml = await xmlPartOf(chunks, contextOf(res).contentType);
  if (xml === undefined) throw new ReceiverError('RECEPTION_FORM_INVALID');
  return xml;
}

function postedBy(req: Request, network: string): Posted {
  if (!Buffer.isBuffer(req.body)) throw new ReceiverError('RECEPTION_FORM_INVALID');
  return { network, xml: req.body };
}

function sendXml(res: Response, xml: string | Buffer): void {
  res.status(200).type('application/xml; charset=utf-8').send(xml);
}
