/** Checks a voucher in a thread of its own: a voucher of a thousand lines would freeze the page each time. */
import { isObject, member } from '../../../../ecf/json/structure.js';
import { readJson, jsonLimits } from '../../../../ecf/json/read-json.js';
import { voucherNames } from '../../../../ecf/json/shape.js';
import { taxCells, type TaxCells } from '../../../../ecf/line-taxes.js';
import type { Fault } from '../../../../ecf/model/fault.js';
import type { Facts } from '../../../../ecf/model/facts.js';
import { Voucher } from '../../../../ecf/rules/voucher.js';
import { usualAmounts, type UsualAmount } from '../../../../ecf/usual-amounts.js';
import { validate } from '../../../../ecf/validate.js';

export interface Question {
  readonly id: number;
  readonly wanted: 'faults' | 'amounts';
  readonly text: string;
  readonly facts: Facts;
  readonly idDoc: Readonly<Record<string, unknown>>;
}

export type Answer = { readonly id: number } & (
  | {
      /** Undefined if the text is not JSON. */
      readonly faults: readonly Fault[] | undefined;
      /** Of each line. Undefined if the voucher is not complete enough to compute them. */
      readonly taxCells: readonly TaxCells[] | undefined;
    }
  | { readonly amounts: readonly UsualAmount[] }
);

self.addEventListener('message', ({ data }: MessageEvent<Question>) => {
  const { id, wanted } = data;
  const answer = wanted === 'amounts' ? { id, amounts: amountsOf(data) } : { id, ...checked(data) };
  self.postMessage(answer satisfies Answer);
});

function checked(question: Question) {
  const reading = read(question);
  if (!reading.ok) return { faults: undefined, taxCells: undefined };
  const { errores, advertencias, ecf } = validate(reading.value, question.facts, reading.faults);
  return {
    faults: [...errores, ...advertencias],
    taxCells: ecf === undefined ? undefined : taxCells(new Voucher(ecf, question.facts)),
  };
}

function amountsOf(question: Question): readonly UsualAmount[] {
  const reading = read(question);
  return reading.ok ? usualAmounts(reading.value, question.facts) : [];
}

function read({ text, idDoc }: Question) {
  const reading = readJson(text, { ...jsonLimits, names: voucherNames() });
  if (reading.ok) fill(reading.value, idDoc);
  return reading;
}

function fill(value: unknown, idDoc: Question['idDoc']): void {
  const found = member(member(member(value, 'ECF'), 'Encabezado'), 'IdDoc');
  if (isObject(found)) Object.assign(found, idDoc);
}
