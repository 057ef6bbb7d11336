/** The items of a company's vouchers, so that a person need not type one again. Nobody keeps a catalogue: what was sold last is it. */
import { nodeAt, nodesAt, textAt, type Ecf, type EcfNode } from './model/ecf.js';
import { withoutAccents } from './without-accents.js';

export interface SoldItem {
  /** NombreItem, as it was written last. */
  readonly name: string;
  /** PrecioUnitarioItem: decimal text in Dominican pesos. */
  readonly price: string;
  /** IndicadorMontoGravado 1: the price has the ITBIS in it. */
  readonly withTax: boolean;
  /** IndicadorFacturacion. */
  readonly tax: string;
  /** IndicadorBienoServicio. */
  readonly kind: string;
  /** UnidadMedida; null if the line has none. */
  readonly unit: string | null;
}

/** Nobody looks through more suggestions. */
const itemsMax = 500;

/** @param vouchers the newest first. An item has what the newest of them says. */
export function soldItems(vouchers: readonly Ecf[]): readonly SoldItem[] {
  const items = new Map<string, SoldItem>();
  for (const { root } of vouchers) {
    const idDoc = nodeAt(nodeAt(root, 'Encabezado'), 'IdDoc');
    const withTax = textAt(idDoc, 'IndicadorMontoGravado') === '1';
    for (const line of nodesAt(nodeAt(root, 'DetallesItems'), 'Item')) {
      const item = itemOf(line, withTax);
      const key = withoutAccents(item.name).toLowerCase();
      if (!items.has(key)) items.set(key, item);
      if (items.size === itemsMax) return [...items.values()];
    }
  }
  return [...items.values()];
}

function itemOf(line: EcfNode, withTax: boolean): SoldItem {
  const text = (name: string) => textAt(line, name) ?? '';
  return {
    name: text('NombreItem'),
    price: text('PrecioUnitarioItem'),
    withTax,
    tax: text('IndicadorFacturacion'),
    kind: text('IndicadorBienoServicio'),
    unit: textAt(line, 'UnidadMedida') ?? null,
  };
}
