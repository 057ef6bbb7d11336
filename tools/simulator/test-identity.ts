/** What a stand-alone simulator trusts: an authority and a signer's certificate, delegated for the requested RNCs. */
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { OpenError } from '../../src/signing/keys/open-fault.js';
import { readP12 } from '../../src/signing/keys/p12.js';
import { createAuthority, issueCertificate, toP12 } from './test-authority.js';
import { chainFault, readAuthorities } from '../../src/signing/verify/chain.js';
import { X509Certificate } from 'node:crypto';

export interface TestIdentity {
  readonly ca: string;
  readonly p12: string;
  readonly certificate: string;
  readonly key: string;
  /** JSON: SN of a certificate → RNCs; may be edited while the simulator runs. */
  readonly delegations: string;
}

/** The password of the `.p12`. It protects nothing. */
export const p12Password = 'prueba-2026';

const signer = 'IDCDO-00199999996';

/** Makes what is missing and keeps what exists, except that an expired certificate is renewed. */
export async function ensureTestIdentity(
  folder: string,
  rncs: readonly string[],
  now: Date,
): Promise<TestIdentity> {
  const files: TestIdentity = {
    ca: join(folder, 'ca.pem'),
    p12: join(folder, 'firmante.p12'),
    certificate: join(folder, 'firmante.pem'),
    key: join(folder, 'firmante-clave.pem'),
    delegations: join(folder, 'delegaciones.json'),
  };
  await mkdir(folder, { recursive: true, mode: 0o700 });
  if (!(await isGood(files, now))) {
    const authority = createAuthority('AUTORIDAD DEL SIMULADOR (SIN VALIDEZ)');
    const issued = issueCertificate(authority, { commonName: 'FIRMANTE DE PRUEBA', serialNumber: signer });
    // The authority's key is not stored, because it signs only this one certificate.
    const contents = [
      [files.certificate, issued.certificatePem],
      [files.key, issued.privateKeyPem],
      [files.ca, authority.certificatePem],
    ] as const;
    for (const [path, content] of contents) await writeFile(path, content, { mode: 0o600 });
  }
  await keepP12(files);
  await delegate(files.delegations, rncs);
  return files;
}

/**
 * The `.p12` has only the signer's certificate: of several, some programs sign with the first and some with the last.
 */
async function keepP12(files: TestIdentity): Promise<void> {
  const certificatePem = await readFile(files.certificate, 'utf8');
  const present = await readFile(files.p12).catch(() => Buffer.alloc(0));
  const [first, ...others] = certificatesIn(present);
  if (first?.equals(new X509Certificate(certificatePem).raw) === true && others.length === 0) return;
  const privateKeyPem = await readFile(files.key, 'utf8');
  await writeFile(files.p12, toP12({ certificatePem, privateKeyPem }, p12Password), { mode: 0o600 });
}

/** Empty if the file is absent or damaged. */
function certificatesIn(p12: Uint8Array): readonly Buffer[] {
  try {
    return readP12(p12, p12Password).certificates;
  } catch (error) {
    if (error instanceof OpenError) return [];
    throw error;
  }
}

async function isGood(files: TestIdentity, now: Date): Promise<boolean> {
  try {
    const [ca, certificate] = await Promise.all([readFile(files.ca, 'utf8'), readFile(files.certificate)]);
    await readFile(files.key);
    return chainFault(new X509Certificate(certificate), readAuthorities(ca), now) === undefined;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return false;
    throw error;
  }
}

/** Adds the delegations. Entries that a person wrote into the file stay. */
async function delegate(path: string, rncs: readonly string[]): Promise<void> {
  const table = await readFile(path, 'utf8').then(
    (text) => JSON.parse(text) as Record<string, readonly string[]>,
    (error: unknown) => {
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
      return {};
    },
  );
  const present = (table as Record<string, readonly string[]>)[signer] ?? [];
  const merged = { ...table, [signer]: [...new Set([...present, ...rncs])] };
  await writeFile(path, `${JSON.stringify(merged, null, 2)}\n`, { mode: 0o600 });
}
