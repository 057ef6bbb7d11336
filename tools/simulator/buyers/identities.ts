/** Certificates of the imitated taxpayers. All have the authority's own key, because a new one takes half a second. */
import { X509Certificate } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { openPem, type SigningCertificate } from '../../../src/signing/keys/certificate.js';
import { createAuthority, issueCertificate, type TestAuthority } from '../test-authority.js';

export interface Identities {
  /** PEM of the authority, as DGII's portal offers it for download in its communication tests. */
  authorityPem(): Promise<string>;
  of(rnc: string): Promise<SigningCertificate>;
}

const cedulaDigits = 11;
export const taxpayersAuthorityFile = 'identidad-contribuyentes.json';

export function createIdentities(dataDir: string): Identities {
  const file = join(dataDir, taxpayersAuthorityFile);
  const made = new Map<string, Promise<SigningCertificate>>();
  let authority: Promise<TestAuthority> | undefined;
  const theAuthority = () => (authority ??= openAuthority(dataDir, file));

  return {
    authorityPem: async () => (await theAuthority()).certificatePem,
    of(rnc) {
      const known = made.get(rnc);
      if (known !== undefined) return known;
      const certificate = theAuthority().then((issuer) => certify(issuer, rnc));
      made.set(rnc, certificate);
      return certificate;
    },
  };
}

async function openAuthority(dataDir: string, file: string): Promise<TestAuthority> {
  const kept = await readFile(file, 'utf8').catch(() => undefined);
  if (kept !== undefined) return JSON.parse(kept) as TestAuthority;
  const authority = createAuthority('AUTORIDAD DE LOS CONTRIBUYENTES IMITADOS');
  await mkdir(dataDir, { recursive: true });
  await writeFile(file, JSON.stringify(authority), { mode: 0o600 });
  return authority;
}

function certify(authority: TestAuthority, rnc: string): SigningCertificate {
  const { publicKey } = new X509Certificate(authority.certificatePem);
  const issued = issueCertificate(authority, {
    commonName: `FIRMANTE DE ${rnc}`,
    serialNumber: `IDCDO-${rnc.padStart(cedulaDigits, '0')}`,
    keys: {
      publicKey: publicKey.export({ type: 'spki', format: 'pem' }).toString(),
      privateKey: authority.privateKeyPem,
    },
  });
  const opened = openPem(issued.certificatePem, issued.privateKeyPem);
  if (!opened.ok) throw new Error(`The certificate of ${rnc} does not open: ${opened.reason}`);
  return opened.certificate;
}
