/** A person orders the delivery of an accepted voucher to its buyer: now, or once more. */
import { mayGoToBuyer } from '../../ecf/codes/buyer-delivery.js';
import type { DocumentRecord } from '../../ledger/vouchers/document-record.js';
import type { OperatorDeps } from '../deps.js';
import { refused, type Refused } from '../../shared/refused.js';

type DeliverAgain =
  /** A worker sends it within seconds. */
  | { readonly outcome: 'due' }
  | Refused<
      'NOT_FOR_BUYER' | 'ALREADY_DELIVERED' | 'BUYER_DELIVERY_OFF' | 'COMPANY_NOT_FOUND' | 'CHANGED_MEANWHILE'
    >;

export async function deliverAgain(
  { store, clock }: Pick<OperatorDeps, 'store' | 'clock'>,
  document: DocumentRecord,
): Promise<DeliverAgain> {
  const { companyId, environment, encf, attempt, state, tipoeCF, buyerDelivery } = document;
  const accepted = state === 'accepted' || state === 'conditionally-accepted';
  if (!accepted || !mayGoToBuyer(document)) return refused('NOT_FOR_BUYER');
  if (buyerDelivery?.state === 'delivered') return refused('ALREADY_DELIVERED');
  const company = await store.findCompany(companyId);
  if (company === undefined) return refused('COMPANY_NOT_FOUND');
  const off = company.buyerDelivery === 'off' || (tipoeCF === 45 && company.buyerDelivery45 !== 'on');
  if (off) return refused('BUYER_DELIVERY_OFF');
  const ref = { companyId, environment, encf, attempt };
  const changed = await store.deliverAgain(ref, buyerDelivery, clock());
  return changed ? { outcome: 'due' } : refused('CHANGED_MEANWHILE');
}
