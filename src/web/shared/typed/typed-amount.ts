/** Amounts as people in the Dominican Republic type them, and as spreadsheets paste them: `1,180.50`. */

/** Groups of three digits after a first group that does not start with zero: the comma cannot be the decimal mark. */
const groupedForm = /^(-?[1-9]\d{0,2}(?:,\d{3})+)(\.\d*)?$/;

/** `1,180.50` becomes `1180.50`. A text in which the commas can mean something else stays as it is. */
export function withoutThousands(text: string): string {
  const [, integers, decimals = ''] = groupedForm.exec(text.trim()) ?? [];
  return integers === undefined ? text : integers.replaceAll(',', '') + decimals;
}

/** The number that a person means: ` 1,180. ` is `1180`, and `.50` is `0.50`. A text that can mean something else only loses the blanks around it. */
export function typedNumber(text: string): string {
  const number = withoutThousands(text.trim());
  if (/^-?\d+\.$/.test(number)) return number.slice(0, -1);
  return number.replace(/^(-?)(?=\.\d+$)/, '$10');
}

const commaDecimals = /^(-?\d+|-?\d{1,3}(?:\.\d{3})+),(\d+)$/;

/** What a text with a decimal comma, such as `1180,50` or `1.180,50`, would be with a point. Undefined for every other text. */
export function withDecimalPoint(text: string): string | undefined {
  const [, integers, decimals] = commaDecimals.exec(text.trim()) ?? [];
  return integers === undefined ? undefined : `${integers.replaceAll('.', '')}.${decimals}`;
}
