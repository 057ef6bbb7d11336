/** Gets the signed ARECF of a reception. A worker signs it, because the api has no private key. */
import type { StoredAcknowledgement } from '../../ledger/received/reception-record.js';
import { ReceiverError } from './receiver-error.js';
import type { ReceiverDeps } from './receiver-deps.js';

export interface ToAnswer {
  readonly id: string;
  readonly companyId: number;
  /** SHA-256 of the voucher that the ARECF acknowledges: the first one, if other bytes with the same signature came. */
  readonly sha256: string;
  readonly arecf?: StoredAcknowledgement | undefined;
}

/** After waiting this long for a turn nothing is started: few senders would still wait for the signature. */
const turnWaitMs = 10_000;

/**
 * @returns a function that gets the bytes of the signed ARECF. `network` is the sender's: the limit is fair among networks, so a flood of
 * one delays only its own acknowledgements. It throws RECEPTION_NOT_SIGNED; the next try completes the same reception.
 */
export function createAcknowledging(
  { store, issuing, acknowledgements }: Pick<ReceiverDeps, 'store' | 'issuing' | 'acknowledgements'>,
  waitMs = turnWaitMs,
) {
  /** Copies of one voucher from one network wait together, so a thousand of them are one question to Temporal. */
  const waiting = new Map<string, Promise<StoredAcknowledgement | undefined>>();

  const sign = async ({ id, companyId, sha256 }: ToAnswer) => {
    await issuing.acknowledge(id, companyId);
    const reception = await store.findToAcknowledge(id);
    // Another voucher may have taken the number meanwhile. The next try gets the right code.
    return reception?.sha256 === sha256 ? reception.arecf : undefined;
  };
  const inTurn = (network: string, answered: ToAnswer) => {
    const startsByMs = performance.now() + waitMs;
    return acknowledgements.run(network, async () =>
      performance.now() > startsByMs ? undefined : sign(answered),
    );
  };
  const signed = (network: string, answered: ToAnswer) => {
    const key = `${network} ${answered.id} ${answered.sha256}`;
    const known = waiting.get(key);
    if (known !== undefined) return known;
    const started = inTurn(network, answered).finally(() => waiting.delete(key));
    waiting.set(key, started);
    return started;
  };

  return async (network: string, answered: ToAnswer): Promise<Buffer> => {
    const arecf = answered.arecf ?? (await signed(network, answered));
    if (arecf === undefined) throw new ReceiverError('RECEPTION_NOT_SIGNED');
    return store.getFileBytes(arecf.file);
  };
}
