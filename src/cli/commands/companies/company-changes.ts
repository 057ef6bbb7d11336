/**
 * `company origin …`: who assigns a company's e-NCF. `company environment …`: where its vouchers go. `company conditional …`: whether
 * conditional faults stop its vouchers. Each command either completes or changes nothing. If it leaves issuing stopped, it says so.
 */
import { setTimeout as delay } from 'node:timers/promises';
import { originHoldMs, type TooEarly } from '../../../ledger/companies/origin-change.js';
import type { ReservedLeft } from '../../../ledger/companies/origin-change-numbers.js';
import { setEnvironment } from '../../../services/companies/change-settings.js';
import {
  finishOriginChange,
  startOriginChange,
  type NextRefusal,
} from '../../../services/companies/change-origin.js';
import { argument, command, flag, group, option } from '../../command.js';
import { companyOf, type CliContext } from '../../context.js';
import { CliError } from '../../terminal/cli-error.js';
import { doneOr, type Texts } from '../../terminal/done-or.js';
import { moment } from '../../terminal/text.js';
import { environmentNames, nextNumbers, originNames, rangeText } from '../../terminal/values.js';
import { annulRejectedText, conditionalText, deferredSendingText } from './companies.js';
import { companyArgument, settingCommand } from '../parts.js';

const setOrigin = command({
  name: 'set',
  does: `cambia el origen: detiene la emisión unos ${originHoldMs / 1_000} s, comprueba y cambia`,
  example: '999999992 service --next E310000000041',
  more: `Los dos orígenes nunca se mezclan. Mientras dura el cambio, la empresa no emite ni recibe números (503 ORIGIN_CHANGING). Si se rehúsa, sigue como antes, salvo que la respuesta diga que la emisión está detenida.
A client: cada número entregado debe estar usado o anulado, o se renuncia a él con --abandon-reserved. Desde que se renuncia a alguno, el cambio ya no se cancela (ORIGIN_ABANDONING): se termina con la misma orden.
A service: cada rango vigente necesita su --next, por encima de todo e-NCF del registro; uno después del final del rango dice que no queda ninguno. Hasta que el cambio termina, la empresa no cambia de ambiente.`,
  takes: {
    company: companyArgument,
    to: argument('<origen>', 'client: su propio sistema; service: ecf-sequences/next', originNames),
    abandonReserved: flag(
      '--abandon-reserved',
      'a client: renuncia a los números entregados y nunca enviados',
    ),
    next: option(
      '--next <e-NCF>',
      'a service: primer número que entrega cada rango vigente; repetida, una por rango',
      nextNumbers,
    ),
    wait: flag('--no-wait', 'no espera: repita la orden más tarde para terminar el cambio'),
  },
  changes: 'company.origin',
  work: async (context, { company: one, wait, ...change }) => {
    const company = await companyOf(context, one);
    const { companyId } = company;
    const { to } = change;
    const begun = await context.begin({ companyIds: [companyId], target: `start ${to}` });
    const { readyAt } = doneOr(await startOriginChange(begun, company, change), originTexts);
    // The ledger's clock decides, and ours may differ.
    const leftMs = readyAt.getTime() - (await context.store.ping()).getTime();
    if (leftMs > 0 && !wait) {
      return {
        data: { companyId, changing: true, to, readyAt },
        text: `La emisión está detenida (ORIGIN_CHANGING). Termine el cambio con la misma orden desde ${moment(readyAt)}.`,
      };
    }
    await waitFor(context, leftMs);
    begun.about(`finish ${to}`);
    const { abandoned } = doneOr(await finishOriginChange(begun, company, change), originTexts);
    const by = to === 'client' ? 'El sistema de la empresa asigna sus' : 'El servicio asigna los';
    const left = abandoned === 0 ? '' : ` Números abandonados: ${abandoned}.`;
    return {
      data: { companyId, origin: to, abandoned },
      text: `${by} e-NCF ${to === 'client' ? '' : 'de la empresa '}desde ahora.${left}`,
    };
  },
});

const cancelOrigin = command({
  name: 'cancel',
  does: 'deja el origen como estaba y reanuda la emisión',
  example: '999999992',
  takes: { company: companyArgument },
  changes: 'company.origin',
  work: async (context, { company }) => {
    const { companyId, origin } = await companyOf(context, company);
    const { store } = await context.begin({ companyIds: [companyId], target: 'cancel' });
    doneOr(await store.cancelOriginChange(companyId));
    return { data: { companyId, origin }, text: 'Cambio cancelado: la emisión continúa como antes.' };
  },
});

