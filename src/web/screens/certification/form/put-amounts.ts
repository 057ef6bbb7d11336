/** Puts computed amounts into the JSON text of a voucher. */
import { putAt } from '../../../../ecf/json/put-at.js';
import type { EcfType } from '../../../../ecf/model/ecf-types.js';
import type { UsualAmount } from '../../../../ecf/usual-amounts.js';
import { numberOrText, objectOf, parseJson, textOf } from '../../../shared/exact-json.js';

export function withAmounts(text: string, type: EcfType, amounts: readonly UsualAmount[]): string {
  const tree = parseJson(text);
  if (tree === undefined) return text;
  const { ECF } = objectOf(tree);
  for (const { campo, text: amount } of amounts)
    putAt(ECF, type, campo, amount === undefined ? undefined : numberOrText(amount));
  return textOf(tree);
}
