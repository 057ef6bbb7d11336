/** XML as a tree that tests can change: elements with either children or text, no attributes. */

export interface XmlTree {
  name: string;
  text: string;
  children: XmlTree[];
}

/** Adds the dummy Signature at the end of the root. */
export function treeText({ name, text, children }: XmlTree): string {
  if (name === 'Signature') return '<Signature xmlns="http://www.w3.org/2000/09/xmldsig#"/>';
  const inner = children.length > 0 ? children.map(treeText).join('') : escape(text);
  return `<${name}>${inner}</${name}>`;
}

function escape(text: string): string {
  if (!/[&<\r]/.test(text)) return text;
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('\r', '&#13;');
}
