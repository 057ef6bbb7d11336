/** `authorization …`: the ranges of e-NCF that DGII granted to a company (the voucher master). */
import { Option, type Command } from 'commander';
import { ecfTypes, type EcfType } from '../../ecf/model/ecf-types.js';
import type { Environment } from '../../ecf/model/environments.js';
import type {
  Authorization,
  AuthorizationChange,
  AuthorizationOutcome,
  AuthorizationRefusal,
} from '../../ledger/numbering/numbering.js';
import { CliError, type CliErrorCode } from '../terminal/cli-error.js';
import { companyOf, type CliContext, type Run } from '../context.js';
import { fields, table, type Result } from '../terminal/result.js';
import { companyOption, environmentOption, group, subcommand } from '../terminal/spanish.js';
import { ecfType, encf, rangeText, serial } from '../terminal/values.js';

interface PlaceOptions {
  readonly company: string;
  readonly environment?: Environment;
}

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

/** The error code for each refusal of the store. A company deleted since the lookup is reported as not found. */
const refusalCodes = {
  COMPANY_UNKNOWN: 'COMPANY_NOT_FOUND',
  RANGE_INVALID: 'RANGE_INVALID',
  NEXT_OUTSIDE_RANGE: 'NEXT_OUTSIDE_RANGE',
  NEXT_TOO_LOW: 'NEXT_TOO_LOW',
  EXPIRY_REQUIRED: 'EXPIRY_REQUIRED',
  EXPIRY_NOT_ALLOWED: 'EXPIRY_NOT_ALLOWED',
  EXPIRY_INVALID: 'EXPIRY_INVALID',
  EXPIRY_PAST: 'EXPIRY_PAST',
  AUTHORIZATION_NUMBER_INVALID: 'AUTHORIZATION_NUMBER_INVALID',
  RANGE_OVERLAPS: 'RANGE_OVERLAPS',
  TOO_MANY_AUTHORIZATIONS: 'TOO_MANY_AUTHORIZATIONS',
  AUTHORIZATION_UNKNOWN: 'AUTHORIZATION_NOT_FOUND',
  WOULD_ORPHAN: 'WOULD_ORPHAN',
} as const satisfies Record<AuthorizationRefusal, CliErrorCode>;

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
    .action((options: AddOptions) => run((context) => addAuthorization(context, options)));

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
      run((context) => changeAuthorization(context, one, options)),
    );

  subcommand(authorization, 'list', 'lista los rangos en el orden en que se consumen')
    .addOption(companyOption())
    .addOption(environmentOption())
    .addOption(new Option('--type <tipo>', 'tipo de e-CF').argParser(ecfType))
    .action((options: PlaceOptions & { type?: EcfType }) =>
      run((context) => listAuthorizations(context, options)),
    );
}

async function addAuthorization(context: CliContext, options: AddOptions): Promise<Result> {
  const company = await companyOf(context, options.company);
  const environment = options.environment ?? company.environment;
  const { type, from, to, expires, number, next } = options;
  const outcome = await context.store.addAuthorization({
    companyId: company.companyId,
    environment,
    ecfType: type,
    from,
    to,
    ...(next === undefined ? {} : { next }),
    expiresOn: expires ?? null,
    authorizationNumber: number,
    now: context.clock(),
  });
  const authorization = doneOr(outcome);
  const clientOrigin = company.origin === 'client' && environment !== 'certification';
  return {
    data: { ...authorization, environment },
    text: `Rango registrado.\n${authorizationFields(authorization, environment)}`,
    warnings: clientOrigin
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

async function changeAuthorization(
  context: CliContext,
  one: { readonly text: string; readonly type: EcfType },
  options: ChangeOptions,
): Promise<Result> {
  const company = await companyOf(context, options.company);
  const environment = options.environment ?? company.environment;
  const { to, next, last, expires, number } = options;
  const change: AuthorizationChange = {
    ...(to === undefined ? {} : { to }),
    ...(next === undefined ? {} : { first: next }),
    ...(last === undefined ? {} : { last }),
    ...(expires === undefined ? {} : { expiresOn: expires }),
    ...(number === undefined ? {} : { authorizationNumber: number }),
  };
  if (Object.keys(change).length === 0)
    throw new CliError('USAGE', 'Indique qué se cambia: --to, --next, --last, --expires o --number.');
  const ref = { companyId: company.companyId, environment, ecfType: one.type, id: one.text };
  const authorization = doneOr(await context.store.changeAuthorization(ref, change, context.clock()));
  return {
    data: { ...authorization, environment },
    text: `Rango corregido.\n${authorizationFields(authorization, environment)}`,
  };
}

function doneOr(outcome: AuthorizationOutcome): Authorization {
  if (outcome.outcome === 'done') return outcome.authorization;
  const { refusal, other, highest, lowest } = outcome;
  const code = refusalCodes[refusal];
  if (other !== undefined)
    throw new CliError(
      code,
      `El rango se solapa con ${rangeText(other)} (autorización ${other.authorizationNumber}).`,
      { other },
    );
  if (lowest !== undefined)
    throw new CliError(code, `El servicio va por el ${lowest}: --next solo avanza.`, { lowest });
  if (highest !== undefined)
    throw new CliError(code, `Ya se entregaron números hasta el ${highest}: quedarían fuera del rango.`, {
      highest,
    });
  throw new CliError(code);
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
  const company = await companyOf(context, options.company);
  const environment = options.environment ?? company.environment;
  const authorizations = await context.store.listAuthorizations(company.companyId, environment, options.type);
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
