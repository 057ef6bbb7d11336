/**
 * Combines DGII's `codigo` and `estado`.
 * Codes: 0 No encontrado, 1 Aceptado, 2 Rechazado, 3 En Proceso, 4 Aceptado Condicional (Descripción técnica de
 * servicios, "Estados salida"). They come as numbers or text, and either may be missing.
 */
import type { DgiiState } from './answers.js';
import { plain } from '../../ecf/messages/phrases.js';

const byCodigo: ReadonlyMap<string, DgiiState> = new Map([
  ['0', 'not-found'],
  ['1', 'accepted'],
  ['2', 'rejected'],
  ['3', 'in-process'],
  ['4', 'conditionally-accepted'],
]);

/** Order matters: "Rechazado. No cumple la aceptacion condicional" is a rejection. */
const byEstado: readonly (readonly [RegExp, DgiiState])[] = [
  [/^rechazad[oa]\b/, 'rejected'],
  [/^aceptad[oa] condicional/, 'conditionally-accepted'],
  [/^aceptad[oa]\b/, 'accepted'],
  [/^en proceso\b/, 'in-process'],
  [/\bno encontrad[oa]\b/, 'not-found'],
];

/**
 * `contradictory` when code and text cannot both be true: we must not take a verdict from such an answer.
 * `undefined` when neither is known.
 */
export function dgiiStateOf(
  codigo: string | null,
  estado: string | null,
): DgiiState | 'contradictory' | undefined {
  const code = codigo === null ? undefined : byCodigo.get(codigo.trim().replace(/^0+(?=.)/, ''));
  const text = estado === null ? undefined : byEstado.find(([pattern]) => pattern.test(plain(estado)))?.[1];
  if (code === undefined || text === undefined || code === text) return code ?? text;
  const both = new Set<DgiiState>([code, text]);
  // `conditionally-accepted` is the more specific of the two.
  if (both.has('accepted') && both.has('conditionally-accepted')) return 'conditionally-accepted';
  // Code 4 with "Rechazado. No cumple la aceptacion condicional".
  if (code === 'conditionally-accepted' && text === 'rejected') return 'rejected';
  return 'contradictory';
}
