/** `company …`: the issuers the service works for. */
import { Option, type Command } from 'commander';
import type { Environment } from '../../ecf/model/environments.js';
import type { Company } from '../../ledger/store.js';
import * as companies from '../../operator/companies.js';
import { certificatesTable, currentWarnings } from './certificates.js';
import { doneOr } from '../terminal/done-or.js';
import { companyOf, type CliContext, type Run } from '../context.js';
import { checkDigitFits } from '../../ecf/model/rnc.js';
import { fields, table, type Result, type Warning } from '../terminal/result.js';
import { subcommand } from '../terminal/spanish.js';
import { moment, yesNo } from '../terminal/text.js';
import { usersTable } from './users.js';
import { companyId, companyName, originNames, rnc, wholeNumber } from '../terminal/values.js';

/** What `company add` and the demo's `demo company add` ask for. */
export interface IssuerOptions {
  readonly name: string;
  readonly origin: Company['origin'];
  readonly environment: Exclude<Environment, 'production'>;
}

const listMax = 1_000;

export const originText = {
  client: 'cliente (su propio sistema asigna los e-NCF)',
  service: 'servicio (los e-NCF se piden a ecf-sequences/next)',
} as const satisfies Record<Company['origin'], string>;

/** What happens to vouchers with conditional faults when the request does not say. */
export const conditionalText = {
  block: 'se detienen (condicional=permitir las envía)',
  allow: 'se envían con advertencias (condicional=bloquear las detiene)',
} as const satisfies Record<NonNullable<Company['conditional']>, string>;

export function companyCommands(company: Command, run: Run): void {
  issuerOptions(subcommand(company, 'add', 'registra una empresa'))
    .addOption(new Option('--id <n>', 'id de la empresa; sin ella, el siguiente libre').argParser(companyId))
    .action((one: string, options: IssuerOptions & { id?: number }) =>
      run((context) => addCompany(context, one, options)),
    );

  subcommand(company, 'list', 'lista las empresas')
    .addOption(
      new Option('--after <id>', 'continúa después de este id').argParser(wholeNumber(0, 1e9)).default(0),
    )
    .addOption(new Option('--limit <n>', 'cuántas').argParser(wholeNumber(1, listMax)).default(100))
    .action((options: { after: number; limit: number }) => run((context) => listCompanies(context, options)));

  subcommand(
    company,
    'show',
    'muestra una empresa: ambiente, usuarios, certificados, comprobantes por terminar',
  )
    .argument('<empresa>', 'RNC o id de la empresa')
    .action((one: string) => run((context) => showCompany(context, one)));
}

export function issuerOptions(command: Command): Command {
  return command
    .argument('<rnc>', 'RNC (9 dígitos) o cédula (11), sin guiones', rnc)
    .addOption(
      new Option('--name <razón social>', 'razón social').argParser(companyName).makeOptionMandatory(),
    )
    .addOption(
      new Option('--origin <origen>', 'quién asigna los e-NCF').choices(originNames).default('client'),
    )
    .addOption(
      // Production has its own command, which requires both consents.
      new Option('--environment <ambiente>', 'ambiente de la DGII')
        .choices(['pre-certification', 'certification'])
        .default('pre-certification'),
    );
}

async function addCompany(
  context: CliContext,
  one: string,
  { name, id, ...options }: IssuerOptions & { readonly id?: number },
): Promise<Result> {
  const wanted = { ...options, rnc: one, razonSocial: name, ...(id === undefined ? {} : { companyId: id }) };
  const added = doneOr(await companies.addCompany(context, wanted), {
    COMPANY_EXISTS: () => `Ya existe una empresa con el RNC ${one}.`,
  });
  const { company } = added;
  return {
    data: company,
    text: `Empresa registrada.\n${companyFields(company)}\n\nPasos siguientes: certificate import, user add${company.origin === 'service' ? ', authorization add' : ''}.`,
    warnings: rncWarnings(one),
  };
}

export function rncWarnings(one: string): Warning[] {
  if (checkDigitFits(one)) return [];
  return [
    {
      code: 'RNC_CHECK_DIGIT',
      mensaje: `El dígito verificador de ${one} no corresponde: confirme el RNC (la DGII tiene números auténticos así).`,
    },
  ];
}

async function listCompanies(
  { store }: CliContext,
  { after, limit }: { after: number; limit: number },
): Promise<Result> {
  const listed = await store.listCompanies(after, limit);
  const rows = listed.map((one) => [
    String(one.companyId),
    one.rnc,
    one.razonSocial,
    one.origin,
    one.environment,
    yesNo(one.productionAllowed),
  ]);
  return {
    data: listed,
    text:
      listed.length === 0
        ? 'No hay empresas.'
        : table(['Id', 'RNC', 'Razón social', 'Origen', 'Ambiente', 'Producción permitida'], rows),
  };
}

async function showCompany(context: CliContext, one: string): Promise<Result> {
  const company = await companyOf(context, one);
  const { users, certificates, pending } = await companies.companyOverview(context, company);
  return {
    data: {
      ...company,
      conditional: company.conditional ?? 'block',
      ...{ users, certificates, pendingDocuments: pending },
    },
    text: [
      companyFields(company),
      `Usuarios\n${usersTable(users)}`,
      `Certificados\n${certificatesTable(certificates)}`,
      `Comprobantes por terminar: ${pendingText(pending)}`,
    ].join('\n\n'),
    warnings: currentWarnings(certificates),
  };
}

function pendingText(pending: Partial<Record<Environment, number>>): string {
  const parts = Object.entries(pending).map(([environment, count]) => `${count} en ${environment}`);
  return parts.length === 0 ? 'ninguno' : parts.join(', ');
}

const suspensionAdvice = {
  NOT_DELEGATED: 'delegue al firmante en la Oficina Virtual de la DGII.',
  CERTIFICATE_REFUSED: 'la DGII no acepta el certificado: importe otro.',
} as const satisfies Record<NonNullable<Company['suspended']>['reason'], string>;

function companyFields(company: Company): string {
  const { originChange, suspended } = company;
  return fields([
    ['Id', String(company.companyId)],
    ['RNC', company.rnc],
    ['Razón social', company.razonSocial],
    ['Origen', originText[company.origin]],
    ['Ambiente', company.environment],
    ['Producción permitida', yesNo(company.productionAllowed)],
    ['Faltas condicionales', conditionalText[company.conditional ?? 'block']],
    ...(originChange === undefined
      ? []
      : [
          [
            'Cambio de origen',
            `en curso a ${originChange.to} desde ${moment(originChange.since)}: la emisión está detenida. Repita «company origin set» o ` +
              '«company origin cancel».',
          ] as const,
        ]),
    ...(suspended === undefined
      ? []
      : [
          [
            'Numeración suspendida',
            `${suspended.reason} en ${suspended.environment} desde ${moment(suspended.since)}: ${suspensionAdvice[suspended.reason]}`,
          ] as const,
        ]),
  ]);
}
