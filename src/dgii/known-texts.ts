/**
 * The codes and texts of DGII's refusals that change what happens next. There is no public catalogue: these were seen
 * in live environments or stand in the technical documents. What is not listed is `other`.
 */
import type { DgiiMessage, RefusalCause } from './answers.js';

interface KnownText {
  readonly cause: Exclude<RefusalCause, 'other'>;
  readonly codigos: readonly string[];
  /** Tried on the text in lower case without accents. */
  readonly texts: readonly RegExp[];
}

/** Order matters: the first row that fits a message wins. */
const knownTexts: readonly KnownText[] = [
  // Narrow on purpose: a verdict that merely invites to correct and try again is a verdict.
  {
    cause: 'transient',
    codigos: ['004'],
    texts: [/error validando.*intentar/, /no fue posible procesar.*intentar/],
  },
  {
    cause: 'not-delegated',
    codigos: [],
    texts: [/no esta delegad[oa]/, /delegado por el emisor/, /no corresponde a un delegado/],
  },
  {
    cause: 'certificate',
    codigos: [],
    texts: [
      /tipo de certificado no admitido/,
      /certificado.*(inval|vencid|expirad|revocad|no es valid)/,
      /firma.*(inval|no es valid)/,
    ],
  },
  // A second submission of one number: 135 and 1209, and the text of the summary of consumption invoices.
  {
    cause: 'already-used',
    codigos: ['135', '1209'],
    texts: [/secuencia ya (ha sido )?utilizad/, /ya han sido utilizados/],
  },
  {
    cause: 'file',
    codigos: ['001', '3', '81', '3243'],
    texts: [/archivo no valido/, /tipo de archivo/, /nombre del archivo/, /estructura del archivo/],
  },
];

/** What a set of messages is about: the first message with a known code or text decides. */
export function causeOf(mensajes: readonly DgiiMessage[]): RefusalCause {
  for (const mensaje of mensajes) {
    const text = plain(mensaje.valor);
    const known = knownTexts.find(
      (row) => row.codigos.includes(mensaje.codigo) || row.texts.some((pattern) => pattern.test(text)),
    );
    if (known !== undefined) return known.cause;
  }
  return 'other';
}

/** Lower case, accents removed, white space collapsed: DGII writes one text in several ways. */
export function plain(text: string): string {
  return text
    .normalize('NFD')
    .replace(/[\u0300-\u036f]/g, '')
    .toLowerCase()
    .replace(/\s+/g, ' ')
    .trim();
}
