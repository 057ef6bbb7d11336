/**
 * Reads the answers about summaries (RFCE) and voided numbers (ANECF). The rules are those of readers.ts: pure functions that
 * never throw and take a verdict only from DGII itself.
 */
import type { AnnulReading, ResultReading, RfceReading } from './answers.js';
import { causeOf, plain } from './known-texts.js';
import { readBody, textOf } from './read-body.js';
import { errorBodyOf, finalOf, isTransient, readResultReply, unavailable } from './readers.js';
import { dgiiStateOf } from './result-code.js';

/**
 * Recepción de RFCE: the answer is the verdict. `asked` is the e-NCF that we sent; ignores an answer about another one. The
 * client has already handled 401 and 429.
 */
export function readRfceReply(status: number, contentType: string, body: string, asked: string): RfceReading {
  const read = readBody(contentType, body);
  const { byDgii, codigo, estado, mensajes, fields } = errorBodyOf(read);
  const doubt = (detail: string): RfceReading => ({ kind: 'unknown', detail, mensajes });
  if (status >= 500 || read.form === 'html') return doubt(`HTTP ${status}`);
  if (status >= 300 && status < 400) return doubt('redirect');
  if (!byDgii) return doubt(`HTTP ${status}, ${read.form} body`);
  const state = dgiiStateOf(codigo, estado);
  switch (state) {
    case 'accepted':
    case 'conditionally-accepted':
    case 'rejected': {
      if (state === 'rejected' && isTransient(mensajes)) return { kind: 'transient', mensajes };
      if (state !== 'rejected' && status >= 400) return doubt(`HTTP ${status} with an acceptance`);
      const final = finalOf(fields, state, mensajes);
      return isOther(final.encf, asked) ? doubt('answer about another e-NCF') : final;
    }
    // This service does not use these states, so the answer says nothing certain about the summary.
    case 'in-process':
    case 'not-found':
    case 'contradictory':
      return doubt(`codigo ${codigo ?? ''}, estado ${state}`);
    case undefined: {
      const cause = causeOf(mensajes);
      if (cause === 'transient') return { kind: 'transient', mensajes };
      if (status < 400 && cause === 'other') return doubt(`HTTP ${status}, ${read.form} body`);
      return { kind: 'refused', cause, mensajes };
    }
  }
}

/** Consulta de RFCE, by issuer, e-NCF and security code. */
export function readRfceStateReply(
  status: number,
  contentType: string,
  body: string,
  asked: string,
): ResultReading {
  const reading = readResultReply(status, contentType, body);
  if (reading.kind !== 'final' || !isOther(reading.encf, asked)) return reading;
  return unavailable('contradictory', 'answer about another e-NCF', reading.mensajes);
}

/** Anulación de e-NCF. We have seen 15 and 1 as its success code, so the text decides. */
export function readAnnulReply(status: number, contentType: string, body: string): AnnulReading {
  const read = readBody(contentType, body);
  const { byDgii, codigo, mensajes, fields } = errorBodyOf(read);
  const nombre = textOf(fields, 'nombre') ?? '';
  if (status >= 300 && (status >= 500 || status < 400 || read.form === 'html'))
    return { kind: 'unknown', detail: `HTTP ${status}`, mensajes };
  const words = mensajes.map(({ valor }) => plain(valor));
  const done = words.some((text) => /fueron anuladas correctamente/.test(text));
  if (status === 200 && (done || (mensajes.length === 0 && /^satisfactorio/.test(plain(nombre))))) {
    const extent = words.some((text) => /con excepcion de/.test(text)) ? 'partly' : 'all';
    return { kind: 'annulled', extent, codigo: codigo ?? '', nombre, rnc: textOf(fields, 'rnc'), mensajes };
  }
  if (!byDgii) return { kind: 'unknown', detail: `HTTP ${status}, ${read.form} body`, mensajes };
  return { kind: 'refused', cause: causeOf(mensajes), mensajes };
}

function isOther(encf: string | null, asked: string): boolean {
  return encf !== null && encf.toUpperCase() !== asked.toUpperCase();
}
