/** What a person does after DGII's verdict: whether to issue the voucher again, and with which number. */
import type { Company } from '../../../../ledger/companies/company.js';
import type { DocumentRecord } from '../../../../ledger/vouchers/document-record.js';
import { leavesNumberFree } from '../../../../ledger/vouchers/live-document.js';

type Ended = Pick<DocumentRecord, 'state' | 'environment' | 'verdict'>;

/**
 * Null if there is nothing to say: no verdict, accepted without objection, or rejected in certification, where a spent number is issued
 * again. A rejected voucher is void, so no credit note annuls it (DGII, preguntas frecuentes 1.4.8).
 */
export function adviceOnVerdict(document: Ended, origin: Company['origin']): string | null {
  const { state, environment } = document;
  if (state === 'conditionally-accepted')
    return 'Es válido; no lo emita otra vez. Si hay que corregirlo, es con una nota.';
  if (state !== 'rejected' || environment === 'certification') return null;
  if (leavesNumberFree(document))
    return 'El número quedó libre: corrija y envíe otra vez con el mismo e-NCF.';
  return `El número se gastó: emita el corregido con otro número${anotherNumber[origin]}; no hace falta nota de crédito.`;
}

const anotherNumber: Readonly<Record<Company['origin'], string>> = {
  client: '',
  // The same reference gets the same number again.
  service: ', pedido con otra referencia',
};
