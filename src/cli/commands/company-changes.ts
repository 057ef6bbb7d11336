/**
 * `company origin …`: who assigns a company's e-NCF. `company environment …`: where its vouchers go. Each command either
 * completes or changes nothing. If it leaves issuing stopped, it says so.
 * `company conditional …`: whether conditional faults stop its vouchers.
 */
import { Argument, Option, type Command } from 'commander';
import { setTimeout as delay } from 'node:timers/promises';
import type { Encf } from '../../ecf/model/encf.js';
import type { Environment } from '../../ecf/model/environments.js';
import { localDate, compareDates } from '../../ecf/model/dates.js';
import {
  originHoldMs,
  type NextNeeded,
  type Origin,
  type OriginEnd,
} from '../../ledger/companies/company-changes.js';
import type { Authorization } from '../../ledger/numbering/numbering.js';
import type { Company } from '../../ledger/store.js';
import { CliError } from '../terminal/cli-error.js';
import { conditionalText } from './companies.js';
import { companyOf, type CliContext, type Run } from '../context.js';
import { assertConsents } from '../terminal/production.js';
import type { Result } from '../terminal/result.js';
import { group, subcommand } from '../terminal/spanish.js';
import { moment } from '../terminal/text.js';
import {
  conditionalNames,
  environmentNames,
  nextNumbers,
  originNames,
  rangeText,
} from '../terminal/values.js';

interface OriginOptions {
  readonly abandonReserved?: boolean;
  readonly next?: readonly Encf[];
  readonly wait: boolean;
}

interface EnvironmentOptions {
  readonly yes?: boolean;
  readonly allowProduction?: boolean;
  readonly denyProduction?: boolean;
}

export function companyChangeCommands(company: Command, run: Run): void {
  const origin = group(company, 'origin', 'quién asigna los e-NCF de la empresa');
  subcommand(
    origin,
    'set',
    `cambia el origen: detiene la emisión unos ${originHoldMs / 1_000} s, comprueba y cambia`,
  )
    .argument('<empresa>', 'RNC o id de la empresa')
    .addArgument(
      new Argument('<origen>', 'client: su propio sistema; service: ecf-sequences/next').choices(originNames),
    )
    .option('--abandon-reserved', 'a client: renuncia a los números entregados y nunca enviados')
    .addOption(
      new Option(
        '--next <e-NCF>',
        'a service: primer número que entrega cada rango vigente; repetida, una por rango',
      ).argParser(nextNumbers),
    )
    .option('--no-wait', 'no espera: repita la orden más tarde para terminar el cambio')
    .action((one: string, to: Origin, options: OriginOptions) =>
      run((context) => setOrigin(context, one, to, options)),
    );
  subcommand(origin, 'cancel', 'deja el origen como estaba y reanuda la emisión')
    .argument('<empresa>', 'RNC o id de la empresa')
    .action((one: string) => run((context) => cancelOrigin(context, one)));

  const environment = group(company, 'environment', 'ambiente de la DGII al que van los comprobantes');
  subcommand(environment, 'set', 'cambia el ambiente; los tokens del anterior dejan de valer')
    .argument('<empresa>', 'RNC o id de la empresa')
    .addArgument(new Argument('<ambiente>', 'ambiente de la DGII').choices(environmentNames))
    .option(
      '--yes',
      'aunque haya comprobantes sin resultado final: terminan en el ambiente donde se recibieron',
    )
    .option('--allow-production', 'consiente en nombre de la empresa que sus comprobantes vayan a producción')
    .addOption(
      new Option('--deny-production', 'retira ese consentimiento al salir de producción').conflicts(
        'allowProduction',
      ),
    )
    .addHelpText(
      'after',
      '\nProducción exige dos consentimientos: ECF_ALLOW_PRODUCTION=true en el servicio (y al dar esta orden) y el de la empresa, ' +
        '--allow-production.',
    )
    .action((one: string, to: Environment, options: EnvironmentOptions) =>
      run((context) => setEnvironment(context, one, to, options)),
    );

  const conditional = group(
    company,
    'conditional',
    'comprobantes que la DGII aceptaría solo condicionalmente',
  );
  subcommand(conditional, 'set', 'los detiene o los deja pasar, cuando la solicitud no lo dice')
    .argument('<empresa>', 'RNC o id de la empresa')
    .addArgument(
      new Argument(
        '<regla>',
        'block: se detienen con ECF_CONDITIONAL; allow: se envían con advertencias',
      ).choices(conditionalNames),
    )
    .action((one: string, to: Conditional) => run((context) => setConditional(context, one, to)));
}

