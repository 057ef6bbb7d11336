/**
 * ANECF: reports to DGII the numbers that will never be used (Formato ANECF v1.0 pp.4-7). They are unused, or signed but
 * never sent. The counts and line numbers are computed here.
 */
import { buildDocument } from './build-xml.js';
import { annulmentBlocksMax, annulmentRangesMax } from '../catalogue/limits.js';
import type { EcfNode } from '../model/ecf.js';
import { ecfTypeList, parseEcfType, type EcfType } from '../model/ecf-types.js';
import { parseEncf } from '../model/encf.js';
import { excerpt, rejection, type Fault } from '../model/fault.js';
import { checkLeaves, type OwnDocument } from './own-document.js';
import { shapeOf } from '../json/shape.js';

export interface Anecf {
  readonly RncEmisor: string;
  /** 1 to 10. */
  readonly anulaciones: readonly Anulacion[];
}

export interface Anulacion {
  readonly TipoeCF: EcfType;
  /** 1 to 10,000. */
  readonly secuencias: readonly Secuencias[];
}

/** Both ends included; a single number is its own first and last. */
export interface Secuencias {
  readonly SecuenciaeNCFDesde: string;
  readonly SecuenciaeNCFHasta: string;
}

export const anecfFaults = {
  blocks: { code: 'ANECF-01', nombre: 'Hay de 1 a 10 anulaciones.' },
  ranges: { code: 'ANECF-02', nombre: 'Cada anulación tiene de 1 a 10,000 rangos.' },
  otherType: { code: 'ANECF-03', nombre: 'El e-NCF es del tipo de e-CF de su anulación.' },
  reversed: { code: 'ANECF-04', nombre: 'El primer e-NCF de un rango no es mayor que el último.' },
  overlap: { code: 'ANECF-05', nombre: 'Un e-NCF se anula una sola vez.' },
  tooMany: { code: 'ANECF-06', nombre: 'Un archivo anula a lo sumo 9,999,999,999 e-NCF.' },
} as const satisfies Record<string, { code: string; nombre: string }>;

/** The count in the header has ten digits. */
const annulledMax = 9_999_999_999;

/** The most faults reported for one document: 100,000 ranges may repeat one mistake. */
const faultsMax = 1000;

const blocksPath = 'ANECF.DetalleAnulacion.Anulacion';

/** `fechaHora` as dates.ts writes it. */
export function buildAnecf(anecf: Anecf, fechaHora: string): OwnDocument {
  const collected = new Faults();
  const blocks = readBlocks(anecf.anulaciones, collected);
  const total = blocks.reduce((sum, { count }) => sum + count, 0);
  const header = shapeOf('ANECF').byName.get('Encabezado')?.shape;
  if (header === undefined) throw new Error('The catalogue has no Encabezado of ANECF');
  const { node, faults } = checkLeaves(
    // A count out of range follows from another fault. It is clamped, so that it adds no second fault.
    { Version: '1.0', RncEmisor: anecf.RncEmisor, CantidadeNCFAnulados: clamp(total) },
    header,
    'ANECF.Encabezado',
  );
  if (total > annulledMax) collected.add('tooMany', blocksPath, `Se anulan ${total}.`);
  const all = [...faults, ...collected.list];
  if (all.length > 0) return { ok: false, faults: all };
  const root = { Encabezado: node, DetalleAnulacion: { Anulacion: blocks.map(blockNode) } };
  return { ok: true, built: buildDocument('ANECF', root, fechaHora) };
}

class Faults {
  readonly list: Fault[] = [];

  add(kind: keyof typeof anecfFaults, campo: string, detail: string): void {
    const { code, nombre } = anecfFaults[kind];
    this.push(rejection(code, campo, `${nombre} ${detail}`));
  }

  push(fault: Fault): void {
    if (this.list.length < faultsMax) this.list.push(fault);
  }
}

