/** Reads XML as a plain tree in document order. */
import { XMLParser } from 'fast-xml-parser';

export interface Element {
  readonly name: string;
  readonly children: readonly Element[];
  readonly text: string;
}

type Ordered = Record<string, unknown>;

const textKey = '#text';
// Entities are decoded below, because the parser's limit on them is meant for hostile documents, not for long ones.
const parser = new XMLParser({
  preserveOrder: true,
  ignoreAttributes: true,
  parseTagValue: false,
  trimValues: false,
  processEntities: false,
  ignoreDeclaration: true,
  ignorePiTags: true,
});

export function readTree(xml: string): Element | undefined {
  try {
    const [root] = elements(parser.parse(xml) as Ordered[]);
    return root;
  } catch {
    return undefined;
  }
}

export function find(element: Element | undefined, path: string): Element | undefined {
  return path.split('/').reduce((at, name) => at?.children.find((child) => child.name === name), element);
}

/** Text at a path; `""` when the element does not exist. */
export function textAt(element: Element | undefined, path: string): string {
  return find(element, path)?.text ?? '';
}

function elements(nodes: readonly Ordered[]): Element[] {
  return nodes.flatMap((node) => {
    const [name] = Object.keys(node);
    if (name === undefined || name === textKey) return [];
    const inner = node[name] as Ordered[];
    const text = inner.map((child) => (typeof child[textKey] === 'string' ? child[textKey] : '')).join('');
    return [{ name, children: elements(inner), text: decode(text) }];
  });
}

/** Canonical XML uses these four escapes in text. */
function decode(text: string): string {
  return text
    .replaceAll('&#xD;', '\r')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&');
}
