/**
 * What must never be in a history. Everybody with access to Temporal's Web UI could read it, and Temporal's database keeps it
 * outside the ledger's protection. A history may hold only references, codes and times.
 */
import { isPayload, textOf, type HistoryJson } from './histories.js';

/** Our inputs, results and markers are a few hundred bytes. */
const payloadBytesMax = 2_048;
/** Including summaries, search attributes and failure codes. */
const textBytesMax = 2_048;

const contents = [
  { what: 'XML', pattern: /<\?xml|<\/|<[A-Za-z]+>/ },
  { what: 'an e-CF', pattern: /<ECF|"ECF"|Encabezado|DetallesItems|SignatureValue/ },
  { what: 'a certificate or key', pattern: /-----BEGIN|X509Certificate|MII[A-Za-z0-9+/]{20}/ },
  { what: 'a token', pattern: /eyJ[A-Za-z0-9_-]{10,}\.eyJ|bearer /i },
  // Summaries speak of “el comprador”; a member of a voucher or a name has no article.
  { what: 'the buyer', pattern: /(?<!\b(?:al|d?el) )Comprador|Razon ?Social/i },
  { what: 'DGII’s raw text', pattern: /"mensajes"|"raw"|"httpStatus"/ },
] as const;

/** One line for each text that does not belong in a history. `secrets` are texts of this very voucher. */
export function contentsIn(history: HistoryJson, secrets: readonly string[] = []): string[] {
  const found: string[] = [];
  for (const event of history.events) {
    for (const { where, text } of textsOf(event, event.eventType)) {
      const limit = where.endsWith('payload') ? payloadBytesMax : textBytesMax;
      if (Buffer.byteLength(text) > limit) found.push(`${where}: ${text.length} characters`);
      for (const { what, pattern } of contents) if (pattern.test(text)) found.push(`${where}: ${what}`);
      for (const secret of secrets)
        if (text.toLowerCase().includes(secret.toLowerCase())) found.push(`${where}: ${secret}`);
    }
  }
  return found;
}

/** Every text of an event at any depth, with payloads decoded. */
function textsOf(value: unknown, where: string): { readonly where: string; readonly text: string }[] {
  if (typeof value === 'string') return [{ where, text: value }];
  if (typeof value !== 'object' || value === null) return [];
  if (isPayload(value)) return [{ where: `${where}.payload`, text: textOf(value) }];
  return Object.entries(value).flatMap(([member, inner]) => textsOf(inner, `${where}.${member}`));
}
