/** Normalises a voucher's content and hashes it, so that we can compare two vouchers. */
import { createHash } from 'node:crypto';
import type { Ecf } from '../../ecf/model/ecf.js';
import type { Fault } from '../../ecf/model/fault.js';
import { normalise } from '../../ecf/json/normalise.js';
import type { Checked } from './check-voucher.js';

export interface Content {
  readonly ecf: Ecf;
  /** Normalised JSON. */
  readonly text: string;
  /** SHA-256 of `text`, in hex. */
  readonly hash: string;
}

/** Undefined when the body has faults that make a comparison impossible. */
export function contentOf({ ecf }: Pick<Checked, 'ecf'>, jsonFaults: readonly Fault[]): Content | undefined {
  if (ecf === undefined || jsonFaults.length > 0) return undefined;
  const text = normalise(ecf);
  return { ecf, text, hash: createHash('sha256').update(text).digest('hex') };
}
