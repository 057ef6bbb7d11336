/**
 * Runs one row of the table of routes. The order matters: first refuse a request from another site, then read the session, then check the
 * permission, and only then read the body. So a stranger's request costs little and learns nothing. A change checks the permission again when
 * its turn comes, also a turn of its own: the body and the wait may take a minute, and what was revoked meanwhile takes effect.
 */
import type { NextFunction, Request, RequestHandler, Response } from 'express';
import type { Environment } from '../../ecf/model/environments.js';
import type { NewAct } from '../../ledger/people/act.js';
import type { Person } from '../../ledger/people/person.js';
import type { Company } from '../../ledger/companies/company.js';
import { companiesOf } from '../../services/people/record-act.js';
import { collectBody, plainRequest, readFileBody, readPlainBody } from '../http/request-body.js';
import { contextOf, textParams } from '../http/request-context.js';
import { traceRequest } from '../http/trace-request.js';
import { sendStream } from '../http/send-stream.js';
import { acquireForAnswer, acquireForRequest, keepMemoryDuring } from '../limits/body-memory.js';
import type { Limits, WebRateLimits } from '../limits/limits.js';
import { beginRouteAct, type RouteAct } from './audit.js';
import { refuseOtherSites } from '../session/csrf.js';
import { toAnswered } from './error-answer.js';
import { mayDo, rolesOf } from '../session/permissions.js';
import { checkFresh, stageOf } from '../session/second-factor-stage.js';
import type { Sessions } from '../session/sessions.js';
import { contractOf } from '../http/openapi-document.js';
import {
  checkKey,
  checkNamedEnvironment,
  findShownKey,
  startWithKey,
  unlessKey,
  type KeyRunner,
} from './key-requests.js';
import { companyNamed, environmentIn, visitOf, type Visit } from './visit.js';
import { WebError } from './web-error.js';
import {
  FileAnswer,
  StreamAnswer,
  type OwnTurn,
  type RouteDeps,
  type WebActor,
  type WebRequest,
  type WebRoute,
} from './web-route.js';

interface Runner extends KeyRunner {
  readonly sessions: Sessions;
  readonly contract: readonly RequestHandler[];
}

interface Call {
  readonly route: WebRoute;
  readonly runner: Runner;
  readonly req: Request;
  readonly res: Response;
}

export function stepsOf(route: WebRoute, runner: Runner): RequestHandler[] {
  const { deps, sessions, contract, rateLimits } = runner;
  const hasBody = ['post', 'put', 'patch'].includes(route.method);
  const readBody = route.body === 'file' ? readFileBody : readPlainBody;
  const bytesOf = (res: Response) => acquireForRequest(res, deps.limits.companyBytes, companyIdOf(res));
  return [
    findShownKey(sessions),
    unlessKey(refuseOtherSites),
    unlessKey(sessions.load),
    unlessKey(startFairly(rateLimits, deps.limits)),
    startWithKey(runner),
    async (req, res, next) => {
      await checkPermission({ route, runner, req, res });
      traceIdentified(deps, req, res, next);
    },
    ...(route.turn === 'person' ? [] : [limitCompany(rateLimits)]),
    plainRequest,
    ...(hasBody ? [collectBody(route.body ?? 'json', bytesOf), readBody] : []),
    ...contractOf(contract),
    checkNamedEnvironment,
    answerWith(route, runner),
  ];
}

/** Of a program with a key, or of a person. A browser has no trace to continue. */
function traceIdentified({ traces }: RouteDeps, req: Request, res: Response, next: NextFunction): void {
  const { actor, key, company } = visitOf(res);
  if (actor === undefined) {
    next();
    return;
  }
  const traceparent = key === undefined ? undefined : req.get('traceparent');
  traceRequest(traces, { companyId: company?.companyId, traceparent }, [req, res, next]);
}

/**
 * Requests with a session wait for their fair start among people, as those with a token do among companies (operation-steps.ts). Beyond the
 * limit on a person's calls nothing but the session is read.
 */
function startFairly({ ofPerson }: WebRateLimits, { starts }: Limits): RequestHandler {
  return async ({ session: { personId } }, _res, next) => {
    if (personId !== undefined) {
      await ofPerson(personId);
      await starts.fairStart(personId);
    }
    next();
  };
}

/**
 * A company may have many people. Only its own people, and those of the platform, count. A request that takes away access is not counted:
 * otherwise two people could use up the limit, and so keep their access to the company.
 */
function limitCompany({ ofCompany }: WebRateLimits): RequestHandler {
  return async (_req, res, next) => {
    const { company } = visitOf(res);
    if (company !== undefined) await ofCompany(company.companyId);
    next();
  };
}

