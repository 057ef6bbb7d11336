/** login: user name, password and RNC → bearer token (spec §2.2, §2.3). */
import { ServiceError } from '../../shared/errors.js';
import { nobodysHash } from '../../shared/passwords.js';
import type { Answer, HandlerDeps, OpenRequest } from '../handler.js';
import { checkPassword } from './check-password.js';

export async function login(
  deps: HandlerDeps,
  { credentials, client, hasLeft }: OpenRequest,
): Promise<Answer> {
  const { store, tokens, loginLimit } = deps;
  const { usuario, clave, rnc } = credentials;
  const user = await loginLimit.guard({ usuario, rnc, owner: rnc, client }, async (quick) => {
    const known = await store.findUser(usuario, rnc);
    const hash = known?.passwordHash ?? nobodysHash;
    // Same work and same answer for a wrong user, password or RNC and for a disabled user: a caller cannot learn which.
    const caller = { network: client.network, quick, hasLeft };
    const matches = await checkPassword(deps, { password: clave, hash }, caller);
    return matches && known?.disabled === false ? known : undefined;
  });
  if (user === undefined) throw new ServiceError('CREDENTIALS_INVALID');

  const company = await store.findCompany(user.companyId);
  if (company === undefined) throw new Error(`User of a company that does not exist: ${user.companyId}`);
  const { companyId, environment } = company;
  // The generation comes from the user record that we checked. If the password has changed since, this token is invalid too.
  const { tokenGeneration: userGeneration = 0 } = user;
  const { tokenGeneration: companyGeneration = 0 } = company;
  const { token, expiresAt } = tokens.issue(
    { usuario, rnc: company.rnc, companyId, environment, userGeneration, companyGeneration },
    deps.clock(),
  );
  return {
    body: {
      token,
      fechaExpiracion: expiresAt.toISOString(),
      codigo: 200,
      mensaje: 'Inicio de sesión correcto.',
    },
    headers: { 'Cache-Control': 'no-store' },
  };
}
