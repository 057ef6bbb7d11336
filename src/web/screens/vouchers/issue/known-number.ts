/** What the voucher master knows about the voucher's number. */
import type { EcfType } from '../../../../ecf/model/ecf-types.js';
import { parseEncf, serialIn } from '../../../../ecf/model/encf.js';
import type { Facts } from '../../../../ecf/model/facts.js';
import type { Sequence } from '../../../api/answers.js';

export interface KnownNumber {
  /** Numbers of the type that are left; undefined if the voucher master has none of the type, or is not known. */
  readonly left: number | undefined;
  /** The next number of the type; null if no range is usable. */
  readonly next: string | null;
  readonly reservation: Facts['reservation'];
  readonly idDoc: Readonly<Record<string, unknown>>;
}

/** @param given the e-NCF of the voucher; without it, the next number of the type */
export function knownNumber(sequences: readonly Sequence[], type: EcfType, given?: string): KnownNumber {
  const sequence = sequences.find(({ ecfType }) => ecfType === type);
  const encf = given ?? sequence?.next ?? undefined;
  const serial = parseEncf(encf)?.serial;
  const range = sequence?.authorizations.find(
    ({ from, to }) => serial !== undefined && serialIn(from) <= serial && serial <= serialIn(to),
  );
  const known = { next: sequence?.next ?? null, left: sequence?.available };
  if (range === undefined) return { ...known, reservation: undefined, idDoc: {} };
  const { expiresOn } = range;
  return {
    ...known,
    reservation: { expiresOn },
    idDoc: { eNCF: encf, ...(expiresOn === null ? {} : { FechaVencimientoSecuencia: expiresOn }) },
  };
}
