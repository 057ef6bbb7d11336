/** Gets the signed ARECF of a reception. A worker signs it, because the api has no private key. */
import type { StoredAcknowledgement } from '../../ledger/received/reception-record.js';
import { ReceiverError } from './receiver-error.js';
import type { ReceiverDeps } from './receiver-deps.js';

export interface Acknowledging {
  /** @param known the ARECF, if it was signed before. @throws RECEPTION_NOT_SIGNED; the next try completes the same reception */
  acknowledge(id: string, companyId: number, known: StoredAcknowledgement | undefined): Promise<Buffer>;
}

export function createAcknowledging({
  store,
  issuing,
}: Pick<ReceiverDeps, 'store' | 'issuing'>): Acknowledging {
  /** Copies of one voucher wait together, so a thousand of them are one question to Temporal. */
  const waiting = new Map<string, Promise<StoredAcknowledgement | undefined>>();

  const sign = async (id: string, companyId: number) => {
    await issuing.acknowledge(id, companyId);
    return (await store.findToAcknowledge(id))?.arecf;
  };
  const signed = (id: string, companyId: number) => {
    const known = waiting.get(id);
    if (known !== undefined) return known;
    const started = sign(id, companyId).finally(() => waiting.delete(id));
    waiting.set(id, started);
    return started;
  };

  return {
    acknowledge: async (id, companyId, known) => {
      const arecf = known ?? (await signed(id, companyId));
      if (arecf === undefined) throw new ReceiverError('RECEPTION_NOT_SIGNED');
      return store.getFileBytes(arecf.file);
    },
  };
}
