/** Puts the next number of the voucher master, with its expiry, into a voucher that a person wrote without a number. */
import { readBytes } from '../../../../checking/read-voucher.js';
import { isObject, member } from '../../../../ecf/json/structure.js';
import { localDate } from '../../../../ecf/model/dates.js';
import { parseEcfType, type EcfType } from '../../../../ecf/model/ecf-types.js';
import { formatEncf } from '../../../../ecf/model/encf.js';
import type { RouteDeps } from '../../route-deps.js';

export interface Draft {
  readonly ecfType: EcfType;
  /** The voucher's JSON with the given number, in UTF-8. */
  readonly numbered: (number: SequenceNumber) => Uint8Array;
}

export interface SequenceNumber {
  readonly encf: string;
  readonly expiresOn: string | null;
}

/** Undefined if the text has no place for a number. The check of the text then reports what is wrong with it. */
export function readDraft(text: string): Draft | undefined {
  const body = readBytes(Buffer.from(text));
  // If a JSON number cannot be read exactly, writing it again would change it.
  if (!body.ok || body.faults.length > 0) return undefined;
  const idDoc = member(member(member(body.value, 'ECF'), 'Encabezado'), 'IdDoc');
  const ecfType = parseEcfType(member(idDoc, 'TipoeCF'));
  if (!isObject(idDoc) || ecfType === undefined) return undefined;
  return {
    ecfType,
    numbered: ({ encf, expiresOn }) => {
      const fields = { eNCF: encf, ...(expiresOn !== null && { FechaVencimientoSecuencia: expiresOn }) };
      Object.assign(idDoc, fields);
      return Buffer.from(JSON.stringify(body.value));
    },
  };
}

/** The number that would come next, without reserving it. Undefined if no number is left. */
export async function previewNumber(
  { store, clock }: Pick<RouteDeps, 'store' | 'clock'>,
  companyId: number,
  ecfType: EcfType,
): Promise<SequenceNumber | undefined> {
  const today = localDate(clock().getTime());
  const sequences = await store.sequencesOverview(companyId, 'certification', today);
  const { next = null, expiresOn = null } = sequences.find((one) => one.ecfType === ecfType) ?? {};
  return next === null ? undefined : { encf: formatEncf(ecfType, next), expiresOn };
}
