/**
 * Reads the answer to an annulment of numbers (ANECF). DGII names the numbers that it did not void in free text. What we cannot read with
 * certainty is reported as such, and never guessed.
 */
import { readRange, type EncfRange } from '../../ecf/annulment/encf-ranges.js';
import type { DgiiMessage } from '../../ecf/messages/dgii-messages.js';
import type { AnnulReading } from './answers.js';
import { plain } from '../../ecf/messages/phrases.js';
import { causeOf } from './known-texts.js';
import { messageLengthMax, messagesMax, textOf, type Body } from './read-body.js';
import { errorBodyOf, mayBeHandled } from './readers.js';

const done = /fueron anuladas correctamente/;
const negation = /\b(?:no|ninguna)\b/;
const partly = /con excepcion de/;
const impossible = /no fue posible anular/;
/** DGII's objections to the file, its signature or its signer. They say nothing about the numbers. */
const ofTheFile = [
  ...[/favor proveer un xml/, /firma del documento no es valida/, /tipo de comprobante no es valido/],
  ...[/desde es mayor al del campo/, /campo nolinea no es valido/, /no esta delegado/],
];
const ofTheNumbers = /utilizad|anulad/;

/** We have seen 15 and 1 as its success code, so the text decides (Descripción técnica p. 36). */
export function readAnnulReply(status: number, read: Body): AnnulReading {
  const { byDgii, codigo, mensajes, fields } = errorBodyOf(read);
  const doubt = (detail: string): AnnulReading => ({ kind: 'unknown', detail, mensajes });
  if (status >= 300 && (mayBeHandled(status) || status < 400 || read.form === 'html'))
    return doubt(`HTTP ${status}`);
  const texts = mensajes.map(({ valor }) => plain(valor));
  const says = (pattern: RegExp) => texts.some((text) => pattern.test(text));
  const { affirmed, denied } = successIn(texts);
  const success =
    affirmed || (mensajes.length === 0 && /^satisfactorio/.test(plain(textOf(fields, 'nombre') ?? '')));
  if (success && status !== 200) return doubt(`HTTP ${status} with a success`);
  const excepts = says(partly) || says(impossible) || denied;
  if (success || excepts) {
    const exceptions = excepts ? exceptionsOf(mensajes) : { excepted: [], unread: mensajes.length > 1 };
    const about = { codigo: codigo ?? '', rnc: textOf(fields, 'rnc'), mensajes, ...exceptions };
    return { kind: success ? 'annulled' : 'excepted', ...about };
  }
  if (!byDgii) return doubt(`HTTP ${status}, ${read.form} body`);
  const of = texts.length > 0 && texts.every(isOfTheFile) ? 'file' : 'numbers';
  return { kind: 'refused', of, cause: causeOf(mensajes), mensajes };
}

function successIn(texts: readonly string[]): { readonly affirmed: boolean; readonly denied: boolean } {
  const sentences = texts.flatMap((text) => text.split(/[.;]/)).filter((sentence) => done.test(sentence));
  const denied = sentences.filter((sentence) => negation.test(sentence));
  return { affirmed: denied.length < sentences.length, denied: denied.length > 0 };
}

function isOfTheFile(text: string): boolean {
  return ofTheFile.some((pattern) => pattern.test(text)) && !ofTheNumbers.test(text);
}

interface Exceptions {
  readonly excepted: readonly EncfRange[];
  readonly unread: boolean;
}

function exceptionsOf(mensajes: readonly DgiiMessage[]): Exceptions {
  const parts = mensajes.map(({ valor }) => namedIn(valor));
  const excepted = parts.flatMap((part) => part.excepted);
  const cut = mensajes.length >= messagesMax || mensajes.some(({ valor }) => valor.length > messageLengthMax);
  return { excepted, unread: cut || excepted.length === 0 || parts.some(({ unread }) => unread) };
}

const token = /E\d{12}(?!\d)/gi;
const between = /^(?:-|–|—|a|al|hasta)(?:\s+(?:el|la))?$/i;

function namedIn(text: string): Exceptions {
  const found = [...text.matchAll(token)];
  const excepted: EncfRange[] = [];
  // Any digit outside an e-NCF may be part of a number that is written in another way.
  let unread = /\d/.test(text.replaceAll(token, ''));
  for (let at = 0; at < found.length; at += 1) {
    const [one, next] = [found[at], found[at + 1]];
    if (one === undefined) break;
    const desde = one[0].toUpperCase();
    const joined =
      next !== undefined && between.test(text.slice(one.index + one[0].length, next.index).trim());
    const range = { desde, hasta: joined ? next[0].toUpperCase() : desde };
    if (joined) at += 1;
    if (readRange(range) === undefined) unread = true;
    else excepted.push(range);
  }
  const sentence = plain(text);
  const known = done.test(sentence) || partly.test(sentence) || impossible.test(sentence);
  return { excepted, unread: unread || (found.length === 0 && !known) };
}
