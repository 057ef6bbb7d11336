/** The accounts of a company's integrations. No answer has a password or its hash. */
import type { Company } from '../../ledger/companies/company.js';
import { addUser, type Credentials } from '../../services/people/add-user.js';
import { changePassword, setUserDisabled } from '../../services/people/change-user.js';
import { listUsers } from '../../services/people/list-users.js';
import type { Maker } from '../../ledger/people/person.js';
import { roleIn } from '../../services/people/list-people.js';
import { atMostInHour } from '../limits/rate-limit.js';
import { newPasswordsLimit } from '../limits/limits.js';
import { doneOr } from '../web/operator-refusal.js';
import { findMakers } from '../web/makers.js';
import { get, patch, post, put, type OwnTurn, type RouteDeps, type WebRoute } from '../web/web-route.js';

const path = '/companies/:companyId/users';

/** A company has a handful of integrations, whose passwords hardly ever change. Each new password takes a thread for a quarter of a second. */
const passwordsPerHourMax = 60;

export function userRoutes(deps: RouteDeps): readonly WebRoute[] {
  const turn: OwnTurn = ({ company: { companyId } }, work) => deps.limits.newPasswords.run(companyId, work);
  const countPassword = ({ companyId }: Company) =>
    atMostInHour(deps, newPasswordsLimit, companyId, passwordsPerHourMax);
  return [
    get(path, { permission: 'users', turn: 'person' }, ({ company }) => list(deps, company)),
    post(
      path,
      { permission: 'users', audit: 'user.add', freshCode: 'or-password', turn },
      async ({ company, body, actor, about }) => {
        const credentials = body as Credentials;
        about(credentials.usuario);
        await countPassword(company);
        const by = actor.maker;
        const added = await addUser(deps, company, { ...credentials, by }, deps.passwordThreads);
        const { user } = doneOr(added, ({ refusal }) => ({
          campo: refusal === 'USUARIO_INVALID' || refusal === 'USER_EXISTS' ? 'usuario' : 'clave',
        }));
        return { usuario: user.usuario, disabled: user.disabled };
      },
    ),
    // Counts for the company, as all new passwords do. To cut off a user at once, an administrator disables it.
    put(
      `${path}/:usuario/password`,
      { permission: 'users', audit: 'user.password', freshCode: 'or-password', turn },
      async ({ company, params, body, actor }) => {
        const { clave } = body as Pick<Credentials, 'clave'>;
        const credentials = { usuario: params['usuario'] ?? '', clave, by: actor.maker };
        await countPassword(company);
        const changed = await changePassword(deps, company, credentials, deps.passwordThreads);
        doneOr(changed, ({ refusal }) => (refusal === 'USER_NOT_FOUND' ? {} : { campo: 'clave' }));
        return {};
      },
    ),
    patch(
      `${path}/:usuario`,
      { permission: 'users', audit: 'user.disabled', freshCode: 'or-password', turn: 'person' },
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

/**
 * `review`: somebody who is no administrator of the company any more, or whose account was reset, set the password and may know it. A new
 * password, or disabling the user, settles that.
 */
async function list(deps: RouteDeps, company: Company): Promise<object> {
  const users = await listUsers(deps, company);
  const makers = await findMakers(
    deps,
    users.flatMap(({ madeBy, passwordBy }) => [madeBy, passwordBy]),
  );
  const administers = ({ personId = '' }: Maker) => {
    const person = makers.people.get(personId);
    return person !== undefined && roleIn(person, company.companyId) === 'administrador';
  };
  return users.map(({ usuario, disabled, madeBy, passwordBy }) => ({
    usuario,
    disabled,
    madeBy: makers.nameOf(madeBy),
    passwordBy: makers.nameOf(passwordBy),
    review:
      !disabled &&
      passwordBy?.personId !== undefined &&
      (passwordBy.left === true || !administers(passwordBy)),
  }));
}
