/** What the routes of the login and of a person's own account share: the limits against guessing, and the check of a code. */
import type { SessionData } from 'express-session';
import type { Person } from '../../../ledger/people/person.js';
import { companiesOf } from '../../../services/people/record-act.js';
import { nobodysHash } from '../../../shared/passwords.js';
import { checkPassword } from '../check-password.js';
import type { Client } from '../../http/client-address.js';
import { createLoginLimit, type LoginLimit } from '../login-limit.js';
import { createSecondFactors, type SecondFactors } from '../second-factors.js';
import { createSecurityNotices, type SecurityNotices } from '../security-notices.js';
import type { Sessions } from '../sessions.js';
import { WebError } from '../../web/web-error.js';
import { post, type OwnTurn, type RouteDeps, type WebRequest, type WebRoute } from '../../web/web-route.js';

/**
 * The names under which the limits count people's tries. An integration user is counted under its company's RNC, so the two never mix. All
 * guesses for one person count together.
 */
const limitNames = { password: 'app', code: 'app-code' } as const;

/** A code takes no work to check, so it takes none of the quick checks. */
export function triedBy(email: string, kind: keyof typeof limitNames, client: Client) {
  return { usuario: email, rnc: limitNames[kind], client, ...(kind === 'password' && { owner: email }) };
}

/** A new authenticator must be confirmed within this time: long enough to install the application on a new telephone. */
export const confirmWithinMs = 15 * 60_000;

export interface LoginParts {
  readonly deps: RouteDeps;
  readonly sessions: Sessions;
  readonly limit: LoginLimit;
  readonly factors: SecondFactors;
  readonly notices: SecurityNotices;
}

export function createLoginParts(deps: RouteDeps, sessions: Sessions): LoginParts {
  const limit = createLoginLimit(deps.store, deps.config.limits, deps.clock);
  const notices = createSecurityNotices(deps);
  return { deps, sessions, limit, factors: createSecondFactors(deps, notices), notices };
}

/** A row whose body has a password or a code. Such a body is small, and is read as one of a login. */
export function postSecret(
  path: string,
  permission: WebRoute['permission'],
  audit: NonNullable<WebRoute['audit']>,
  handle: WebRoute['handle'],
): WebRoute {
  return post(path, { permission, body: 'login', audit }, handle);
}

/** What the audit log has of an act of a person who has no session yet. */
export function withoutSession(person: Person, { client, correlationId }: WebRequest) {
  const { personId, support } = person;
  return {
    personId,
    session: '',
    ip: client.network,
    companyIds: companiesOf(person),
    correlationId,
    ...(support && { support }),
  };
}

/** The turn of a handler that checks the own password, which waits in queues of its own. */
export const passwordTurn: OwnTurn = (_request, work) => work();

/** Runs `check` within the limits. Throws CODE_INVALID if it returns undefined. */
export async function checkCode<Checked>(
  { limit }: LoginParts,
  { person, client }: WebRequest,
  check: () => Promise<Checked | undefined>,
): Promise<Checked> {
  const checked = await limit.guard(triedBy(person.email, 'code', client), check);
  if (checked === undefined) throw new WebError('CODE_INVALID', { campo: 'code' });
  return checked;
}

/** Uses up a code of the present second factor. Throws SECOND_FACTOR_REQUIRED or CODE_INVALID. */
export async function useCode(
  parts: LoginParts,
  request: WebRequest,
): Promise<Pick<Partial<SessionData>, 'wrongCodes'>> {
  const { factors, notices } = parts;
  const { person } = request;
  needsSecondFactor(person);
  const { right, unseen } = await checkCode(parts, request, () =>
    factors.verify(codeTryOf(parts, request), codeIn(request)),
  );
  if (right === 'recovery-code')
    await notices.recoveryCodeUsed(person, await factors.recoveryCodesLeft(person));
  if (unseen === undefined) return {};
  const { count, firstAt, lastAt } = unseen;
  return { wrongCodes: { count, firstAtMs: firstAt.getTime(), lastAtMs: lastAt.getTime() } };
}

export function codeTryOf({ sessions }: LoginParts, { person, http }: WebRequest) {
  return { person, session: sessions.nameInAudit(http) };
}

/**
 * Checks the person's own password in a session. Failures here and wrong passwords at the login count together, so a stolen session gives
 * no extra guesses. Throws PASSWORD_WRONG.
 */
export async function provePassword({ deps, limit }: LoginParts, request: WebRequest): Promise<string> {
  const { person, client, hasLeft, body } = request;
  const { password } = body as { readonly password: string };
  const { network } = client;
  const proved = await limit.guard(triedBy(person.email, 'password', client), async (quick) => {
    const known = await deps.store.findPersonWithSecrets({ personId: person.personId });
    const hash = known?.secrets.passwordHash ?? nobodysHash;
    const matches = await checkPassword(deps, { password, hash }, { network, quick, hasLeft });
    return matches ? hash : undefined;
  });
  if (proved === undefined) throw new WebError('PASSWORD_WRONG', { campo: 'password' });
  return proved;
}

export function needsSecondFactor(person: Person): void {
  if (!person.secondFactor) throw new WebError('SECOND_FACTOR_REQUIRED');
}

export function codeIn({ body }: WebRequest): string {
  return (body as { readonly code: string }).code;
}
