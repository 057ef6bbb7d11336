/**
 * ANECF: reports to DGII the numbers that will never be used (Formato ANECF v1.0 pp.4-7). They are unused, or signed but
 * never sent. The counts and line numbers are computed here. The ranges hold numbers that the ledger has locked.
 */
import { countOf, type EncfRange } from '../annulment/encf-ranges.js';
import type { EcfNode } from '../model/ecf.js';
import type { EcfType } from '../model/ecf-types.js';
import { buildDocument, type BuiltXml } from './build-xml.js';

export interface Anecf {
  readonly RncEmisor: string;
  /** 1 to 10. */
  readonly anulaciones: readonly Anulacion[];
}

export interface Anulacion {
  readonly TipoeCF: EcfType;
  /** 1 to 10,000, all of this type; no number is in two of them. A single number is its own first and last. */
  readonly rangos: readonly EncfRange[];
}

export function buildAnecf({ RncEmisor, anulaciones }: Anecf, fechaHora: string): BuiltXml {
  const all = anulaciones.flatMap(({ rangos }) => rangos);
  const root = {
    Encabezado: { Version: '1.0', RncEmisor, CantidadeNCFAnulados: totalOf(all) },
    DetalleAnulacion: { Anulacion: anulaciones.map(blockNode) },
  };
  return buildDocument('ANECF', root, fechaHora);
}

function blockNode({ TipoeCF, rangos }: Anulacion, index: number): EcfNode {
  const secuencias = rangos.map(({ desde, hasta }) => ({
    SecuenciaeNCFDesde: desde,
    SecuenciaeNCFHasta: hasta,
  }));
  return {
    NoLinea: String(index + 1),
    TipoeCF: String(TipoeCF),
    TablaRangoSecuenciasAnuladaseNCF: { Secuencias: secuencias },
    CantidadeNCFAnulados: totalOf(rangos),
  };
}

function totalOf(ranges: readonly EncfRange[]): string {
  return String(ranges.reduce((sum, range) => sum + countOf(range), 0));
}
