/** Some fields have two names. Rules use one of them; a client expects faults under the name it sent. */
import type { EcfType } from '../model/ecf-types.js';
import { shapeOf, type Member, type Shape } from './shape.js';
import { isObject, own } from './structure.js';

/** `campo` with the names the client sent; a field it did not send has the contract's name. `ecf` is the value of ECF. */
export function sentPath(campo: string, ecf: unknown, type: EcfType): string {
  const [root = '', ...steps] = campo.split('.');
  let shape: Shape | undefined = shapeOf(type);
  let parent = ecf;
  const sent = steps.map((step) => {
    const { name = '', index } = /^(?<name>[^[]+)(?:\[(?<index>\d+)\])?$/u.exec(step)?.groups ?? {};
    const member: Member | undefined = shape?.byName.get(name);
    const spelling = member === undefined ? name : spellingOf(member, parent);
    shape = member?.shape;
    const value = isObject(parent) ? own(parent, spelling) : undefined;
    parent = index !== undefined && Array.isArray(value) ? (value as unknown[])[Number(index)] : value;
    return index === undefined ? spelling : `${spelling}[${index}]`;
  });
  return [root, ...sent].join('.');
}

function spellingOf({ name, jsonName }: Member, parent: unknown): string {
  const official = isObject(parent) && own(parent, name) !== undefined && own(parent, jsonName) === undefined;
  return official ? name : jsonName;
}
