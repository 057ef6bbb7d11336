/** Computes the amounts that other fields of a voucher decide, by the same tables that check them. Pure. */
import { amountOf, roundMoney, zero, type Amount } from './model/amounts.js';
import { parseEcfType, type EcfType } from './model/ecf-types.js';
import type { Facts } from './model/facts.js';
import type { Gaps } from './json/gaps.js';
import { putAt } from './json/put-at.js';
import { sentPath } from './json/sent-path.js';
import { checkStructure, member } from './json/structure.js';
import type { RuledAmount } from './rules/rule.js';
import { rules } from './rules/rules.js';
import { paths, Voucher } from './rules/voucher.js';

export interface UsualAmount {
  /** JSON path, spelled as in the voucher. */
  readonly campo: string;
  /** A number, as JSON writes it. */
  readonly text: string;
}

const computed = rules.filter(({ amounts }) => amounts !== undefined);

/** Each pass lets amounts follow from those of the pass before: a percentage, the discount of its line, MontoItem, the totals. */
const passesMax = 6;

/** With more faults of structure there is nothing to compute from. */
const faultsMax = 1_000;

/**
 * The usual value of each field that the arithmetic rules compute, also of one that was left out and is needed. An amount that follows any
 * reading of the official text stays as it is. A field is skipped while something that decides it is missing.
 * @param input the parsed body; the amounts are put into it
 * @returns what changed; nothing if the type of e-CF is unknown
 */
export function usualAmounts(input: unknown, facts: Facts): readonly UsualAmount[] {
  const ecf = member(input, 'ECF');
  const type = parseEcfType(member(member(member(ecf, 'Encabezado'), 'IdDoc'), 'TipoeCF'));
  if (type === undefined) return [];
  const voucher = new WorkingVoucher(ecf, type, facts);
  for (let pass = 0; pass < passesMax; pass += 1) {
    const before = voucher.changes;
    for (const { types, amounts } of computed)
      if (amounts !== undefined && types?.includes(type) !== false) voucher.compute(amounts);
    if (voucher.changes === before) break;
  }
  return Array.from(voucher.changed, ([campo, text]) => ({ campo, text }));
}

/** A voucher that gets its amounts, one rule after the other. */
class WorkingVoucher {
  readonly changed = new Map<string, string>();
  changes = 0;
  /** Obligatory amounts that were left out. Until they are computed they are zero, because the rules read no voucher without them. */
  private readonly leftOut: ReadonlySet<string>;
  /** Undefined after a change. */
  private reading: { readonly voucher: Voucher; readonly gaps: Gaps | undefined } | undefined;

  constructor(
    private readonly ecf: unknown,
    private readonly type: EcfType,
    private readonly facts: Facts,
  ) {
    const items = member(member(ecf, 'DetallesItems'), 'Item');
    const leftOut = (Array.isArray(items) ? items : []).flatMap((item, index) =>
      member(item, 'MontoItem') === undefined ? `${paths.items}[${index}].MontoItem` : [],
    );
    if (member(member(member(ecf, 'Encabezado'), 'Totales'), 'MontoTotal') === undefined)
      leftOut.push(`${paths.totales}.MontoTotal`);
    this.leftOut = new Set(leftOut.filter((campo) => putAt(ecf, type, campo, 0)));
  }

  compute(amounts: (voucher: Voucher) => Iterable<RuledAmount>): void {
    const { voucher, gaps } = (this.reading ??= this.read()) ?? {};
    if (voucher === undefined) return;
    gaps?.forget();
    const found: UsualAmount[] = [];
    for (const amount of amounts(voucher)) {
      const { campo } = amount;
      const isLeftOut = this.leftOut.has(campo) && !this.changed.has(campo);
      const usual = usualOf(isLeftOut ? { ...amount, text: undefined } : amount);
      if (usual !== undefined && gaps?.under(campo) !== true) found.push({ campo, text: textOf(usual) });
    }
    for (const { campo, text } of found) {
      const sent = sentPath(campo, this.ecf, this.type);
      if (!putAt(this.ecf, this.type, sent, Number(text))) continue;
      this.changed.set(sent, text);
      this.changes += 1;
      this.reading = undefined;
    }
  }

  private read() {
    const { readable, gaps } = checkStructure(this.ecf, this.type, faultsMax);
    return readable === undefined ? undefined : { voucher: new Voucher(readable, this.facts, gaps), gaps };
  }
}

/** Cents are written with two decimals, as people read money. A rate is a whole number. */
function textOf(amount: Amount): string {
  return amount.eq(amount.round(0)) ? amount.toFixed() : amount.toFixed(2);
}

/** Undefined if the voucher keeps what it has. */
function usualOf({ text, readings, needed }: RuledAmount): Amount | undefined {
  const found = text === undefined ? undefined : amountOf(text);
  let usual: Amount | undefined;
  for (const reading of readings()) {
    if (reading === undefined) continue;
    const rounded = roundMoney(reading);
    if (found?.eq(rounded) === true) return undefined;
    usual ??= rounded;
  }
  if (usual === undefined || found !== undefined) return usual;
  return (needed ?? !usual.eq(zero)) ? usual : undefined;
}
