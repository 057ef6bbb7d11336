/** What a handler gets of a request, after the checks that each kind of operation makes. */
import type { Client } from './auth/client-address.js';
import type { Principal } from './auth/principals.js';
import type { BodyBytes } from './http/request-body.js';

export interface OpenRequest {
  readonly client: Client;
  /** Whether the client has closed the connection. */
  readonly hasLeft: () => boolean;
  readonly credentials: { readonly usuario: string; readonly clave: string; readonly rnc: string };
}

export interface CompanyRequest {
  readonly principal: Principal;
  readonly correlationId: string;
  readonly params: Readonly<Record<string, string>>;
  readonly query: Readonly<Record<string, unknown>>;
}

export interface EcfRequest extends CompanyRequest {
  readonly body: BodyBytes;
}

export interface JsonRequest extends CompanyRequest {
  /** Already validated against openapi.yaml. */
  readonly body: unknown;
}
