/** A voucher as the rules read it: its parts by name, and the amounts of its lines and adjustments as decimals. */
import { amountOf, zero, type Amount } from '../model/amounts.js';
import { parseDate } from '../model/dates.js';
import { nodeAt, nodesAt, textAt, type Ecf, type EcfNode } from '../model/ecf.js';
import type { EcfType } from '../model/ecf-types.js';
import type { Facts } from '../model/facts.js';
import type { Gaps } from '../json/gaps.js';

/** Reads each part only when a rule needs it. */
export class Line {
  readonly path: string;

  constructor(
    readonly node: EcfNode,
    index: number,
  ) {
    this.path = `${paths.items}[${index}]`;
  }

  /** IndicadorFacturacion: `0` not billable, `1` 18 %, `2` 16 %, `3` 0 %, `4` exempt. */
  get indicador(): string | undefined {
    return textAt(this.node, 'IndicadorFacturacion');
  }
  /** MontoItem. */
  get monto(): Amount {
    return amountOf(textAt(this.node, 'MontoItem'));
  }
  /** Codes of TablaImpuestoAdicional. */
  get impuestos(): readonly string[] {
    const rows = nodesAt(nodeAt(this.node, 'TablaImpuestoAdicional'), 'ImpuestoAdicional');
    return rows.flatMap((row) => textAt(row, 'TipoImpuesto') ?? []);
  }
}

/** A global discount (negative) or surcharge. */
export interface Adjustment {
  readonly path: string;
  readonly node: EcfNode;
  /** IndicadorFacturacion of the lines it affects. If it names none and all lines have the same one: that one. */
  readonly indicador: string | undefined;
  readonly monto: Amount;
  readonly norma1007: boolean;
}

export const paths = {
  idDoc: 'ECF.Encabezado.IdDoc',
  emisor: 'ECF.Encabezado.Emisor',
  comprador: 'ECF.Encabezado.Comprador',
  totales: 'ECF.Encabezado.Totales',
  otraMoneda: 'ECF.Encabezado.OtraMoneda',
  items: 'ECF.DetallesItems.Item',
  subtotales: 'ECF.Subtotales.Subtotal',
  referencia: 'ECF.InformacionReferencia',
  adjustments: 'ECF.DescuentosORecargos.DescuentoORecargo',
  paginas: 'ECF.Paginacion.Pagina',
} as const;

/** Reads a part only when a rule needs it, so that a gap affects only the rules that read it. */
export class Voucher {
  readonly type: EcfType;
  private readonly root: EcfNode;
  private readonly readLines: () => readonly Line[];
  private readonly readBilled: () => ReadonlyMap<string, Amount>;
  private readonly readAdjustments: () => readonly Adjustment[];

  /** `gaps`: the fields of `ecf` that could not be read; undefined when all could be read. */
  constructor(
    { type, root }: Ecf,
    readonly facts: Facts,
    readonly gaps?: Gaps,
  ) {
    this.type = type;
    this.root = root;
    this.readLines = computedOnce(gaps, () => {
      const nodes = nodesAt(nodeAt(root, 'DetallesItems'), 'Item');
      return nodes.map((node, index) => new Line(node, index));
    });
    this.readBilled = computedOnce(gaps, () => sumsBy(this.lines, ({ indicador }) => indicador, montoOf));
    this.readAdjustments = computedOnce(gaps, () => {
      const nodes = nodesAt(nodeAt(root, 'DescuentosORecargos'), 'DescuentoORecargo');
      if (nodes.length === 0) return [];
      const [sole] = this.billed.size === 1 ? this.billed.keys() : [];
      return nodes.map((node, index) => adjustmentOf(node, index, sole));
    });
  }

