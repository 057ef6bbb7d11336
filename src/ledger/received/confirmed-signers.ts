/**
 * Whose vouchers DGII has confirmed. Anybody can make a certificate, and only DGII knows who may sign for whom. So a signer is known to a
 * company if a trusted authority issued the certificate, or if DGII has accepted an earlier voucher that it signed for the same issuer.
 */
import { acceptedStates } from '../../ecf/codes/reception-states.js';
import type { Collections } from '../collections.js';
import type { ReceivedVoucher } from './reception-record.js';

export type SignedBy = Pick<ReceivedVoucher, 'companyId' | 'environment' | 'rncEmisor' | 'signer'>;

export async function isKnownSigner(
  { receptions }: Pick<Collections, 'receptions'>,
  { companyId, environment, rncEmisor, signer: { chain, fingerprint } }: SignedBy,
): Promise<boolean> {
  if (chain === 'trusted') return true;
  const confirmed = await receptions.findOne(
    {
      companyId,
      environment,
      rncEmisor,
      'signer.fingerprint': fingerprint,
      signerUnknown: true,
      'dgii.estado': { $in: [...acceptedStates] },
    },
    { hint: 'confirmedSigners', projection: { _id: 1 } },
  );
  return confirmed !== null;
}
