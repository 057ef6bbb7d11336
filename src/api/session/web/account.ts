/**
 * A person's own account: the password, a new authenticator, new recovery codes. Each change asks again for a proof, so somebody who has
 * taken over the session can change nothing. A new password and a new authenticator end the person's other sessions.
 */
import { passwordFault } from '../../../services/input-rules.js';
import { WebError } from '../../web/web-error.js';
import { get, type WebRequest, type WebRoute } from '../../web/web-route.js';
import {
  checkCode,
  codeIn,
  confirmWithinMs,
  codeTryOf,
  needsSecondFactor,
  passwordTurn,
  postSecret,
  provePassword,
  useCode,
  type LoginParts,
} from './login-parts.js';

export function accountRoutes(parts: LoginParts): readonly WebRoute[] {
  return [
    {
      ...postSecret('/session/password', 'account', 'password.change', (request) =>
        changePassword(parts, request),
      ),
      // Its write fails if the sessions have ended since.
      turn: passwordTurn,
    },
    postSecret('/session/totp/replace', 'account', 'second-factor.replace', (request) =>
      beginReplacement(parts, request),
    ),
    postSecret('/session/totp/replace/confirm', 'account', 'second-factor.confirm-replacement', (request) =>
      confirmReplacement(parts, request),
    ),
    get('/session/recovery-codes', 'account', async ({ person }) => ({
      left: await parts.factors.recoveryCodesLeft(person),
    })),
    postSecret('/session/recovery-codes', 'account', 'recovery-codes.renew', async (request) => {
      await useCode(parts, request);
      const recoveryCodes = await parts.factors.renewRecoveryCodes(request.person);
      await parts.notices.factorChanged(request.person, 'recovery-codes');
      return { recoveryCodes };
    }),
  ];
}

async function changePassword(parts: LoginParts, request: WebRequest): Promise<object> {
  const { deps, sessions } = parts;
  const { person, http, body } = request;
  const { password, newPassword } = body as { readonly password: string; readonly newPassword: string };
  const fault = newPassword === password ? 'PASSWORD_UNCHANGED' : passwordFault(newPassword, person.email);
  if (fault !== undefined) throw new WebError(fault, { campo: 'newPassword' });
  const before = await provePassword(parts, request);
  const hash = await deps.limits.newPasswords.run(person.personId, async () => {
    const judged = { password: newPassword, about: [person.email, person.name] };
    if (await deps.passwordThreads.isGuessable(judged))
      throw new WebError('PASSWORD_COMMON', { campo: 'newPassword' });
    return deps.passwordThreads.hash(newPassword);
  });
  const at = deps.clock();
  if (!(await deps.store.changePassword(person, { before, passwordHash: hash, at })))
    throw new WebError('SESSION_REQUIRED');
  await sessions.goOn(http, person, { passwordAtMs: at.getTime() });
  await parts.notices.passwordChanged(person);
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
  if (replacement === undefined || nowMs - replacement.begunAtMs > confirmWithinMs)
    throw new WebError('SECOND_FACTOR_NOT_BEGUN');
  const code = codeIn(request);
  const recoveryCodes = await checkCode(parts, request, () =>
    factors.replace(codeTryOf(parts, request), replacement.sealed, code),
  );
  await sessions.goOn(http, person, { codeAtMs: nowMs });
  await parts.notices.factorChanged(person, 'replaced');
  return { recoveryCodes };
}
