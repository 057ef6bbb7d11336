/** For dry runs: the XSDs require a Signature, but `validate` does not sign. */

export function withDummySignature(xml: string): string {
  const end = xml.lastIndexOf('</');
  if (end < 0) return xml;
  return `${xml.slice(0, end)}<Signature xmlns="http://www.w3.org/2000/09/xmldsig#"/>${xml.slice(end)}`;
}
