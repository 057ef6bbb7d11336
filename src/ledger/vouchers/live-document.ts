/** Whether a voucher keeps its number. A number is free again only when DGII said that it was not used, or nothing was sent. */
import type { DocumentRecord } from './document-record.js';

export function isLive({ state, verdict }: Pick<DocumentRecord, 'state' | 'verdict'>): boolean {
  if (state === 'rejected') return verdict?.secuenciaUtilizada !== false;
  return state !== 'refused' && state !== 'annulled';
}
