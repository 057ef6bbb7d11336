/** `user …`: the credentials of a company's integrations. */
import type { Command } from 'commander';
import * as users from '../../operator/users.js';
import { CliError } from '../terminal/cli-error.js';
import { doneOr } from '../terminal/done-or.js';
import { companyOf, type CliContext, type Run } from '../context.js';
import { table, type Result } from '../terminal/result.js';
import type { SecretOptions } from '../terminal/secret-input.js';
import { companyOption, group, passwordOptions, subcommand } from '../terminal/spanish.js';
import { yesNo } from '../terminal/text.js';
import { newPassword, usuario } from '../terminal/values.js';

interface UserOptions extends SecretOptions {
  readonly company: string;
}

export function userCommands(program: Command, run: Run): void {
  const user = group(program, 'user', 'usuarios de integración de una empresa');

  const add = subcommand(user, 'add', 'crea un usuario; pide su clave dos veces')
    .argument('<usuario>', 'nombre con que inicia sesión', usuario)
    .addOption(companyOption())
    .action((name: string, options: UserOptions) => run((context) => addUser(context, name, options)));
  passwordOptions(add, 'la clave');

  const password = subcommand(user, 'password', 'cambia la clave de un usuario')
    .argument('<usuario>', 'nombre del usuario', usuario)
    .addOption(companyOption())
    .action((name: string, options: UserOptions) => run((context) => changePassword(context, name, options)));
  passwordOptions(password, 'la clave nueva');

  for (const [name, description, disabled] of [
    ['disable', 'inhabilita un usuario: no inicia sesión y sus tokens dejan de valer', true],
    ['enable', 'habilita de nuevo un usuario; sus tokens anteriores siguen sin valer', false],
  ] as const) {
    subcommand(user, name, description)
      .argument('<usuario>', 'nombre del usuario', usuario)
      .addOption(companyOption())
      .action((one: string, options: UserOptions) =>
        run((context) => setDisabled(context, one, options.company, disabled)),
      );
  }

  subcommand(user, 'list', 'lista los usuarios de una empresa')
    .addOption(companyOption())
    .action((options: UserOptions) => run((context) => listUsers(context, options.company)));
}

async function addUser(context: CliContext, name: string, options: UserOptions): Promise<Result> {
  const company = await companyOf(context, options.company);
  // Check before asking for the password; the insert still decides.
  if ((await context.store.findUser(name, company.rnc)) !== undefined) throw new CliError('USER_EXISTS');
  const clave = await askNew(context, name, options);
  const { user } = doneOr(await users.addUser(context, company, { usuario: name, clave }));
  return { data: user, text: `Usuario ${name} creado para ${company.razonSocial} (${company.rnc}).` };
}

async function changePassword(context: CliContext, name: string, options: UserOptions): Promise<Result> {
  const company = await companyOf(context, options.company);
  if ((await context.store.findUser(name, company.rnc)) === undefined) throw new CliError('USER_NOT_FOUND');
  const clave = await askNew(context, name, options);
  doneOr(await users.changePassword(context, company, { usuario: name, clave }));
  return {
    data: { usuario: name, rnc: company.rnc },
    text: `Clave de ${name} cambiada. Los tokens entregados antes ya no valen: la integración inicia sesión de nuevo.`,
  };
}

async function setDisabled(
  context: CliContext,
  usuario: string,
  company: string,
  disabled: boolean,
): Promise<Result> {
  const owner = await companyOf(context, company);
  doneOr(await users.setUserDisabled(context, owner, { usuario, disabled }));
  return {
    data: { usuario, rnc: owner.rnc, disabled },
    text: `Usuario ${usuario} ${disabled ? 'inhabilitado' : 'habilitado'}.`,
  };
}

async function listUsers(context: CliContext, company: string): Promise<Result> {
  const listed = await users.listUsers(context, await companyOf(context, company));
  return { data: listed, text: usersTable(listed) };
}

export function usersTable(listed: readonly users.UserView[]): string {
  if (listed.length === 0) return 'La empresa no tiene usuarios.';
  return table(
    ['Usuario', 'Habilitado'],
    listed.map((user) => [user.usuario, yesNo(!user.disabled)]),
  );
}

async function askNew(context: CliContext, name: string, options: SecretOptions): Promise<string> {
  return newPassword(await context.secret(options, { prompt: `Clave de ${name}`, twice: true }));
}
