/** Requests with an API key and without a session: a key of a company with a role, or a vendor's key of the platform. */
import type { Request, RequestHandler, Response } from 'express';
import type { Company } from '../../ledger/companies/company.js';
import { ServiceError } from '../../shared/errors.js';
import type { Client } from '../http/client-address.js';
import { contextOf } from '../http/request-context.js';
import { acquireForRequest, requestBytes } from '../limits/body-memory.js';
import type { RateLimit } from '../limits/rate-limit.js';
import type { WebRateLimits } from '../limits/limits.js';
import {
  checkReach,
  nameOfKey,
  shownKey,
  type AcceptedKey,
  type KeyDoor,
  type ShownKey,
} from '../session/api-keys.js';
import { mayDo, rolesOf } from '../session/permissions.js';
import type { Sessions } from '../session/sessions.js';
import { companyNamed, environmentIn, visitOf } from './visit.js';
import { WebError } from './web-error.js';
import type { RouteDeps, WebActor, WebRoute } from './web-route.js';

export interface KeyRunner {
  readonly deps: RouteDeps;
  readonly keyDoor: KeyDoor;
  readonly countCall: RateLimit;
  readonly rateLimits: WebRateLimits;
  readonly clientOf: (req: Request) => Client;
}

interface KeyCall {
  readonly route: Pick<WebRoute, 'permission' | 'freshCode'>;
  readonly runner: KeyRunner;
  readonly req: Request;
  readonly res: Response;
}

/**
 * A request with a key comes from a program, so the protections of a browser's session do not apply: no other site's page can send the
 * header. It has no session, and may not bring the cookie of one, so nothing ever depends on which of the two counts.
 */
export function findShownKey({ isNamed }: Sessions): RequestHandler {
  return (req, res, next) => {
    const shown = shownKey(req.headers.authorization);
    if (shown !== undefined && isNamed(req))
      throw new WebError('CREDENTIALS_MIXED', { campo: 'Authorization' });
    if (shown === 'malformed') throw new ServiceError('API_KEY_INVALID');
    if (shown !== undefined) visitOf(res).shown = shown;
    next();
  };
}

export function unlessKey(step: RequestHandler): RequestHandler {
  return (req, res, next) => (visitOf(res).shown === undefined ? step(req, res, next) : next());
}

/** Requests with a key count for their company and start fairly, as those of the public API do. A vendor's key counts for itself. */
export function startWithKey(runner: KeyRunner): RequestHandler {
  const { keyDoor, countCall, rateLimits, clientOf } = runner;
  const { companyBytes, starts } = runner.deps.limits;
  return async (req, res, next) => {
    const visit = visitOf(res);
    if (visit.shown !== undefined) {
      const { key, company } = await keyDoor.accept(visit.shown, clientOf(req));
      if (company === undefined) await rateLimits.ofPerson(key.keyId);
      else {
        acquireForRequest(res, companyBytes, company.companyId)(requestBytes);
        await countCall(company.companyId);
      }
      await starts.fairStart(company?.companyId ?? key.keyId);
    }
    next();
  };
}

const onlyPeople: readonly WebRoute['permission'][] = ['anyone', 'visitor', 'unfinished', 'account'];

/** Reads the key again, so one that was revoked while a change waited makes no change. */
export async function checkKey({ route, runner, req, res }: KeyCall, shown: ShownKey): Promise<void> {
  const { permission, freshCode } = route;
  const visit = visitOf(res);
  const accepted = await runner.keyDoor.accept(shown, runner.clientOf(req));
  const { key } = accepted;
  const actor = actorOfKey(accepted);
  visit.key = key;
  visit.actor = actor;
  contextOf(res).keyId = key.keyId;
  if (onlyPeople.includes(permission)) throw new WebError('PERSON_REQUIRED');
  if (req.params['companyId'] !== undefined) {
    visit.company = ofKey(accepted, await companyNamed(req, runner.deps));
    checkReach(key, visit.company.environment);
  }
  const environment = environmentIn(req);
  if (environment !== undefined) checkReach(key, environment);
  // No program can give a person's code. A vendor's key was made for what asks for the password of people without a second factor.
  if (freshCode === true || (freshCode !== undefined && !actor.vendor)) throw new WebError('PERSON_REQUIRED');
  const roles = rolesOf(actor, visit.company?.companyId);
  if (permission !== 'person' && !mayDo(permission, roles, environment))
    throw new WebError('PERMISSION_DENIED', { mensaje: 'El rol de esta clave no permite esta acción.' });
}

/** A key acts in its environment also where the body names one. */
export const checkNamedEnvironment: RequestHandler = (req, res, next) => {
  const { key } = visitOf(res);
  const { environment } = (req.body ?? {}) as { readonly environment?: unknown };
  if (key !== undefined && typeof environment === 'string') checkReach(key, environment);
  next();
};

/** The same answer for a company of others as for one that does not exist. */
function ofKey({ key, company: own }: AcceptedKey, named: Company | undefined): Company {
  const isOwn = own === undefined ? named?.addedByKey === key.keyId : named?.companyId === own.companyId;
  if (named === undefined || !isOwn) throw new WebError('COMPANY_NOT_FOUND');
  return named;
}

function actorOfKey({ key, company }: AcceptedKey): WebActor {
  const { keyId, role } = key;
  return {
    id: keyId,
    by: nameOfKey(key),
    maker: { keyId },
    support: false,
    vendor: company === undefined,
    memberships: company === undefined || role === undefined ? [] : [{ companyId: company.companyId, role }],
  };
}
