/** Validating and issuing certification vouchers. The voucher travels as JSON text, so that its numbers stay as typed. */
import type { BodyOf } from './answers.js';
import { answerOf, service } from './client.js';
import type { Place } from './vouchers.js';

/** A repeated request with the same reference issues once. */
export type IssueInput = BodyOf<'issueVoucher'>;
export type NumberSource = IssueInput['number'];

export const validateOnServer = (path: Place, body: BodyOf<'validateVoucher'>) =>
  answerOf(service.POST('/companies/{companyId}/{environment}/validate', { params: { path }, body }));

export const issue = (path: Place, body: IssueInput) =>
  answerOf(service.POST('/companies/{companyId}/{environment}/vouchers', { params: { path }, body }));
