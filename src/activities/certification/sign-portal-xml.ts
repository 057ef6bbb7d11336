/**
 * Signs a file of DGII's portal. It checks the file again: otherwise everyone who can write into the ledger could have a fiscal document
 * signed.
 */
import { createHash } from 'node:crypto';
import type { InquiryKinds, PortalSignatureAnswer } from '../../ledger/inquiries/inquiries.js';
import { signPortalXml as sign } from '../../signing/keys/sign-portal-xml.js';
import { readPortalXml } from '../../signing/verify/portal-xml.js';
import type { ActivityDeps } from '../deps.js';
import { usableOrRefusal } from '../certificates/usable-certificate.js';

/** May run again: the same file gets the same signature, because RSA with PKCS#1 v1.5 has no random part. */
export async function signPortalXml(
  deps: Pick<ActivityDeps, 'certificates' | 'clock'>,
  { companyId, xml }: InquiryKinds['portal-signature']['about'],
): Promise<PortalSignatureAnswer> {
  const read = readPortalXml(Buffer.from(xml, 'base64'));
  if (!read.ok) return { outcome: 'refused', reason: read.fault };
  const certificate = await usableOrRefusal(deps, companyId, 'read again');
  if (typeof certificate === 'string') return { outcome: 'refused', reason: certificate };
  const signed = sign(read.portal, certificate);
  return {
    outcome: 'signed',
    root: read.portal.root,
    xml: signed.toString('base64'),
    sha256: createHash('sha256').update(signed).digest('hex'),
  };
}
