/** What an item that the company sold before fills in. It suggests, so a line that has a price stays as it is. */
import type { EcfType } from '../../../../../ecf/model/ecf-types.js';
import type { SoldItem } from '../../../../api/answers.js';
import { numberOrText, typedText, type Json, type JsonObject } from '../../../../shared/exact-json.js';
import { taxesOf } from './quick-start.js';

/** @param withTax the prices of this voucher have the ITBIS in them. The price of an item that was sold the other way is left out. */
export function fieldsOfItem(
  item: SoldItem,
  line: JsonObject,
  { type, withTax }: { readonly type: EcfType; readonly withTax: boolean },
): readonly (readonly [name: string, value: Json])[] {
  if (typedText(line['PrecioUnitarioItem']) !== '') return [];
  const known: readonly (readonly [name: string, text: string])[] = [
    ['IndicadorFacturacion', taxesOf(type).some((tax) => String(tax) === item.tax) ? item.tax : ''],
    ['IndicadorBienoServicio', item.kind],
    ['UnidadMedida', item.unit ?? ''],
    ['PrecioUnitarioItem', item.withTax === withTax ? item.price : ''],
  ];
  return known.filter(([, text]) => text !== '').map(([name, text]) => [name, numberOrText(text)]);
}