type Conditional = NonNullable<Company['conditional']>;

async function setConditional(context: CliContext, one: string, to: Conditional): Promise<Result> {
  const { companyId } = await companyOf(context, one);
  if (!(await context.store.setConditional(companyId, to))) throw new CliError('COMPANY_NOT_FOUND');
  return { data: { companyId, conditional: to }, text: `Faltas condicionales: ${conditionalText[to]}.` };
}

async function setOrigin(
  context: CliContext,
  one: string,
  to: Origin,
  options: OriginOptions,
): Promise<Result> {
  const { store } = context;
  const company = await companyOf(context, one);
  const { companyId } = company;
  const next = new Map<string, number>();
  if (company.origin !== to) {
    // Check what can be checked before issuing stops.
    if (to === 'client') await assertNothingReserved(context, company, options);
    else for (const [id, serial] of await nextOf(context, company, options)) next.set(id, serial);
  }
  const start = await store.beginOriginChange(companyId, to, context.clock());
  if (start.outcome === 'refused')
    throw new CliError(start.refusal === 'COMPANY_UNKNOWN' ? 'COMPANY_NOT_FOUND' : start.refusal);
  const { readyAt } = start;
  if (readyAt > context.clock() && !options.wait) {
    return {
      data: { companyId, changing: true, to, readyAt },
      text: `La emisión está detenida (ORIGIN_CHANGING). Termine el cambio con la misma orden desde ${moment(readyAt)}.`,
    };
  }
  await waitUntil(context, readyAt);
  const end = await store.finishOriginChange({
    companyId,
    to,
    now: context.clock(),
    abandonReserved: options.abandonReserved === true,
    next,
  });
  if (end.outcome !== 'changed') {
    // The operator must act first, so the company continues as before. Any other outcome: someone else has ended this change.
    if (end.outcome === 'reserved-left' || end.outcome === 'next-needed')
      await store.cancelOriginChange(companyId);
    throw endError(end);
  }
  return {
    data: { companyId, origin: to, abandoned: end.abandoned },
    text:
      (to === 'client'
        ? 'El sistema de la empresa asigna sus e-NCF desde ahora.'
        : 'El servicio asigna los e-NCF de la empresa desde ahora.') +
      (end.abandoned === 0 ? '' : ` Números abandonados: ${end.abandoned}.`),
  };
}

async function assertNothingReserved(
  { store, clock }: CliContext,
  { companyId, environment }: Company,
  { abandonReserved = false }: OriginOptions,
): Promise<void> {
  if (abandonReserved) return;
  const { numbers } = await store.unused({ companyId, environment, reservedBefore: clock(), limit: 20 });
  if (numbers.length > 0)
    throw reservedLeft(
      numbers.length,
      numbers.map(({ encf }) => encf),
    );
}

/** Maps each --next to its authorization. Every authorization that has not expired needs one. */
async function nextOf(
  { store, clock }: CliContext,
  { companyId, environment }: Company,
  { next = [] }: OriginOptions,
): Promise<Map<string, number>> {
  const today = localDate(clock().getTime());
  const authorizations = await store.listAuthorizations(companyId, environment);
  const found = new Map<string, number>();
  for (const { text, type, serial } of next) {
    const open = authorizations.filter(({ id, ecfType }) => ecfType === type && !found.has(id));
    // One past the end means that the range has no numbers left.
    const authorization =
      open.find(({ from, to }) => from <= serial && serial <= to) ?? open.find(({ to }) => serial === to + 1);
    if (authorization === undefined)
      throw new CliError(
        'NEXT_OUTSIDE_RANGE',
        `${text} no está en ningún rango registrado que no tenga ya su --next.`,
      );
    found.set(authorization.id, serial);
  }
  const missing = authorizations.filter(
    ({ id, expiresOn }) => !found.has(id) && (expiresOn === null || compareDates(expiresOn, today) >= 0),
  );
  if (missing.length > 0) throw nextNeeded(missing.map((authorization) => ({ authorization })));
  return found;
}

function nextNeeded(needed: readonly { authorization: Authorization; lowest?: number }[]): CliError {
  const parts = needed.map(({ authorization, lowest }) =>
    lowest === undefined ? rangeText(authorization) : `${rangeText(authorization)}: desde ${lowest}`,
  );
  return new CliError(
    'NEXT_NEEDED',
    `Indique con --next el primer número que entrega cada rango vigente, por encima de todo e-NCF ya usado: ${parts.join('; ')}.`,
    {
      authorizations: needed.map(({ authorization, lowest }) => ({
        id: authorization.id,
        lowest: lowest ?? null,
      })),
    },
  );
}

