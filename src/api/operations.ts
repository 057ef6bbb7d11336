/**
 * The table of all API operations, with their paths in v1 and v2. Both versions run the same code. The only difference: v1
 * paths name the company or its RNC, and v2 takes them from the token (spec §9).
 */
import { ServiceError } from '../shared/errors.js';
import type { Company } from '../ledger/companies/company.js';
import type { KeyScope } from '../ledger/people/api-key.js';
import { archive } from './archive/archive.js';
import { createLoginLimit } from './session/login-limit.js';
import { login } from './session/login.js';
import type { Tokens } from './session/tokens.js';
import type { ApiDeps } from './deps.js';
import type { Answer, CompanyRequest, EcfRequest, HandlerDeps, JsonRequest, OpenRequest } from './handler.js';
import { createWaitingRoom } from './vouchers/issue/waiting-room.js';
import type { Limits } from './limits/limits.js';
import { listEvents } from './events/events.js';
import type { FeedWaits } from './events/feed-waits.js';
import {
  decideReceived,
  listReceived,
  receivedJson,
  receivedXml,
  showReceived,
} from './received/received.js';
import { refusedReceptions } from './received/refused-receptions.js';
import {
  annulmentStatus,
  cancelAnnulments,
  listAnnulments,
  requestAnnulments,
} from './numbers/annulments.js';
import { createSequenceStatus, nextSequence, unusedNumbers } from './numbers/sequences.js';
import { createStockWatch } from './numbers/stock-watch.js';
import {
  addOne,
  changeOne,
  listDeliveries,
  listWebhooks,
  recoverSince,
  redeliverOne,
  removeOne,
  rotateOne,
  showWebhook,
  testOne,
} from './events/webhooks.js';
import { consultRnc } from './taxpayers/consult-rnc.js';
import { documentHistory } from './vouchers/document-history.js';
import { documentMail } from './vouchers/document-mail.js';
import { documentPrint } from './vouchers/document-print.js';
import { draftNoteOn } from './vouchers/issue/note-draft.js';
import { documentStatus } from './vouchers/document-status.js';
import { documentXml, listDocuments } from './vouchers/documents.js';
import { externalStatus } from './vouchers/external-status.js';
import { issueEcf } from './vouchers/issue/issue.js';
import { sendEcf } from './vouchers/issue/send.js';
import { computeTotals } from './vouchers/issue/totals.js';
import { validateEcf } from './vouchers/issue/validate-ecf.js';

interface Requests {
  /** No token: the credentials are in the body. */
  readonly login: OpenRequest;
  /** The catalogue validates the body. */
  readonly ecf: EcfRequest;
  /** openapi.yaml validates the body. */
  readonly json: JsonRequest;
  readonly query: CompanyRequest;
}
type Kind = keyof Requests;

interface Terms {
  /** What an API key needs. Absent: no key may ask this. Login tokens may ask everything. */
  readonly scope?: KeyScope;
  /** Another one that the key needs too. */
  readonly alsoScope?: KeyScope;
  /** The path in v1, in Express's syntax. Version 1 gets no new operations (spec §9). */
  readonly v1?: string;
  /** Needed only when a path parameter of v1 is a query parameter in v2. */
  readonly successor?: string;
  /** Of a query: the RNC in the v1 path is its subject, not the company of the token. */
  readonly asksAboutRnc?: true;
  readonly optionalBody?: true;
  /** Of a query that may read much from the ledger: it runs within the limit `lists`. */
  readonly inTurn?: true;
  /** Absent: GET for a query, else POST. */
  readonly method?: 'patch' | 'delete';
}

interface OperationOf<K extends Kind> extends Terms {
  readonly kind: K;
  readonly v2: string;
  handle(request: Requests[K]): Answer | Promise<Answer>;
}

export type Operation = { readonly [K in Kind]: OperationOf<K> }[Kind];

const rowsOf =
  <K extends Kind>(kind: K, deps: HandlerDeps) =>
  (
    path: string,
    handle: (deps: HandlerDeps, request: Requests[K]) => Answer | Promise<Answer>,
    terms: Terms = {},
  ): OperationOf<K> => ({
    kind,
    v2: `/api/v2${path}`,
    ...terms,
    handle: (request) => handle(deps, request),
  });

interface OperationParts {
  readonly tokens: Tokens;
  readonly limits: Limits;
  readonly feedWaits: FeedWaits;
}

