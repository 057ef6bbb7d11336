/**
 * Asks DGII for the state of a voucher of any issuer, in a company's name. A worker asks, because only workers have certificates and
 * tokens. The ledger stores the question and the answer.
 */
import { randomUUID } from 'node:crypto';
import type { ExternalStatusAnswer, ExternalStatusQuestion } from '../../ledger/vouchers/inquiries.js';
import type { Company } from '../../ledger/store.js';
import type { ApiDeps } from '../deps.js';

const kind = 'external-status';

/** Undefined: no worker answered in time. */
export async function askState(
  { store, issuing, clock }: Pick<ApiDeps, 'store' | 'issuing' | 'clock'>,
  { companyId, environment }: Pick<Company, 'companyId' | 'environment'>,
  question: ExternalStatusQuestion,
): Promise<ExternalStatusAnswer | undefined> {
  const id = randomUUID();
  await store.putInquiry({ id, kind, about: { companyId, environment, question } }, clock());
  await issuing.inquire({ kind, companyId }, id);
  const inquiry = await store.findInquiry(id);
  return inquiry?.kind === kind ? inquiry.answer : undefined;
}
