/** What the routes of the login and of a person's own account share: the limits against guessing, and the check of a code. */
import type { Person } from '../../../ledger/people/person.js';
import type { Client } from '../../auth/client-address.js';
import { createLoginLimit, type LoginLimit } from '../../auth/login-limit.js';
import { createSecondFactors, type SecondFactors } from '../session/second-factors.js';
import type { Sessions } from '../session/sessions.js';
import { WebError } from '../web-error.js';
import { post, type RouteDeps, type WebRequest, type WebRoute } from '../web-route.js';

/**
 * The names under which the limits count people's tries. An integration user is counted under its company's RNC, so the two never mix. All
 * guesses for one person count together.
 */
const limitNames = { password: 'app', code: 'app-code' } as const;

/** A try of the person with this e-mail, for the limits. A code takes no work to check, so it takes none of the quick checks. */
export function triedBy(email: string, kind: keyof typeof limitNames, client: Client) {
  return { usuario: email, rnc: limitNames[kind], client, ...(kind === 'password' && { owner: email }) };
}

export interface LoginParts {
  readonly deps: RouteDeps;
  readonly sessions: Sessions;
  readonly limit: LoginLimit;
  readonly factors: SecondFactors;
}

export function createLoginParts(deps: RouteDeps, sessions: Sessions): LoginParts {
  const limit = createLoginLimit(deps.store, deps.config.limits, deps.clock);
  return { deps, sessions, limit, factors: createSecondFactors(deps) };
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
export async function useCode(parts: LoginParts, request: WebRequest): Promise<void> {
  const { person } = request;
  needsSecondFactor(person);
  await checkCode(
    parts,
    request,
    async () => (await parts.factors.verify(person, codeIn(request))) || undefined,
  );
}

export function needsSecondFactor(person: Person): void {
  if (!person.secondFactor) throw new WebError('SECOND_FACTOR_REQUIRED');
}

/** openapi-web.yaml has checked the body. */
export function codeIn({ body }: WebRequest): string {
  return (body as { readonly code: string }).code;
}
