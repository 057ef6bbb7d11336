/** Reads a body: bytes → UTF-8 → the lossless JSON reader. Also finds which voucher it is, before anything else is checked. */
import { jsonLimits, readJson, type JsonLimits } from '../../ecf/json/read-json.js';
import { voucherNames } from '../../ecf/json/shape.js';
import { utf8Text } from '../../ecf/json/utf8.js';
import { identify, identifyModified, identityPaths } from '../../ecf/model/document-facts.js';
import { parseEncf, type Encf } from '../../ecf/model/encf.js';
import type { Fault } from '../../ecf/model/fault.js';

export interface ReadBody {
  readonly ok: true;
  readonly value: unknown;
  readonly faults: readonly Fault[];
}

export interface UnreadableBody {
  readonly ok: false;
  readonly mensaje: string;
}

/** Of unknown names the reader keeps only as many as a full list of faults needs. */
export function readVoucher(bytes: Uint8Array): ReadBody | UnreadableBody {
  return readBytes(bytes, { ...jsonLimits, names: voucherNames() });
}

export function readBytes(bytes: Uint8Array, limits: JsonLimits = jsonLimits): ReadBody | UnreadableBody {
  if (bytes.length === 0) return unreadable('El cuerpo de la solicitud está vacío.');
  const text = utf8Text(bytes);
  if (text === undefined) return unreadable('El cuerpo de la solicitud no está en UTF-8.');
  const reading = readJson(text, limits);
  if (reading.ok) return reading;
  const { position } = reading;
  switch (reading.reason) {
    case 'depth':
      return unreadable(`El JSON tiene más de ${limits.depthMax} niveles (posición ${position}).`);
    case 'nodes':
      return unreadable(`El JSON tiene más de ${limits.nodesMax} valores (posición ${position}).`);
    case 'syntax':
      return unreadable(`El cuerpo no es un JSON válido: error en la posición ${position}.`);
  }
}

function unreadable(mensaje: string): UnreadableBody {
  return { ok: false, mensaje };
}

export interface Identity {
  readonly rncEmisor: string | undefined;
  /** Undefined when it is malformed, or when a key on the path to it or to RNCEmisor appears twice: which value is meant? */
  readonly encf: Encf | undefined;
  /** The e-NCF that it modifies, if that is one of the issuer's own. */
  readonly modifies: string | undefined;
}

export function identityOf({ value, faults }: ReadBody): Identity {
  const { rncEmisor, encf } = identify(value);
  const doubtful = faults.some(({ campo }) =>
    Object.values(identityPaths).some((path) => path === campo || path.startsWith(`${campo}.`)),
  );
  return {
    rncEmisor: typeof rncEmisor === 'string' ? rncEmisor : undefined,
    encf: doubtful ? undefined : parseEncf(encf),
    modifies: identifyModified(value),
  };
}
