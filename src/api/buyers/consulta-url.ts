/** `consultaUrl`: the link that a company gives to its buyer (Formato RFCE v1.0 p.2: a means of consultation for customers). */
import type { DocumentRecord } from '../../ledger/vouchers/document-record.js';
import type { ApiDeps } from '../deps.js';
import { tokenOf } from '../../services/buyers/link-token.js';

export interface ConsultaUrl {
  readonly consultaUrl?: string;
}

/** Empty if the service has no public address. */
export async function consultaUrlOf(
  { config, store, clock }: Pick<ApiDeps, 'config' | 'store' | 'clock'>,
  document: DocumentRecord,
): Promise<ConsultaUrl> {
  if (config.publicUrl === '') return {};
  const key = await store.linkKeyOf(document.companyId, clock());
  return { consultaUrl: `${config.publicUrl}/c/${tokenOf(document, key)}` };
}
