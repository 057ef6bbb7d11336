/** What a company's printed vouchers look like, and the links that buyers have. */
import { queryOptions } from '@tanstack/react-query';
import type { Paper, PrintedFormSettings } from './answers.js';
import { addressOf, call } from './client.js';

const pathOf = (companyId: number) => `/companies/${companyId}/printed-form`;

export const printedFormQuery = (companyId: number) =>
  queryOptions({
    queryKey: ['printed-form', companyId],
    queryFn: ({ signal }) => call<PrintedFormSettings>('GET', pathOf(companyId), { signal }),
  });

/** Null removes a setting. */
export interface PrintedFormChange {
  readonly color?: string | null;
  readonly valueColumn?: PrintedFormSettings['valueColumn'];
  /** A PNG or SVG file in base64. */
  readonly logo?: string | null;
}

export const changePrintedForm = (companyId: number, body: PrintedFormChange) =>
  call<unknown>('PATCH', pathOf(companyId), { body });

export const sampleAddress = (companyId: number, format: Paper) =>
  addressOf(`${pathOf(companyId)}/sample`, { format });

export const revokeLinks = (companyId: number) => call<unknown>('POST', `${pathOf(companyId)}/revoke-links`);
