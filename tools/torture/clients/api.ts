/** The service's HTTP API as its clients call it: the data of its answers. */
import type { Answer as Answered, NoAnswer } from '../../bench/http.js';
import type { VoucherData } from './answer-history.js';

export type { Answered };
export type Answer = Answered | NoAnswer;

export interface NumberData {
  readonly encf: string;
  readonly sequenceExpiresOn: string | null;
  readonly reused: boolean;
}

export interface FaultData {
  readonly code?: string;
  readonly errores?: readonly { readonly code: string }[];
  readonly valido?: boolean;
  /** The voucher that has the number with other content. */
  readonly existente?: VoucherData;
}

// A run compares the members, so it notices a wrong one.

export function voucherOfAnswer({ body }: Answered): VoucherData {
  return body.data as VoucherData;
}

export function numberOfAnswer({ body }: Answered): NumberData {
  return body.data as NumberData;
}

export function numbersOfAnswer({ body }: Answered): readonly NumberData[] {
  return body.data as readonly NumberData[];
}

export function faultOfAnswer({ body }: Answer): FaultData {
  return body?.data ?? {};
}

export function existingOfAnswer(answer: Answer): VoucherData | undefined {
  return answer.status === 409 ? faultOfAnswer(answer).existente : undefined;
}

/** @returns the token of a login; undefined when the service refused it */
export function tokenOfAnswer({ status, body }: Answer): string | undefined {
  return status === 200 && typeof body.token === 'string' ? body.token : undefined;
}

/** Tokens of the service last two hours. */
export function isExpired(answer: Answer): boolean {
  return answer.status === 401 && faultOfAnswer(answer).code === 'TOKEN_EXPIRED';
}

export function describe(answer: Answer): string {
  if (answer.status === undefined) return String(answer.error);
  return `HTTP ${answer.status} ${JSON.stringify(answer.body).slice(0, 300)}`;
}
