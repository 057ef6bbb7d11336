/**
 * What must never be in a history: whoever may look at Temporal's Web UI would read it, and Temporal's database keeps it
 * outside the ledger's care. References, codes and times only.
 */
import { isPayload, textOf, type HistoryJson } from './histories.js';

/** Inputs, results and markers of ours are a few hundred bytes. */
const payloadBytesMax = 2_048;
/** Summaries, search attributes and failure codes included. */
const textBytesMax = 2_048;

const contents = [
  { what: 'XML', pattern: /<\?xml|<\/|<[A-Za-z]+>/ },
  { what: 'an e-CF', pattern: /<ECF|"ECF"|Encabezado|DetallesItems|SignatureValue/ },
  { what: 'a certificate or key', pattern: /-----BEGIN|X509Certificate|MII[A-Za-z0-9+/]{20}/ },
  { what: 'a token', pattern: /eyJ[A-Za-z0-9_-]{10,}\.eyJ|bearer /i },
  { what: 'the buyer', pattern: /Comprador|Razon ?Social/i },
  { what: 'DGII’s raw text', pattern: /"mensajes"|"raw"|"httpStatus"/ },
] as const;

/** One line for each thing that does not belong there. `secrets` are texts of this very voucher. */
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

/** Every text of an event, payloads decoded, however deep it lies. */
function textsOf(value: unknown, where: string): { readonly where: string; readonly text: string }[] {
  if (typeof value === 'string') return [{ where, text: value }];
  if (typeof value !== 'object' || value === null) return [];
  if (isPayload(value)) return [{ where: `${where}.payload`, text: textOf(value) }];
  return Object.entries(value).flatMap(([member, inner]) => textsOf(inner, `${where}.${member}`));
}
