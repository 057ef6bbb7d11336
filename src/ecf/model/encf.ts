/** The number of a voucher: E, two digits of type, ten digits of sequence (Informe Técnico e-CF v1.0 p.14). */
import { parseEcfType, type EcfType } from './ecf-types.js';

export interface Encf {
  readonly text: string;
  readonly type: EcfType;
  /** 1 to 9,999,999,999. */
  readonly serial: number;
}

/** Undefined when the text is not an e-NCF: wrong form, unknown type, or sequence number zero. */
export function parseEncf(text: unknown): Encf | undefined {
  if (typeof text !== 'string') return undefined;
  const match = /^E(\d{2})(\d{10})$/.exec(text);
  const type = parseEcfType(match?.[1]);
  const serial = Number(match?.[2]);
  return type === undefined || serial === 0 ? undefined : { text, type, serial };
}

export function formatEncf(type: EcfType, serial: number): string {
  return `E${type}${String(serial).padStart(10, '0')}`;
}
