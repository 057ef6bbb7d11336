/** Builds a document from the values of one row: JSON text with the contract's names, in the order of the catalogue. */
import type { DocumentKind } from '../../ecf/catalogue/document-kind.js';
import { repeats, shapeOf, type Member, type Shape } from '../../ecf/json/shape.js';
import { jsonValueOf } from './cell-values.js';
import type { Faults } from './faults.js';
import type { Value } from './table.js';

type Filled = Map<string, Map<number, Filled | string>>;

/**
 * What a row leaves out between two repetitions does not become an empty one. Reports values that the field cannot have, and fields that
 * this kind of document does not have.
 */
export function documentJson(values: readonly Value[], kind: DocumentKind, faults: Faults): string {
  const root: Filled = new Map();
  const shape = shapeOf(kind);
  for (const value of values) {
    const refusal = put(value, root, shape, kind);
    if (refusal !== undefined) faults.add('CELL_INVALID', value.at, `${value.header}: ${refusal}`);
  }
  return objectText(root, shape);
}

function put({ path, cell }: Value, root: Filled, rootShape: Shape, kind: DocumentKind): string | undefined {
  let at = root;
  let shape = rootShape;
  for (const { name, index } of path) {
    const member = shape.byName.get(name);
    if (member === undefined) return `el tipo ${kind} no tiene este campo.`;
    if (index > (member.max ?? 1)) return `este campo se repite ${member.max ?? 1} veces como máximo.`;
    const repetitions = at.get(name) ?? new Map<number, Filled | string>();
    at.set(name, repetitions);
    if (member.type !== undefined) {
      const value = jsonValueOf(cell, member.type);
      if (!value.ok) return value.detail;
      repetitions.set(index, value.json);
      return undefined;
    }
    const found = repetitions.get(index);
    const next: Filled = typeof found === 'object' ? found : new Map<string, Map<number, Filled | string>>();
    repetitions.set(index, next);
    at = next;
    shape = member.shape;
  }
  throw new Error('A column of the workbook names a structure');
}

function objectText(filled: Filled, shape: Shape): string {
  const parts: string[] = [];
  for (const member of shape.members) {
    const texts = [...(filled.get(member.name) ?? [])]
      .sort(([a], [b]) => a - b)
      .map(([, one]) => oneText(one, member));
    if (texts.length > 0)
      parts.push(`"${member.jsonName}":${repeats(member) ? `[${texts.join(',')}]` : texts.join('')}`);
  }
  return `{${parts.join(',')}}`;
}

function oneText(one: Filled | string, member: Member): string {
  if (typeof one === 'string') return one;
  if (member.shape === undefined) throw new Error('A field was filled as a structure');
  return objectText(one, member.shape);
}
