/**
 * Builds what the worker signs, from the normal form that the ledger keeps. It needs no private key: the result has a digest, which the
 * worker signs.
 */
import { createHash } from 'node:crypto';
import type { DocumentKind } from '../../ecf/catalogue/document-kind.js';
import { parseNormalised } from '../../ecf/json/normalise.js';
import type { Ecf } from '../../ecf/model/ecf.js';
import type { Fault } from '../../ecf/model/fault.js';
import type { Facts } from '../../ecf/model/facts.js';
import { ledgerFaults } from '../../ecf/validate.js';
import { assertPlainRoot, buildXml, type BuiltXml } from '../../ecf/xml/build-xml.js';
import { hasRfce, rfcePart } from '../../ecf/xml/rfce.js';
import { withDummySignature } from './dummy-signature.js';
import { withoutValues, type FaultPosition, type XsdValidator } from './xsd-validator.js';

interface UnsignedXml {
  /** The UTF-8 bytes that will be sent, without Signature. */
  readonly wire: Uint8Array;
  /** SHA-256 of the canonical form, Base64. */
  readonly digest: string;
  readonly rootName: string;
}

/** `findings`: our XML fails our XSD; that is a defect of ours. */
export type Unsigned =
  | { readonly ok: true; readonly xml: UnsignedXml }
  | { readonly ok: false; readonly findings: readonly FaultPosition[] };

export type BuiltVoucher = Unsigned & {
  readonly forSummary?: Ecf;
};

export function buildVoucher(content: Uint8Array, signingTime: string, xsd: XsdValidator): BuiltVoucher {
  const ecf = readNormalForm(content);
  const unsigned = checkBuilt(ecf.type, buildXml(ecf, signingTime), xsd);
  return hasRfce(ecf) ? { ...unsigned, forSummary: rfcePart(ecf) } : unsigned;
}

/** The first fault of a note that depends on the voucher it modifies. That voucher may have changed since validation. */
export function noteFault(content: Uint8Array, facts: Facts): Fault | undefined {
  return ledgerFaults(readNormalForm(content), facts)[0];
}

/** @param content the normal form, in UTF-8 */
export function readNormalForm(content: Uint8Array): Ecf {
  return parseNormalised(new TextDecoder().decode(content));
}

export function checkBuilt(kind: DocumentKind, built: BuiltXml, xsd: XsdValidator): Unsigned {
  const faults = xsd.validate(kind, withDummySignature(built.wire));
  return faults.length > 0
    ? { ok: false, findings: withoutValues(faults) }
    : { ok: true, xml: readyToSign(built) };
}

/** Throws only when the built text breaks the builder's promise: one root without attributes or namespaces. */
export function readyToSign(built: BuiltXml): UnsignedXml {
  assertPlainRoot(built);
  const digest = createHash('sha256').update(built.canonical, 'utf8').digest('base64');
  return { wire: new TextEncoder().encode(built.wire), digest, rootName: built.rootName };
}
