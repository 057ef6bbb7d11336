/** Logging in: first the password, then the second factor if the person has one or must have one. */
import type { Person } from '../../../ledger/people/person.js';
import { companiesOf } from '../../../operator/people/acts.js';
import { normalEmail } from '../../../operator/people/invitations.js';
import { nobodysHash } from '../../../shared/passwords.js';
import { checkPassword } from '../../auth/check-password.js';
import { errorForLog } from '../../error-for-log.js';
import { beginRouteAct } from '../audit.js';
import { stageOf } from '../session/second-factor-stage.js';
import { WebError } from '../web-error.js';
import type { RouteDeps, WebRequest, WebRoute } from '../web-route.js';
import { checkCode, codeIn, postSecret, triedBy, useCode, type LoginParts } from './login-parts.js';

export function loginRoutes(parts: LoginParts): readonly WebRoute[] {
  return [
    postSecret('/session', 'anyone', 'session.start', (request) => logIn(parts, request)),
    postSecret('/session/code', 'unfinished', 'session.code', (request) => giveCode(parts, request)),
    postSecret('/session/fresh-code', 'person', 'session.fresh-code', (request) => giveCode(parts, request)),
    postSecret('/session/totp', 'unfinished', 'second-factor.begin', (request) => enrol(parts, request)),
    postSecret('/session/totp/confirm', 'unfinished', 'second-factor.confirm', (request) =>
      confirm(parts, request),
    ),
  ];
}

async function logIn(parts: LoginParts, request: WebRequest): Promise<object> {
  const { deps, sessions, limit } = parts;
  const { email: given, password } = request.body as { email: string; password: string };
  const email = normalEmail(given);
  const person = await limit.guard(triedBy(email, 'password', request.client), async (quick) => {
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
  return { next: stageOf(person, request.http.session, deps.allowProduction) };
}

/** Not awaited, because the time of the answer would show whether the person exists. */
function recordFailure(deps: RouteDeps, person: Person, { client, correlationId }: WebRequest): void {
  const { personId } = person;
  const about = { personId, session: '', ip: client.network, companyIds: companiesOf(person), correlationId };
  beginRouteAct(deps, { action: 'session.start', ...about })
    .then((act) => act.failed(new WebError('LOGIN_INVALID')))
    .catch((error: unknown) =>
      deps.log.error({ ...errorForLog(error), personId }, 'the audit log lacks a failed login'),
    );
}

/** Checks a code of the second factor: the last step of a login, or a fresh code in a session. */
async function giveCode(parts: LoginParts, request: WebRequest): Promise<object> {
  const { http } = request;
  await useCode(parts, request);
  const login = http.session.codeAtMs === undefined;
  await parts.sessions.confirm(http, parts.deps.clock().getTime(), login);
  return { next: 'done' };
}

async function enrol({ sessions, factors }: LoginParts, { person, http }: WebRequest): Promise<object> {
  if (person.secondFactor) throw new WebError('SECOND_FACTOR_EXISTS');
  const { uri, secret, sealed } = factors.enrol(person);
  http.session.enrolment = sealed;
  await sessions.save(http);
  return { uri, secret };
}

async function confirm(parts: LoginParts, request: WebRequest): Promise<object> {
  const { deps, sessions, factors } = parts;
  const { person, http } = request;
  if (person.secondFactor) throw new WebError('SECOND_FACTOR_EXISTS');
  const { enrolment } = http.session;
  const recoveryCodes = await checkCode(parts, request, async () =>
    enrolment === undefined ? undefined : factors.confirm(person, enrolment, codeIn(request)),
  );
  await sessions.confirm(http, deps.clock().getTime(), false);
  return { recoveryCodes };
}
