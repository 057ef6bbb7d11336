/** What the notes on a voucher have taken from it and added to it, and what is left. Pure. */
import { member } from '../json/structure.js';
import { amountOf, zero, type Amount } from '../model/amounts.js';
import { amountIn, groupsIn, textIn, type Group } from './note-lines.js';

/** The bases of the taxes, with the IndicadorFacturacion of their lines. */
export const bases = [
  { name: 'MontoGravadoI1', indicator: 1 },
  { name: 'MontoGravadoI2', indicator: 2 },
  { name: 'MontoGravadoI3', indicator: 3 },
  { name: 'MontoExento', indicator: 4 },
] as const;
type Base = (typeof bases)[number]['name'];

export interface Credited {
  /** Units of each line that credit notes took: NumeroLinea → decimal text. Lines that no note names are left out. */
  readonly units: Readonly<Record<string, string>>;
  /** Decimal text of each base: what credit notes took, less what debit notes added. */
  readonly bases: Readonly<Record<Base, string>>;
}

export interface NoteOnVoucher {
  readonly type: 33 | 34;
  /** The parsed content of the note. */
  readonly content: unknown;
}

/** CodigoModificacion of a note that only corrects texts: it takes nothing, whatever its lines say. */
const textOnly = '2';

/**
 * A note's line takes units of the voucher's line if both have the same name, price and indicator; a line of another price is an amount.
 * @param notes those that DGII accepted, and credit notes that it has not decided on yet
 */
export function creditedBy(content: unknown, notes: readonly NoteOnVoucher[]): Credited {
  const items = itemsOf(content);
  const units = new Map<string, Amount>();
  const totals = new Map<Base, Amount>();
  for (const { type, content: note } of notes) {
    const ecf = ecfOf(note);
    if (textIn(member(ecf, 'InformacionReferencia'), 'CodigoModificacion') === textOnly) continue;
    if (type === 34) for (const line of itemsOf(note)) takeUnits(items, line, units);
    const found = member(member(ecf, 'Encabezado'), 'Totales');
    for (const { name } of bases) {
      const amount = amountIn(found, name);
      totals.set(name, (totals.get(name) ?? zero)[type === 34 ? 'plus' : 'minus'](amount));
    }
  }
  const text = (name: Base) => (totals.get(name) ?? zero).toFixed();
  return {
    units: Object.fromEntries(Array.from(units, ([line, taken]) => [line, taken.toFixed()])),
    bases: {
      MontoGravadoI1: text('MontoGravadoI1'),
      MontoGravadoI2: text('MontoGravadoI2'),
      MontoGravadoI3: text('MontoGravadoI3'),
      MontoExento: text('MontoExento'),
    },
  };
}

/** Two lines of a voucher may be alike: the units go to the first one until it has no more. */
function takeUnits(items: readonly Group[], line: Group, units: Map<string, Amount>): void {
  let left = amountIn(line, 'CantidadItem');
  for (const item of items) {
    if (left.lte(zero) || !isAlike(item, line)) continue;
    const name = textIn(item, 'NumeroLinea') ?? '';
    const taken = units.get(name) ?? zero;
    const free = amountIn(item, 'CantidadItem').minus(taken);
    const now = free.lt(left) ? free : left;
    if (now.lte(zero)) continue;
    units.set(name, taken.plus(now));
    left = left.minus(now);
  }
}

function isAlike(item: Group, line: Group): boolean {
  return (
    textIn(item, 'NombreItem') === textIn(line, 'NombreItem') &&
    textIn(item, 'IndicadorFacturacion') === textIn(line, 'IndicadorFacturacion') &&
    amountIn(item, 'PrecioUnitarioItem').eq(amountIn(line, 'PrecioUnitarioItem'))
  );
}

export function hasCredits({ bases: taken }: Credited): boolean {
  return Object.values(taken).some((text) => !amountOf(text).eq(zero));
}

/** The lines of a note that takes what other notes left: one for each tax base, because nobody knows which units are left. */
export function balanceLines(content: unknown, { bases: taken }: Credited): readonly Group[] {
  const ecf = ecfOf(content);
  const header = member(ecf, 'Encabezado');
  const totals = member(header, 'Totales');
  const encf = textIn(member(header, 'IdDoc'), 'eNCF') ?? '';
  const items = itemsOf(content);
  return bases.flatMap(({ name, indicator }) => {
    const left = amountIn(totals, name).minus(amountOf(taken[name]));
    if (left.lte(zero)) return [];
    const alike = items.find((item) => textIn(item, 'IndicadorFacturacion') === String(indicator));
    return [
      {
        IndicadorFacturacion: indicator,
        NombreItem: `Saldo de ${encf}`,
        IndicadorBienoServicio: Number(textIn(alike, 'IndicadorBienoServicio') ?? '2'),
        CantidadItem: 1,
        PrecioUnitarioItem: Number(left.toFixed()),
      },
    ];
  });
}

/** The voucher in its envelope or without it: both are JSON of a voucher. */
export function ecfOf(content: unknown): unknown {
  return member(content, 'ECF') ?? content;
}

export function itemsOf(content: unknown): readonly Group[] {
  return groupsIn(member(ecfOf(content), 'DetallesItems'), 'Item');
}
