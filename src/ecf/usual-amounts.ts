/** Computes the amounts that other fields of a voucher decide, by the same tables that check them. Pure. */
import { amountOf, roundMoney, zero, type Amount } from './model/amounts.js';
import { parseEcfType, type EcfType } from './model/ecf-types.js';
import type { Facts } from './model/facts.js';
import type { Gaps } from './json/gaps.js';
import { putAt } from './json/put-at.js';
import { sentPath } from './json/sent-path.js';
import { checkStructure, member } from './json/structure.js';
import { missingFixedTaxes } from './rules/sums/additional-taxes.js';
import { taxAmounts, taxRows } from './rules/sums/tax-rows.js';
import type { RuledAmount } from './rules/rule.js';
import { rules } from './rules/rules.js';
import { paths, Voucher } from './rules/voucher.js';

export interface UsualAmount {
  /** JSON path, spelled as in the voucher. */
  readonly campo: string;
  /** A number, as JSON writes it; undefined if the voucher should not have the field. */
  readonly text: string | undefined;
  /** It is the code of a row that was added for the amount, and no amount: JSON writes it as a text. */
  readonly isCode?: true;
}

const computed = rules.flatMap(({ types, amounts }) => (amounts === undefined ? [] : [{ types, amounts }]));

/** Each pass lets amounts follow from those of the pass before: a percentage, the discount of its line, MontoItem, the totals. */
const passesMax = 8;

const taxPath = `${paths.totales}.ImpuestosAdicionales.ImpuestoAdicional`;

/** With more faults of structure there is nothing to compute from. */
const faultsMax = 1_000;

/**
 * The usual value of each field that the arithmetic rules compute, also of one that was left out and is needed. An amount that follows any
 * reading of the official text stays as it is. A total that no line has any more is removed. A field is skipped while something that decides
 * it is missing. The totals are skipped while a line has no amount.
 * @param input the parsed body; the amounts are put into it
 * @returns what changed; nothing if the type of e-CF is unknown
 */
export function usualAmounts(input: unknown, facts: Facts): readonly UsualAmount[] {
  const ecf = member(input, 'ECF');
  const type = parseEcfType(member(member(member(ecf, 'Encabezado'), 'IdDoc'), 'TipoeCF'));
  if (type === undefined) return [];
  const voucher = new WorkingVoucher(ecf, type, facts);
  for (let pass = 0; pass < passesMax; pass += 1) {
    let isChanged = voucher.addTaxRows();
    for (const { types, amounts } of computed)
      if (types?.includes(type) !== false) isChanged = voucher.compute(amounts) || isChanged;
    if (!isChanged) break;
  }
  return voucher.result();
}

interface Change {
  readonly before: string | undefined;
  readonly now: string | undefined;
  readonly isCode?: true;
}

class WorkingVoucher {
  private readonly changed = new Map<string, Change>();
  /** Obligatory amounts that were left out. Until they are computed they are zero, because the rules read no voucher without them. */
  private readonly leftOut: Set<string>;
  /** Undefined after a change. */
  private reading: { readonly voucher: Voucher; readonly gaps: Gaps | undefined } | undefined;

  constructor(
    private readonly ecf: unknown,
    private readonly type: EcfType,
    private readonly facts: Facts,
  ) {
    const lines = rowsOf(member(ecf, 'DetallesItems'), 'Item').flatMap((item, index) =>
      member(item, 'MontoItem') === undefined ? `${paths.items}[${index}].MontoItem` : [],
    );
    const total = member(member(member(ecf, 'Encabezado'), 'Totales'), 'MontoTotal');
    const leftOut = [...lines, ...(total === undefined ? [`${paths.totales}.MontoTotal`] : [])];
    this.leftOut = new Set(leftOut.filter((campo) => putAt(ecf, type, campo, 0)));
  }

  /**
   * Adds rows to ImpuestosAdicionales for the taxes of the lines whose rate the law fixes. The others have rates that DGII changes each
   * quarter, so their rows come from the person. @returns whether it added any
   */
  addTaxRows(): boolean {
    const { voucher } = (this.reading ??= this.read()) ?? {};
    if (voucher === undefined) return false;
    const start = taxRows(voucher).length;
    for (const [index, { code, rate }] of missingFixedTaxes(voucher).entries()) {
      const row = `${taxPath}[${start + index}]`;
      if (!putAt(this.ecf, this.type, `${row}.TipoImpuesto`, code)) continue;
      putAt(this.ecf, this.type, `${row}.TasaImpuestoAdicional`, rate);
      this.changed.set(`${row}.TipoImpuesto`, { before: undefined, now: code, isCode: true });
      this.changed.set(`${row}.TasaImpuestoAdicional`, { before: undefined, now: String(rate) });
      this.reading = undefined;
    }
    this.putObligatoryTaxes();
    return this.reading === undefined;
  }