function reservedLeft(count: number, encfs: readonly string[]): CliError {
  return new CliError(
    'RESERVED_LEFT',
    `Hay números entregados y nunca enviados (${encfs.join(', ')}${count > encfs.length ? '…' : ''}): envíelos, anúlelos con ` +
      '«reservation annul» o renuncie a ellos con --abandon-reserved.',
    { encfs },
  );
}

function endError(end: Exclude<OriginEnd, { outcome: 'changed' }>): CliError {
  switch (end.outcome) {
    case 'reserved-left':
      return reservedLeft(end.count, end.encfs);
    case 'next-needed':
      return nextNeeded(end.authorizations satisfies readonly NextNeeded[]);
    case 'too-early':
    case 'refused':
      return new CliError('ORIGIN_CHANGED_MEANWHILE');
  }
}

/** Waits at most as long as the ledger requires, plus a margin for clocks and timers. */
async function waitUntil({ clock, say }: CliContext, readyAt: Date): Promise<void> {
  const leftMs = readyAt.getTime() - clock().getTime();
  if (leftMs <= 0) return;
  say(
    `La emisión está detenida; el cambio termina en ${Math.ceil(leftMs / 1_000)} s. Si interrumpe esta orden, repítala para terminar, ` +
      'o use «company origin cancel».',
  );
  await delay(Math.min(leftMs, originHoldMs) + 10);
}

async function cancelOrigin(context: CliContext, one: string): Promise<Result> {
  const { companyId, origin } = await companyOf(context, one);
  if (!(await context.store.cancelOriginChange(companyId))) throw new CliError('ORIGIN_NOT_CHANGING');
  return { data: { companyId, origin }, text: 'Cambio cancelado: la emisión continúa como antes.' };
}

async function setEnvironment(
  context: CliContext,
  one: string,
  to: Environment,
  options: EnvironmentOptions,
): Promise<Result> {
  const { store } = context;
  const company = await companyOf(context, one);
  const { companyId } = company;
  const consenting = to === 'production' && !company.productionAllowed;
  if (to === 'production') {
    const productionAllowed = company.productionAllowed || options.allowProduction === true;
    assertConsents(context, { productionAllowed }, '--allow-production, por la empresa');
  }
  if (options.denyProduction === true) await assertMayDeny(context, company, to);
  if (consenting) await store.setProductionAllowed(companyId, true);
  const outcome = await store.setEnvironment(companyId, to, options.yes === true);
  if (outcome.outcome !== 'changed') {
    // The change failed, so withdraw the consent again.
    if (consenting) await store.setProductionAllowed(companyId, false);
    if (outcome.outcome === 'not-final') throw notFinal(outcome.count);
    throw new CliError(outcome.refusal === 'COMPANY_UNKNOWN' ? 'COMPANY_NOT_FOUND' : outcome.refusal);
  }
  if (options.denyProduction === true) await store.setProductionAllowed(companyId, false);
  const productionAllowed = options.denyProduction !== true && (company.productionAllowed || consenting);
  return {
    data: { companyId, environment: to, productionAllowed },
    text:
      company.environment === to
        ? `La empresa ya estaba en ${to}.`
        : `La empresa emite en ${to} desde ahora. Sus tokens anteriores ya no valen: las integraciones inician sesión de nuevo.`,
  };
}

/** The worker checks the consent at each delivery: without it, pending production vouchers would never finish. */
async function assertMayDeny({ store }: CliContext, { companyId }: Company, to: Environment): Promise<void> {
  if (to === 'production') throw new CliError('USAGE', '--deny-production no va con el ambiente production.');
  const { production = 0 } = await store.countPending(companyId);
  if (production > 0)
    throw new CliError(
      'DOCUMENTS_NOT_FINAL',
      `Hay ${production} comprobantes de producción sin resultado final: sin el consentimiento no terminarían.`,
      { count: production },
    );
}

function notFinal(count: number): CliError {
  return new CliError(
    'DOCUMENTS_NOT_FINAL',
    `Hay ${count} comprobantes sin resultado final («document list --pending»). Con --yes se cambia igual, y terminan donde se recibieron.`,
    { count },
  );
}
