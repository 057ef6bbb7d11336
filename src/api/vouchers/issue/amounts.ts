/** `totales=calcular`: the service computes the amounts of the voucher, and the answer lists them. */
import type { UsualAmount } from '../../../ecf/usual-amounts.js';

export function readWithAmounts(text: unknown): boolean {
  return text === 'calcular';
}

export function amountsIn({ amounts }: { readonly amounts?: readonly UsualAmount[] | undefined }) {
  return amounts === undefined
    ? {}
    : { montosCalculados: amounts.filter(({ isCode }) => isCode !== true).map(shownAmount) };
}

/** Null: the voucher had the amount and should not. */
function shownAmount({ campo, text }: UsualAmount) {
  return { campo, monto: text === undefined ? null : Number(text) };
}