/** No company has this id. */
const noCompany = 0;

function companyIdOf(res: Response): number {
  return visitOf(res).company?.companyId ?? noCompany;
}

async function checkPermission(call: Call): Promise<void> {
  const { shown } = visitOf(call.res);
  return shown === undefined ? checkPerson(call) : checkKey(call, shown);
}

function actorOfPerson({ personId, email, support, memberships }: Person): WebActor {
  return { id: personId, by: email, maker: { personId }, support, vendor: false, memberships };
}

async function checkPerson({ route, runner, req, res }: Call): Promise<void> {
  const { permission, freshCode } = route;
  const { deps, sessions } = runner;
  const needsSession = permission === 'visitor' ? sessions.isNamed(req) : permission !== 'anyone';
  if (!needsSession) return;
  const visit = visitOf(res);
  const [person, company] = await Promise.all([sessions.current(req), namedCompany(req, deps)]);
  if (person === undefined) throw new WebError('SESSION_REQUIRED');
  visit.person = person;
  visit.actor = actorOfPerson(person);
  contextOf(res).personId = person.personId;
  if (permission === 'unfinished' || permission === 'visitor') return;
  const stage = stageOf(person, req.session, deps.allowProduction);
  if (stage !== 'done') throw new WebError('SESSION_REQUIRED', { detalle: { next: stage } });
  refuseOtherPerson(person, req);
  if (req.params['companyId'] !== undefined) visit.company = ownCompany(person, company);
  const roles = rolesOf(person, visit.company?.companyId);
  if (!['person', 'account'].includes(permission) && !mayDo(permission, roles, environmentIn(req)))
    throw new WebError('PERMISSION_DENIED');
  if (freshCode === undefined) return;
  checkFresh(freshCode === true ? 'code' : 'code-or-password', person, req.session, deps.clock());
}

/**
 * A page names the person whom it shows. Another person may have logged in in another tab since then, and the browser sends the cookie of
 * that one. The routes of the login are not checked, because a page asks them who is logged in.
 */
function refuseOtherPerson({ personId }: Person, req: Request): void {
  const shown = req.get('x-shown-person');
  if (shown !== undefined && shown !== personId) throw new WebError('PERSON_CHANGED');
}

/** A request without a login reads nothing. */
async function namedCompany(req: Request, deps: RouteDeps) {
  return req.session.personId === undefined ? undefined : companyNamed(req, deps);
}

function ownCompany(person: Person, company: Company | undefined): Company {
  if (company === undefined || rolesOf(person, company.companyId).length === 0)
    throw new WebError('COMPANY_NOT_FOUND');
  return company;
}

function answerWith(route: WebRoute, runner: Runner): RequestHandler {
  return async (req, res) => {
    const answer = await keepMemoryDuring(res, runRoute({ route, runner, req, res }));
    if (answer instanceof StreamAnswer)
      await sendStream(res.set(answer.headers).status(200).type(answer.type), answer.stream);
    else send(res, answer, runner);
  };
}

type Audit = ReturnType<typeof auditOf>;

function auditOf(call: Call) {
  const { audit: action } = call.route;
  let act: RouteAct | undefined;
  let target: string | undefined;
  let newCompanyId: number | undefined;
  /** The act began when the company did not exist. Its administrators see it too. */
  const recordFor = async (companyId: number) => {
    const { actor } = visitOf(call.res);
    if (action === undefined || actor === undefined) return;
    const ofCompany = { ...actOf(call, action, actor), companyIds: [companyId] };
    await (await beginRouteAct(call.runner.deps, ofCompany)).done(target);
  };
  return {
    open: async (actor: Identified) => {
      if (action !== undefined) act ??= await beginRouteAct(call.runner.deps, actOf(call, action, actor));
    },
    about: (text: string) => void (target = text),
    made: (companyId: number) => void (newCompanyId = companyId),
    done: async () => {
      await act?.done(target);
      if (newCompanyId !== undefined) await recordFor(newCompanyId);
    },
    failed: async (error: unknown) => act?.failed(toAnswered(error, call.req), target),
  };
}

/**
 * Runs the route in its usual turn: checks the permission of a change again, opens the act, calls the handler, closes the act. If the route
 * has a turn of its own, the usual turn ends when the act is open, and a route without an act does not take it.
 */
