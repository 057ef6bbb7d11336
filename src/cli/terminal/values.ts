/** Parses arguments and options: each function returns the value, or throws an error that says what was expected. */
import { whyInvalid } from '../../ecf/annulment/check-ranges.js';
import { readRange, type EncfRange } from '../../ecf/annulment/encf-ranges.js';
import { InvalidArgumentError } from 'commander';
import { ecfTypeList, parseEcfType, type EcfType } from '../../ecf/model/ecf-types.js';
import { formatEncf, parseEncf, type Encf } from '../../ecf/model/encf.js';
import { environments, type Environment } from '../../ecf/model/environments.js';
import { isRnc } from '../../ecf/model/rnc.js';
import { serialMax, type Authorization } from '../../ledger/numbers/numbers.js';
import type { Company } from '../../ledger/companies/company.js';
import { isCompanyName, isNewPassword, isUsuario } from '../../services/input-rules.js';
import { CliError, type CliErrorCode } from './cli-error.js';
import type { PageCursor } from '../../ledger/pages.js';
import { parseCursor } from '../../shared/page-cursor.js';

/** Company ids are shorter than RNCs, which have 9 or 11 digits. */
const companyIdMax = 99_999_999;

export const originNames = ['client', 'service'] as const satisfies readonly Company['origin'][];

export const environmentNames = Object.keys(environments) as readonly Environment[];

export const anyText = (text: string) => text;

export const rnc = accepted(isRnc, 'RNC_INVALID');
export const usuario = accepted(isUsuario, 'USUARIO_INVALID');
export const newPassword = accepted(isNewPassword, 'PASSWORD_INVALID');

export const companyId = wholeNumber(1, companyIdMax);
/** A serial, the ten digits of an e-NCF, with or without its zeros. */
export const serial = wholeNumber(1, serialMax);

export function companyName(text: string): string {
  const name = text.trim();
  if (!isCompanyName(name)) throw new CliError('NAME_INVALID');
  return name;
}

export function encf(text: string): Encf {
  const parsed = parseEncf(text.toUpperCase());
  if (parsed === undefined) throw new CliError('ENCF_INVALID');
  return parsed;
}

export function ecfType(text: string): EcfType {
  const type = parseEcfType(text);
  if (type === undefined) throw new InvalidArgumentError(`Los tipos son ${ecfTypeList.join(', ')}.`);
  return type;
}

/** Collects repeated `--next` options. For a range without a free number, the next number is one past its last e-NCF. */
export function nextNumbers(text: string, earlier: readonly Encf[] = []): readonly Encf[] {
  return [...earlier, encf(text)];
}

export function rangeText(range: Pick<Authorization, 'ecfType' | 'from' | 'to'>): string {
  return `${formatEncf(range.ecfType, range.from)} a ${formatEncf(range.ecfType, range.to)}`;
}

/** `E310000000001` or `E310000000001-E310000000009`; repeated options add up. */
export function encfRanges(text: string, earlier: readonly EncfRange[] = []): readonly EncfRange[] {
  const [desde = '', hasta = desde] = text.split('-');
  const range = { desde, hasta };
  if (readRange(range) === undefined)
    throw new CliError('ANNULMENT_RANGE_INVALID', `El rango ${text.slice(0, 40)} ${whyInvalid(range)}`);
  return [...earlier, range];
}

export function cursor(text: string): PageCursor {
  const parsed = parseCursor(text);
  if (parsed !== undefined) return parsed;
  throw new InvalidArgumentError('Se espera el que mostró la página anterior.');
}

export function sha256(text: string): string {
  const hash = text.toLowerCase();
  if (/^[0-9a-f]{64}$/.test(hash)) return hash;
  throw new InvalidArgumentError('Se esperan las 64 cifras hexadecimales de un SHA-256.');
}

export function wholeNumber(min: number, max: number): (text: string) => number {
  return (text) => {
    const value = Number(text);
    if (!/^\d{1,15}$/.test(text) || value < min || value > max)
      throw new InvalidArgumentError(`Se espera un número entero de ${min} a ${max}.`);
    return value;
  };
}

function accepted(isValid: (text: string) => boolean, code: CliErrorCode): (text: string) => string {
  return (text) => {
    if (isValid(text)) return text;
    throw new CliError(code);
  };
}
