/** Logging in: first the password, then the second factor if the person has one or must have one. */
import type { Person } from '../../../ledger/people/person.js';
import { normalEmail } from '../../../operator/people/invitations.js';
import { nobodysHash } from '../../../shared/passwords.js';
import { checkPassword } from '../../auth/check-password.js';
import { createLoginLimit, type LoginLimit } from '../../auth/login-limit.js';
import { beginAct, companiesOf } from '../audit.js';
import type { RouteDeps } from '../route-deps.js';
import { stageOf } from '../session/second-factor-stage.js';
import { createSecondFactors, type SecondFactors } from '../session/second-factors.js';
import type { Sessions } from '../session/sessions.js';
import { WebError } from '../web-error.js';
import type { WebRequest, WebRoute } from '../web-route.js';
import { logged } from '../../logged.js';

/**
 * The names under which the limits count people's tries. An integration user has an RNC in this place, so the two never mix. All guesses
 * for one person count together.
 */
export const limitNames = { password: 'app', code: 'app-code' } as const;

export interface LoginParts {
  readonly deps: RouteDeps;
  readonly sessions: Sessions;
  readonly limit: LoginLimit;
  readonly factors: SecondFactors;
}

export function loginRoutes(deps: RouteDeps, sessions: Sessions): readonly WebRoute[] {
  const limit = createLoginLimit(deps.store, deps.config.limits, deps.clock);
  const parts: LoginParts = { deps, sessions, limit, factors: createSecondFactors(deps) };
  const common = { method: 'post', body: 'login' } as const;
  return [
    {
      ...common,
      path: '/session',
      permission: 'anyone',
      audit: 'session.start',
      handle: (request) => logIn(parts, request),
    },
    {
      ...common,
      path: '/session/code',
      permission: 'unfinished',
      audit: 'session.code',
      handle: (request) => giveCode(parts, request),
    },
    {
      ...common,
      path: '/session/fresh-code',
      permission: 'person',
      audit: 'session.fresh-code',
      handle: (request) => giveCode(parts, request),
    },
    {
      ...common,
      path: '/session/totp',
      permission: 'unfinished',
      audit: 'second-factor.begin',
      handle: (request) => enrol(parts, request),
    },
    {
      ...common,
      path: '/session/totp/confirm',
      permission: 'unfinished',
      audit: 'second-factor.confirm',
      handle: (request) => confirm(parts, request),
    },
  ];
}

async function logIn(parts: LoginParts, request: WebRequest): Promise<object> {
  const { deps, sessions, limit } = parts;
  const { email: given, password } = request.body as { email: string; password: string };
  const email = normalEmail(given);
  const tried = { usuario: email, rnc: limitNames.password, client: request.client };
  const person = await limit.guard(tried, async (loggedInHere) => {
    const known = await deps.store.findPersonWithSecrets({ email });
    const hash = known?.secrets.passwordHash ?? nobodysHash;
    // An unknown address costs the same work and gets the same answer as a wrong password, so a caller cannot find out who exists.
    const caller = { network: request.client.network, loggedInHere, hasLeft: request.hasLeft };
    const matches = await checkPassword(deps, { password, hash }, caller);
    if (known !== undefined && !matches) recordFailure(deps, known.person, request);
    return matches ? known?.person : undefined;
  });
  if (person === undefined) throw new WebError('LOGIN_INVALID');
  await request.identified(person);
  await sessions.start(request.http, person);
  return { next: stageOf(person, request.http.session, deps.allowProduction) };
}

/** Not awaited, because the time of the answer would show whether the person exists. */
function recordFailure(deps: RouteDeps, person: Person, { client, correlationId }: WebRequest): void {
  const { personId } = person;
  const about = { personId, session: '', ip: client.network, companyIds: companiesOf(person), correlationId };
  beginAct(deps, { action: 'session.start', ...about })
    .then((act) => act.failed(new WebError('LOGIN_INVALID')))
    .catch((error: unknown) =>
      deps.log.error({ ...logged(error), personId }, 'the audit log lacks a failed login'),
    );
}

/** Checks a code of the second factor: the last step of a login, or a fresh code in a session. */
async function giveCode(
  { deps, sessions, limit, factors }: LoginParts,
  request: WebRequest,
): Promise<object> {
  const { person, client, http } = request;
  if (!person.secondFactor) throw new WebError('SECOND_FACTOR_REQUIRED');
  const { code } = request.body as { code: string };
  const tried = { usuario: person.email, rnc: limitNames.code, client };
  const matches = await limit.guard(tried, async () => (await factors.verify(person, code)) || undefined);
  if (matches === undefined) throw new WebError('CODE_INVALID', { campo: 'code' });
  const login = http.session.codeAtMs === undefined;
  await sessions.confirm(http, deps.clock().getTime(), login);
  return { next: 'done' };
}

async function enrol({ sessions, factors }: LoginParts, { person, http }: WebRequest): Promise<object> {
  if (person.secondFactor) throw new WebError('SECOND_FACTOR_EXISTS');
  const { uri, secret, sealed } = factors.enrol(person);
  http.session.enrolment = sealed;
  await sessions.save(http);
  return { uri, secret };
}

async function confirm({ deps, sessions, limit, factors }: LoginParts, request: WebRequest): Promise<object> {
  const { person, client, http } = request;
  if (person.secondFactor) throw new WebError('SECOND_FACTOR_EXISTS');
  const { code } = request.body as { code: string };
  const { enrolment } = http.session;
  const tried = { usuario: person.email, rnc: limitNames.code, client };
  const recoveryCodes = await limit.guard(tried, async () =>
    enrolment === undefined ? undefined : factors.confirm(person, enrolment, code),
  );
  if (recoveryCodes === undefined) throw new WebError('CODE_INVALID', { campo: 'code' });
  await sessions.confirm(http, deps.clock().getTime(), false);
  return { recoveryCodes };
}
