/**
 * Checks a voucher with the core's own `validate`, in a thread of its own. Otherwise a voucher of a thousand lines would freeze the page
 * during each check.
 */
import { isObject, member } from '../../../ecf/json/structure.js';
import { readJson, jsonLimits } from '../../../ecf/json/read-json.js';
import { voucherNames } from '../../../ecf/json/shape.js';
import type { Fault } from '../../../ecf/model/fault.js';
import type { Facts } from '../../../ecf/model/facts.js';
import { validate } from '../../../ecf/validate.js';

export interface Question {
  readonly id: number;
  readonly text: string;
  readonly facts: Facts;
  /** What the service will put into IdDoc: the next number and its expiry. */
  readonly idDoc: Readonly<Record<string, unknown>>;
}

export interface Answer {
  readonly id: number;
  /** Undefined if the text is not JSON. */
  readonly faults: readonly Fault[] | undefined;
}

self.addEventListener('message', ({ data }: MessageEvent<Question>) => {
  self.postMessage({ id: data.id, faults: check(data) } satisfies Answer);
});

function check({ text, facts, idDoc }: Question): readonly Fault[] | undefined {
  const reading = readJson(text, { ...jsonLimits, names: voucherNames() });
  if (!reading.ok) return undefined;
  fill(reading.value, idDoc);
  const { errores, advertencias } = validate(reading.value, facts, reading.faults);
  return [...errores, ...advertencias];
}

function fill(value: unknown, idDoc: Question['idDoc']): void {
  const found = member(member(member(value, 'ECF'), 'Encabezado'), 'IdDoc');
  if (isObject(found)) Object.assign(found, idDoc);
}
