/** Logging in: first the password, then the second factor if the person has one or must have one. */
import type { Person } from '../../../ledger/people/person.js';
import { normalEmail } from '../../../services/people/email.js';
import { nobodysHash } from '../../../shared/passwords.js';
import { checkPassword } from '../check-password.js';
import { errorForLog } from '../../error-for-log.js';
import { beginRouteAct } from '../../web/audit.js';
import { stageOf } from '../second-factor-stage.js';
import { WebError } from '../../web/web-error.js';
import type { RouteDeps, WebRequest, WebRoute } from '../../web/web-route.js';
import {
  checkCode,
  codeIn,
  confirmWithinMs,
  passwordTurn,
  postSecret,
  withoutSession,
  provePassword,
  triedBy,
  useCode,
  type LoginParts,
} from './login-parts.js';

export function loginRoutes(parts: LoginParts): readonly WebRoute[] {
  return [
    postSecret('/session', 'anyone', 'session.start', (request) => logIn(parts, request)),
    postSecret('/session/code', 'unfinished', 'session.code', (request) => giveCode(parts, request)),
    postSecret('/session/fresh-code', 'account', 'session.fresh-code', (request) => giveCode(parts, request)),
    {
      ...postSecret('/session/fresh-password', 'account', 'session.fresh-password', (request) =>
        givePassword(parts, request),
      ),
      turn: passwordTurn,
    },
    {
      ...postSecret('/session/totp', 'unfinished', 'second-factor.begin', (request) => enrol(parts, request)),
      turn: passwordTurn,
    },
    postSecret('/session/totp/confirm', 'unfinished', 'second-factor.confirm', (request) =>
      confirm(parts, request),
    ),
  ];
}

async function logIn(parts: LoginParts, request: WebRequest): Promise<object> {
  const { deps, sessions, limit, notices } = parts;
  const { email: given, password } = request.body as { email: string; password: string };
  const email = normalEmail(given);
  const place = { isNew: false };
  const person = await limit.guard(triedBy(email, 'password', request.client), async (quick, isKnown) => {
    place.isNew = !isKnown;
    const known = await deps.store.findPersonWithSecrets({ email });
    const hash = known?.secrets.passwordHash ?? nobodysHash;
    // An unknown address costs the same work and gets the same answer as a wrong password, so a caller cannot find out who exists.
    const caller = { network: request.client.network, quick, hasLeft: request.hasLeft };
    const matches = await checkPassword(deps, { password, hash }, caller);
    if (known !== undefined && !matches) recordFailure(deps, known.person, request);
    return matches ? known?.person : undefined;
  });
  if (person === undefined) throw new WebError('LOGIN_INVALID');
  sessions.rename(request.http);
  await request.identified(person);
  await sessions.start(request.http, person);
  if (place.isNew) await notices.newDevice(person, request.client.network);
  return { next: stageOf(person, request.http.session, deps.allowProduction) };
}

/** Not awaited, because the time of the answer would show whether the person exists. */
function recordFailure(deps: RouteDeps, person: Person, request: WebRequest): void {
  const { personId } = person;
  beginRouteAct(deps, { action: 'session.start', ...withoutSession(person, request) })
    .then((act) => act.failed(new WebError('LOGIN_INVALID')))
    .catch((error: unknown) =>
      deps.log.error({ ...errorForLog(error), personId }, 'the audit log lacks a failed login'),
    );
}

async function giveCode(parts: LoginParts, request: WebRequest): Promise<object> {
  const wrongCodes = await useCode(parts, request);
  await parts.sessions.raise(request.http, { codeAtMs: parts.deps.clock().getTime(), ...wrongCodes });
  return { next: 'done' };
}

async function givePassword(parts: LoginParts, request: WebRequest): Promise<object> {
  await provePassword(parts, request);
  await parts.sessions.raise(request.http, { passwordAtMs: parts.deps.clock().getTime() });
  return { next: 'done' };
}

/** Asks for the password, so that somebody who has taken over the session cannot make the second factor, and so the account, their own. */
async function enrol(parts: LoginParts, request: WebRequest): Promise<object> {
  const { deps, sessions, factors } = parts;
  const { person, http } = request;
  if (person.secondFactor) throw new WebError('SECOND_FACTOR_EXISTS');
  await provePassword(parts, request);
  const { uri, secret, sealed } = factors.enrol(person);
  http.session.enrolment = { sealed, begunAtMs: deps.clock().getTime() };
  await sessions.save(http);
  return { uri, secret };
}

async function confirm(parts: LoginParts, request: WebRequest): Promise<object> {
  const { deps, sessions, factors } = parts;
  const { person, http } = request;
  if (person.secondFactor) throw new WebError('SECOND_FACTOR_EXISTS');
  const { enrolment } = http.session;
  const nowMs = deps.clock().getTime();
  if (enrolment === undefined || nowMs - enrolment.begunAtMs > confirmWithinMs)
    throw new WebError('SECOND_FACTOR_NOT_BEGUN');
  const recoveryCodes = await checkCode(parts, request, async () =>
    factors.confirm(person, enrolment.sealed, codeIn(request)),
  );
  await sessions.raise(http, { codeAtMs: nowMs });
  await parts.notices.factorChanged(person, 'enrolled');
  return { recoveryCodes };
}
