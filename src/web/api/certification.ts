/** Validates and issues certification vouchers. The voucher travels as JSON text, so that its numbers keep their digits as typed. */
import type { BodyOf } from './answers.js';
import { answerOf, service } from './client.js';
import type { Place } from './vouchers.js';

/** Carries a reference: a request repeated with the same reference issues only one voucher. */
export type IssueInput = BodyOf<'issueVoucher'>;
export type NumberSource = IssueInput['number'];

export const validateOnServer = (path: Place, body: BodyOf<'validateVoucher'>) =>
  answerOf(service.POST('/companies/{companyId}/{environment}/validate', { params: { path }, body }));

export const issue = (path: Place, body: IssueInput) =>
  answerOf(service.POST('/companies/{companyId}/{environment}/vouchers', { params: { path }, body }));
