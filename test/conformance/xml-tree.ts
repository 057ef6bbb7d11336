/** XML as a tree that tests can change: elements with either children or text, no attributes. */
import { XmlDocument, XmlElement, XmlText } from 'libxml2-wasm';

export interface XmlTree {
  name: string;
  text: string;
  children: XmlTree[];
}

export function parseTree(xml: string): XmlTree {
  const document = XmlDocument.fromString(xml);
  try {
    return toTree(document.root);
  } finally {
    document.dispose();
  }
}

function toTree(element: XmlElement): XmlTree {
  const tree: XmlTree = { name: element.name, text: '', children: [] };
  for (let node = element.firstChild; node !== null; node = node.next) {
    if (node instanceof XmlElement) tree.children.push(toTree(node));
    else if (node instanceof XmlText) tree.text += node.content;
  }
  return tree;
}

/** Adds the dummy Signature at the end of the root. */
export function treeText({ name, text, children }: XmlTree): string {
  if (name === 'Signature') return '<Signature xmlns="http://www.w3.org/2000/09/xmldsig#"/>';
  const inner = children.length > 0 ? children.map(treeText).join('') : escape(text);
  return `<${name}>${inner}</${name}>`;
}

function escape(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('\r', '&#13;');
}
