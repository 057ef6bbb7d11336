/** Builds an approval or rejection (ACECF), checks it against the XSD, and signs it. */
import { buildAcecf, type Acecf } from '../../ecf/xml/acecf.js';
import type { SigningCertificate } from '../../signing/keys/certificate.js';
import { signDigested } from '../../signing/keys/sign-built.js';
import type { ActivityDeps } from '../deps.js';

interface ToSign {
  readonly acecf: Acecf;
  readonly fechaHora: string;
  readonly companyId: number;
}

/** Undefined: our own file fails our XSD, which is logged. It should not happen, because the values were checked before. */
export function signAcecf(
  { checker, log }: Pick<ActivityDeps, 'checker' | 'log'>,
  { acecf, fechaHora, companyId }: ToSign,
  certificate: SigningCertificate,
): Buffer | undefined {
  const built = checker.checkBuilt('ACECF', buildAcecf(acecf, fechaHora));
  if (built.ok) return signDigested(built.xml, certificate).xml;
  log.error({ companyId, encf: acecf.eNCF, faults: built.findings }, 'our ACECF fails our XSD');
  return undefined;
}
