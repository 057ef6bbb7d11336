/** What XML may have at most before we parse it. Strangers send XML, and a parser's time and memory depend on more than its length. */

/** A voucher of 10,000 lines takes about 8 MB. A larger text is not a voucher. */
export const documentCharsMax = 16 * 1024 * 1024;

/**
 * Each element of the tree takes memory, however short its name. The tags of DGII's documents take 18 characters each on average, so a
 * genuine document of the largest size has fewer. One with a million elements would use up the memory of a thread.
 */
const elementsMax = 500_000;

/**
 * Each element also takes time, so a text may have one element for each 12 characters. Documents whose fields are all empty have one
 * element for 16 characters, and those with values one for 25.
 */
const elementCharsMin = 12;
/** Short documents have this many more. */
const elementsOfAny = 100;

/** DGII's documents have about twenty. A text may contain `="` too. */
const attributesMax = 100_000;

/** Comments and instructions. They are found beside the root with XPath, whose time grows with the square of such siblings: 0.5 s for 8,000. */
const notesMax = 2_000;

/** The parser's time grows with the square of the attributes of one element. The root of a genuine document has about three. */
const attributesOfOneMax = 64;

/** For each element with a declaration the parser copies all that are in scope. Genuine documents declare two or three prefixes. */
const prefixesMax = 16;

/** The values are matched as a whole, because they may contain `>`. No part of a match fits two ways, so its time is linear. */
const tooManyAttributes = new RegExp(
  `<[^!?/<>"'\\s](?:[^<>"']*(?:"[^"<]*"|'[^'<]*')){${attributesOfOneMax + 1}}`,
);

/** Whether a text exceeds a bound. No genuine document does. */
export function isTooLarge(xml: string): boolean {
  if (xml.length > documentCharsMax) return true;
  const elements = Math.min(elementsMax, elementsOfAny + xml.length / elementCharsMin);
  return (
    // An end tag adds nothing to the tree.
    hasMore(xml, /<[^/]/g, elements) ||
    hasMore(xml, /<!--|<\?/g, notesMax) ||
    hasMore(xml, /=\s*["']/g, attributesMax) ||
    tooManyAttributes.test(xml) ||
    hasMorePrefixes(xml)
  );
}

function hasMore(xml: string, pattern: RegExp, max: number): boolean {
  let count = 0;
  while (count <= max && pattern.test(xml)) count += 1;
  return count > max;
}

function hasMorePrefixes(xml: string): boolean {
  const prefixes = new Set<string>();
  for (const [, prefix = ''] of xml.matchAll(/\sxmlns:([^\s=<>]+)\s*=/g)) {
    prefixes.add(prefix);
    if (prefixes.size > prefixesMax) return true;
  }
  return false;
}
