/** Sorts faults in document order, as in the catalogue. Fields that the catalogue does not know come last. */
import type { EcfType } from '../model/ecf-types.js';
import type { Fault } from '../model/fault.js';
import { shapeOf, type Shape } from './shape.js';

export function inDocumentOrder(faults: readonly Fault[], type: EcfType | undefined): Fault[] {
  if (faults.length < 2) return [...faults];
  const root = type === undefined ? undefined : shapeOf(type);
  const keyed = faults.map((fault) => ({ fault, key: sortKey(fault.campo, root) }));
  return keyed.sort((a, b) => compareKeys(a.key, b.key)).map(({ fault }) => fault);
}

const unknownMember = Number.MAX_SAFE_INTEGER;

/** `ECF.DetallesItems.Item[2].MontoItem` → the position of each path segment among its siblings. */
function sortKey(campo: string, root: Shape | undefined): number[] {
  const key: number[] = [];
  let shape = root;
  const [first, ...steps] = campo.split(/[.[]/u);
  if (first !== 'ECF') return [first === '' ? -1 : unknownMember];
  for (const step of steps) {
    if (step.endsWith(']')) {
      key.push(Number.parseInt(step, 10));
      continue;
    }
    const member = shape?.byName.get(step);
    key.push(member?.order ?? unknownMember);
    shape = member?.shape;
  }
  return key;
}

function compareKeys(a: readonly number[], b: readonly number[]): number {
  for (let step = 0; step < a.length && step < b.length; step++) {
    const difference = (a[step] ?? 0) - (b[step] ?? 0);
    if (difference !== 0) return difference;
  }
  return a.length - b.length;
}
