/** Keys and small vouchers for the signing tests. Keys are made at test time; taxpayers are fictitious. */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openPem, type SigningCertificate } from '../../../src/signing/keys/certificate.js';
import type { TestAuthority } from '../../../tools/simulator/test-authority.js';
import { certifiedSigner, testAuthority } from '../../harness/samples/signers.js';

export interface Signer {
  readonly authority: TestAuthority;
  readonly certificate: SigningCertificate;
}

export function makeSigner(): Signer {
  const issued = certifiedSigner({
    commonName: 'PÉREZ MARTÍNEZ, PEDRO',
    serialNumber: 'IDCDO-00199999996',
  });
  const opened = openPem(issued.certificatePem, issued.privateKeyPem);
  if (!opened.ok) throw new Error(opened.reason);
  return { authority: testAuthority(), certificate: opened.certificate };
}

export interface Built {
  readonly wire: string;
  readonly canonical: string;
  readonly rootName: 'ECF';
}

/** A tiny voucher with handwritten escapes: `wire` as DGII asks (§3.4), `canonical` as Canonical XML asks. */
export function buildByHand(name: { readonly wire: string; readonly canonical: string }): Built {
  const root = (text: string) =>
    '<ECF><Encabezado><Version>1.0</Version><IdDoc><TipoeCF>31</TipoeCF><eNCF>E310000000001</eNCF></IdDoc>' +
    `<Emisor><RNCEmisor>999999992</RNCEmisor><RazonSocialEmisor>${text}</RazonSocialEmisor></Emisor></Encabezado>` +
    '<FechaHoraFirma>20-11-2026 09:30:00</FechaHoraFirma></ECF>';
  return {
    wire: `<?xml version="1.0" encoding="utf-8"?>${root(name.wire)}`,
    canonical: root(name.canonical),
    rootName: 'ECF',
  };
}

/** Texts that a careless escape breaks; both spellings of each. */
export const texts = [
  { name: 'plain', wire: 'EMPRESA DE PRUEBA SRL', canonical: 'EMPRESA DE PRUEBA SRL' },
  { name: 'accents', wire: 'Añejo Ülü, Camión Nº 5', canonical: 'Añejo Ülü, Camión Nº 5' },
  { name: 'markup', wire: 'A &amp; B &lt;C&gt; D', canonical: 'A &amp; B &lt;C&gt; D' },
  { name: 'quotes', wire: '&#34;O&#39;Neill&#34;', canonical: '"O\'Neill"' },
  { name: 'symbols', wire: '&#169; &#8364; &#174;', canonical: '© € ®' },
  { name: 'tab and line feed', wire: 'a\tb\nc', canonical: 'a\tb\nc' },
  { name: 'carriage return', wire: 'a&#13;b', canonical: 'a&#xD;b' },
  { name: 'beyond the first plane', wire: 'caja 📦', canonical: 'caja 📦' },
  { name: 'line ends of XML 1.1', wire: 'a\u0085b\u2028c', canonical: 'a\u0085b\u2028c' },
] as const;

/** A second implementation of XML signatures. */
export interface Xmlsec {
  /** Follows the chain to the signer's authority and verifies with the certificate inside the document. */
  readonly verifies: (xml: string) => boolean;
  readonly stop: () => void;
}

/** Debian's xmlsec1. Undefined where it is not installed; a warning then says so. */
export function startXmlsec({ authority }: Signer): Xmlsec | undefined {
  try {
    execFileSync('xmlsec1', ['--version'], { stdio: 'ignore' });
  } catch {
    console.warn(
      'NOT CHECKED: xmlsec1 is not installed, so no second implementation verifies our signatures',
    );
    return undefined;
  }
  const dir = mkdtempSync(join(tmpdir(), 'signing-'));
  const trusted = join(dir, 'ca.pem');
  writeFileSync(trusted, authority.certificatePem);
  return {
    verifies: (xml) => {
      const file = join(dir, 'signed.xml');
      writeFileSync(file, xml);
      try {
        execFileSync('xmlsec1', ['--verify', '--trusted-pem', trusted, file], { stdio: 'ignore' });
        return true;
      } catch {
        return false;
      }
    },
    stop: () => rmSync(dir, { recursive: true, force: true }),
  };
}
