/** The accounts of a company's integrations. No answer has a password or its hash. */
import type { Company } from '../../../../ledger/companies/company.js';
import {
  addUser,
  changePassword,
  listUsers,
  setUserDisabled,
  type Credentials,
} from '../../../../operator/users.js';
import { atMostInHour } from '../../../limits/hourly.js';
import { newPasswordsLimit } from '../../../limits/shares.js';
import { doneOr } from '../../refusals/operator-refusal.js';
import { get, patch, post, put, type OwnTurn, type RouteDeps, type WebRoute } from '../../web-route.js';

const path = '/companies/:companyId/users';

/** A company has a handful of integrations, whose passwords hardly ever change. Each new password takes a thread for a quarter of a second. */
const passwordsPerHourMax = 60;

export function userRoutes(deps: RouteDeps): readonly WebRoute[] {
  const turn: OwnTurn = ({ company: { companyId } }, work) => deps.shares.newPasswords.run(companyId, work);
  const countPassword = ({ companyId }: Company) =>
    atMostInHour(deps, newPasswordsLimit, companyId, passwordsPerHourMax);
  return [
    get(path, { permission: 'users', turn: 'person' }, async ({ company }) => {
      const users = await listUsers(deps, company);
      return users.map(({ usuario, disabled }) => ({ usuario, disabled }));
    }),
    post(path, { permission: 'users', audit: 'user.add', turn }, async ({ company, body, about }) => {
      const credentials = body as Credentials;
      about(credentials.usuario);
      await countPassword(company);
      const added = await addUser(deps, company, credentials, deps.passwordThreads);
      const { user } = doneOr(added, ({ refusal }) => ({
        campo: refusal === 'PASSWORD_INVALID' ? 'clave' : 'usuario',
      }));
      return { usuario: user.usuario, disabled: user.disabled };
    }),
    // Counts for the company, as all new passwords do. To cut off a user at once, an administrator disables it.
    put(
      `${path}/:usuario/password`,
      { permission: 'users', audit: 'user.password', turn },
      async ({ company, params, body }) => {
        const { clave } = body as Pick<Credentials, 'clave'>;
        const credentials = { usuario: params['usuario'] ?? '', clave };
        await countPassword(company);
        const changed = await changePassword(deps, company, credentials, deps.passwordThreads);
        doneOr(changed, ({ refusal }) => (refusal === 'PASSWORD_INVALID' ? { campo: 'clave' } : {}));
        return {};
      },
    ),
    patch(
      `${path}/:usuario`,
      { permission: 'users', audit: 'user.disabled', turn: 'person' },
      async ({ company, params, body, about }) => {
        const { disabled } = body as { readonly disabled: boolean };
        const { usuario = '' } = params;
        about(`${usuario} ${disabled ? 'desactivado' : 'activado'}`);
        doneOr(await setUserDisabled(deps, company, { usuario, disabled }));
        return { usuario, disabled };
      },
    ),
  ];
}
