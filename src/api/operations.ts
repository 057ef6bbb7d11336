/**
 * The table of all API operations, with their paths in v1 and v2. Both versions run the same code. The only difference: v1
 * paths name the company or its RNC, and v2 takes them from the token (spec §9).
 */
import { ServiceError } from '../shared/errors.js';
import type { Company } from '../ledger/companies/company.js';
import { consultRnc } from './taxpayers/consult-rnc.js';
import type { ApiDeps } from './deps.js';
import { documentPrint } from './vouchers/document-print.js';
import { documentStatus } from './vouchers/document-status.js';
import { documentXml, listDocuments } from './vouchers/documents.js';
import type { Answer } from './http/envelope.js';
import { externalStatus } from './vouchers/external-status.js';
import { createLoginLimit } from './auth/login-limit.js';
import { login } from './auth/login.js';
import { decideReceived, listReceived, receivedXml, showReceived } from './received/received.js';
import { refusedReceptions } from './received/refused-receptions.js';
import type { CompanyRequest, EcfRequest, JsonRequest, OpenRequest } from './requests.js';
import { sendEcf } from './vouchers/send.js';
import {
  annulmentStatus,
  cancelAnnulments,
  listAnnulments,
  requestAnnulments,
} from './sequences/annulments.js';
import { createSequenceStatus, nextSequence, unusedNumbers } from './sequences/sequences.js';
import { createStockWatch } from './sequences/stock-watch.js';
import type { Tokens } from './auth/tokens.js';
import { validateEcf } from './vouchers/validate-ecf.js';
import { createWaitingRoom } from './issuing/waiting-room.js';
import { turnsFor, type Shares } from './limits/shares.js';

/** What the handlers of each kind get. */
interface Requests {
  /** No token: the credentials are in the body. */
  readonly login: OpenRequest;
  /** The catalogue validates the body. */
  readonly ecf: EcfRequest;
  /** openapi.yaml validates the body. */
  readonly json: JsonRequest;
  /** No body. */
  readonly query: CompanyRequest;
}
type Kind = keyof Requests;

interface Terms {
  /** The path in v1, in Express's syntax. Version 1 gets no new operations (spec §9). */
  readonly v1?: string;
  /** The v2 path that replaces the v1 path. Needed only when a path parameter of v1 is a query parameter in v2. */
  readonly successor?: string;
  /** Of a query: the RNC in the v1 path is its subject, not the company of the token. */
  readonly asksAboutRnc?: true;
  /** Of the kind `json`: no body is the same as an empty object. */
  readonly optionalBody?: true;
}

interface OperationOf<K extends Kind> extends Terms {
  readonly kind: K;
  /** The path in v2, in Express's syntax. */
  readonly v2: string;
  handle(request: Requests[K]): Answer | Promise<Answer>;
}

export type Operation = { readonly [K in Kind]: OperationOf<K> }[Kind];

const operationsOf =
  <K extends Kind>(kind: K) =>
  (v2: string, handle: OperationOf<K>['handle'], terms: Terms = {}): OperationOf<K> => ({
    kind,
    v2,
    handle,
    ...terms,
  });

const loginOperation = operationsOf('login');
const ecfOperation = operationsOf('ecf');
const jsonOperation = operationsOf('json');
const queryOperation = operationsOf('query');

