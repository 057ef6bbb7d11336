/** Checks a voucher in a thread of its own: a voucher of a thousand lines would freeze the page each time. */
import { isObject, member } from '../../../../ecf/json/structure.js';
import { readJson, jsonLimits } from '../../../../ecf/json/read-json.js';
import { voucherNames } from '../../../../ecf/json/shape.js';
import type { Fault } from '../../../../ecf/model/fault.js';
import type { Facts } from '../../../../ecf/model/facts.js';
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
    }
  | { readonly amounts: readonly UsualAmount[] }
);

self.addEventListener('message', ({ data }: MessageEvent<Question>) => {
  const { id, wanted } = data;
  const answer = wanted === 'amounts' ? { id, amounts: amountsOf(data) } : { id, faults: faultsOf(data) };
  self.postMessage(answer satisfies Answer);
});

function faultsOf(question: Question): readonly Fault[] | undefined {
  const reading = read(question);
  if (!reading.ok) return undefined;
  const { errores, advertencias } = validate(reading.value, question.facts, reading.faults);
  return [...errores, ...advertencias];
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
