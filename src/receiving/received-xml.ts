/** Opens XML that a stranger sent. All XML that receiving reads passes through this file, so hostile XML is refused in one place. */
import { utf8Text } from '../ecf/json/utf8.js';
import { parseXml } from '../signing/verify/xml-document.js';

interface OpenedXml {
  /** The text without its byte-order mark. */
  readonly xml: string;
  readonly root: Element;
}

const elementNode = 1;

/** The limit for approvals and seeds, which have about 4 KB. The ledger keeps them, so large ones would fill it. */
export const smallXmlBytesMax = 64 * 1024;

/** Undefined if the bytes are not UTF-8 or not well-formed, too large or too deep, or have a document type or a processing instruction. */
export function openXml(bytes: Uint8Array, bytesMax = Infinity): OpenedXml | undefined {
  if (bytes.length > bytesMax) return undefined;
  const xml = utf8Text(bytes);
  if (xml === undefined) return undefined;
  const document = parseXml(xml);
  return typeof document === 'string' ? undefined : { xml, root: document.documentElement };
}

/**
 * The text of the element at a path below `root`, such as `Encabezado/IdDoc/eNCF`. Undefined if an element of the path is absent, or if
 * there are two of it, because then nobody can say which one is meant.
 */
export function textAt(root: Element, path: string): string | undefined {
  let at: Element | undefined = root;
  for (const name of path.split('/')) {
    at = onlyChild(at, name);
    if (at === undefined) return undefined;
  }
  return elementsOf(at).length > 0 ? undefined : at.textContent;
}

function onlyChild(parent: Element, name: string): Element | undefined {
  const found = elementsOf(parent).filter(({ nodeName }) => nodeName === name);
  return found.length === 1 ? found[0] : undefined;
}

/** The child elements. Goes from sibling to sibling, because xmldom is slow at finding a child by its index. */
export function elementsOf(parent: Element): Element[] {
  const elements: Element[] = [];
  for (let child = parent.firstChild; child !== null; child = child.nextSibling)
    if (child.nodeType === elementNode) elements.push(child as Element);
  return elements;
}
