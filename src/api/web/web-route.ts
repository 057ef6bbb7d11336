/** One route of the web application's api: a row of the table in routes.ts, made with `get`, `post`, `put`, `patch` or `remove`. */
import { createHash } from 'node:crypto';
import type { Readable } from 'node:stream';
import type { Request } from 'express';
import type { Environment } from '../../ecf/model/environments.js';
import type { Maker, Membership, Person } from '../../ledger/people/person.js';
import type { FileRef } from '../../ledger/vouchers/document-record.js';
import type { Company } from '../../ledger/companies/company.js';
import type { OperatorDeps } from '../../services/deps.js';
import type { Client } from '../http/client-address.js';
import type { ApiDeps } from '../deps.js';
import type { FeedWaits } from '../events/feed-waits.js';
import { attachment } from '../http/attachment.js';
import type { BodyKind } from '../http/request-body.js';
import type { Limits } from '../limits/limits.js';
import type { Permission } from '../session/permissions.js';
import type { WebConfig } from './web-deps.js';
import type { WorkerWatch } from './worker-watch.js';

export interface WebRoute {
  readonly method: 'get' | 'post' | 'put' | 'patch' | 'delete';
  /** The path below /app/api, in Express's syntax: `/companies/:companyId/:environment/sequences`. */
  readonly path: string;
  readonly permission: Permission;
  /**
   * The route needs a code of the second factor that is at most five minutes old. `or-password`: a person without a second factor gives the
   * password instead.
   */
  readonly freshCode?: true | 'or-password';
  /** The action's name in the audit log. Every route that changes something has one. */
  readonly audit?: string;
  /** The kind of body, which also limits its size. Absent: `json`, up to 100 KB. `file` is not JSON: its bytes reach the handler. */
  readonly body?: BodyKind;
  /**
   * Absent: a GET takes its company's turn of `limits.lists`, any other method one of `limits.changes`. `none`: no turn. It is for a GET
   * whose handler takes turns of its own or waits for something else than the ledger, and for the logout, which must end the session at
   * once. Any other change names its own turn by a function, so that its permission is checked in it. `person`: the turn of the person, and
   * the company's limit on requests does not count it. It is for what takes away the access of a person, an invitation or an integration
   * user, and for the lists of them: nobody can keep access by using up what the company has.
   */
  readonly turn?: ChangeTurn;
  /** Returns the JSON of the answer, or a `FileAnswer`. Throws ServiceError or WebError. */
  handle(request: WebRequest): Promise<unknown>;
}

type ReadTurn = 'person' | 'none';
type ChangeTurn = ReadTurn | OwnTurn;

/**
 * Runs `work` in the change's own turn. Before the handler the permission is checked there, because a person may be removed while the
 * change waits.
 */
export type OwnTurn = (
  request: Pick<WebRequest, 'company' | 'body' | 'hasLeft'>,
  work: () => Promise<void>,
) => Promise<void>;

/** The turn of a change that a worker makes: one of the slots that it has for all companies' questions. */
export function askingWorker({ limits: { questions } }: Pick<RouteDeps, 'limits'>): OwnTurn {
  return ({ company: { companyId } }, work) => questions.run(companyId, work);
}

type Terms<Turn> = Omit<WebRoute, 'method' | 'path' | 'handle' | 'turn'> & { readonly turn?: Turn };

const rowsOf =
  <Turn extends ChangeTurn>(method: WebRoute['method']) =>
  (path: string, terms: Permission | Terms<Turn>, handle: WebRoute['handle']): WebRoute => ({
    method,
    path,
    ...(typeof terms === 'string' ? { permission: terms } : terms),
    handle,
  });

export const get = rowsOf<ReadTurn>('get');
export const post = rowsOf<ChangeTurn>('post');
export const put = rowsOf<ChangeTurn>('put');
export const patch = rowsOf<ChangeTurn>('patch');
export const remove = rowsOf<ChangeTurn>('delete');

/** What handlers may use. Their `store` is the whole ledger; the api's own operations get only a part of it. */
export interface RouteDeps
  extends OperatorDeps, Omit<ApiDeps, 'config' | 'store' | 'web' | 'clock' | 'processes'> {
  readonly config: ApiDeps['config'] & { readonly web: WebConfig };
  readonly limits: Limits;
  readonly feedWaits: FeedWaits;
  readonly isProcessing: WorkerWatch;
}

export interface WebActor {
  readonly id: string;
  /** How records name the actor: the person's address, or the key's name. */
  readonly by: string;
  readonly maker: Maker;
  readonly support: boolean;
  /** A key of the platform, which sees the companies that it added. */
  readonly vendor: boolean;
  readonly memberships: readonly Pick<Membership, 'companyId' | 'role'>[];
}

/**
 * What a handler gets. Reading a member that the route's permission or path does not provide throws, because that is a defect of the route.
 */
export interface WebRequest {
  /** Not provided for the permission `anyone`, and not if a program with a key asks. */
  readonly person: Person;
  /** Not provided for the permission `anyone`. */
  readonly actor: WebActor;
  /** Provided if the path has :companyId. If the person does not belong to that company, the answer is 404 before the handler runs. */
  readonly company: Company;
  /** Provided if the path has :environment. */
  readonly environment: Environment;
  readonly params: Readonly<Record<string, string>>;
  readonly query: Readonly<Record<string, unknown>>;
  readonly body: unknown;
  readonly correlationId: string;
  readonly client: Client;
  /** Only for the routes that change the session itself. */
  readonly http: Request;
  /** Ends the turn before the answer. For a handler that has changed the ledger, and now waits for something else. */
  readonly leaveTurn: () => void;
  readonly hasLeft: () => boolean;
  /** For `anyone` routes: writes the act into the audit log under this person, before its effect. */
  readonly identified: (person: Pick<Person, 'personId' | 'memberships' | 'support'>) => Promise<void>;
  /** Names the target of the act in the audit log. Never pass contents, names or secrets. */
  readonly about: (target: string) => void;
  readonly madeCompany: (companyId: number) => void;
}

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

/** A file that is sent while it is made. */
export class StreamAnswer {
  readonly type: string;
  readonly stream: Readable;
  readonly headers: FileAnswer['headers'];

  constructor(type: string, stream: Readable, headers: FileAnswer['headers']) {
    this.type = type;
    this.stream = stream;
    this.headers = headers;
  }
}

/** @param name as `attachment` takes it */
export function download(name: string, type: string, bytes: Buffer): FileAnswer {
  return new FileAnswer(type, bytes, attachment(name));
}

/** XML as the ledger keeps it. Throws if the stored bytes do not have this hash. */
export async function downloadXml(
  { store }: Pick<RouteDeps, 'store'>,
  name: string,
  { file, sha256 }: { readonly file: FileRef; readonly sha256: string },
): Promise<FileAnswer> {
  const bytes = await store.getFileBytes(file);
  if (createHash('sha256').update(bytes).digest('hex') !== sha256)
    throw new Error(`The stored bytes of ${name} are not the ones that were kept`);
  return download(name, 'application/xml', bytes);
}