export function createOperations(deps: ApiDeps, tokens: Tokens, shares: Shares): readonly Operation[] {
  const { log, stopping, metrics } = deps;
  const { lists, prints, questions, waitingSends } = shares;
  /** A body that is refused needs no room in the queue of large ones. */
  const turnsOf = ({ body }: EcfRequest) => turnsFor(shares, body.ok ? body.bytes.length : 0);
  const waitingRoom = createWaitingRoom({
    log,
    stopping,
    slots: waitingSends,
    onFull: () => metrics.limited('waiting-sends'),
  });
  const stockWatch = createStockWatch(deps);
  const loginGuards = {
    limit: createLoginLimit(deps.store, deps.config.limits, deps.clock),
    shares,
    passwordThreads: deps.passwordThreads,
  };
  return [
    loginOperation('/api/v2/Auth/login', (request) => login(deps, tokens, loginGuards, request), {
      v1: '/api/v1/Auth/login',
    }),
    ecfOperation(
      '/api/v2/dgii-ecf/validate',
      (request) =>
        turnsOf(request).run(request.principal.company.companyId, () => validateEcf(deps, request)),
      { v1: '/api/v1/dgii-ecf/validate/:companyId' },
    ),
    ecfOperation(
      '/api/v2/dgii-ecf/send',
      (request) => sendEcf(deps, { turns: turnsOf(request), waitingRoom }, request),
      { v1: '/api/v1/dgii-ecf/send/:companyId' },
    ),
    queryOperation('/api/v2/dgii-ecf/document-status/:encf', (request) => documentStatus(deps, request), {
      v1: '/api/v1/dgii-ecf/document-status/:rnc/:encf',
    }),
    queryOperation('/api/v2/dgii-ecf/document-print/:encf', (request) =>
      documentPrint(deps, request, prints),
    ),
    queryOperation('/api/v2/dgii-ecf/documents', (request) => listDocuments(deps, request, lists)),
    queryOperation('/api/v2/dgii-ecf/document-xml/:encf', (request) => documentXml(deps, request, lists)),
    queryOperation(
      '/api/v2/dgii-ecf/external-status',
      (request) => externalStatus(deps, questions, request),
      { v1: '/api/v1/dgii-ecf/external-status/:companyId' },
    ),
    queryOperation('/api/v2/dgii-ecf/consult-rnc', (request) => consultRnc(deps, request), {
      v1: '/api/v1/dgii-ecf/consult-rnc/:rnc',
      successor: '/api/v2/dgii-ecf/consult-rnc?rnc=:rnc',
      asksAboutRnc: true,
    }),
    jsonOperation('/api/v2/ecf-sequences/next', (request) => nextSequence(deps, stockWatch, request)),
    queryOperation('/api/v2/ecf-sequences', createSequenceStatus(deps)),
    queryOperation('/api/v2/ecf-sequences/unused', (request) => unusedNumbers(deps, request, lists)),
    jsonOperation('/api/v2/ecf-sequences/annulments', (request) => requestAnnulments(deps, request, shares)),
    queryOperation('/api/v2/ecf-sequences/annulments', (request) => listAnnulments(deps, request, lists)),
    queryOperation('/api/v2/ecf-sequences/annulments/:annulmentId', (request) =>
      annulmentStatus(deps, request, lists),
    ),
    jsonOperation(
      '/api/v2/ecf-sequences/annulments/:annulmentId/cancel',
      (request) => cancelAnnulments(deps, request),
      { optionalBody: true },
    ),
    queryOperation('/api/v2/ecf-received', (request) => listReceived(deps, request, lists)),
    queryOperation('/api/v2/ecf-received/refused', (request) => refusedReceptions(deps, request, lists)),
    queryOperation('/api/v2/ecf-received/:rncEmisor/:encf', (request) => showReceived(deps, request)),
    queryOperation('/api/v2/ecf-received/:rncEmisor/:encf/xml', (request) =>
      receivedXml(deps, request, lists),
    ),
    jsonOperation('/api/v2/ecf-received/:rncEmisor/:encf/approval', (request) =>
      decideReceived(deps, request),
    ),
  ];
}

/** Only a query has no body. */
export function methodOf({ kind }: Operation): 'get' | 'post' {
  return kind === 'query' ? 'get' : 'post';
}

export const versions = ['v1', 'v2'] as const;
export type Version = (typeof versions)[number];

/** Throws COMPANY_NOT_ALLOWED when a v1 path names a company that is not the token's. Company id 0 means the token's company. */
export function checkCompanyOfPath(params: Readonly<Record<string, string>>, company: Company): void {
  const { companyId, rnc } = params;
  const own = companyId === undefined || companyId === '0' || companyId === String(company.companyId);
  if (!own || (rnc !== undefined && rnc !== company.rnc)) throw new ServiceError('COMPANY_NOT_ALLOWED');
}

/** The v2 path that replaces a v1 request, with the parameters of the request filled in. */
export function successorOf(operation: Operation, params: Readonly<Record<string, string>>): string {
  const template = operation.successor ?? operation.v2;
  return template.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(params[name] ?? ''));
}
