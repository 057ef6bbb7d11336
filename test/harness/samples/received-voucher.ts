/** A received voucher, as the ledger claims it. */
import type { ReceivedVoucher } from '../../../src/ledger/received/reception-record.js';
import { signerFacts } from './signer-facts.js';

/** For tests that are not about its content. `change`: at least whose number it is. */
export function sampleReceived(
  change: Pick<ReceivedVoucher, 'companyId' | 'environment' | 'encf'> & Partial<ReceivedVoucher>,
): ReceivedVoucher {
  return {
    rncEmisor: '131880681',
    razonSocialEmisor: 'EMISOR SRL',
    ecfType: 31,
    fechaEmision: '20-11-2026',
    montoTotal: '1180.00',
    rncComprador: '101000001',
    securityCode: 'AAAAAA',
    fechaFirma: '20-11-2026 10:00:00',
    signer: signerFacts,
    ...change,
  };
}
