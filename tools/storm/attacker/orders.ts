/** The orders to the attacker's process, and its answers. */
import type { VoucherResult } from '../../torture/check/run-evidence.js';

export interface AttackerOptions {
  readonly apiUrl: string;
  readonly simulatorUrl: string;
  readonly companyId: number;
  readonly seed: number;
}

/** How many answers had each status; 0 stands for a broken connection. */
export type AnswerCounts = readonly (readonly [status: number, count: number])[];

/** Each order with its content and its answer. */
export interface Orders {
  readonly start: { readonly order: { readonly name: string }; readonly answer: true };
  readonly stop: { readonly order: object; readonly answer: AnswerCounts };
  readonly awaitFinal: { readonly order: object; readonly answer: readonly VoucherResult[] };
}

export type Order = { [Name in keyof Orders]: { readonly do: Name } & Orders[Name]['order'] }[keyof Orders];

export type Answered = { readonly answer: Orders[keyof Orders]['answer'] } | { readonly error: string };
