/** The accounts of a company's integrations. No answer has a password or its hash. */
import {
  addUser,
  changePassword,
  listUsers,
  setUserDisabled,
  type Credentials,
} from '../../../../operator/users.js';
import { doneOr } from '../../refusals/operator-refusal.js';
import { get, patch, post, put, type RouteDeps, type WebRoute } from '../../web-route.js';

const path = '/companies/:companyId/users';

export function userRoutes(deps: RouteDeps): readonly WebRoute[] {
  const { shares } = deps;
  return [
    get(path, 'users', async ({ company }) => {
      const users = await listUsers(deps, company);
      return users.map(({ usuario, disabled }) => ({ usuario, disabled }));
    }),
    post(
      path,
      { permission: 'users', audit: 'user.add', otherTurns: true },
      async ({ company, body, about, client }) => {
        const credentials = body as Credentials;
        about(credentials.usuario);
        const added = await shares.passwords.run(client.network, () => addUser(deps, company, credentials));
        const { user } = doneOr(added, ({ refusal }) => ({
          campo: refusal === 'PASSWORD_INVALID' ? 'clave' : 'usuario',
        }));
        return { usuario: user.usuario, disabled: user.disabled };
      },
    ),
    put(
      `${path}/:usuario/password`,
      { permission: 'users', audit: 'user.password', otherTurns: true },
      async ({ company, params, body, client }) => {
        const { clave } = body as Pick<Credentials, 'clave'>;
        const credentials = { usuario: params['usuario'] ?? '', clave };
        const changed = await shares.passwords.run(client.network, () =>
          changePassword(deps, company, credentials),
        );
        doneOr(changed, ({ refusal }) => (refusal === 'PASSWORD_INVALID' ? { campo: 'clave' } : {}));
        return {};
      },
    ),
    patch(
      `${path}/:usuario`,
      { permission: 'users', audit: 'user.disabled' },
      async ({ company, params, body }) => {
        const { disabled } = body as { readonly disabled: boolean };
        doneOr(await setUserDisabled(deps, company, { usuario: params['usuario'] ?? '', disabled }));
        return { usuario: params['usuario'], disabled };
      },
    ),
  ];
}
