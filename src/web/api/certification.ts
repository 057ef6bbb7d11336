/** Validating and issuing certification vouchers. The voucher travels as JSON text, so that its numbers stay as typed. */
import { call } from './client.js';
import { pathOf, type Place } from './vouchers.js';
import type { Validation } from './answers.js';

export type NumberSource = 'given' | 'next';

export interface IssueInput {
  readonly ecf: string;
  readonly number: NumberSource;
  /** Makes a repeated request harmless: the same reference issues once. */
  readonly reference: string;
  readonly conditionalConfirmed?: true;
  readonly newAttempt?: { readonly note: string; readonly attempt: number };
}

export const validateOnServer = (place: Place, ecf: string, number: NumberSource) =>
  call<Validation>('POST', `${pathOf(place)}/validate`, { body: { ecf, number } });

export const issue = (place: Place, body: IssueInput) =>
  call<{ readonly encf: string; readonly attempt: number }>('POST', `${pathOf(place)}/vouchers`, { body });
