/** A voucher as the rules read it: its parts at hand, the amounts of its lines and adjustments as decimals. */
import { amountOf, zero, type Amount } from '../amounts.js';
import { parseDate } from '../dates.js';
import { nodeAt, nodesAt, textAt, type Ecf, type EcfNode } from '../ecf.js';
import type { EcfType } from '../ecf-types.js';
import type { Facts } from '../facts.js';

export interface Line {
  readonly path: string;
  readonly node: EcfNode;
  /** IndicadorFacturacion: `0` not billable, `1` 18 %, `2` 16 %, `3` 0 %, `4` exempt. */
  readonly indicador: string | undefined;
  /** MontoItem. */
  readonly monto: Amount;
  /** Codes of TablaImpuestoAdicional. */
  readonly impuestos: readonly string[];
}

/** A global discount (negative) or surcharge. */
export interface Adjustment {
  readonly path: string;
  readonly node: EcfNode;
  /** Which lines it affects. When it does not say and all lines are of one kind: those. */
  readonly indicador: string | undefined;
  readonly monto: Amount;
  readonly norma1007: boolean;
}

export interface Voucher {
  readonly type: EcfType;
  readonly facts: Facts;
  readonly idDoc: EcfNode | undefined;
  readonly emisor: EcfNode | undefined;
  readonly comprador: EcfNode | undefined;
  readonly totales: EcfNode | undefined;
  /** MontoTotal; undefined when it is missing. */
  readonly montoTotal: Amount | undefined;
  readonly otraMoneda: EcfNode | undefined;
  readonly lines: readonly Line[];
  /** Sums of MontoItem by IndicadorFacturacion. */
  readonly billed: ReadonlyMap<string, Amount>;
  readonly adjustments: readonly Adjustment[];
  readonly paginas: readonly EcfNode[];
  /** CodigoModificacion; `2` in a type 34 only corrects texts. */
  readonly codigoModificacion: string | undefined;
  /** IndicadorMontoGravado = 1: the amounts of the lines include ITBIS. */
  readonly taxIncluded: boolean;
  /** A discount under Norma General 10-07 changes how the taxable amounts are computed. */
  readonly norma1007: boolean;
  readonly subtotales: readonly EcfNode[];
  readonly referencia: EcfNode | undefined;
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

const noCodes: readonly string[] = [];

export function voucherOf(ecf: Ecf, facts: Facts): Voucher {
  const encabezado = nodeAt(ecf.root, 'Encabezado');
  const idDoc = nodeAt(encabezado, 'IdDoc');
  const totales = nodeAt(encabezado, 'Totales');
  const montoTotal = textAt(totales, 'MontoTotal');
  const lines = nodesAt(nodeAt(ecf.root, 'DetallesItems'), 'Item').map(lineOf);
  const billed = sumsBy(lines, ({ indicador }) => indicador);
  const [sole] = billed.size === 1 ? billed.keys() : [];
  const adjustments = nodesAt(nodeAt(ecf.root, 'DescuentosORecargos'), 'DescuentoORecargo').map(
    (node, index) => adjustmentOf(node, index, sole),
  );
  return {
    type: ecf.type,
    facts,
    idDoc,
    emisor: nodeAt(encabezado, 'Emisor'),
    comprador: nodeAt(encabezado, 'Comprador'),
    totales,
    montoTotal: montoTotal === undefined ? undefined : amountOf(montoTotal),
    otraMoneda: nodeAt(encabezado, 'OtraMoneda'),
    lines,
    billed,
    adjustments,
    paginas: nodesAt(nodeAt(ecf.root, 'Paginacion'), 'Pagina'),
    codigoModificacion: textAt(nodeAt(ecf.root, 'InformacionReferencia'), 'CodigoModificacion'),
    taxIncluded: textAt(idDoc, 'IndicadorMontoGravado') === '1',
    norma1007: adjustments.some((adjustment) => adjustment.norma1007),
    subtotales: nodesAt(nodeAt(ecf.root, 'Subtotales'), 'Subtotal'),
    referencia: nodeAt(ecf.root, 'InformacionReferencia'),
  };
}

/** The date of a leaf, DD-MM-YYYY; undefined when it is absent or no day of the calendar. */
export function dateAt(node: EcfNode | undefined, name: string): string | undefined {
  const text = textAt(node, name);
  return text === undefined || parseDate(text) === undefined ? undefined : text;
}

/** The whole number of a leaf; undefined when it is absent or none. */
export function integerAt(node: EcfNode | undefined, name: string): number | undefined {
  const number = Number(textAt(node, name));
  return Number.isSafeInteger(number) ? number : undefined;
}

/** Remembers what was computed for a voucher, so that several rules may ask. */
export function perVoucher<T>(compute: (voucher: Voucher) => T): (voucher: Voucher) => T {
  const known = new WeakMap<Voucher, { readonly value: T }>();
  return (voucher) => {
    let entry = known.get(voucher);
    if (entry === undefined) known.set(voucher, (entry = { value: compute(voucher) }));
    return entry.value;
  };
}

/** Sums of MontoItem of the lines, by a key; a line without a key counts nowhere. */
export function sumsBy(
  lines: readonly Line[],
  keyOf: (line: Line) => string | undefined,
): ReadonlyMap<string, Amount> {
  const sums = new Map<string, Amount>();
  for (const line of lines) {
    const key = keyOf(line);
    if (key !== undefined) sums.set(key, (sums.get(key) ?? zero).plus(line.monto));
  }
  return sums;
}

function lineOf(node: EcfNode, index: number): Line {
  const table = nodeAt(node, 'TablaImpuestoAdicional');
  return {
    path: `${paths.items}[${index}]`,
    node,
    indicador: textAt(node, 'IndicadorFacturacion'),
    monto: amountOf(textAt(node, 'MontoItem')),
    impuestos: table === undefined ? noCodes : codesOf(nodesAt(table, 'ImpuestoAdicional')),
  };
}

function codesOf(rows: readonly EcfNode[]): string[] {
  return rows.flatMap((row) => textAt(row, 'TipoImpuesto') ?? []);
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
