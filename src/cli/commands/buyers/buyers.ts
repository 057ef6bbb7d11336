/**
 * `document deliver`: an accepted voucher goes to its buyer, now or again. `document acknowledgement`: what the buyer answered.
 * `company delivery set`: whether vouchers go to buyers.
 */
import { buyerDeliveryStates } from '../../../ecf/codes/buyer-delivery.js';
import { lastAcknowledgement } from '../../../ledger/buyers/buyer-delivery.js';
import type { Company } from '../../../ledger/companies/company.js';
import { deliverAgain } from '../../../services/buyers/deliver-again.js';
import { changeSettings } from '../../../services/companies/change-settings.js';
import { argument, command, group, option, required } from '../../command.js';
import { companyOf } from '../../context.js';
import { CliError } from '../../terminal/cli-error.js';
import { doneOr } from '../../terminal/done-or.js';
import { anyText } from '../../terminal/values.js';
import { actOn, documentOf, writeKept } from '../vouchers/vouchers.js';
import { companyArgument, encfArgument, place } from '../parts.js';

const onOff = ['on', 'off'] as const;

export const deliverCommand = command({
  name: 'deliver',
  does: 'entrega al comprador un comprobante aceptado, ahora o de nuevo',
  example: 'E310000000001 --company 999999992',
  takes: { encf: encfArgument, ...place },
  changes: 'voucher.deliver',
  work: async (context, wanted) => {
    const document = await documentOf(context, wanted);
    const begun = await context.begin(actOn(document));
    doneOr(await deliverAgain(begun, document));
    const { encf, environment, attempt, buyerDelivery } = document;
    const before =
      buyerDelivery === undefined ? '' : ` (estaba: ${buyerDeliveryStates[buyerDelivery.state].status})`;
    return {
      data: { encf, environment, attempt, before: buyerDelivery?.state ?? null },
      text: `${encf} se entrega al comprador en segundos${before}. «document show ${encf}» dice en qué quedó.`,
    };
  },
});

export const acknowledgementCommand = command({
  name: 'acknowledgement',
  does: 'escribe el acuse de recibo (ARECF) del comprador, byte por byte',
  example: 'E310000000001 --company 999999992 -o arecf.xml',
  more: '«document show» dice si su firma es válida.',
  takes: {
    encf: encfArgument,
    ...place,
    // Never standard output: a buyer writes in any encoding, and could control the terminal.
    output: required('-o, --output <archivo>', 'archivo nuevo', anyText),
  },
  work: async (context, { output, ...wanted }) => {
    const { encf, attempt, buyerDelivery } = await documentOf(context, wanted);
    const acknowledgement = lastAcknowledgement(buyerDelivery);
    if (acknowledgement === undefined) throw new CliError('NOT_ACKNOWLEDGED');
    return writeKept(context, { encf, attempt, kept: acknowledgement }, output);
  },
});

const setDelivery = command({
  name: 'set',
  does: 'on: los aceptados van a los compradores que reciben e-CF; off: no',
  example: '999999992 on --type-45 on',
  takes: {
    company: companyArgument,
    to: argument('<valor>', 'on u off', onOff),
    type45: option('--type-45 <valor>', 'también los de tipo 45: on u off', onOff),
  },
  changes: 'company.buyerDelivery',
  work: async (context, { company, to, type45 }) => {
    const { companyId } = await companyOf(context, company);
    const wanted = { buyerDelivery: to, ...(type45 !== undefined && { buyerDelivery45: type45 }) };
    const target = type45 === undefined ? to : `${to} 45:${type45}`;
    const begun = await context.begin({ companyIds: [companyId], target });
    doneOr(await changeSettings(begun, companyId, wanted));
    return { data: { companyId, ...wanted }, text: `Entrega a los compradores: ${deliveryText(wanted)}.` };
  },
});

export const deliveryCommands = group('delivery', 'entrega de los comprobantes aceptados a sus compradores', [
  setDelivery,
]);

export function deliveryText({
  buyerDelivery,
  buyerDelivery45,
}: Pick<Company, 'buyerDelivery' | 'buyerDelivery45'>) {
  if (buyerDelivery === 'off') return 'no';
  return buyerDelivery45 === 'on' ? 'sí, también tipo 45' : 'sí';
}
