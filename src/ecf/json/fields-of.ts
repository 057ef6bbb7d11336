/** The part of a voucher's JSON that a type of document has: for a voucher that becomes one of another type. */
import type { Shape } from './shape.js';
import { isObject } from './structure.js';

/** Leaves out what the shape does not have. The rest gets the contract's spelling and the format's order. */
export function fieldsOf(tree: unknown, shape: Shape): unknown {
  if (Array.isArray(tree)) return tree.map((one) => fieldsOf(one, shape));
  if (!isObject(tree)) return tree;
  const fields = shape.members.flatMap(({ name, jsonName, shape: inner }) => {
    const value = tree[jsonName] ?? tree[name];
    if (value === undefined) return [];
    return [[jsonName, inner === undefined ? value : fieldsOf(value, inner)] as const];
  });
  return Object.fromEntries(fields);
}
