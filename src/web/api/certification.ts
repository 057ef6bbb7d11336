/** Validating and issuing certification vouchers. The voucher travels as JSON text, so that its numbers stay as typed. */
import { call } from './client.js';
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

export const validateOnServer = (companyId: number, ecf: string, number: NumberSource) =>
  call<Validation>('POST', `/companies/${companyId}/certification/validate`, { body: { ecf, number } });

export const issue = (companyId: number, body: IssueInput) =>
  call<{ readonly encf: string; readonly attempt: number }>(
    'POST',
    `/companies/${companyId}/certification/vouchers`,
    { body },
  );
