/** A signer of received vouchers, as the ledger keeps it. */
import type { StoredSigner } from '../../../src/ledger/received/stored-signer.js';

/** The signer of a received voucher, for tests that do not look at it. */
export const storedSigner: StoredSigner = {
  subject: 'CN=X',
  name: '',
  serialNumber: '',
  fingerprint: '00',
  chain: 'not-checked',
  period: 'usable',
};
