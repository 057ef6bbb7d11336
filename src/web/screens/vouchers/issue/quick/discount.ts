/** The discount of a line as people type it, `10 %` or `100`, and the fields that the format has for it. */
import { isList, numberOrText, objectOf, typedText, type JsonObject } from '../../../../shared/exact-json.js';
import { typedNumber } from '../../../../shared/typed/typed-amount.js';
import type { FieldChange } from '../put-fields.js';

/** @param item the path of the line, with its last point */
export function discountFields(item: string, text: string): readonly FieldChange[] {
  const typed = text.trim();
  const table = `${item}TablaSubDescuento`;
  const total = `${item}DescuentoMonto`;
  if (typed === '') {
    return [
      [total, undefined],
      [table, undefined],
    ];
  }
  if (typed.endsWith('%')) {
    const percent = numberOrText(typedNumber(typed.slice(0, -1)));
    const row = { TipoSubDescuento: '%', SubDescuentoPorcentaje: percent };
    // Its amounts follow from the percentage.
    return [
      [total, undefined],
      [table, { SubDescuento: [row] }],
    ];
  }
  const amount = numberOrText(typedNumber(typed));
  return [
    [total, amount],
    [table, { SubDescuento: [{ TipoSubDescuento: '$', MontoSubDescuento: amount }] }],
  ];
}

export function discountText(line: JsonObject): string {
  const rows = objectOf(line['TablaSubDescuento'])['SubDescuento'];
  const [row] = isList(rows) && rows.length === 1 ? rows : [];
  const percent = typedText(objectOf(row)['SubDescuentoPorcentaje']);
  return percent === '' ? typedText(line['DescuentoMonto']) : `${percent} %`;
}
