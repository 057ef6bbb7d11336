/** A voucher with its final result, which may come after the answer to the client. */
import type { DocumentRecord } from '../../../src/ledger/vouchers/document-record.js';
import type { Service } from '../../harness/service.js';
import { until } from '../../harness/until.js';

export function finalDocument({ store, companyId }: Service, encf: string): Promise<DocumentRecord> {
  return until(
    `${encf} is final`,
    async () => {
      const found = await store.findDocument(companyId, 'pre-certification', encf);
      return found?.final === true && found;
    },
    { withinMs: 60_000 },
  );
}
