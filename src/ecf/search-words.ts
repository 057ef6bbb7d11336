/**
 * The words by which people find a voucher: the buyer's name, RNC or foreign id, amounts, the end of the e-NCF, internal number and
 * reference. A voucher keeps each word with its beginnings, so an index finds a typed beginning by equality and returns the vouchers in
 * their order (docs/develop/adr/0036-search-by-kept-words.md).
 */
import type { MainFacts } from './model/document-facts.js';
import { parseEcfType } from './model/ecf-types.js';
import { withoutAccents } from './without-accents.js';

/** The form of the words. A later form also has to index what has this one (ledger/vouchers/lists/search-indexing.ts). */
export const searchVersion = 1;

/** Beginnings up to this length are kept. A longer typed word is found by its first letters, and then compared with whole words. */
export const beginningMax = 6;
/** Letters of a whole word. Hardly any name or reference has a longer one. */
const wordMax = 32;
/** Words and beginnings of one voucher: about 1.5 KB of its record. A usual voucher has 30 to 50. */
export const keptMax = 120;
/** A text without blanks that has more parts, such as a UUID, is one word. */
const partsMax = 6;
/** Nobody types more words. Each one is a condition of the query. */
export const soughtMax = 8;
/** The shortest beginning of a number that is kept: vouchers share the shorter ones. */
const digitsMin = 3;

type Searchable = Pick<
  MainFacts,
  | 'encf'
  | 'rncComprador'
  | 'identificadorExtranjero'
  | 'razonSocialComprador'
  | 'montoTotal'
  | 'montoTotalOtraMoneda'
  | 'numeroFacturaInterna'
>;

export interface Sought {
  /** Beginnings of words. One with a point is an amount, and only equal to a whole word. */
  readonly words: readonly string[];
  /** e-NCFs or how they begin. */
  readonly encfs: readonly string[];
}

/** The words of a voucher and their beginnings, each once. @param reference the client's reference of the number */
export function searchWords(facts: Searchable, reference?: string): readonly string[] {
  const kept = new Set<string>();
  // If there are too many, the last ones of a long name are left out.
  for (const word of allWords(facts, reference)) {
    if (kept.size === keptMax) break;
    kept.add(word);
  }
  return [...kept];
}

function* allWords(facts: Searchable, reference: string | undefined): Iterable<string> {
  const { encf, montoTotal, montoTotalOtraMoneda, rncComprador, numeroFacturaInterna } = facts;
  for (const amount of [montoTotal, montoTotalOtraMoneda])
    if (amount !== undefined) yield* amountWords(amount);
  yield* endsOf(withoutZeros(encf.slice(3)));
  for (const part of partsOf(rncComprador)) yield* wordAndBeginnings(part, digitsMin);
  const { identificadorExtranjero, razonSocialComprador } = facts;
  for (const text of [numeroFacturaInterna, reference, identificadorExtranjero, razonSocialComprador])
    for (const part of partsOf(text ?? '')) yield* wordAndBeginnings(part, 1);
}

/** `54876.60`, and `54876` for those who leave out the cents. */
function* amountWords(amount: string): Iterable<string> {
  yield amount;
  yield* wordAndBeginnings(amount.slice(0, amount.indexOf('.')), beginningMax);
}

/** The last digits of a number, because people read those. Ends that begin with 0 are left out: nobody types them. */
function* endsOf(serial: string): Iterable<string> {
  yield* wordAndBeginnings(serial, beginningMax);
  for (let length = digitsMin; length < serial.length; length += 1) {
    const end = serial.slice(-length);
    if (!end.startsWith('0')) yield* wordAndBeginnings(end, beginningMax);
  }
}

function* wordAndBeginnings(word: string, from: number): Iterable<string> {
  const letters = Array.from(word);
  for (let length = from; length <= Math.min(beginningMax, letters.length - 1); length += 1)
    yield letters.slice(0, length).join('');
  yield letters.slice(0, wordMax).join('');
}

/** The words and numbers in a text, folded: `FV-00020108` has `fv` and `20108`, `S.R.L.` has `srl`. */
function partsOf(text: string): string[] {
  return folded(text)
    .split(/\s+/)
    .flatMap((chunk) => {
      const parts = chunk.match(/\p{L}+|\p{N}+/gu) ?? [];
      return parts.length > partsMax ? [parts.join('')] : parts.map(withoutZeros);
    });
}

function folded(text: string): string {
  return (
    withoutAccents(text)
      .toLowerCase()
      // Points of abbreviations, and apostrophes within names.
      .replace(/(?<=(?<!\p{L})\p{L})\.(?=\p{L}(?!\p{L}))/gu, '')
      .replace(/(?<=\p{L})['’](?=\p{L})/gu, '')
  );
}

/** Numbers are found with or without the zeros before them. */
function withoutZeros(part: string): string {
  return part.replace(/^0+(?=\d)/, '');
}

/** What the text looks for. `nothing`: it has no letter and no digit. `too-much`: it has more words than anybody types. */
export function soughtIn(text: string): Sought | 'nothing' | 'too-much' {
  const words = new Set<string>();
  const encfs = new Set<string>();
  for (const chunk of text.trim().split(/\s+/)) {
    const encf = encfIn(chunk);
    if (encf !== undefined) encfs.add(encf);
    else for (const word of wordsIn(chunk)) words.add(Array.from(word).slice(0, wordMax).join(''));
  }
  const count = words.size + encfs.size;
  if (count === 0) return 'nothing';
  return count > soughtMax ? 'too-much' : { words: [...words], encfs: [...encfs] };
}

const currencySign = /^(?:\p{L}{2,3})?[$€]/u;

function wordsIn(chunk: string): readonly string[] {
  if (chunk.replace(currencySign, '') === '') return [];
  const amount = amountIn(chunk);
  if (amount !== undefined) return [amount];
  const digits = chunk.replaceAll('-', '');
  if (/^\d{9}$|^\d{11}$/.test(digits)) return [withoutZeros(digits)];
  return partsOf(chunk);
}

/** An e-NCF or its beginning, also without its E if it is whole. */
function encfIn(chunk: string): string | undefined {
  const [, type, rest = ''] = /^(?:e(?=\d{2,12}$)|(?=\d{12}$))(\d{2})(\d{0,10})$/i.exec(chunk) ?? [];
  return parseEcfType(Number(type)) === undefined ? undefined : `E${type}${rest}`;
}

const groupedForm = /^\d{1,3}(?:,\d{3})+(?:\.\d{1,2})?$/;
const pointForm = /^\d+\.\d{1,2}$/;
const commaForm = /^(?:\d+|\d{1,3}(?:\.\d{3})+),\d{1,2}$/;

/** The amount that a person means: `54,876.60`, `54876.6` and `RD$54.876,60` are `54876.60`. Without cents it has none: `54,876` is `54876`. */
function amountIn(chunk: string): string | undefined {
  const text = chunk.replace(/^[-−]/u, '').replace(currencySign, '');
  if (commaForm.test(text)) return inCents(text.replaceAll('.', '').replace(',', '.'));
  if (groupedForm.test(text)) return inCents(text.replaceAll(',', ''));
  if (pointForm.test(text)) return inCents(text);
  // Only a sign of a currency shows that it is an amount.
  return text !== chunk && /^\d+$/.test(text) ? withoutZeros(text) : undefined;
}

function inCents(text: string): string {
  const [integers = '', decimals] = text.split('.');
  return decimals === undefined
    ? withoutZeros(integers)
    : `${withoutZeros(integers)}.${decimals.padEnd(2, '0')}`;
}
