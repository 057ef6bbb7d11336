/** What a new voucher starts from, as the address says it. */
import { parseEcfType, type EcfType } from '../../../../ecf/model/ecf-types.js';
import { noteCodes, type NoteCode } from '../../../../ecf/notes/note-codes.js';

interface Copied {
  readonly copia?: string;
  readonly intento?: number;
  /** The new voucher is the next attempt of the same e-NCF, which is spent. Only in certification. */
  readonly repite?: true;
  /** It corrects a rejected voucher and keeps its number, which is free. */
  readonly mismo?: true;
}

/** Another voucher, an empty one of a type, or, with both, the voucher that a note of this type modifies. */
export interface Started extends Copied {
  readonly tipo?: EcfType;
  /** CodigoModificacion, of a credit note. */
  readonly codigo?: NoteCode;
}

/** With `borrador`, the reference of a draft, the form goes on with it, and the draft says what it started from. */
export interface Address extends Started {
  readonly borrador?: string;
}

export function addressFrom(search: Record<string, unknown>): Address {
  const borrador = search['borrador'];
  return { ...startedFrom(search), ...(typeof borrador === 'string' ? { borrador } : {}) };
}

export function startedFrom(search: Record<string, unknown>): Started {
  const tipo = parseEcfType(search['tipo']);
  const codigo = Object.values(noteCodes).find((code) => code === String(search['codigo']));
  return {
    ...copiedIn(search),
    ...(tipo === undefined ? {} : { tipo }),
    ...(codigo === undefined ? {} : { codigo }),
  };
}

function copiedIn({ copia, intento, repite, mismo }: Record<string, unknown>): Copied {
  if (typeof copia !== 'string' || typeof intento !== 'number') return {};
  return { copia, intento, ...(repite === true ? { repite } : {}), ...(mismo === true ? { mismo } : {}) };
}
