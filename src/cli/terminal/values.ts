/** Parses arguments and options: each function returns the value, or throws an error that says what was expected. */
import { InvalidArgumentError } from 'commander';
import { ecfTypeList, parseEcfType, type EcfType } from '../../ecf/model/ecf-types.js';
import { formatEncf, parseEncf, type Encf } from '../../ecf/model/encf.js';
import { environments, type Environment } from '../../ecf/model/environments.js';
import { isRnc } from '../../ecf/model/rnc.js';
import { serialMax, type Authorization, type UnusedCursor } from '../../ledger/numbering/numbering.js';
import { parseCursor } from '../../ledger/numbering/unused.js';
import type { Company } from '../../ledger/store.js';
import { isCompanyName, isNewPassword, isUsuario } from '../../operator/input-rules.js';
import { CliError } from './cli-error.js';

/** Company ids are shorter than RNCs, which have 9 or 11 digits. */
const companyIdMax = 99_999_999;

export const originNames = ['client', 'service'] as const satisfies readonly Company['origin'][];

export const conditionalNames = ['block', 'allow'] as const satisfies readonly Company['conditional'][];

export const environmentNames = Object.keys(environments) as readonly Environment[];

export function rnc(text: string): string {
  if (!isRnc(text)) throw new CliError('RNC_INVALID');
  return text;
}

export function companyId(text: string): number {
  return wholeNumber(1, companyIdMax)(text);
}

export function companyName(text: string): string {
  const name = text.trim();
  if (!isCompanyName(name)) throw new CliError('NAME_INVALID');
  return name;
}

export function usuario(text: string): string {
  if (!isUsuario(text)) throw new CliError('USUARIO_INVALID');
  return text;
}

export function newPassword(text: string): string {
  if (!isNewPassword(text)) throw new CliError('PASSWORD_INVALID');
  return text;
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

/** A serial, the ten digits of an e-NCF, with or without its zeros. */
export function serial(text: string): number {
  return wholeNumber(1, serialMax)(text);
}

/** Collects repeated `--next` options. One past the last e-NCF of a range is also a valid number. */
export function nextNumbers(text: string, earlier: readonly Encf[] = []): readonly Encf[] {
  return [...earlier, encf(text)];
}

export function rangeText({
  ecfType: type,
  from,
  to,
}: Pick<Authorization, 'ecfType' | 'from' | 'to'>): string {
  return `${formatEncf(type, from)} a ${formatEncf(type, to)}`;
}

export function cursor(text: string): UnusedCursor {
  const parsed = parseCursor(text);
  if (parsed !== undefined) return parsed;
  throw new InvalidArgumentError('Se espera el que mostró la página anterior.');
}

export function wholeNumber(min: number, max: number): (text: string) => number {
  return (text) => {
    const value = Number(text);
    if (!/^\d{1,15}$/.test(text) || value < min || value > max)
      throw new InvalidArgumentError(`Se espera un número entero de ${min} a ${max}.`);
    return value;
  };
}
