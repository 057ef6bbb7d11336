/** The certificates of Temporal and of the service, made and renewed by the operator's own script. */
import { X509Certificate } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { projectFile } from '../../../src/shared/project-file.js';
import { issueCertificate } from '../../simulator/test-authority.js';
import { runCommand } from '../../stack/binaries/run-command.js';

export interface TemporalCertificates {
  /** `./temporal-tls` of deploy/temporal-tls/compose.yml */
  readonly folder: string;
  /** With what the service starts. It ends during the run, so afterwards only those get in who read the renewed one. */
  readonly first: { readonly certificate: Buffer; readonly key: Buffer; readonly ends: Date };
  renew(): Promise<void>;
}

const scriptLimitMs = 60_000;
/** The stack starts in less, also on a busy machine. */
const firstMs = 10 * 60_000;

export async function makeTemporalCertificates(dataDir: string): Promise<TemporalCertificates> {
  const folder = join(dataDir, 'temporal-tls');
  const renew = async () => {
    const script = projectFile('deploy/temporal-tls/make-certificates.sh');
    await runCommand('sh', [script, folder], { limitMs: scriptLimitMs });
  };
  await renew();
  const read = (path: string) => readFileSync(join(folder, path));
  const authority = {
    certificatePem: read('authority/certificate.pem').toString(),
    privateKeyPem: read('authority/key.pem').toString(),
  };
  const first = issueCertificate(authority, {
    commonName: 'ecf-issuer',
    serialNumber: 'PRIMERO',
    notAfter: new Date(Date.now() + firstMs),
  });
  writeFileSync(join(folder, 'client/certificate.pem'), first.certificatePem);
  writeFileSync(join(folder, 'client/key.pem'), first.privateKeyPem);
  return {
    folder,
    first: {
      certificate: Buffer.from(first.certificatePem),
      key: Buffer.from(first.privateKeyPem),
      ends: new X509Certificate(first.certificatePem).validToDate,
    },
    renew,
  };
}
