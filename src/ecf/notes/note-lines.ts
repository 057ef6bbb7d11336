/** The lines of a note, made from those of the voucher that it modifies. */
import { member } from '../json/structure.js';
import { amountOf, quotient, roundMoney, sum, zero, type Amount } from '../model/amounts.js';

export type Group = Readonly<Record<string, unknown>>;

/** One line of the voucher in the note: so many of its units, or an amount without them, such as a discount that was agreed later. */
export type NoteLine = { /** NumeroLinea of the voucher. */ readonly line: number } & (
  { readonly quantity: string } | { readonly amount: string }
);

/** Amounts of a line that fall with its quantity. */
const sharedAmounts: ReadonlySet<string> = new Set([
  ...['DescuentoMonto', 'MontoSubDescuento', 'RecargoMonto', 'MontoSubRecargo', 'MontosubRecargo'],
  ...['MontoITBISRetenido', 'MontoISRRetenido', 'DescuentoOtraMoneda', 'RecargoOtraMoneda'],
]);

/** Computed anew from the rest of the line. */
const computedAmounts: ReadonlySet<string> = new Set(['MontoItem', 'MontoItemOtraMoneda']);

/** What a line keeps that is not about its units: an amount without units has no discount, and no quantity that a tax is counted by. */
const ofAmount = [
  ...['TablaCodigosItem', 'IndicadorFacturacion', 'NombreItem', 'IndicadorBienoServicio', 'DescripcionItem'],
  ...['UnidadMedida'],
];

export function textIn(tree: unknown, name: string): string | undefined {
  const value = member(tree, name);
  return typeof value === 'number' || typeof value === 'string' ? String(value) : undefined;
}

/** Zero for what is absent or no number. */
export function amountIn(tree: unknown, name: string): Amount {
  const text = textIn(tree, name);
  return text !== undefined && /^-?\d+(\.\d+)?$/.test(text) ? amountOf(text) : zero;
}

export function groupsIn(tree: unknown, name: string): readonly Group[] {
  const list = member(tree, name);
  return Array.isArray(list) ? (list as readonly Group[]) : [];
}

export function numbered(lines: readonly Group[]): readonly Group[] {
  return lines.map((line, index) => ({ ...line, NumeroLinea: index + 1 }));
}

/** The chosen lines, in the voucher's order. A line that the voucher does not have, and one without a quantity or an amount, is left out. */
export function chosenLines(items: readonly Group[], chosen: readonly NoteLine[]): readonly Group[] {
  return items.flatMap((item) => {
    const one = chosen.find(({ line }) => String(line) === textIn(item, 'NumeroLinea'));
    if (one === undefined) return [];
    if ('amount' in one) return isPositive(one.amount) ? [lineOfAmount(item, one.amount)] : [];
    return isPositive(one.quantity) ? [lineOfQuantity(item, one.quantity)] : [];
  });
}

function isPositive(text: string): boolean {
  return /^\d+(\.\d+)?$/.test(text) && amountOf(text).gt(zero);
}

function lineOfQuantity(item: Group, quantity: string): Group {
  const share = quotient(amountOf(quantity), amountIn(item, 'CantidadItem')) ?? amountOf('1');
  return { ...(shared(item, share) as Group), CantidadItem: Number(quantity) };
}

function shared(tree: unknown, share: Amount): unknown {
  if (Array.isArray(tree)) return tree.map((one) => shared(one, share));
  if (typeof tree !== 'object' || tree === null) return tree;
  const fields = Object.entries(tree).filter(([name]) => !computedAmounts.has(name));
  return Object.fromEntries(
    fields.map(([name, value]) => [
      name,
      sharedAmounts.has(name) ? moneyOf(amountIn(tree, name).times(share)) : shared(value, share),
    ]),
  );
}

function lineOfAmount(item: Group, amount: string): Group {
  return { ...kept(item, ofAmount), CantidadItem: 1, PrecioUnitarioItem: Number(amount) };
}

export function moneyOf(amount: Amount): number {
  return Number(roundMoney(amount).toFixed());
}

/** The part of the voucher's lines that the chosen units make up: global discounts fall with it. An amount has its discount in it. */
export function chosenShare(items: readonly Group[], chosen: readonly NoteLine[]): Amount {
  const parts = items.flatMap((item) => {
    const one = chosen.find(({ line }) => String(line) === textIn(item, 'NumeroLinea'));
    if (one === undefined || 'amount' in one || !isPositive(one.quantity)) return [];
    const share = quotient(amountOf(one.quantity), amountIn(item, 'CantidadItem')) ?? zero;
    return [amountIn(item, 'MontoItem').times(share)];
  });
  return quotient(sum(parts), sum(items.map((item) => amountIn(item, 'MontoItem')))) ?? zero;
}

/** A note that corrects texts repeats the lines without their amounts (Formato e-CF v1.0 p.45 c). */
export function linesWithoutAmounts(items: readonly Group[]): readonly Group[] {
  const names = [...ofAmount, 'CantidadItem', 'PrecioUnitarioItem'];
  return items.map((item) => ({ ...kept(item, names), MontoItem: 0 }));
}

function kept(item: Group, names: readonly string[]): Group {
  return Object.fromEntries(Object.entries(item).filter(([name]) => names.includes(name)));
}
