/** The orders to the attacker's process, and its answers. */
import type { VoucherResult } from '../../torture/check/run-evidence.js';

export interface AttackerOptions {
  readonly apiUrl: string;
  readonly simulatorUrl: string;
  readonly companyId: number;
  readonly seed: number;
  /** The authority of the proxy in front, in PEM. Without a proxy the attackers name their addresses themselves. */
  readonly proxyAuthority?: string;
}

/** What the attacker meets: the status of an answer, a broken connection, or a connection that was opened for a request without an end. */
export type Met = number | 'broken' | 'opened';

export type AnswerCounts = readonly (readonly [met: Met, count: number])[];

export interface Orders {
  readonly start: { readonly order: { readonly name: string }; readonly answer: true };
  readonly stop: { readonly order: object; readonly answer: AnswerCounts };
  readonly awaitFinal: { readonly order: object; readonly answer: readonly VoucherResult[] };
}

export type Order = { [Name in keyof Orders]: { readonly do: Name } & Orders[Name]['order'] }[keyof Orders];

export type Answered = { readonly answer: Orders[keyof Orders]['answer'] } | { readonly error: string };
