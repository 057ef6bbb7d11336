/**
 * RFCE: the summary that DGII gets instead of the voucher for a type 32 below 250,000.00 (Formato RFCE v1.0; Informe
 * Técnico e-CF v1.0 p.17). Every element except CodigoSeguridadeCF has the same path in the voucher.
 */
import { amountOf } from '../model/amounts.js';
import { buildDocument, type BuiltXml } from './build-xml.js';
import { goesAsSummary } from '../model/consumer-threshold.js';
import { nodeAt, textAt, type Ecf, type EcfNode, type EcfValue } from '../model/ecf.js';
import { repeats, shapeOf, type Member, type Shape } from '../json/shape.js';

export function hasRfce(ecf: Ecf): boolean {
  return goesAsSummary(
    ecf.type,
    amountOf(textAt(nodeAt(nodeAt(ecf.root, 'Encabezado'), 'Totales'), 'MontoTotal')),
  );
}

/** The fields of a voucher that its summary has. From them `buildRfce` builds the same summary as from the whole voucher. */
export function rfcePart(ecf: Ecf): Ecf {
  return { type: ecf.type, root: project(ecf.root, shapeOf('RFCE')) };
}

/**
 * The members of the root element RFCE. `securityCode` comes from the voucher's own signature (Formato RFCE v1.0 p.12).
 * If the voucher has no Comprador, neither has the result: the builder then writes CONSUMIDOR FINAL, as in the voucher.
 * Throws when the voucher must go to DGII in full, or when the security code is malformed.
 */
export function deriveRfce(ecf: Ecf, securityCode: string): EcfNode {
  if (!hasRfce(ecf)) throw new Error('Only a type 32 below 250,000.00 has a summary');
  if (!/^[A-Za-z0-9+/]{6}$/.test(securityCode)) throw new Error('The security code has another form');
  const code = { CodigoSeguridadeCF: securityCode };
  return project(
    { ...ecf.root, Encabezado: { ...nodeAt(ecf.root, 'Encabezado'), ...code } },
    shapeOf('RFCE'),
  );
}

/** It has no signing time. */
export function buildRfce(ecf: Ecf, securityCode: string): BuiltXml {
  return buildDocument('RFCE', deriveRfce(ecf, securityCode), '');
}

/** Keeps only the members that the shape has, and drops structures that become empty. */
function project(node: EcfNode, shape: Shape): EcfNode {
  const kept: Record<string, EcfValue> = {};
  for (const member of shape.members) {
    const value = node[member.name];
    if (value === undefined) continue;
    const found = repeats(member)
      ? (value as readonly EcfValue[])
          .map((item) => projectOne(item, member))
          .filter((item) => !isEmpty(item))
      : projectOne(value, member);
    if (!isEmpty(found)) kept[member.name] = found;
  }
  return kept;
}

function projectOne(value: EcfValue, member: Member): EcfValue {
  return member.type === undefined ? project(value as EcfNode, member.shape) : value;
}

function isEmpty(value: EcfValue): boolean {
  return typeof value !== 'string' && Object.keys(value).length === 0;
}
