/**
 * Decodes the bytes of a body or of an XML file, without a byte-order mark. Undefined: they are not UTF-8. A decoder that is not strict
 * would put another character in place of a wrong byte.
 */
export function utf8Text(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
}
