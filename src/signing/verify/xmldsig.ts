/** Names of the XML signature that DGII requires (Firmado e-CF, p. 3; web services §3.4), for signing and verifying. */
export const dsigNamespace = 'http://www.w3.org/2000/09/xmldsig#';

export const algorithms = {
  inclusiveC14n: 'http://www.w3.org/TR/2001/REC-xml-c14n-20010315',
  inclusiveC14nWithComments: 'http://www.w3.org/TR/2001/REC-xml-c14n-20010315#WithComments',
  inclusiveC14n11: 'http://www.w3.org/2006/12/xml-c14n11',
  inclusiveC14n11WithComments: 'http://www.w3.org/2006/12/xml-c14n11#WithComments',
  /** Also the namespace of InclusiveNamespaces. */
  exclusiveC14n: 'http://www.w3.org/2001/10/xml-exc-c14n#',
  exclusiveC14nWithComments: 'http://www.w3.org/2001/10/xml-exc-c14n#WithComments',
  rsaSha256: 'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256',
  sha256: 'http://www.w3.org/2001/04/xmlenc#sha256',
  enveloped: 'http://www.w3.org/2000/09/xmldsig#enveloped-signature',
} as const;

/** RSA-SHA256 is the only signature that DGII describes (Firmado e-CF, p. 2). Every authority refuses shorter keys. */
export const rsaBitsMin = 2048;

/**
 * DGII's documents name no exponent. .NET, OpenSSL and the accredited authorities use this one, and FIPS 186-5 forbids smaller ones. A
 * stranger who may choose the exponent can make a key under which somebody else's SignatureValue signs other content.
 */
export const rsaExponent = 65_537n;

/** The code printed on a voucher: the first six characters of the Base64 SignatureValue. */
const securityCodeLength = 6;

/** @param signatureValue Base64 without white space */
export function securityCodeOf(signatureValue: string): string {
  return signatureValue.slice(0, securityCodeLength);
}