async function runRoute(call: Call): Promise<unknown> {
  const { route, runner, res } = call;
  const act = auditOf(call);
  const ownTurn = typeof route.turn === 'function' ? route.turn : undefined;
  if (ownTurn !== undefined && route.audit === undefined) return handleInOwnTurn(call, act, ownTurn);
  const visit = visitOf(res);
  const turn = await usualTurn(route, visit, runner.deps.limits);
  try {
    if (route.method !== 'get') await checkPermission(call);
    if (visit.actor !== undefined) await act.open(visit.actor);
    if (ownTurn !== undefined) turn.leave();
    const answer = await (ownTurn === undefined
      ? route.handle(requestOf(call, act, turn))
      : handleInOwnTurn(call, act, ownTurn));
    await act.done();
    return answer;
  } catch (error) {
    await act.failed(error);
    throw error;
  } finally {
    turn.leave();
  }
}

/** Checks the permission once more in the route's own turn, which ends before the act is closed. */
async function handleInOwnTurn(call: Call, act: Audit, ownTurn: OwnTurn): Promise<unknown> {
  const turn = await takeTurn((work) => ownTurn(requestOf(call, act, noTurn), work));
  try {
    await checkPermission(call);
    return await call.route.handle(requestOf(call, act, turn));
  } finally {
    turn.leave();
  }
}

interface Turn {
  readonly leave: () => void;
}

const noTurn: Turn = { leave: () => undefined };

/**
 * The company's turn, so that one company leaves connections to MongoDB to the others. A route without a company, or one that asks for it
 * (`turn`), runs in its person's turn. A request without a session takes no turn: it only reads or accepts one invitation, or logs in,
 * which has limits of its own.
 */
async function usualTurn(
  { method, turn }: WebRoute,
  { company, actor }: Visit,
  { lists, changes }: Limits,
): Promise<Turn> {
  const turns = method === 'get' ? lists : changes;
  const key = turn === 'person' ? actor?.id : (company?.companyId ?? actor?.id);
  if (key === undefined || turn === 'none') return noTurn;
  return takeTurn((work) => turns.run(key, work));
}

function takeTurn(runInTurn: (work: () => Promise<void>) => Promise<void>): Promise<Turn> {
  return new Promise((resolve, reject) => {
    runInTurn(() => new Promise<void>((leave) => resolve({ leave }))).catch(reject);
  });
}

function send(res: Response, answer: unknown, { deps }: Runner): void {
  const { type, bytes, headers } = answer instanceof FileAnswer ? answer : jsonAnswer(answer);
  acquireForAnswer(res, deps.limits.companyBytes, companyIdOf(res), bytes.length);
  res.set(headers).status(200).type(type).send(bytes);
}

function jsonAnswer(answer: unknown): FileAnswer {
  return new FileAnswer('json', Buffer.from(JSON.stringify(answer ?? null)), {});
}

/** Whom the audit log names. Of an invitation's route it is the person who accepts it. */
type Identified = WebActor | Pick<Person, 'personId' | 'memberships' | 'support'>;

function actOf({ runner, req, res }: Call, action: string, actor: Identified): NewAct {
  const { clientOf, sessions } = runner;
  // The token of a link is a secret. Whom the link is for, the act says by the person.
  const { companyId: _company, environment, token: _secret, ...others } = textParams(req);
  const target = Object.values(others).join(' ');
  const { company, key } = visitOf(res);
  const personId = 'personId' in actor ? actor.personId : actor.id;
  const who =
    key === undefined
      ? { personId, session: sessions.nameInAudit(req), ...(actor.support && { support: true as const }) }
      : { keyId: key.keyId, keyName: key.name, ...(key.companyId === null && { vendor: true as const }) };
  return {
    action,
    ...who,
    ip: clientOf(req).network,
    companyIds: company === undefined ? companiesOf(actor) : [company.companyId],
    ...(environment === undefined ? {} : { environment }),
    ...(target === '' ? {} : { target }),
    correlationId: contextOf(res).correlationId,
  };
}

function requestOf({ runner, req, res }: Call, act: Audit, turn: Turn): WebRequest {
  const visit = visitOf(res);
  const params = textParams(req);
  return {
    get person() {
      return present(visit.person, 'a person');
    },
    get actor() {
      return present(visit.actor, 'an actor');
    },
    get company() {
      return present(visit.company, 'a company');
    },
    get environment() {
      return present(params['environment'], 'an environment') as Environment;
    },
    params,
    query: req.query,
    body: req.body as unknown,
    correlationId: contextOf(res).correlationId,
    client: runner.clientOf(req),
    http: req,
    hasLeft: () => res.destroyed,
    identified: act.open,
    about: act.about,
    madeCompany: act.made,
    leaveTurn: turn.leave,
  };
}

function present<T>(value: T | undefined, what: string): T {
  if (value === undefined) throw new Error(`A route asked for ${what} that its row does not provide`);
  return value;
}
