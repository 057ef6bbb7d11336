/** `authorization …`: the ranges of e-NCF that DGII granted to a company (the voucher master). */
import { Option, type Command } from 'commander';
import { ecfTypes, type EcfType } from '../../ecf/model/ecf-types.js';
import type { Environment } from '../../ecf/model/environments.js';
import type { Authorization } from '../../ledger/numbering/numbering.js';
import {
  addAuthorization,
  assignsItsOwnNumbers,
  changeAuthorization,
  type AuthorizationResult,
} from '../../operator/authorizations.js';
import { CliError } from '../terminal/cli-error.js';
import { placeOf, type CliContext, type PlaceOptions, type Run } from '../context.js';
import { fields, table, type Result } from '../terminal/result.js';
import { companyOption, environmentOption, group, subcommand } from '../terminal/spanish.js';
import { ecfType, encf, rangeText, serial } from '../terminal/values.js';

interface AddOptions extends PlaceOptions {
  readonly type: EcfType;
  readonly from: number;
  readonly to: number;
  readonly expires?: string;
  readonly number: string;
  readonly next?: number;
}

interface ChangeOptions extends PlaceOptions {
  readonly to?: number;
  readonly next?: number;
  readonly last?: number;
  readonly expires?: string;
  readonly number?: string;
}

export function authorizationCommands(program: Command, run: Run): void {
  const authorization = group(program, 'authorization', 'rangos de e-NCF autorizados por la DGII');

  subcommand(authorization, 'add', 'registra un rango')
    .addOption(companyOption())
    .addOption(environmentOption())
    .addOption(new Option('--type <tipo>', 'tipo de e-CF').argParser(ecfType).makeOptionMandatory())
    .addOption(new Option('--from <n>', 'primer número del rango').argParser(serial).makeOptionMandatory())
    .addOption(new Option('--to <n>', 'último número del rango').argParser(serial).makeOptionMandatory())
    .option('--expires <DD-MM-AAAA>', 'vencimiento de la secuencia; los tipos 32 y 34 no lo llevan')
    .requiredOption('--number <autorización>', 'número de autorización de la DGII')
    .addOption(
      new Option(
        '--next <n>',
        'primer número que entrega el servicio; los anteriores ya se usaron',
      ).argParser(serial),
    )
    .action((options: AddOptions) => run((context) => addRange(context, options)));

  subcommand(authorization, 'change', 'corrige un rango sin quitarle ningún número ya entregado')
    .argument('<id>', 'primer e-NCF del rango, como lo muestra «authorization list»', encf)
    .addOption(companyOption())
    .addOption(environmentOption())
    .addOption(new Option('--to <n>', 'amplía el rango hasta este número').argParser(serial))
    .addOption(
      new Option(
        '--next <n>',
        'próximo número que entrega el servicio, más adelante: los que salta no se entregan',
      ).argParser(serial),
    )
    .addOption(
      new Option('--last <n>', 'último número que entrega el servicio: cierra el rango antes').argParser(
        serial,
      ),
    )
    .option('--expires <DD-MM-AAAA>', 'vencimiento de la secuencia')
    .option('--number <autorización>', 'número de autorización de la DGII')
    .action((one: { text: string; type: EcfType }, options: ChangeOptions) =>
      run((context) => changeRange(context, one, options)),
    );

  subcommand(authorization, 'list', 'lista los rangos en el orden en que se consumen')
    .addOption(companyOption())
    .addOption(environmentOption())
    .addOption(new Option('--type <tipo>', 'tipo de e-CF').argParser(ecfType))
    .action((options: PlaceOptions & { type?: EcfType }) =>
      run((context) => listAuthorizations(context, options)),
    );
}

async function addRange(context: CliContext, options: AddOptions): Promise<Result> {
  const { company, companyId, environment } = await placeOf(context, options);
  const { type: ecfType, from, to, expires = null, number, next } = options;
  const authorization = done(
    await addAuthorization(context, {
      ...{ companyId, environment, ecfType, from, to, expiresOn: expires, authorizationNumber: number },
      ...(next === undefined ? {} : { next }),
    }),
  );
  return {
    data: { ...authorization, environment },
    text: `Rango registrado.\n${authorizationFields(authorization, environment)}`,
    warnings: assignsItsOwnNumbers(company, environment)
      ? [
          {
            code: 'SEQUENCE_MANAGED_EXTERNALLY',
            mensaje:
              'La numeración de la empresa la asigna su propio sistema: este rango no se usa hasta «company origin set».',
          },
        ]
      : [],
  };
}

async function changeRange(
  context: CliContext,
  { text: id, type: ecfType }: { readonly text: string; readonly type: EcfType },
  options: ChangeOptions,
): Promise<Result> {
  const { companyId, environment } = await placeOf(context, options);
  const { to, next, last, expires, number } = options;
  const change = {
    ...(to === undefined ? {} : { to }),
    ...(next === undefined ? {} : { first: next }),
    ...(last === undefined ? {} : { last }),
    ...(expires === undefined ? {} : { expiresOn: expires }),
    ...(number === undefined ? {} : { authorizationNumber: number }),
  };
  if (Object.keys(change).length === 0)
    throw new CliError('USAGE', 'Indique qué se cambia: --to, --next, --last, --expires o --number.');
  const authorization = done(
    await changeAuthorization(context, { companyId, environment, ecfType, id }, change),
  );
  return {
    data: { ...authorization, environment },
    text: `Rango corregido.\n${authorizationFields(authorization, environment)}`,
  };
}

function done(result: AuthorizationResult): Authorization {
  if (result.outcome === 'done') return result.authorization;
  const { other, highest, lowest } = result.facts;
  const specific =
    other !== undefined
      ? `El rango se solapa con ${rangeText(other)} (autorización ${other.authorizationNumber}).`
      : lowest !== undefined
        ? `El servicio va por el ${lowest}: --next solo avanza.`
        : highest !== undefined
          ? `Ya se entregaron números hasta el ${highest}: quedarían fuera del rango.`
          : undefined;
  throw new CliError(result.refusal, specific, { ...result.facts });
}

function authorizationFields(authorization: Authorization, environment: Environment): string {
  const { ecfType: type, first, last, expiresOn, authorizationNumber } = authorization;
  return fields([
    ['Id', authorization.id],
    ['Tipo', `${type}, ${ecfTypes[type].nombre}`],
    ['Ambiente', environment],
    ['Rango', rangeText(authorization)],
    ['Entrega', `${first} a ${last}`],
    ['Vence', expiresOn ?? 'no vence'],
    ['Autorización', authorizationNumber],
  ]);
}

async function listAuthorizations(
  context: CliContext,
  options: PlaceOptions & { readonly type?: EcfType },
): Promise<Result> {
  const { companyId, environment } = await placeOf(context, options);
  const authorizations = await context.store.listAuthorizations(companyId, environment, options.type);
  const rows = authorizations.map((one) => [
    one.id,
    rangeText(one),
    `${one.first} a ${one.last}`,
    one.expiresOn ?? 'no vence',
    one.authorizationNumber,
  ]);
  return {
    data: authorizations.map((one) => ({ ...one, environment })),
    text:
      authorizations.length === 0
        ? `No hay rangos registrados en ${environment}.`
        : table(['Id', 'Rango', 'Entrega', 'Vence', 'Autorización'], rows),
  };
}
