/** The number of a voucher: E, two digits of type, ten digits of sequence (Informe Técnico e-CF v1.0 p.14). */
import { parseEcfType, type EcfType } from './ecf-types.js';
import type { Environment } from './environments.js';

export interface Encf {
  readonly text: string;
  readonly type: EcfType;
  /** 1 to 9,999,999,999. */
  readonly serial: number;
}

/** Names one attempt to issue one voucher. After a rejection that left the number free, the same e-NCF has a second attempt. */
export interface AttemptRef {
  readonly companyId: number;
  readonly environment: Environment;
  readonly encf: string;
  readonly attempt: number;
}

/** Undefined when the text is not an e-NCF: wrong form, unknown type, or sequence number zero. */
export function parseEncf(text: unknown): Encf | undefined {
  if (typeof text !== 'string') return undefined;
  const match = /^E(\d{2})(\d{10})$/.exec(text);
  const type = parseEcfType(match?.[1]);
  const serial = Number(match?.[2]);
  return type === undefined || serial === 0 ? undefined : { text, type, serial };
}

/**
 * Whether an answer of DGII is about another e-NCF than the one asked for.
 * @param answered as DGII writes it: perhaps in lower case; null if the answer does not name it
 */
export function isAnotherEncf(answered: string | null, asked: string): boolean {
  return answered !== null && answered.toUpperCase() !== asked.toUpperCase();
}

export function formatEncf(type: EcfType, serial: number): string {
  return `E${type}${String(serial).padStart(10, '0')}`;
}

/** The serial in a text that `formatEncf` wrote. It is zero for the end of a range that was closed before its first number. */
export function serialIn(encf: string): number {
  return Number(encf.slice(-10));
}
