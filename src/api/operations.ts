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

/**
 * `login`: no token, the credentials are in the body. `ecf`: the catalogue validates the body. `json`: openapi.yaml validates
 * the body. `query`: no body.
 */
export type Operation = {
  /** Paths in Express's syntax. Version 1 gets no new operations (spec §9). */
  readonly v1?: string;
  readonly v2: string;
  /** The v2 path that replaces the v1 path. Needed only when a path parameter of v1 is a query parameter in v2. */
  readonly successor?: string;
  /** The RNC in the v1 path is the subject of the query, not the company of the token. */
  readonly asksAboutRnc?: true;
} & (
  | { readonly kind: 'login'; handle(request: OpenRequest): Answer | Promise<Answer> }
  | { readonly kind: 'ecf'; handle(request: EcfRequest): Answer | Promise<Answer> }
  | {
      readonly kind: 'json';
      /** No body is the same as an empty object. */
      readonly optionalBody?: true;
      handle(request: JsonRequest): Answer | Promise<Answer>;
    }
  | { readonly kind: 'query'; handle(request: CompanyRequest): Answer | Promise<Answer> }
);

export function createOperations(deps: ApiDeps, tokens: Tokens, shares: Shares): readonly Operation[] {
  const { log, stopping, metrics } = deps;
  /** A body that is refused needs no room in the queue of large ones. */
  const turnsOf = ({ body }: EcfRequest) => turnsFor(shares, body.ok ? body.bytes.length : 0);
  const waitingRoom = createWaitingRoom({
    log,
    stopping,
    slots: shares.waitingSends,
    onFull: () => metrics.limited('waiting-sends'),
  });
  const stockWatch = createStockWatch(deps);
  const loginGuards = {
    limit: createLoginLimit(deps.store, deps.config.limits, deps.clock),
    shares,
    passwordThreads: deps.passwordThreads,
  };
  return [
    {
      v1: '/api/v1/Auth/login',
      v2: '/api/v2/Auth/login',
      kind: 'login',
      handle: (request) => login(deps, tokens, loginGuards, request),
    },
    {
      v1: '/api/v1/dgii-ecf/validate/:companyId',
      v2: '/api/v2/dgii-ecf/validate',
      kind: 'ecf',
      handle: (request) =>
        turnsOf(request).run(request.principal.company.companyId, () => validateEcf(deps, request)),
    },
    {
      v1: '/api/v1/dgii-ecf/send/:companyId',
      v2: '/api/v2/dgii-ecf/send',
      kind: 'ecf',
      handle: (request) => sendEcf(deps, { turns: turnsOf(request), waitingRoom }, request),
    },
    {
      v1: '/api/v1/dgii-ecf/document-status/:rnc/:encf',
      v2: '/api/v2/dgii-ecf/document-status/:encf',
      kind: 'query',
      handle: (request) => documentStatus(deps, request),
    },
    {
      v2: '/api/v2/dgii-ecf/document-print/:encf',
      kind: 'query',
      handle: (request) => documentPrint(deps, request, shares.prints),
    },
    {
      v2: '/api/v2/dgii-ecf/documents',
      kind: 'query',
      handle: (request) => listDocuments(deps, request, shares.lists),
    },
    {
      v2: '/api/v2/dgii-ecf/document-xml/:encf',
      kind: 'query',
      handle: (request) => documentXml(deps, request, shares.lists),
    },
    {
      v1: '/api/v1/dgii-ecf/external-status/:companyId',
      v2: '/api/v2/dgii-ecf/external-status',
      kind: 'query',
      handle: (request) => externalStatus(deps, shares.questions, request),
    },
    {
      v1: '/api/v1/dgii-ecf/consult-rnc/:rnc',
      v2: '/api/v2/dgii-ecf/consult-rnc',
      successor: '/api/v2/dgii-ecf/consult-rnc?rnc=:rnc',
      asksAboutRnc: true,
      kind: 'query',
      handle: (request) => consultRnc(deps, request),
    },
    {
      v2: '/api/v2/ecf-sequences/next',
      kind: 'json',
      handle: (request) => nextSequence(deps, stockWatch, request),
    },
    {
      v2: '/api/v2/ecf-sequences',
      kind: 'query',
      handle: createSequenceStatus(deps),
    },
    {
      v2: '/api/v2/ecf-sequences/unused',
      kind: 'query',
      handle: (request) => unusedNumbers(deps, request, shares.lists),
    },
    {
      v2: '/api/v2/ecf-sequences/annulments',
      kind: 'json',
      handle: (request) => requestAnnulments(deps, request),
    },
    {
      v2: '/api/v2/ecf-sequences/annulments',
      kind: 'query',
      handle: (request) => listAnnulments(deps, request),
    },
    {
      v2: '/api/v2/ecf-sequences/annulments/:annulmentId',
      kind: 'query',
      handle: (request) => annulmentStatus(deps, request),
    },
    {
      v2: '/api/v2/ecf-sequences/annulments/:annulmentId/cancel',
      kind: 'json',
      optionalBody: true,
      handle: (request) => cancelAnnulments(deps, request),
    },
    {
      v2: '/api/v2/ecf-received',
      kind: 'query',
      handle: (request) => listReceived(deps, request, shares.lists),
    },
    {
      v2: '/api/v2/ecf-received/refused',
      kind: 'query',
      handle: (request) => refusedReceptions(deps, request, shares.lists),
    },
    {
      v2: '/api/v2/ecf-received/:rncEmisor/:encf',
      kind: 'query',
      handle: (request) => showReceived(deps, request),
    },
    {
      v2: '/api/v2/ecf-received/:rncEmisor/:encf/xml',
      kind: 'query',
      handle: (request) => receivedXml(deps, request, shares.lists),
    },
    {
      v2: '/api/v2/ecf-received/:rncEmisor/:encf/approval',
      kind: 'json',
      handle: (request) => decideReceived(deps, request),
    },
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
