/** `user …`: the credentials of a company's integrations. */
import type { Command } from 'commander';
import { hashPassword } from '../../shared/passwords.js';
import type { Company, User } from '../../ledger/store.js';
import { CliError } from '../terminal/cli-error.js';
import { companyOf, type CliContext, type Run } from '../context.js';
import { table, type Result } from '../terminal/result.js';
import type { SecretOptions } from '../terminal/secret-input.js';
import { companyOption, group, passwordOptions, subcommand } from '../terminal/spanish.js';
import { yesNo } from '../terminal/text.js';
import { newPassword, usuario } from '../terminal/values.js';

interface UserOptions extends SecretOptions {
  readonly company: string;
}

/** A company has a handful of integrations. */
export const usersListed = 1_000;

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
  const passwordHash = await hashPassword(await askNew(context, name, options));
  const user: User = {
    usuario: name,
    rnc: company.rnc,
    companyId: company.companyId,
    passwordHash,
    disabled: false,
  };
  if (!(await context.store.addUser(user))) throw new CliError('USER_EXISTS');
  return { data: view(user), text: `Usuario ${name} creado para ${nameOf(company)}.` };
}

async function changePassword(context: CliContext, name: string, options: UserOptions): Promise<Result> {
  const company = await companyOf(context, options.company);
  if ((await context.store.findUser(name, company.rnc)) === undefined) throw new CliError('USER_NOT_FOUND');
  const passwordHash = await hashPassword(await askNew(context, name, options));
  if (!(await context.store.setUserPassword(company.rnc, name, passwordHash)))
    throw new CliError('USER_NOT_FOUND');
  return {
    data: { usuario: name, rnc: company.rnc },
    text: `Clave de ${name} cambiada. Los tokens entregados antes ya no valen: la integración inicia sesión de nuevo.`,
  };
}

async function setDisabled(
  context: CliContext,
  name: string,
  company: string,
  disabled: boolean,
): Promise<Result> {
  const { rnc } = await companyOf(context, company);
  if (!(await context.store.setUserDisabled(rnc, name, disabled))) throw new CliError('USER_NOT_FOUND');
  return {
    data: { usuario: name, rnc, disabled },
    text: `Usuario ${name} ${disabled ? 'inhabilitado' : 'habilitado'}.`,
  };
}

async function listUsers(context: CliContext, company: string): Promise<Result> {
  const { rnc } = await companyOf(context, company);
  const users = await context.store.listUsers(rnc, usersListed);
  return { data: users.map(view), text: usersTable(users) };
}

export function usersTable(users: readonly User[]): string {
  if (users.length === 0) return 'La empresa no tiene usuarios.';
  return table(
    ['Usuario', 'Habilitado'],
    users.map((user) => [user.usuario, yesNo(!user.disabled)]),
  );
}

/** A user without the password hash. */
export function view({ usuario: name, rnc, companyId, disabled }: User) {
  return { usuario: name, rnc, companyId, disabled };
}

async function askNew(context: CliContext, name: string, options: SecretOptions): Promise<string> {
  return newPassword(await context.secret(options, { prompt: `Clave de ${name}`, twice: true }));
}

function nameOf({ razonSocial, rnc }: Company): string {
  return `${razonSocial} (${rnc})`;
}
