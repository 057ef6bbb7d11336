/** What a Markdown page says of itself, for the side bar and llms.txt; and the anchors of its headings. */

/** A shorter first paragraph says no more than a status, such as `Accepted.` */
const descriptionMin = 20;
/** The characters of a description in llms.txt. A longer first paragraph is cut after a sentence or a word. */
const descriptionMax = 200;

/** Without code blocks: a line of a shell may begin as a heading does. */
export function withoutFences(markdown: string): string {
  const kept: string[] = [];
  let fence: string | undefined;
  for (const line of markdown.split('\n')) {
    const mark = /^ {0,3}(`{3,}|~{3,})/.exec(line)?.[1];
    if (fence === undefined) {
      if (mark === undefined) kept.push(line);
      else fence = mark;
    } else if (mark !== undefined && mark.startsWith(fence) && line.trim() === mark) fence = undefined;
  }
  return kept.join('\n');
}

/** The first heading. */
export function titleOf(markdown: string): string | undefined {
  const heading = /^#{1,2} (.+)$/m.exec(withoutFences(markdown))?.[1];
  return heading === undefined ? undefined : plain(heading);
}

/** The first paragraph after the title, in at most some two lines. */
export function descriptionOf(markdown: string): string {
  const paragraph = withoutFences(markdown)
    .replace(/<!--[^]*?-->/g, '')
    .split(/\n{2,}/)
    .map((block) => block.trim())
    .filter((block) => !/^(?:[#|<>]|!\[|[*+-] |\d+\. )/.test(block))
    .map((block) => plain(block).replace(/\s+/g, ' '))
    .find((block) => block.length >= descriptionMin);
  const text = paragraph ?? '';
  if (text.length <= descriptionMax) return text;
  const start = text.slice(0, descriptionMax);
  const sentence = start.lastIndexOf('. ');
  return sentence > 0 ? start.slice(0, sentence + 1) : `${start.slice(0, start.lastIndexOf(' '))}…`;
}

function plain(text: string): string {
  return text
    .replace(/!?\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replace(/[`*]/g, '')
    .trim();
}

/** The anchor that GitHub gives a heading, so that one link works there and on the site. */
export function anchorOf(heading: string): string {
  return heading
    .trim()
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}\p{Pc}\- ]/gu, '')
    .replaceAll(' ', '-');
}
