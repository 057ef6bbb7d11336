/** A voucher that a person wrote without a number: its type, and the voucher with the number that it gets. */
import { isObject, member } from '../../ecf/json/structure.js';
import { parseEcfType, type EcfType } from '../../ecf/model/ecf-types.js';
import { readVoucher } from './read-voucher.js';

export interface SequenceNumber {
  readonly encf: string;
  /** FechaVencimientoSecuencia; null if the number does not expire. */
  readonly expiresOn: string | null;
}

/**
 * Undefined if the text has no place for the voucher's number, or has a JSON number that cannot be read exactly and would change when it is
 * written again. The check of the text reports such a fault.
 */
export function draftType(bytes: Uint8Array): EcfType | undefined {
  return readDraft(bytes)?.ecfType;
}

/** The voucher's JSON with the number, in UTF-8. Only for a draft with a type. */
export function numberDraft(bytes: Uint8Array, { encf, expiresOn }: SequenceNumber): Uint8Array {
  const draft = readDraft(bytes);
  if (draft === undefined) throw new Error('A draft that had a type cannot be read');
  Object.assign(draft.idDoc, {
    eNCF: encf,
    ...(expiresOn !== null && { FechaVencimientoSecuencia: expiresOn }),
  });
  return new TextEncoder().encode(JSON.stringify(draft.voucher));
}

function readDraft(bytes: Uint8Array) {
  const body = readVoucher(bytes);
  if (!body.ok || body.faults.length > 0) return undefined;
  const idDoc = member(member(member(body.value, 'ECF'), 'Encabezado'), 'IdDoc');
  const ecfType = parseEcfType(member(idDoc, 'TipoeCF'));
  return isObject(idDoc) && ecfType !== undefined ? { voucher: body.value, idDoc, ecfType } : undefined;
}
