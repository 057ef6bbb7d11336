/** What a company's printed vouchers look like, and the links that buyers have. */
import { queryOptions } from '@tanstack/react-query';
import type { BodyOf, Paper } from './answers.js';
import { addressOf, answerOf, service } from './client.js';

const path = '/companies/{companyId}/printed-form';
const of = (companyId: number) => ({ path: { companyId } });

export const printedFormQuery = (companyId: number) =>
  queryOptions({
    queryKey: ['printed-form', companyId],
    queryFn: ({ signal }) => answerOf(service.GET(path, { params: of(companyId), signal })),
  });

/** Null removes a setting. */
export type PrintedFormChange = BodyOf<'setPrintedForm'>;

export const changePrintedForm = (companyId: number, body: PrintedFormChange) =>
  answerOf(service.PATCH(path, { params: of(companyId), body }));

export const sampleAddress = (companyId: number, format: Paper) =>
  addressOf(`${path}/sample`, { ...of(companyId), query: { format } });

export const revokeLinks = (companyId: number) =>
  answerOf(service.POST(`${path}/revoke-links`, { params: of(companyId), body: {} }));
