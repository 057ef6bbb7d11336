/** `user …`: the credentials of a company's integrations. */
import type { Company } from '../../../ledger/companies/company.js';
import { addUser } from '../../../services/people/add-user.js';
import { changePassword, setUserDisabled } from '../../../services/people/change-user.js';
import { listUsers, type UserView } from '../../../services/people/list-users.js';
import { argument, command } from '../../command.js';
import { companyOf, type CliContext } from '../../context.js';
import { CliError } from '../../terminal/cli-error.js';
import { doneOr } from '../../terminal/done-or.js';
import { table } from '../../terminal/result.js';
import type { SecretOptions } from '../../terminal/secret-input.js';
import { yesNo } from '../../terminal/text.js';
import { newPassword, usuario } from '../../terminal/values.js';
import { companyOption, passwordSource } from '../parts.js';

const userArgument = argument('<usuario>', 'nombre del usuario', usuario);

const add = command({
  name: 'add',
  does: 'crea un usuario; pide su clave dos veces',
  example: 'integracion --company 999999992',
  more: 'La clave tiene 12 caracteres o más.',
  takes: {
    usuario: argument('<usuario>', 'nombre con que inicia sesión', usuario),
    company: companyOption,
    ...passwordSource('la clave'),
  },
  changes: 'user.add',
  work: async (context, { usuario, ...options }) => {
    const company = await companyOf(context, options.company);
    // Check before asking for the password; the insert still decides.
    if ((await context.store.findUser(usuario, company.rnc)) !== undefined) throw new CliError('USER_EXISTS');
    const clave = await askNew(context, usuario, options);
    const { user } = doneOr(
      await addUser(await context.begin(actOnUser(company, usuario)), company, {
        usuario,
        clave,
        by: { operator: context.operator },
      }),
    );
    return { data: user, text: `Usuario ${usuario} creado para ${company.razonSocial} (${company.rnc}).` };
  },
});

const password = command({
  name: 'password',
  does: 'cambia la clave de un usuario',
  example: 'integracion --company 999999992',
  more: 'Los tokens anteriores dejan de valer enseguida.',
  takes: { usuario: userArgument, company: companyOption, ...passwordSource('la clave nueva') },
  changes: 'user.password',
  work: async (context, { usuario, ...options }) => {
    const company = await companyOf(context, options.company);
    const { rnc } = company;
    if ((await context.store.findUser(usuario, rnc)) === undefined) throw new CliError('USER_NOT_FOUND');
    const clave = await askNew(context, usuario, options);
    const begun = await context.begin(actOnUser(company, usuario));
    const by = { operator: context.operator };
    doneOr(await changePassword(begun, company, { usuario, clave, by }));
    return {
      data: { usuario, rnc },
      text: `Clave de ${usuario} cambiada. Los tokens entregados antes ya no valen: la integración inicia sesión de nuevo.`,
    };
  },
});

const setDisabled = (name: string, does: string, disabled: boolean) =>
  command({
    name,
    does,
    example: 'integracion --company 999999992',
    takes: { usuario: userArgument, company: companyOption },
    changes: 'user.disabled',
    work: async (context, { usuario, company }) => {
      const owner = await companyOf(context, company);
      const begun = await context.begin(
        actOnUser(owner, `${usuario} ${disabled ? 'desactivado' : 'activado'}`),
      );
      doneOr(await setUserDisabled(begun, owner, { usuario, disabled }));
      return {
        data: { usuario, rnc: owner.rnc, disabled },
        text: `Usuario ${usuario} ${disabled ? 'inhabilitado' : 'habilitado'}.`,
      };
    },
  });

const list = command({
  name: 'list',
  does: 'lista los usuarios de una empresa',
  example: '--company 999999992',
  takes: { company: companyOption },
  work: async (context, { company }) => {
    const listed = await listUsers(context, await companyOf(context, company));
    return { data: listed, text: usersTable(listed) };
  },
});

export const userCommands = [
  add,
  password,
  setDisabled('disable', 'inhabilita un usuario: no inicia sesión y sus tokens dejan de valer', true),
  setDisabled('enable', 'habilita de nuevo un usuario; sus tokens anteriores siguen sin valer', false),
  list,
];

const actOnUser = ({ companyId }: Company, target: string) => ({ companyIds: [companyId], target });

export function usersTable(listed: readonly UserView[]): string {
  return table(listed, 'La empresa no tiene usuarios.', {
    Usuario: ({ usuario }) => usuario,
    Habilitado: ({ disabled }) => yesNo(!disabled),
  });
}

async function askNew(context: CliContext, name: string, options: SecretOptions): Promise<string> {
  return newPassword(await context.secret(options, { prompt: `Clave de ${name}`, twice: true }));
}
