/** Whether a voucher has its number for good: a number is free again only by DGII's own word, or when nothing was sent. */
import type { DocumentRecord } from './document-record.js';

export function isLive({ state, verdict }: Pick<DocumentRecord, 'state' | 'verdict'>): boolean {
  if (state === 'rejected') return verdict?.secuenciaUtilizada !== false;
  return state !== 'refused' && state !== 'annulled';
}
