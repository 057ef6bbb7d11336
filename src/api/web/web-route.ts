/**
 * One route of the web application's api: a row of the table in routes.ts. mount.ts runs all of them in the same way: session,
 * permission, contract, audit log, then the row's own `handle`.
 */
import { createHash } from 'node:crypto';
import type { Request } from 'express';
import type { Environment } from '../../ecf/model/environments.js';
import type { Person } from '../../ledger/people/person.js';
import type { Company } from '../../ledger/store.js';
import type { Client } from '../auth/client-address.js';
import type { BodyKind } from '../http/request-body.js';
import type { Permission } from './permissions.js';

export interface WebRoute {
  readonly method: 'get' | 'post' | 'put' | 'patch' | 'delete';
  /** Below /app/api, in Express's syntax: `/companies/:companyId/:environment/sequences`. */
  readonly path: string;
  readonly permission: Permission;
  /** Needs a code of the second factor from the last five minutes. */
  readonly freshCode?: true;
  /** The action's name in the audit log. Every route that changes something has one. */
  readonly audit?: string;
  /** How large the body may be. Absent: `json`, 100 KB. */
  readonly body?: BodyKind;
  /**
   * Returns the JSON of the answer, or a `FileAnswer`. Throws ServiceError or WebError. openapi-web.yaml has checked parameters and
   * body.
   */
  handle(request: WebRequest): Promise<unknown>;
}

/** A member that the route's permission or path does not provide throws when it is read: that is a defect of the route. */
export interface WebRequest {
  /** Absent for `anyone`. */
  readonly person: Person;
  /** Present when the path has :companyId. A company that is not the person's is answered 404 before. */
  readonly company: Company;
  /** Present when the path has :environment. */
  readonly environment: Environment;
  readonly params: Readonly<Record<string, string>>;
  readonly query: Readonly<Record<string, unknown>>;
  readonly body: unknown;
  readonly correlationId: string;
  readonly client: Client;
  /** `https://host`, as the browser sees this service. */
  readonly origin: string;
  /** For the routes of the session itself. */
  readonly http: Request;
  /** Whether the browser has closed the connection. */
  readonly hasLeft: () => boolean;
  /** For `anyone`: writes the act into the audit log as this person's, before its effect. */
  readonly identified: (person: Pick<Person, 'personId' | 'memberships'>) => Promise<void>;
  /**
   * Replaces the target of the action in the audit log. Without it the target is what the path names, such as an e-NCF. Never
   * contents, names or secrets.
   */
  readonly about: (target: string) => void;
}

/** An answer that is no JSON. */
export class FileAnswer {
  readonly type: string;
  readonly bytes: Buffer;
  readonly headers: Readonly<Record<string, string>>;

  constructor(type: string, bytes: Buffer, headers: FileAnswer['headers']) {
    this.type = type;
    this.bytes = bytes;
    this.headers = headers;
  }
}

/** A file that the browser saves. Its name has ASCII letters, digits, dots and dashes only. */
export function download(name: string, type: string, bytes: Buffer): FileAnswer {
  return new FileAnswer(type, bytes, { 'Content-Disposition': `attachment; filename=${name}` });
}

/** XML as it was kept. Throws when the stored bytes are others. */
export function downloadXml(name: string, bytes: Buffer, sha256: string): FileAnswer {
  if (createHash('sha256').update(bytes).digest('hex') !== sha256)
    throw new Error(`The stored bytes of ${name} are not the ones that were kept`);
  return download(name, 'application/xml', bytes);
}
