/** `demo company add`: adds your own company to the embedded stack, with everything that the simulated DGII checks. */
import { randomBytes } from 'node:crypto';
import { Option, type Command } from 'commander';
import type { Config } from '../../src/boot/config.js';
import type { Company } from '../../src/ledger/store.js';
import { CliError } from '../../src/cli/terminal/cli-error.js';
import { originText, rncWarnings } from '../../src/cli/commands/companies.js';
import type { CliContext, Run } from '../../src/cli/context.js';
import { fields, type Result } from '../../src/cli/terminal/result.js';
import type { SecretOptions } from '../../src/cli/terminal/secret-input.js';
import { group, passwordOptions, subcommand } from '../../src/cli/terminal/spanish.js';
import { companyName, newPassword, originNames, rnc, usuario } from '../../src/cli/terminal/values.js';
import { addDemoCompany, demoPlaceOf, type NewDemoCompany } from './demo-data.js';

interface AddOptions extends SecretOptions {
  readonly name: string;
  readonly origin: Company['origin'];
  readonly environment: NewDemoCompany['environment'];
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
  const add = subcommand(
    company,
    'add',
    'registra una empresa lista para emitir: usuario, certificado, delegación y, si el servicio asigna los e-NCF, rangos. Sin opción de clave se genera una',
  )
    .argument('<rnc>', 'RNC (9 dígitos) o cédula (11), sin guiones', rnc)
    .addOption(
      new Option('--name <razón social>', 'razón social').argParser(companyName).makeOptionMandatory(),
    )
    .addOption(
      new Option('--origin <origen>', 'quién asigna los e-NCF').choices(originNames).default('client'),
    )
    .addOption(
      new Option('--environment <ambiente>', 'ambiente de la DGII imitada')
        .choices(['pre-certification', 'certification'])
        .default('pre-certification'),
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