  get idDoc() {
    return this.inEncabezado('IdDoc');
  }
  get emisor() {
    return this.inEncabezado('Emisor');
  }
  get comprador() {
    return this.inEncabezado('Comprador');
  }
  get totales() {
    return this.inEncabezado('Totales');
  }
  /** MontoTotal; undefined when it is missing. */
  get montoTotal() {
    const text = textAt(this.totales, 'MontoTotal');
    return text === undefined ? undefined : amountOf(text);
  }
  get otraMoneda() {
    return this.inEncabezado('OtraMoneda');
  }
  get lines() {
    return this.readLines();
  }
  /** Sums of MontoItem by IndicadorFacturacion. */
  get billed() {
    return this.readBilled();
  }
  get adjustments() {
    return this.readAdjustments();
  }
  get paginas() {
    return nodesAt(nodeAt(this.root, 'Paginacion'), 'Pagina');
  }
  /** CodigoModificacion; `2` in a type 34 only corrects texts. */
  get codigoModificacion() {
    return textAt(this.referencia, 'CodigoModificacion');
  }
  /** IndicadorMontoGravado = 1: the amounts of the lines include ITBIS. */
  get taxIncluded() {
    return textAt(this.idDoc, 'IndicadorMontoGravado') === '1';
  }
  /** A discount under Norma General 10-07 changes how the taxable amounts are computed. */
  get norma1007() {
    return this.adjustments.some((adjustment) => adjustment.norma1007);
  }
  get subtotales() {
    return nodesAt(nodeAt(this.root, 'Subtotales'), 'Subtotal');
  }
  get referencia() {
    return nodeAt(this.root, 'InformacionReferencia');
  }

  private inEncabezado(name: string): EcfNode | undefined {
    return nodeAt(nodeAt(this.root, 'Encabezado'), name);
  }
}

/** For what only reads the voucher. No rule runs, so the facts are never used. */
export function voucherToRead(ecf: Ecf): Voucher {
  return new Voucher(ecf, { today: '', company: { rnc: '' } });
}

/** The date of a leaf, DD-MM-YYYY; undefined when it is absent or not a real day. */
export function dateAt(node: EcfNode | undefined, name: string): string | undefined {
  const text = textAt(node, name);
  return text === undefined || parseDate(text) === undefined ? undefined : text;
}

/** The whole number of a leaf; undefined when it is absent or not a whole number. */
export function integerAt(node: EcfNode | undefined, name: string): number | undefined {
  const number = Number(textAt(node, name));
  return Number.isSafeInteger(number) ? number : undefined;
}

/** Computes once per voucher, so that several rules can share the result. */
export function perVoucher<T>(compute: (voucher: Voucher) => T): (voucher: Voucher) => T {
  const known = new WeakMap<Voucher, () => T>();
  return (voucher) => {
    let read = known.get(voucher);
    if (read === undefined) known.set(voucher, (read = computedOnce(voucher.gaps, () => compute(voucher))));
    return read();
  };
}

function computedOnce<T>(gaps: Gaps | undefined, compute: () => T): () => T {
  if (gaps !== undefined) return gaps.once(compute);
  let known: { readonly value: T } | undefined;
  return () => (known ??= { value: compute() }).value;
}

export const montoOf = ({ monto }: Line): Amount => monto;

/** Sums of the amounts by key. What has no key or no amount is left out. */
export function sumsBy<T>(
  parts: readonly T[],
  keyOf: (part: T) => string | undefined,
  amountIn: (part: T) => Amount | undefined,
): ReadonlyMap<string, Amount> {
  const sums = new Map<string, Amount>();
  for (const part of parts) {
    const key = keyOf(part);
    const amount = key === undefined ? undefined : amountIn(part);
    if (key !== undefined && amount !== undefined) sums.set(key, (sums.get(key) ?? zero).plus(amount));
  }
  return sums;
}

function adjustmentOf(node: EcfNode, index: number, sole: string | undefined): Adjustment {
  const monto = amountOf(textAt(node, 'MontoDescuentooRecargo'));
  return {
    path: `${paths.adjustments}[${index}]`,
    node,
    indicador: textAt(node, 'IndicadorFacturacionDescuentooRecargo') ?? sole,
    monto: textAt(node, 'TipoAjuste') === 'D' ? zero.minus(monto) : monto,
    norma1007: textAt(node, 'IndicadorNorma1007') === '1',
  };
}
