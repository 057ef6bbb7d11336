/** Reads PKCS#12 files with node-forge: private keys and certificates as DER, whatever their kind. */
import forge from 'node-forge';
import { encryptsTooOften, hasLargeNumber } from './hash-rounds.js';

export interface P12Content {
  /** PKCS#8 PrivateKeyInfo, DER. */
  readonly keys: readonly Buffer[];
  readonly certificates: readonly Buffer[];
}

/** forge reports errors only as texts. These texts mean that the password is wrong. */
const passwordFault = /MAC could not be verified|Invalid password|Failed to decrypt|decrypt PKCS/i;

/** A PFX is version, authSafe and an optional MAC over it. */
const macIndex = 2;

/** `UNREADABLE`: no PKCS#12, a damaged one, or one that asks for too many hash rounds. */
export function readP12(bytes: Uint8Array, password: string): P12Content | 'UNREADABLE' | 'WRONG_PASSWORD' {
  let pfx: forge.asn1.Asn1;
  try {
    pfx = forge.asn1.fromDer(Buffer.from(bytes).toString('binary'), false);
  } catch {
    return 'UNREADABLE';
  }
  if (hashesTooOften(pfx)) return 'UNREADABLE';
  try {
    return contentOf(forge.pkcs12.pkcs12FromAsn1(pfx, false, password));
  } catch (error) {
    const fault = faultOf(error);
    const utf8 = forge.util.encodeUtf8(password);
    if (utf8 === password || macFailed(error) || !Array.isArray(pfx.value)) return fault;
    // The MAC needs the password as UTF-16 and AES (PBES2) needs it as UTF-8, but forge passes the same form to both. The MAC
    // has just been verified, so we remove it and open the content with the other form.
    try {
      const withoutMac = { ...pfx, value: pfx.value.slice(0, macIndex) };
      return contentOf(forge.pkcs12.pkcs12FromAsn1(withoutMac, false, utf8));
    } catch {
      return fault;
    }
  }
}

function hashesTooOften({ value }: forge.asn1.Asn1): boolean {
  if (!Array.isArray(value)) return false;
  return (
    value.slice(macIndex).some(hasLargeNumber) ||
    value.slice(0, macIndex).some((one) => encryptsTooOften(one))
  );
}

function macFailed(error: unknown): boolean {
  return error instanceof Error && error.message.includes('MAC');
}

function faultOf(error: unknown): 'UNREADABLE' | 'WRONG_PASSWORD' {
  return error instanceof Error && passwordFault.test(error.message) ? 'WRONG_PASSWORD' : 'UNREADABLE';
}

function contentOf(p12: forge.pkcs12.Pkcs12Pfx): P12Content {
  const keys: Buffer[] = [];
  const certificates: Buffer[] = [];
  for (const bag of p12.safeContents.flatMap((content) => content.safeBags)) {
    // forge leaves what it does not support (elliptic curves) as ASN.1. node:crypto checks it later.
    if (bag.type === forge.pki.oids['certBag']) {
      certificates.push(der(bag.cert ? certificateOf(bag.cert) : bag.asn1));
    } else if (bag.type === forge.pki.oids['keyBag'] || bag.type === forge.pki.oids['pkcs8ShroudedKeyBag']) {
      keys.push(der(bag.key ? forge.pki.wrapRsaPrivateKey(forge.pki.privateKeyToAsn1(bag.key)) : bag.asn1));
    }
  }
  return { keys, certificates };
}

/**
 * The certificate as its authority wrote it. forge writes the algorithm of the signature anew, and with RSASSA-PSS gets a long salt or left
 * out parameters wrong. The signed part names the same algorithm in its first sequence (RFC 5280 §4.1.1.2), and forge keeps that part.
 */
function certificateOf(cert: forge.pki.Certificate): forge.asn1.Asn1 {
  const written = forge.pki.certificateToAsn1(cert);
  const [signed, algorithm, signature] = childrenOf(written);
  const named = childrenOf(signed).find(({ type }) => type === forge.asn1.Type.SEQUENCE) ?? algorithm;
  if (signed === undefined || named === undefined || signature === undefined) return written;
  return { ...written, value: [signed, named, signature] };
}

function childrenOf(node: forge.asn1.Asn1 | undefined): readonly forge.asn1.Asn1[] {
  return Array.isArray(node?.value) ? node.value : [];
}

function der(value: forge.asn1.Asn1): Buffer {
  return Buffer.from(forge.asn1.toDer(value).getBytes(), 'binary');
}
