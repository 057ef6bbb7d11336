/** `demo company add`: adds your own company to the embedded stack, with everything that the simulated DGII checks. */
import { randomBytes } from 'node:crypto';
import { Option, type Command } from 'commander';
import type { Config } from '../../src/boot/config.js';
import { CliError } from '../../src/cli/terminal/cli-error.js';
import {
  issuerOptions,
  originText,
  rncWarnings,
  type IssuerOptions,
} from '../../src/cli/commands/companies.js';
import type { CliContext, Run } from '../../src/cli/context.js';
import { fields, type Result } from '../../src/cli/terminal/result.js';
import type { SecretOptions } from '../../src/cli/terminal/secret-input.js';
import { group, passwordOptions, subcommand } from '../../src/cli/terminal/spanish.js';
import { newPassword, usuario } from '../../src/cli/terminal/values.js';
import { addDemoCompany, demoPlaceOf } from './demo-data.js';

interface AddOptions extends IssuerOptions, SecretOptions {
  readonly user: string;
}

/** 16 characters of Base64. */
const generatedBytes = 12;

/** @param config returns the service's configuration; called only when a command needs it */
export function demoCommands(program: Command, run: Run, config: () => Config): void {
  const company = group(
    group(program, 'demo', 'la instalación local con la DGII imitada'),
    'company',
    'empresas propias para pruebas',
  );
  const add = issuerOptions(
    subcommand(
      company,
      'add',
      'registra una empresa lista para emitir: usuario, certificado, delegación y, si el servicio asigna los e-NCF, rangos. Sin opción de clave se genera una',
    ),
  )
    .addOption(
      new Option('--user <usuario>', 'su usuario de la API').argParser(usuario).default('integracion'),
    )
    .action((one: string, options: AddOptions) =>
      run((context) => addCompany(context, config(), one, options)),
    );
  passwordOptions(add, 'la clave del usuario');
}

async function addCompany(
  context: CliContext,
  config: Config,
  one: string,
  options: AddOptions,
): Promise<Result> {
  const place = demoPlaceOf(config);
  if (place === undefined) throw new CliError('DEMO_ONLY');
  const { name, origin, environment, user } = options;
  const given = options.passwordStdin === true || options.passwordFile !== undefined;
  const clave = given
    ? newPassword(await context.secret(options, { prompt: `Clave de ${user}`, twice: true }))
    : randomBytes(generatedBytes).toString('base64url');
  const added = await addDemoCompany(context.store, place, context.masterKeys, {
    ...{ rnc: one, razonSocial: name, origin, environment },
    ...{ usuario: user, clave },
  });
  if (added.outcome === 'no-demo') throw new CliError('DEMO_ONLY');
  if (added.outcome === 'rnc-taken')
    throw new CliError('COMPANY_EXISTS', `Ya existe una empresa con el RNC ${one}.`);
  const { company, signer } = added;
  return {
    data: { ...company, usuario: user, clave: given ? null : clave, signer },
    text: `Empresa lista para emitir a la DGII imitada.\n${fields([
      ['Id', String(company.companyId)],
      ['RNC', company.rnc],
      ['Razón social', company.razonSocial],
      ['Origen', originText[company.origin]],
      ['Ambiente', company.environment],
      ['Usuario', user],
      ['Clave', given ? 'la indicada' : `${clave} (no se muestra otra vez)`],
      ['Firmante', `${signer}, delegado en la DGII imitada`],
    ])}`,
    warnings: rncWarnings(one),
  };
}
