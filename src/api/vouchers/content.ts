/** A voucher's content in the form in which two of them are compared: normalised, and its hash. */
import { createHash } from 'node:crypto';
import type { Ecf } from '../../ecf/model/ecf.js';
import type { Fault } from '../../ecf/model/fault.js';
import { normalise } from '../../ecf/json/normalise.js';
import type { Judgement } from './check-voucher.js';

export interface Content {
  readonly ecf: Ecf;
  /** Normalised JSON. */
  readonly text: string;
  /** SHA-256 of it, hex. */
  readonly hash: string;
}

/** Undefined when the body is not sound enough to be compared with anything. */
export function contentOf(
  { ecf }: Pick<Judgement, 'ecf'>,
  jsonFaults: readonly Fault[],
): Content | undefined {
  if (ecf === undefined || jsonFaults.length > 0) return undefined;
  const text = normalise(ecf);
  return { ecf, text, hash: createHash('sha256').update(text).digest('hex') };
}