  /** A row of type 44 has no other amount than this one, so the format demands it. It must be above zero to be read. */
  private putObligatoryTaxes(): void {
    if (this.type !== 44) return;
    const totales = member(member(this.ecf, 'Encabezado'), 'Totales');
    const table = rowsOf(member(totales, 'ImpuestosAdicionales'), 'ImpuestoAdicional');
    for (const [index, row] of table.entries()) {
      const campo = `${taxPath}[${index}].${taxAmounts.other}`;
      if (member(row, taxAmounts.other) !== undefined || !putAt(this.ecf, this.type, campo, 1)) continue;
      this.leftOut.add(campo);
      this.reading = undefined;
    }
  }

  compute(amounts: (voucher: Voucher) => Iterable<RuledAmount>): boolean {
    const { voucher, gaps } = (this.reading ??= this.read()) ?? {};
    if (voucher === undefined) return false;
    gaps?.forget();
    const found: (Change & { readonly campo: string })[] = [];
    for (const amount of amounts(voucher)) {
      const { campo } = amount;
      const before = this.isLeftOut(campo) ? undefined : amount.text;
      const usual = usualOf({ ...amount, text: before });
      if (usual === undefined || gaps?.under(campo) === true) continue;
      found.push({ campo, before, now: usual === 'none' ? undefined : textOf(usual) });
    }
    const missing = Array.from(this.leftOut).filter((campo) => this.isLeftOut(campo));
    const lacksLine = missing.some(isOfLine);
    const lacksTax = missing.some(isOfTax);
    for (const { campo, before, now } of found) {
      if (!isOfLine(campo) && (lacksLine || (lacksTax && !isOfTax(campo)))) continue;
      const sent = sentPath(campo, this.ecf, this.type);
      if (!putAt(this.ecf, this.type, sent, now === undefined ? undefined : Number(now))) continue;
      this.changed.set(sent, { ...(this.changed.get(sent) ?? { before }), now });
      this.reading = undefined;
    }
    return this.reading === undefined;
  }

  /** Removes what could not be computed. A field that a later pass changed back is left out. */
  result(): readonly UsualAmount[] {
    for (const campo of this.leftOut) if (this.isLeftOut(campo)) putAt(this.ecf, this.type, campo, undefined);
    return Array.from(this.changed).flatMap(([campo, { before, now, isCode }]) => {
      const isSame =
        before === undefined || now === undefined ? before === now : Number(before) === Number(now);
      return isSame ? [] : [{ campo, text: now, ...(isCode && { isCode }) }];
    });
  }

  private isLeftOut(campo: string): boolean {
    return this.leftOut.has(campo) && !this.changed.has(campo);
  }

  private read() {
    const { readable, gaps } = checkStructure(this.ecf, this.type, faultsMax);
    return readable === undefined ? undefined : { voucher: new Voucher(readable, this.facts, gaps), gaps };
  }
}

function isOfLine(campo: string): boolean {
  return campo.startsWith(paths.items);
}

function isOfTax(campo: string): boolean {
  return campo.startsWith(taxPath);
}

function rowsOf(table: unknown, name: string): readonly unknown[] {
  const rows = member(table, name);
  return Array.isArray(rows) ? rows : [];
}

/** Cents are written with two decimals, as people read money. A rate is a whole number. */
function textOf(amount: Amount): string {
  return amount.eq(amount.round(0)) ? amount.toFixed() : amount.toFixed(2);
}

/** @returns undefined if the voucher keeps what it has, `none` if it should not have the field */
function usualOf({ text, readings, needed, isKept }: RuledAmount): Amount | 'none' | undefined {
  if (needed === 'never') return text === undefined ? undefined : 'none';
  const all = [...readings()].flatMap((reading) => (reading === undefined ? [] : [roundMoney(reading)]));
  const [usual] = all;
  if (usual === undefined) return undefined;
  if (text === undefined)
    return needed !== 'asGiven' && (needed === 'always' || !usual.eq(zero)) ? usual : undefined;
  const found = amountOf(text);
  if (all.some((reading) => reading.eq(found)) || isKept?.() === true) return undefined;
  if (needed === 'asGiven') return all.every((reading) => reading.eq(usual)) ? usual : undefined;
  if (needed === 'always' || !usual.eq(zero)) return usual;
  return needed === 'withLines' ? 'none' : undefined;
}
