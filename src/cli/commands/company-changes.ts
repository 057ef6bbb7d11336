/**
 * `company origin …`: who assigns a company's e-NCF. `company environment …`: where its vouchers go. Each command either
 * completes or changes nothing. If it leaves issuing stopped, it says so.
 * `company conditional …`: whether conditional faults stop its vouchers.
 */
import { Argument, Option, type Command } from 'commander';
import { setTimeout as delay } from 'node:timers/promises';
import type { Encf } from '../../ecf/model/encf.js';
import type { Environment } from '../../ecf/model/environments.js';
import { originHoldMs, type Origin } from '../../ledger/companies/origin-change.js';
import type { Company } from '../../ledger/store.js';
import { setConditional, setEnvironment } from '../../operator/company-settings.js';
import {
  cancelOriginChange,
  finishOriginChange,
  startOriginChange,
  type NextRefusal,
  type ReservedLeft,
} from '../../operator/origin.js';
import { CliError } from '../terminal/cli-error.js';
import { conditionalText } from './companies.js';
import { companyOf, type CliContext, type Run } from '../context.js';
import { doneOr, type Texts } from '../terminal/done-or.js';
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
      run((context) => changeOrigin(context, one, to, options)),
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
      run((context) => changeEnvironment(context, one, to, options)),
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
    .action((one: string, to: Conditional) => run((context) => changeConditional(context, one, to)));
}

type Conditional = NonNullable<Company['conditional']>;

async function changeConditional(context: CliContext, one: string, to: Conditional): Promise<Result> {
  const { companyId } = await companyOf(context, one);
  doneOr(await setConditional(context, companyId, to));
  return { data: { companyId, conditional: to }, text: `Faltas condicionales: ${conditionalText[to]}.` };
}

async function changeOrigin(
  context: CliContext,
  one: string,
  to: Origin,
  { wait, ...options }: OriginOptions,
): Promise<Result> {
  const company = await companyOf(context, one);
  const { companyId } = company;
  const change = { to, ...options };
  const { readyAt } = doneOr(await startOriginChange(context, company, change), originTexts);
  if (readyAt > context.clock() && !wait) {
    return {
      data: { companyId, changing: true, to, readyAt },
      text: `La emisión está detenida (ORIGIN_CHANGING). Termine el cambio con la misma orden desde ${moment(readyAt)}.`,
    };
  }
  await waitUntil(context, readyAt);
  const end = await finishOriginChange(context, company, change);
  // Another person cancelled this change and started it again.
  if (end.outcome === 'refused' && end.refusal === 'TOO_EARLY')
    throw new CliError('ORIGIN_CHANGED_MEANWHILE');
  const { abandoned } = doneOr(end, originTexts);
  return {
    data: { companyId, origin: to, abandoned },
    text:
      (to === 'client'
        ? 'El sistema de la empresa asigna sus e-NCF desde ahora.'
        : 'El servicio asigna los e-NCF de la empresa desde ahora.') +
      (abandoned === 0 ? '' : ` Números abandonados: ${abandoned}.`),
  };
}

const originTexts: Texts<NextRefusal | ReservedLeft> = {
  NEXT_OUTSIDE_RANGE: ({ encf }) => `${encf} no está en ningún rango registrado que no tenga ya su --next.`,
  NEXT_NEEDED: ({ authorizations }) => {
    const ranges = authorizations.map(
      (range) => rangeText(range) + (range.lowest === null ? '' : `: desde ${range.lowest}`),
    );
    return `Indique con --next el primer número que entrega cada rango vigente, por encima de todo e-NCF ya usado: ${ranges.join('; ')}.`;
  },
  RESERVED_LEFT: ({ encfs, count }) =>
    `Hay números entregados y nunca enviados (${encfs.join(', ')}${count > encfs.length ? '…' : ''}): envíelos, anúlelos con ` +
    '«reservation annul» o renuncie a ellos con --abandon-reserved.',
};

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
  doneOr(await cancelOriginChange(context, companyId));
  return { data: { companyId, origin }, text: 'Cambio cancelado: la emisión continúa como antes.' };
}

async function changeEnvironment(
  context: CliContext,
  one: string,
  to: Environment,
  { yes = false, allowProduction = false, denyProduction = false }: EnvironmentOptions,
): Promise<Result> {
  if (denyProduction && to === 'production')
    throw new CliError('USAGE', '--deny-production no va con el ambiente production.');
  const company = await companyOf(context, one);
  const consent = denyProduction ? 'deny' : allowProduction ? 'allow' : undefined;
  const { productionAllowed } = doneOr(
    await setEnvironment(context, company, { to, withOpenVouchers: yes, consent }),
    {
      DOCUMENTS_NOT_FINAL: ({ count, neededConsent }) =>
        neededConsent
          ? `Hay ${count} comprobantes de producción sin resultado final: sin el consentimiento no terminarían.`
          : `Hay ${count} comprobantes sin resultado final («document list --pending»). Con --yes se cambia igual, y terminan donde se recibieron.`,
    },
  );
  return {
    data: { companyId: company.companyId, environment: to, productionAllowed },
    text:
      company.environment === to
        ? `La empresa ya estaba en ${to}.`
        : `La empresa emite en ${to} desde ahora. Sus tokens anteriores ya no valen: las integraciones inician sesión de nuevo.`,
  };
}
