/**
 * The columns of DGII's file. It has two forms:
 *
 * - until 2025 `DGII_RNC.TXT`: eleven columns separated by `|`, without a heading: RNC, name, trade name, activity, street,
 *   number, sector, telephone (these four empty), start, status, regime;
 * - since then `RNC_Contribuyentes_Actualizado_*.csv`: six columns separated by `","`, with a heading, without trade name.
 *
 * If the file has a heading, the heading decides, so an extra column or another order does not stop the import.
 */
import { isRnc } from '../../ecf/model/rnc.js';
import type { Taxpayer } from '../../ecf/model/taxpayer.js';
import { RegistryFileError } from './registry-error.js';
import { withoutAccents } from '../../ecf/without-accents.js';

type Column = keyof Taxpayer;

export interface Layout {
  /** Undefined: the line is not a row of the table. */
  read(line: string): Taxpayer | undefined;
  /** True when the first line is the heading, not a taxpayer. */
  readonly heading: boolean;
}

const headings: Readonly<Record<Column, readonly string[]>> = {
  rnc: ['RNC', 'RNC O CEDULA', 'CEDULA O RNC', 'RNC/CEDULA', 'CEDULA/RNC'],
  razonSocial: ['RAZON SOCIAL', 'NOMBRE', 'NOMBRE/RAZON SOCIAL', 'NOMBRE O RAZON SOCIAL'],
  nombreComercial: ['NOMBRE COMERCIAL'],
  actividadEconomica: ['ACTIVIDAD ECONOMICA', 'ACTIVIDAD'],
  estado: ['ESTADO', 'ESTATUS'],
  regimenPagos: ['REGIMEN DE PAGO', 'REGIMEN DE PAGOS', 'REGIMEN PAGOS'],
};

const pipeColumns = {
  count: 11,
  at: { rnc: 0, razonSocial: 1, nombreComercial: 2, actividadEconomica: 3, estado: 9, regimenPagos: 10 },
} as const satisfies Positions;
const csvColumns = {
  count: 6,
  at: { rnc: 0, razonSocial: 1, actividadEconomica: 2, estado: 4, regimenPagos: 5 },
} as const satisfies Positions;

interface Positions {
  readonly count: number;
  readonly at: Partial<Readonly<Record<Column, number>>>;
}

/** Longer than any name in DGII's file. A longer field means that two rows have run together. */
const fieldLengthMax = 400;

/** @throws RegistryFileError when the first line has neither form */
export function layoutOf(firstLine: string): Layout {
  const trimmed = firstLine.trimStart();
  if (trimmed.startsWith('<')) throw new RegistryFileError('WEB_PAGE');
  const pipes = trimmed.includes('|');
  const separator = pipes ? '|' : trimmed.includes(';') && !trimmed.includes(',') ? ';' : ',';
  const split = (line: string) => (pipes ? line.split('|') : splitQuoted(line, separator));
  const named = positionsOf(split(firstLine));
  const positions = named ?? (pipes ? pipeColumns : csvColumns);
  // Without a heading, a table with too few columns is not DGII's file.
  if (named === undefined && split(firstLine).length < positions.count)
    throw new RegistryFileError('COLUMNS_UNKNOWN');
  return { heading: named !== undefined, read: (line) => taxpayerOf(split(line), positions) };
}

function positionsOf(fields: readonly string[]): Positions | undefined {
  const names = fields.map(plain);
  const at: Partial<Record<Column, number>> = {};
  for (const [column, spellings] of Object.entries(headings) as [Column, readonly string[]][]) {
    const position = names.findIndex((name) => spellings.includes(name));
    if (position >= 0) at[column] = position;
  }
  if (at.rnc === undefined || at.razonSocial === undefined) return undefined;
  return { count: fields.length, at };
}

/** `"RAZÓN  SOCIAL "` → `RAZON SOCIAL`. */
function plain(heading: string): string {
  return withoutAccents(tidy(heading)).toUpperCase();
}

function taxpayerOf(fields: readonly string[], { count, at }: Positions): Taxpayer | undefined {
  if (fields.length < count || fields.slice(count).some((extra) => extra.trim() !== '')) return undefined;
  const field = (column: Column) => {
    const position = at[column];
    return position === undefined ? '' : tidy(fields[position] ?? '');
  };
  const rnc = field('rnc').replaceAll('-', '');
  const razonSocial = field('razonSocial');
  if (!isRnc(rnc) || razonSocial === '') return undefined;
  if (fields.some((text) => text.length > fieldLengthMax)) return undefined;
  return {
    rnc,
    razonSocial,
    nombreComercial: field('nombreComercial') || null,
    actividadEconomica: field('actividadEconomica') || null,
    estado: field('estado') || null,
    regimenPagos: field('regimenPagos') || null,
  };
}

function tidy(text: string): string {
  const trimmed = text.trim();
  return /\s{2}|[\p{Cc}]/u.test(trimmed) ? trimmed.replaceAll(/[\s\p{Cc}]+/gu, ' ') : trimmed;
}

/**
 * The fields of one line, quoted or not. A name may contain quotes that are not doubled (`"LA "FE" SRL"`). A CSV library
 * would take it for the end of the field and then swallow rows until the next quote. Here a fault affects only its own line.
 */
export function splitQuoted(line: string, separator: string): string[] {
  const fields: string[] = [];
  let at = 0;
  while (at <= line.length) {
    const quoted = line[at] === '"';
    const end = quoted ? closingQuote(line, at + 1, separator) : nextOf(line, separator, at);
    fields.push(quoted ? line.slice(at + 1, end).replaceAll('""', '"') : line.slice(at, end));
    at = end + (quoted ? 2 : 1);
  }
  return fields;
}

/** The closing quote of the field: the first one that is not doubled and is followed by a separator or the end of the line. */
function closingQuote(line: string, from: number, separator: string): number {
  for (let at = line.indexOf('"', from); at >= 0; at = line.indexOf('"', at + 1)) {
    const next = line[at + 1];
    if (next === undefined || next === separator) return at;
    if (next !== '"') continue;
    // `""` at the end of the field: the first is a quote that was not doubled, the second closes the field.
    const after = line[at + 2];
    if (after === undefined || (after === separator && line[at + 3] === '"')) return at + 1;
    at += 1;
  }
  return line.length;
}

function nextOf(line: string, separator: string, from: number): number {
  const at = line.indexOf(separator, from);
  return at < 0 ? line.length : at;
}