export function createOperations(
  api: ApiDeps,
  { tokens, limits, feedWaits }: OperationParts,
): readonly Operation[] {
  const { log, stopping, metrics, store, config, clock } = api;
  const waitingRoom = createWaitingRoom({
    log,
    stopping,
    slots: limits.waitingSends,
    onFull: () => metrics.limited('waiting-sends'),
  });
  const deps: HandlerDeps = {
    ...api,
    tokens,
    limits,
    waitingRoom,
    watchStock: createStockWatch(api),
    loginLimit: createLoginLimit(store, config.limits, clock),
    feedWaits,
  };
  const ecf = rowsOf('ecf', deps);
  const json = rowsOf('json', deps);
  const query = rowsOf('query', deps);
  const inTurn = { inTurn: true } as const;
  const issue = { scope: 'vouchers:issue' } as const;
  const read = { scope: 'vouchers:read' } as const;
  const numbers = { scope: 'numbers' } as const;
  const received = { scope: 'received:read' } as const;
  const webhooks = { scope: 'webhooks' } as const;
  return [
    rowsOf('login', deps)('/Auth/login', login, { v1: '/api/v1/Auth/login' }),
    ecf('/dgii-ecf/validate', validateEcf, { v1: '/api/v1/dgii-ecf/validate/:companyId', ...issue }),
    ecf('/dgii-ecf/send', sendEcf, { v1: '/api/v1/dgii-ecf/send/:companyId', ...issue }),
    ecf('/dgii-ecf/issue', issueEcf, issue),
    ecf('/dgii-ecf/totals', computeTotals, issue),
    json('/dgii-ecf/note-draft/:encf', draftNoteOn, issue),
    query('/dgii-ecf/document-status/:encf', documentStatus, {
      v1: '/api/v1/dgii-ecf/document-status/:rnc/:encf',
      ...read,
    }),
    query('/dgii-ecf/document-history/:encf', documentHistory, read),
    query('/dgii-ecf/document-print/:encf', documentPrint, read),
    json('/dgii-ecf/document-mail/:encf', documentMail, issue),
    query('/dgii-ecf/documents', listDocuments, { ...inTurn, ...read }),
    query('/dgii-ecf/document-xml/:encf', documentXml, { ...inTurn, ...read }),
    query('/dgii-ecf/external-status', externalStatus, {
      v1: '/api/v1/dgii-ecf/external-status/:companyId',
      ...read,
    }),
    query('/dgii-ecf/consult-rnc', consultRnc, {
      v1: '/api/v1/dgii-ecf/consult-rnc/:rnc',
      successor: '/api/v2/dgii-ecf/consult-rnc?rnc=:rnc',
      asksAboutRnc: true,
      ...read,
    }),
    json('/ecf-sequences/next', nextSequence, numbers),
    query('/ecf-sequences', createSequenceStatus(), numbers),
    query('/ecf-sequences/unused', unusedNumbers, { ...inTurn, ...numbers }),
    json('/ecf-sequences/annulments', requestAnnulments, numbers),
    query('/ecf-sequences/annulments', listAnnulments, { ...inTurn, ...numbers }),
    query('/ecf-sequences/annulments/:annulmentId', annulmentStatus, { ...inTurn, ...numbers }),
    json('/ecf-sequences/annulments/:annulmentId/cancel', cancelAnnulments, {
      optionalBody: true,
      ...numbers,
    }),
    query('/ecf-received', listReceived, { ...inTurn, ...received }),
    query('/ecf-received/refused', refusedReceptions, { ...inTurn, ...received }),
    query('/ecf-received/:rncEmisor/:encf', showReceived, received),
    query('/ecf-received/:rncEmisor/:encf/xml', receivedXml, { ...inTurn, ...received }),
    query('/ecf-received/:rncEmisor/:encf/json', receivedJson, { ...inTurn, ...received }),
    json('/ecf-received/:rncEmisor/:encf/approval', decideReceived, { scope: 'received:decide' }),
    query('/archive', archive, { ...read, alsoScope: 'received:read' }),
    query('/webhooks', listWebhooks, webhooks),
    json('/webhooks', addOne, webhooks),
    query('/webhooks/:webhookId', showWebhook, webhooks),
    json('/webhooks/:webhookId', changeOne, { method: 'patch', ...webhooks }),
    query('/webhooks/:webhookId', removeOne, { method: 'delete', ...webhooks }),
    query('/webhooks/:webhookId/deliveries', listDeliveries, { ...inTurn, ...webhooks }),
    json('/webhooks/:webhookId/redeliver', redeliverOne, webhooks),
    json('/webhooks/:webhookId/recover', recoverSince, webhooks),
    json('/webhooks/:webhookId/test', testOne, { optionalBody: true, ...webhooks }),
    json('/webhooks/:webhookId/rotate-secret', rotateOne, { optionalBody: true, ...webhooks }),
    query('/events', listEvents, { scope: 'events:read' }),
  ];
}

export function methodOf({ kind, method }: Operation): 'get' | 'post' | 'patch' | 'delete' {
  return method ?? (kind === 'query' ? 'get' : 'post');
}

export const versions = ['v1', 'v2'] as const;
export type Version = (typeof versions)[number];

/** Throws COMPANY_NOT_ALLOWED when a v1 path names a company that is not the token's. Company id 0 means the token's company. */
export function checkCompanyOfPath(params: Readonly<Record<string, string>>, company: Company): void {
  const { companyId, rnc } = params;
  const own = companyId === undefined || companyId === '0' || companyId === String(company.companyId);
  if (!own || (rnc !== undefined && rnc !== company.rnc)) throw new ServiceError('COMPANY_NOT_ALLOWED');
}

export function successorOf(operation: Operation, params: Readonly<Record<string, string>>): string {
  const template = operation.successor ?? operation.v2;
  return template.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(params[name] ?? ''));
}
