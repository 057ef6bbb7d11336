/** A voucher without a number, from a person or from a client of `issue`: its type, and the voucher with the number that it gets. */
import { createHash } from 'node:crypto';
import { identityPaths } from '../../ecf/model/document-facts.js';
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

export interface UnnumberedVoucher {
  readonly ecfType: EcfType;
  /**
   * SHA-256 (hex) of the JSON, whatever its blanks and the order of its members. It does not depend on our rules or on the number, so the
   * same request has the same hash after an upgrade, and after a change of the number's expiry.
   */
  readonly contentHash: string;
  /** The paths of what the service assigns, where the client sent it all the same. */
  readonly assigned: readonly string[];
}

/** Undefined for the same texts as in `draftType`. */
export function readUnnumbered(bytes: Uint8Array): UnnumberedVoucher | undefined {
  const draft = readDraft(bytes);
  if (draft === undefined) return undefined;
  const { ecfType, idDoc, voucher } = draft;
  const contentHash = createHash('sha256').update(JSON.stringify(voucher, inNameOrder)).digest('hex');
  return { ecfType, contentHash, assigned: assignedByService.filter((path) => hasMember(idDoc, path)) };
}

export const assignedByService: readonly string[] = [
  identityPaths.encf,
  'ECF.Encabezado.IdDoc.FechaVencimientoSecuencia',
];

function hasMember(idDoc: object, path: string): boolean {
  return member(idDoc, path.slice(path.lastIndexOf('.') + 1)) !== undefined;
}

function inNameOrder(_name: string, value: unknown): unknown {
  if (!isObject(value)) return value;
  const names = Object.keys(value).sort();
  return Object.fromEntries(names.map((name) => [name, value[name]]));
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
