/**
 * Signs an XML file that DGII's portal generated, with the profile of our vouchers: enveloped, the Signature is the last child of the root.
 *
 * The signature goes into the text at that place, and the text is not written anew. DGII's own signer (Firmado e-CF, p. 3) loads the file
 * with `PreserveWhitespace = false`, appends the Signature and saves the document, which may add a byte-order mark and indentation. Both, and
 * the XML declaration, are outside the signature. So a byte-order mark and a declaration stay as the portal gave them, and none is added.
 */
import { createHash } from 'node:crypto';
import type { PortalXml } from '../verify/portal-xml.js';
import { verifyXml } from '../verify/verify.js';
import type { SigningCertificate } from './certificate.js';
import { signatureOver } from './sign-built.js';

/** Throws only when the signature does not verify, which is a defect: readPortalXml refuses what cannot be signed. */
export function signPortalXml(portal: PortalXml, certificate: SigningCertificate): Buffer {
  const { before, after, canonical, scope } = portal;
  const digest = createHash('sha256').update(canonical).digest('base64');
  const signed = before + signatureOver(digest, certificate, scope).element + after;
  // Nobody else checks the file before DGII does. A person would learn of a defect days later.
  const verified = verifyXml(signed, 'as-received');
  if (!verified.ok) throw new Error(`The signature just made does not verify: ${verified.reason}`);
  return Buffer.from(signed);
}
