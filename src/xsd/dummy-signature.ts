/** For dry runs: the XSDs demand a Signature, validate has none. */

/** Puts an empty Signature where the schema demands one, as the last child of the root. */
export function withDummySignature(xml: string): string {
  const end = xml.lastIndexOf('</');
  if (end < 0) return xml;
  return `${xml.slice(0, end)}<Signature xmlns="http://www.w3.org/2000/09/xmldsig#"/>${xml.slice(end)}`;
}
