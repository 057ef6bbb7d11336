/**
 * What the arithmetic rules share. Every amount is compared within a tolerance: one peso for a line, one for each line
 * in what stands in the header (Informe Técnico e-CF v1.0 p.21). Where the official text can be read in several ways,
 * every reading is as good as the others.
 */
import { amountOf, roundMoney, shownMoney, within, zero, type Amount } from '../model/amounts.js';
import { textAt, type EcfNode } from '../model/ecf.js';
import { ecfTypeList, type EcfType } from '../model/ecf-types.js';
import { shapeOf, type Member, type Shape } from '../json/shape.js';
import type { Finding } from './rule.js';
import type { Voucher } from './voucher.js';

/** In pesos, or units of the other currency, for one line. */
export const lineTolerance = 1;

/** For what the header says of all lines. */
export function headerTolerance({ lines }: Voucher): number {
  return Math.max(lines.length, 1) * lineTolerance;
}

/** What 1.00 at that IndicadorFacturacion costs with ITBIS; at the others there is none. */
export const itbisFactors: ReadonlyMap<string, Amount> = new Map([
  ['1', amountOf('1.18')],
  ['2', amountOf('1.16')],
]);

export interface Comparison {
  /** JSON path of the amount. */
  readonly campo: string;
  /** Undefined: it was left out, which counts as zero. */
  readonly text: string | undefined;
  readonly tolerance: number;
  /** Spanish: how the expected amount is computed. */
  readonly formula: string;
  /** The readings, the usual one first; undefined ones say nothing. None at all: nothing is demanded. */
  readonly readings: Iterable<Amount | undefined>;
}

/** The finding when the amount agrees with none of the readings. They are asked one by one until one does. */
export function compare({ campo, text, tolerance, formula, readings }: Comparison): Finding | undefined {
  const found = amountOf(text);
  let first: Amount | undefined;
  for (const reading of readings) {
    if (reading === undefined) continue;
    // Rounding the reading first may bring it within the tolerance by less than a cent.
    if (within(tolerance, found, reading) || within(tolerance, found, roundMoney(reading))) return undefined;
    first ??= reading;
  }
  if (first === undefined) return undefined;
  const received = text === undefined ? 'no se recibió' : `se recibió ${show(found)}`;
  const mensaje = `Se esperaba ${show(first)} (${formula}); ${received}. Tolerancia: ${shownMoney(amountOf(String(tolerance)))}.`;
  return { campo, mensaje };
}

/** Signed: what the amount is more than the reading it is closest to. Zero when nothing is demanded of it. */
export function difference(found: Amount, readings: Iterable<Amount | undefined>): Amount {
  let least: Amount | undefined;
  for (const reading of readings) {
    if (reading === undefined) continue;
    const more = found.minus(reading);
    if (least === undefined || more.abs().lt(least.abs())) least = more;
  }
  return least ?? zero;
}

/** Amounts longer than this are not money; their full digits would only swell the message. */
const shownMax = 40;

export function show(amount: Amount): string {
  const text = shownMoney(roundMoney(amount));
  return text.length > shownMax ? amount.toExponential(3) : text;
}

/** The text as an amount; undefined when it is absent. */
export function amountAt(node: EcfNode | undefined, name: string): Amount | undefined {
  const text = textAt(node, name);
  return text === undefined ? undefined : amountOf(text);
}

/**
 * A credit note after 30 days gives back the price without ITBIS (Informe Técnico e-CF v1.0 p.17); what its ITBIS
 * fields then say is written nowhere.
 */
export function isLateCreditNote({ type, idDoc }: Voucher): boolean {
  return type === 34 && textAt(idDoc, 'IndicadorNotaCredito') === '1';
}

/** The types of e-CF that have what stands at this path below ECF. */
export function typesWith(...names: readonly string[]): readonly EcfType[] {
  return ecfTypeList.filter((type) => {
    let shape: Shape | undefined = shapeOf(type);
    return names.every((name) => {
      const member: Member | undefined = shape?.byName.get(name);
      shape = member?.shape;
      return member !== undefined;
    });
  });
}
