/** Reads a seed of our receiver that a sender has signed. */
import type { SignerFacts } from '../../ecf/codes/reception-states.js';
import { foreignEncoding, openXml, smallXmlBytesMax, textAt } from './received-xml.js';
import { checkSignature, type SignatureChecks } from './signature.js';

export type SignedSeed =
  | { readonly outcome: 'refused'; readonly detail: string; readonly encoding?: string }
  | { readonly outcome: 'good'; readonly valor: string; readonly signer: SignerFacts };

export function readSignedSeed(bytes: Uint8Array, checks: SignatureChecks): SignedSeed {
  const encoding = foreignEncoding(bytes.subarray(0, smallXmlBytesMax));
  if (encoding !== undefined) return { outcome: 'refused', detail: 'encoding', encoding };
  const opened = openXml(bytes, smallXmlBytesMax);
  if (opened?.root.nodeName !== 'SemillaModel') return { outcome: 'refused', detail: 'no SemillaModel' };
  const checked = checkSignature(opened.xml, checks);
  if (!checked.ok) return { outcome: 'refused', detail: checked.detail };
  const valor = textAt(checked.root, 'valor');
  if (valor === undefined) return { outcome: 'refused', detail: 'no valor' };
  return { outcome: 'good', valor, signer: checked.signer };
}
