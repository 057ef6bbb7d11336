/** Finds the codes of a table that a client probably meant when it sent their meaning, an abbreviation or another spelling. */
import type { CodeTable } from '../codes/code-table.js';
import { nearestNames } from './nearest-name.js';
import { withoutAccents } from '../without-accents.js';

/** More codes would not help a person to choose. */
const codesMax = 3;
/** No meaning is longer; longer values are not compared, so that each comparison has a bound. */
const lengthMax = 60;
/** Shorter parts of a meaning match too many. */
const partMin = 3;

/** The nearest rows, best first: the meaning itself, its beginning, a similar spelling, an abbreviation (`UND` → 43 Unidad), a part. */
export function nearestCodes(given: string, { codes }: CodeTable): readonly (readonly [string, string])[] {
  const wanted = plain(given);
  if (wanted === '' || wanted.length > lengthMax) return [];
  const rows = [...codes].map(([code, meaning]) => ({ code, meaning, text: plain(meaning) }));
  const where = (matches: (text: string, code: string) => boolean) =>
    rows.filter(({ text, code }) => matches(text, code));
  const similar = nearestNames(
    wanted,
    rows.map(({ text }) => text),
  );
  const found = [
    where((text, code) => text === wanted || plain(code) === wanted || sameNumber(code, wanted)),
    where((text) => wanted.length >= partMin && text.startsWith(wanted)),
    where((text) => similar.includes(text)),
    where((text) => isAbbreviation(wanted, text) || isAbbreviation(wanted.replace(/s$/u, ''), text)),
    where((text) => wanted.length >= partMin && text.includes(wanted)),
  ].find((rowsFound) => rowsFound.length > 0);
  return (found ?? []).slice(0, codesMax).map(({ code, meaning }) => [code, meaning]);
}

/** `10000` is the code 010000 that lost its zero. */
function sameNumber(code: string, given: string): boolean {
  return /^\d+$/.test(given) && /^\d+$/.test(code) && Number(code) === Number(given);
}

/** The same first letter, and the other letters in their order. One letter alone says too little. */
function isAbbreviation(short: string, text: string): boolean {
  if (short.length < 2 || short[0] !== text[0]) return false;
  let from = 0;
  for (const letter of short) {
    from = text.indexOf(letter, from) + 1;
    if (from === 0) return false;
  }
  return true;
}

function plain(text: string): string {
  return withoutAccents(text).toLowerCase().replace(/[.]/gu, '').trim();
}
