/** What the handlers of operations work with: their dependencies, the request after the checks of its kind, and the answer. */
import type { Readable } from 'node:stream';
import type { Company } from '../ledger/companies/company.js';
import type { Client } from './http/client-address.js';
import type { LoginLimit } from './session/login-limit.js';
import type { Principal } from './session/principals.js';
import type { Tokens } from './session/tokens.js';
import type { ApiDeps } from './deps.js';
import { processed } from './http/envelope.js';
import type { FeedWaits } from './events/feed-waits.js';
import type { BodyBytes } from './http/request-body.js';
import type { WaitingRoom } from './vouchers/issue/waiting-room.js';
import type { Limits } from './limits/limits.js';
import type { StockWatch } from './numbers/stock-watch.js';

export interface HandlerDeps extends ApiDeps {
  readonly tokens: Tokens;
  readonly limits: Limits;
  readonly waitingRoom: WaitingRoom;
  readonly watchStock: StockWatch;
  readonly loginLimit: LoginLimit;
  readonly feedWaits: FeedWaits;
}

export interface OpenRequest {
  readonly client: Client;
  /** Whether the client has closed the connection. */
  readonly hasLeft: () => boolean;
  readonly credentials: { readonly usuario: string; readonly clave: string; readonly rnc: string };
}

export interface CompanyRequest {
  readonly principal: Principal;
  readonly company: Company;
  readonly correlationId: string;
  readonly hasLeft: () => boolean;
  readonly params: Readonly<Record<string, string>>;
  readonly query: Readonly<Record<string, unknown>>;
}

export interface EcfRequest extends CompanyRequest {
  readonly body: BodyBytes;
  readonly idempotencyKey: string | undefined;
}

export interface JsonRequest extends CompanyRequest {
  /** Already validated against openapi.yaml. */
  readonly body: unknown;
  readonly idempotencyKey: string | undefined;
}

/** An answer becomes HTTP 200, or 304 when the client has this ETag already. To refuse a request a handler throws a ServiceError. */
export interface Answer {
  /** An object becomes JSON. Bytes are JSON already, unless `type` says otherwise. A stream is sent as it comes. */
  readonly body: object | Buffer | Readable;
  readonly type?: 'pdf' | 'xml' | 'application/gzip';
  readonly headers?: Readonly<Record<string, string>>;
}

export function successAnswer(mensaje: string, data: object): Answer {
  return { body: processed(mensaje, data) };
}
