/** Finds out whether a file asks for so many hash rounds that opening it would take from many seconds to hours. */
import forge from 'node-forge';

const { Type, Class } = forge.asn1;

/** OpenSSL's usual number of rounds fits into two bytes. Three bytes hold at most eight million. */
const roundsBytesMax = 3;

/** A PFX has its encryptions within four levels of octets. */
const depthMax = 8;

/** Encryptions by password, of PKCS #5 and PKCS #12. */
const passwordEncryption = /^1\.2\.840\.113549\.1\.(?:5|12\.1)\./;

/** @param node the algorithm of an encryption by password, or the MAC of a PFX: their only numbers are rounds and sizes */
export function hasLargeNumber({ type, value }: forge.asn1.Asn1): boolean {
  if (Array.isArray(value)) return value.some(hasLargeNumber);
  return type === Type.INTEGER && value.length > roundsBytesMax;
}

/**
 * Whether one of the encryptions in the content of a PFX has too many rounds. It cannot see into encrypted parts, so the caller needs a
 * time limit too.
 */
export function encryptsTooOften(node: forge.asn1.Asn1, depth = depthMax): boolean {
  const { value, type, tagClass } = node;
  if (!Array.isArray(value)) {
    const mayHoldMore =
      (tagClass === Class.UNIVERSAL && type === Type.OCTETSTRING) || tagClass === Class.CONTEXT_SPECIFIC;
    const inner = mayHoldMore && depth > 0 ? parsed(value) : undefined;
    return inner !== undefined && encryptsTooOften(inner, depth - 1);
  }
  const [first] = value;
  if (
    first?.type === Type.OID &&
    typeof first.value === 'string' &&
    passwordEncryption.test(forge.asn1.derToOid(first.value))
  )
    return hasLargeNumber(node);
  return value.some((one) => encryptsTooOften(one, depth));
}

function parsed(octets: string): forge.asn1.Asn1 | undefined {
  try {
    return forge.asn1.fromDer(octets, false);
  } catch {
    return undefined;
  }
}
