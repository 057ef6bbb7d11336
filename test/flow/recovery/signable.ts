/** A voucher that can be built, as the ledger stores it, and a certificate made in this run. */
import { createChecker, type Checker } from '../../../src/documents/threads/checker.js';
import { normalise } from '../../../src/ecf/json/normalise.js';
import { validate } from '../../../src/ecf/validate.js';
import { openPem } from '../../../src/signing/keys/certificate.js';
import { sampleEcf } from '../../harness/samples/sample-ecf.js';
import type { XsdFault } from '../../../src/documents/check/xsd-validator.js';
import { certifiedSigner } from '../../harness/samples/signers.js';

/** A checker whose XSD finds these faults in everything. */
export function checkerWith(...faults: XsdFault[]): Checker {
  return createChecker({ xsd: { validate: () => faults, dispose: () => undefined }, threadsMax: 1 });
}

export function signable(encf: string) {
  const facts = { today: '20-11-2026', company: { rnc: '999999992' } };
  const { ecf, errores } = validate(sampleEcf({ encf }), facts, []);
  if (ecf === undefined) throw new Error(JSON.stringify(errores));
  const issued = certifiedSigner({ commonName: 'FIRMANTE DE PRUEBA', serialNumber: 'IDCDO-00000000001' });
  const opened = openPem(issued.certificatePem, issued.privateKeyPem);
  if (!opened.ok) throw new Error(opened.reason);
  return { content: Buffer.from(normalise(ecf)), certificate: opened.certificate };
}
