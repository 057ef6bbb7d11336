/** Signs a built document at once, as checker and worker do together. */
import { createHash } from 'node:crypto';
import { assertPlainRoot, type BuiltXml } from '../../../src/ecf/xml/build-xml.js';
import type { SigningCertificate } from '../../../src/signing/keys/certificate.js';
import { signDigested } from '../../../src/signing/keys/sign-built.js';

export function signBuilt(
  { wire, canonical, rootName }: BuiltXml,
  certificate: SigningCertificate,
): { readonly xml: string; readonly securityCode: string } {
  assertPlainRoot({ canonical, rootName });
  const digest = createHash('sha256').update(canonical, 'utf8').digest('base64');
  const { xml, securityCode } = signDigested({ wire: Buffer.from(wire), digest, rootName }, certificate);
  return { xml: xml.toString('utf8'), securityCode };
}
