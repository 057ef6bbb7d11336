/** Puts a value into a voucher's JSON, or removes it, at the path that a fault would name. */
import { inFormatOrder, shapeOf, type Shape } from './shape.js';
import { isObject } from './structure.js';
import type { EcfType } from '../model/ecf-types.js';

/**
 * Groups, tables and the row after the last one are made when they are missing on the way. A new member goes to its place in DGII's format.
 * @param ecf the value of `ECF`; it is changed
 * @param campo for example `ECF.DetallesItems.Item[2].MontoItem`
 * @param value undefined removes the member
 * @returns false if something on the way is no group, so that nothing was put
 */
export function putAt(ecf: unknown, type: EcfType, campo: string, value: unknown): boolean {
  const [, ...steps] = campo.split(/[.[\]]+/u).filter((step) => step !== '');
  return put(ecf, shapeOf(type), steps, value);
}

function put(group: unknown, shape: Shape | undefined, steps: readonly string[], value: unknown): boolean {
  const [step = '', ...further] = steps;
  if (Array.isArray(group)) {
    const rows = group as unknown[];
    const index = Number(step);
    if (index === rows.length && value !== undefined) rows.push({});
    return put(rows[index], shape, further, value);
  }
  if (!isObject(group)) return false;
  const members = group as Record<string, unknown>;
  const isNew = members[step] === undefined;
  if (further.length === 0 && value === undefined) return Reflect.deleteProperty(members, step);
  if (further.length === 0) members[step] = value;
  else if (
    !put((members[step] ??= isIndex(further[0]) ? [] : {}), shape?.byName.get(step)?.shape, further, value)
  )
    return false;
  if (isNew && shape !== undefined) sort(members, shape);
  return true;
}

/** No member of the format has a name of digits. */
function isIndex(step: string | undefined): boolean {
  return /^\d+$/.test(step ?? '');
}

/** An object keeps the order in which its members were put into it, so each one is taken out and put back. */
function sort(members: Record<string, unknown>, shape: Shape): void {
  for (const [name, value] of inFormatOrder(members, shape)) {
    Reflect.deleteProperty(members, name);
    members[name] = value;
  }
}
