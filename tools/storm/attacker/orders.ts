/** What the attacker's process is told to do, and what it answers. */
import type { VoucherResult } from '../../torture/check/run-evidence.js';

export interface AttackerOptions {
  readonly apiUrl: string;
  readonly simulatorUrl: string;
  readonly companyId: number;
  readonly seed: number;
}

/** How many answers had each status; 0: the connection broke. */
export type AnswerCounts = readonly (readonly [status: number, count: number])[];

/** What the attacker is told to do, and its answer. */
export interface Orders {
  readonly start: { readonly order: { readonly name: string }; readonly answer: true };
  readonly stop: { readonly order: object; readonly answer: AnswerCounts };
  readonly settle: { readonly order: object; readonly answer: readonly VoucherResult[] };
}

export type Order = { [Name in keyof Orders]: { readonly do: Name } & Orders[Name]['order'] }[keyof Orders];

export type Answered = { readonly answer: Orders[keyof Orders]['answer'] } | { readonly error: string };
