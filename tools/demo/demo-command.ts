/** `demo company add`: adds your own company to the embedded stack, with everything that the simulated DGII checks. */
import { randomBytes } from 'node:crypto';
import type { Command } from 'commander';
import type { StackConfig } from '../stack/stack-config.js';
import { command, group, withDefault, type Values } from '../../src/cli/command.js';
import { issuer, originText, rncWarning } from '../../src/cli/commands/companies/companies.js';
import { passwordSource } from '../../src/cli/commands/parts.js';
import type { ChangingContext, Run } from '../../src/cli/context.js';
import { CliError } from '../../src/cli/terminal/cli-error.js';
import { fields, type Result } from '../../src/cli/terminal/result.js';
import { newPassword, usuario } from '../../src/cli/terminal/values.js';
import { addDemoCompany, demoPlaceOf } from './demo-data.js';

/** 16 characters of Base64. */
const generatedBytes = 12;

const takes = {
  ...issuer,
  usuario: withDefault('--user <usuario>', 'su usuario de la API', usuario, 'integracion'),
  ...passwordSource('la clave del usuario'),
};

/** @param config returns the service's configuration; called only when a command needs it */
export function demoCommands(program: Command, run: Run, config: () => StackConfig): void {
  const add = command({
    name: 'add',
    does: 'registra una empresa lista para emitir: usuario, certificado, delegación y, si el servicio asigna los e-NCF, rangos. Sin opción de clave se genera una',
    example: '499999984 --name "MI EMPRESA SRL" --origin service',
    takes,
    changes: 'company.add',
    work: (context, options) => addCompany(context, config(), options),
  });
  const company = group('company', 'empresas propias para pruebas', [add]);
  group('demo', 'la instalación local con la DGII imitada', [company])(program, run);
}

async function addCompany(
  context: ChangingContext,
  config: StackConfig,
  { passwordStdin, passwordFile, ...wanted }: Values<typeof takes>,
): Promise<Result> {
  const place = demoPlaceOf(config);
  if (place === undefined) throw new CliError('DEMO_ONLY');
  const given = passwordStdin || passwordFile !== undefined;
  const source = { passwordStdin, ...(passwordFile !== undefined && { passwordFile }) };
  const clave = given
    ? newPassword(await context.secret(source, { prompt: `Clave de ${wanted.usuario}`, twice: true }))
    : randomBytes(generatedBytes).toString('base64url');
  const { store, about } = await context.begin({ companyIds: [] });
  const added = await addDemoCompany(store, place, context.masterKeys, { ...wanted, clave });
  if (added.outcome === 'no-demo') throw new CliError('DEMO_ONLY');
  if (added.outcome === 'rnc-taken')
    throw new CliError('COMPANY_EXISTS', `Ya existe una empresa con el RNC ${wanted.rnc}.`);
  const { company, signer } = added;
  about(String(company.companyId));
  return {
    data: { ...company, usuario: wanted.usuario, clave: given ? null : clave, signer },
    text: `Empresa lista para emitir a la DGII imitada.\n${fields({
      Id: company.companyId,
      RNC: company.rnc,
      'Razón social': company.razonSocial,
      Origen: originText[company.origin],
      Ambiente: company.environment,
      Usuario: wanted.usuario,
      Clave: given ? 'la indicada' : `${clave} (no se muestra otra vez)`,
      Firmante: `${signer}, delegado en la DGII imitada`,
    })}`,
    warnings: [rncWarning(company)],
  };
}