interface Range {
  readonly type: EcfType;
  readonly from: number;
  readonly to: number;
  readonly path: string;
}

interface Block {
  readonly anulacion: Anulacion;
  readonly count: number;
}

function readBlocks(anulaciones: readonly Anulacion[], faults: Faults): Block[] {
  if (anulaciones.length < 1 || anulaciones.length > annulmentBlocksMax) {
    faults.add('blocks', blocksPath, `Hay ${anulaciones.length}.`);
    return [];
  }
  const ranges: Range[] = [];
  const blocks = anulaciones.map((anulacion, index) => {
    const sound = readRanges(anulacion, `${blocksPath}[${index}]`, faults);
    ranges.push(...sound);
    return { anulacion, count: sound.reduce((sum, { from, to }) => sum + to - from + 1, 0) };
  });
  reportOverlaps(ranges, faults);
  return blocks;
}

function readRanges({ TipoeCF, secuencias }: Anulacion, path: string, faults: Faults): Range[] {
  if (parseEcfType(TipoeCF) === undefined) {
    const expected = `TipoeCF debe ser uno de ${ecfTypeList.join(', ')}.`;
    faults.push(rejection('ECF_TYPE_INVALID', `${path}.TipoeCF`, expected));
    return [];
  }
  const table = `${path}.TablaRangoSecuenciasAnuladaseNCF.Secuencias`;
  if (secuencias.length < 1 || secuencias.length > annulmentRangesMax) {
    faults.add('ranges', table, `Hay ${secuencias.length}.`);
    return [];
  }
  return secuencias.flatMap(({ SecuenciaeNCFDesde, SecuenciaeNCFHasta }, index) => {
    const place = `${table}[${index}]`;
    const from = readEncf(SecuenciaeNCFDesde, TipoeCF, `${place}.SecuenciaeNCFDesde`, faults);
    const to = readEncf(SecuenciaeNCFHasta, TipoeCF, `${place}.SecuenciaeNCFHasta`, faults);
    if (from === undefined || to === undefined) return [];
    if (from <= to) return [{ type: TipoeCF, from, to, path: place }];
    faults.add('reversed', place, `Va de ${SecuenciaeNCFDesde} a ${SecuenciaeNCFHasta}.`);
    return [];
  });
}

/** Its sequence number. */
function readEncf(text: string, type: EcfType, campo: string, faults: Faults): number | undefined {
  const encf = parseEncf(text);
  if (encf === undefined) {
    const mensaje = `El e-NCF es la letra E, dos dígitos de tipo y diez de secuencia. Se recibió «${excerpt(text)}».`;
    faults.push(rejection('ENCF_INVALID', campo, mensaje));
    return undefined;
  }
  if (encf.type === type) return encf.serial;
  faults.add('otherType', campo, `Se esperaba el tipo ${type}; se recibió ${encf.text}.`);
  return undefined;
}

/** A number counted twice would make the counts wrong. Each range is reported once, with an earlier one it overlaps. */
function reportOverlaps(ranges: readonly Range[], faults: Faults): void {
  const sorted = ranges.toSorted((a, b) => a.type - b.type || a.from - b.from || a.to - b.to);
  let reached: Range | undefined;
  for (const range of sorted) {
    if (reached?.type === range.type && range.from <= reached.to)
      faults.add('overlap', range.path, `El rango coincide en parte con ${reached.path}.`);
    if (reached?.type !== range.type || range.to > reached.to) reached = range;
  }
}

function blockNode({ anulacion, count }: Block, index: number): EcfNode {
  return {
    NoLinea: String(index + 1),
    TipoeCF: String(anulacion.TipoeCF),
    TablaRangoSecuenciasAnuladaseNCF: { Secuencias: anulacion.secuencias.map((range) => ({ ...range })) },
    CantidadeNCFAnulados: String(count),
  };
}

function clamp(count: number): number {
  return Math.min(Math.max(count, 1), annulledMax);
}
