/**
 * A person's own account: the password, a new authenticator, new recovery codes. Each change asks again for a proof, so somebody who has
 * taken over the session can change nothing. A new password and a new authenticator end the person's other sessions.
 */
import { passwordFault } from '../../../operator/input-rules.js';
import { nobodysHash } from '../../../shared/passwords.js';
import { checkPassword } from '../../auth/check-password.js';
import { WebError } from '../web-error.js';
import { get, type WebRequest, type WebRoute } from '../web-route.js';
import {
  checkCode,
  codeIn,
  needsSecondFactor,
  postSecret,
  triedBy,
  useCode,
  type LoginParts,
} from './login-parts.js';

/** Long enough to install the application on a new telephone. */
const replacementMs = 15 * 60_000;

export function accountRoutes(parts: LoginParts): readonly WebRoute[] {
  return [
    {
      ...postSecret('/session/password', 'person', 'password.change', (request) =>
        changePassword(parts, request),
      ),
      // The handler waits in two queues. Its write fails if the sessions have ended since.
      turn: (_request, work) => work(),
    },
    postSecret('/session/totp/replace', 'person', 'second-factor.replace', (request) =>
      beginReplacement(parts, request),
    ),
    postSecret('/session/totp/replace/confirm', 'person', 'second-factor.confirm-replacement', (request) =>
      confirmReplacement(parts, request),
    ),
    get('/session/recovery-codes', 'person', async ({ person }) => ({
      left: await parts.factors.recoveryCodesLeft(person),
    })),
    postSecret('/session/recovery-codes', 'person', 'recovery-codes.renew', async (request) => {
      await useCode(parts, request);
      return { recoveryCodes: await parts.factors.renewRecoveryCodes(request.person) };
    }),
  ];
}

async function changePassword({ deps, sessions, limit }: LoginParts, request: WebRequest): Promise<object> {
  const { person, client, http, hasLeft, body } = request;
  const { password, newPassword } = body as { readonly password: string; readonly newPassword: string };
  const fault = newPassword === password ? 'PASSWORD_UNCHANGED' : passwordFault(newPassword, person.email);
  if (fault !== undefined) throw new WebError(fault, { campo: 'newPassword' });
  const { network } = client;
  // Failures here and wrong passwords at the login count together, so a stolen session gives no extra guesses.
  const before = await limit.guard(triedBy(person.email, 'password', client), async (quick) => {
    const known = await deps.store.findPersonWithSecrets({ personId: person.personId });
    const hash = known?.secrets.passwordHash ?? nobodysHash;
    const matches = await checkPassword(deps, { password, hash }, { network, quick, hasLeft });
    return matches ? hash : undefined;
  });
  if (before === undefined) throw new WebError('PASSWORD_WRONG', { campo: 'password' });
  const hash = await deps.shares.newPasswords.run(person.personId, () =>
    deps.passwordThreads.hash(newPassword),
  );
  if (!(await deps.store.changePassword(person, before, hash))) throw new WebError('SESSION_REQUIRED');
  await sessions.goOn(http, person);
  return {};
}

/** The current authenticator stays valid until the person confirms the new one. Until then, only the session has the new secret. */
async function beginReplacement(parts: LoginParts, request: WebRequest): Promise<object> {
  const { person, http } = request;
  await useCode(parts, request);
  const { uri, secret, sealed } = parts.factors.enrol(person);
  http.session.replacement = { sealed, begunAtMs: parts.deps.clock().getTime() };
  await parts.sessions.save(http);
  return { uri, secret };
}

async function confirmReplacement(parts: LoginParts, request: WebRequest): Promise<object> {
  const { deps, sessions, factors } = parts;
  const { person, http } = request;
  needsSecondFactor(person);
  const { replacement } = http.session;
  const nowMs = deps.clock().getTime();
  if (replacement === undefined || nowMs - replacement.begunAtMs > replacementMs)
    throw new WebError('SECOND_FACTOR_NOT_BEGUN');
  const code = codeIn(request);
  const recoveryCodes = await checkCode(parts, request, () =>
    factors.replace(person, replacement.sealed, code),
  );
  http.session.codeAtMs = nowMs;
  await sessions.goOn(http, person);
  return { recoveryCodes };
}
