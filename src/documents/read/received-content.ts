/** The content of a voucher that a stranger sent, in the form of our own vouchers. Only for reading: no rule has checked it. */
import type { FieldType } from '../../ecf/catalogue/field-types.js';
import { amountOf } from '../../ecf/model/amounts.js';
import type { EcfNode, Ecf, EcfValue } from '../../ecf/model/ecf.js';
import { parseEncf } from '../../ecf/model/encf.js';
import { repeats, shapeOf, type Member, type Shape } from '../../ecf/json/shape.js';
import { elementsOf, openXml, textAt } from './received-xml.js';

/** Undefined if the bytes are no e-CF. Reads only the elements of the catalogue: the schema check at the reception allowed no others. */
export function receivedContent(bytes: Uint8Array): Ecf | undefined {
  const root = openXml(bytes)?.root;
  if (root?.nodeName !== 'ECF') return undefined;
  const type = parseEncf(textAt(root, 'Encabezado/IdDoc/eNCF'))?.type;
  return type === undefined ? undefined : { type, root: nodeOf(root, shapeOf(type)) };
}

function nodeOf(element: Element, shape: Shape): EcfNode {
  const found = new Map<string, Element[]>();
  for (const child of elementsOf(element)) {
    const same = found.get(child.nodeName);
    if (same === undefined) found.set(child.nodeName, [child]);
    else same.push(child);
  }
  const node: Record<string, EcfValue> = {};
  for (const member of shape.members) {
    const [first, ...others] = found.get(member.name) ?? [];
    if (first === undefined) continue;
    node[member.name] = repeats(member)
      ? [first, ...others].map((one) => valueOf(one, member))
      : valueOf(first, member);
  }
  return node;
}

function valueOf(element: Element, member: Member): EcfValue {
  if (member.type === undefined) return nodeOf(element, member.shape);
  const text = element.textContent;
  return member.type.kind === 'text' ? text : canonical(text.trim(), member.type);
}

/** The schema allows more spellings of a number than the canonical one, such as `+5`, `.50`, `5.00` and `05`. */
function canonical(text: string, type: FieldType): string {
  const isNumber =
    type.kind === 'decimal' || type.kind === 'integer' || (type.kind === 'code' && type.json === 'number');
  const [, sign = '', digits] = (isNumber && /^([+-]?)([0-9]+(?:\.[0-9]*)?|\.[0-9]+)$/.exec(text)) || [];
  return digits === undefined ? text : amountOf(sign === '-' ? `-${digits}` : digits).toFixed();
}
