/** Numbers of taxpayers: the RNC (9 digits) and the cédula of a person (11 digits), and their check digits. */

/** Nine digits of an RNC or eleven of a cédula, without hyphens. */
export function isRnc(text: string): boolean {
  return /^\d{9}(\d{2})?$/.test(text);
}

const rncWeights = [7, 9, 8, 6, 5, 4, 3, 2];

/** Use it only to warn: DGII has issued genuine numbers that fail this check. */
export function checkDigitFits(rnc: string): boolean {
  const digits = Array.from(rnc, Number);
  const last = digits.at(-1);
  const rest = digits.slice(0, -1);
  return last === (rest.length === rncWeights.length ? modulo11(rest) : luhn(rest));
}

function modulo11(digits: readonly number[]): number {
  const sum = digits.reduce((total, digit, index) => total + digit * (rncWeights[index] ?? 0), 0);
  const remainder = sum % 11;
  if (remainder === 0) return 2;
  return remainder === 1 ? 1 : 11 - remainder;
}

function luhn(digits: readonly number[]): number {
  const sum = digits.reduce((total, digit, index) => {
    const product = digit * (index % 2 === 0 ? 1 : 2);
    return total + (product > 9 ? product - 9 : product);
  }, 0);
  return (10 - (sum % 10)) % 10;
}
