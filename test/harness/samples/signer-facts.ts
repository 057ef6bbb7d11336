/** A signer of received vouchers, as the ledger keeps it. */
import type { SignerFacts } from '../../../src/ecf/codes/reception-states.js';

/** The signer of a received voucher, for tests that are not about the signer. */
export const signerFacts: SignerFacts = {
  subject: 'CN=X',
  name: '',
  serialNumber: '',
  fingerprint: '00',
  chain: 'not-checked',
  period: 'usable',
};
