/** Puts values into the JSON text of a voucher, and reads them from it. */
import { putAt } from '../../../../ecf/json/put-at.js';
import type { EcfType } from '../../../../ecf/model/ecf-types.js';
import type { UsualAmount } from '../../../../ecf/usual-amounts.js';
import {
  isList,
  isObject,
  numberOrText,
  objectOf,
  parseJson,
  textOf,
  typedText,
  type Json,
} from '../../../shared/exact-json.js';

/** The path of a field, such as `ECF.DetallesItems.Item[0].NombreItem`, and its value; undefined removes it. */
export type FieldChange = readonly [campo: string, value: Json | undefined];

/** A text that is no JSON stays as it is. */
export function withFields(text: string, type: EcfType, changes: readonly FieldChange[]): string {
  const tree = parseJson(text);
  if (tree === undefined) return text;
  const { ECF } = objectOf(tree);
  for (const [campo, value] of changes) putAt(ECF, type, campo, value);
  return textOf(tree);
}

export function withAmounts(text: string, type: EcfType, amounts: readonly UsualAmount[]): string {
  return withFields(
    text,
    type,
    amounts.map(({ campo, text: amount }) => [
      campo,
      amount === undefined ? undefined : numberOrText(amount),
    ]),
  );
}

export function valueAt(tree: Json | undefined, campo: string): Json | undefined {
  let value = tree;
  for (const step of campo.split(/[.[\]]+/u).filter((one) => one !== ''))
    value = isList(value) ? value[Number(step)] : isObject(value) ? value[step] : undefined;
  return value;
}

export function textAt(tree: Json | undefined, campo: string): string {
  return typedText(valueAt(tree, campo));
}
