/** Signs a built document at once, as checker and worker do together. */
import { readyToSign } from '../../../src/documents/check/build-voucher.js';
import type { BuiltXml } from '../../../src/ecf/xml/build-xml.js';
import type { SigningCertificate } from '../../../src/signing/keys/certificate.js';
import { signDigested } from '../../../src/signing/keys/sign-built.js';

export function signBuilt(
  built: BuiltXml,
  certificate: SigningCertificate,
): { readonly xml: string; readonly securityCode: string } {
  const { xml, securityCode } = signDigested(readyToSign(built), certificate);
  return { xml: xml.toString('utf8'), securityCode };
}