const setCompanyEnvironment = command({
  name: 'set',
  does: 'cambia el ambiente; los tokens del anterior dejan de valer',
  example: '999999992 certification',
  more:
    'Producción exige dos consentimientos: ECF_ALLOW_PRODUCTION=true en el servicio (y al dar esta orden) y el de la empresa, ' +
    '--allow-production. Todos los tokens de la empresa terminan para siempre. --deny-production se acepta cuando en producción todo ' +
    'comprobante tiene su resultado final y no hay una anulación de números en curso.',
  takes: {
    company: companyArgument,
    to: argument('<ambiente>', 'ambiente de la DGII', environmentNames),
    yes: flag(
      '--yes',
      'aunque haya comprobantes sin resultado final: terminan en el ambiente donde se recibieron',
    ),
    allowProduction: flag(
      '--allow-production',
      'consiente en nombre de la empresa que sus comprobantes vayan a producción',
    ),
    denyProduction: flag(
      '--deny-production',
      'retira ese consentimiento; el ambiente es otro que producción',
      ['allowProduction'],
    ),
  },
  changes: 'company.environment',
  work: async (context, { company: one, to, yes, allowProduction, denyProduction }) => {
    if (denyProduction && to === 'production')
      throw new CliError('USAGE', '--deny-production no va con el ambiente production.');
    if (allowProduction && to !== 'production')
      throw new CliError('USAGE', '--allow-production va solo con el ambiente production.');
    const company = await companyOf(context, one);
    const consent = denyProduction ? 'deny' : allowProduction ? 'allow' : undefined;
    const begun = await context.begin({
      companyIds: [company.companyId],
      target: consent === undefined ? to : `${to} ${consent}`,
    });
    const changed = await setEnvironment(begun, company, { to, withOpenVouchers: yes, consent });
    const { productionAllowed } = doneOr(changed, {
      DOCUMENTS_NOT_FINAL: ({ count, neededConsent }) =>
        neededConsent
          ? `Hay ${count} comprobantes o anulaciones de producción sin terminar: sin el consentimiento no terminarían.`
          : `Hay ${count} comprobantes sin resultado final («document list --pending»). Con --yes se cambia igual, y terminan donde se recibieron.`,
    });
    return {
      data: { companyId: company.companyId, environment: to, productionAllowed },
      text:
        (company.environment === to
          ? `La empresa ya estaba en ${to}.`
          : `La empresa emite en ${to} desde ahora. Sus tokens anteriores ya no valen: las integraciones inician sesión de nuevo.`) +
        (denyProduction ? ' Su consentimiento a producción queda retirado.' : ''),
    };
  },
});

const setConditional = settingCommand({
  setting: 'conditional',
  name: 'set',
  does: 'los detiene o los deja pasar, cuando la solicitud no lo dice',
  example: '999999992 allow',
  more: 'La solicitud puede decir otra cosa, con condicional=permitir o condicional=bloquear en validate y send. El registro guarda lo que se permitió.',
  takes: ['<regla>', 'block: se detienen con ECF_CONDITIONAL; allow: se envían con advertencias'],
  label: 'Faltas condicionales',
  texts: conditionalText,
});

const setAnnulRejected = settingCommand({
  setting: 'annulRejected',
  name: 'annul-rejected',
  does: 'si se anulan números de comprobantes rechazados que la DGII dejó libres',
  example: '999999982 allow',
  more: 'Si no se dice nada: refuse.',
  takes: ['<regla>', 'refuse: no se anulan; allow: se pueden anular'],
  label: 'Números de comprobantes rechazados',
  texts: annulRejectedText,
});

const setDeferredSending = settingCommand({
  setting: 'deferredSending',
  name: 'deferred-sending',
  does: 'si la DGII autorizó a la empresa el envío diferido (IndicadorEnvioDiferido)',
  example: '999999982 allow',
  more: 'Con allow sus comprobantes pueden llevar IndicadorEnvioDiferido 1. No es contingencia. Si no se dice nada: refuse.',
  takes: ['<regla>', 'refuse: no la autorizó; allow: la autorizó'],
  label: 'Envío diferido',
  texts: deferredSendingText,
});

export const companyChangeCommands = [
  setAnnulRejected,
  setDeferredSending,
  group('origin', 'quién asigna los e-NCF de la empresa', [setOrigin, cancelOrigin]),
  group('environment', 'ambiente de la DGII al que van los comprobantes', [setCompanyEnvironment]),
  group('conditional', 'comprobantes que la DGII aceptaría solo condicionalmente', [setConditional]),
];

const originTexts: Texts<NextRefusal | ReservedLeft | TooEarly> = {
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
  // Another person cancelled the change that we waited for, and started it again.
  TOO_EARLY: ({ readyAt }) =>
    `El cambio todavía no puede terminar, y la emisión está detenida (ORIGIN_CHANGING). Termínelo con la misma orden desde ${moment(readyAt)}, ` +
    'o use «company origin cancel».',
};

async function waitFor({ say }: CliContext, leftMs: number): Promise<void> {
  if (leftMs <= 0) return;
  say(
    `La emisión está detenida; el cambio termina en ${Math.ceil(leftMs / 1_000)} s. Si interrumpe esta orden, repítala para terminar, ` +
      'o use «company origin cancel».',
  );
  await delay(Math.min(leftMs, originHoldMs) + 10);
}
