/** A voucher as the rules read it: its parts at hand, the amounts of its lines and adjustments as decimals. */
import { amountOf, zero, type Amount } from '../amounts.js';
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
}

/** A global discount (negative) or surcharge. */
export interface Adjustment {
  readonly node: EcfNode;
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
  readonly lines: readonly Line[];
  readonly adjustments: readonly Adjustment[];
  /** IndicadorMontoGravado = 1: the amounts of the lines include ITBIS. */
  readonly taxIncluded: boolean;
  /** A discount under Norma General 10-07 changes how the taxable amounts are computed. */
  readonly norma1007: boolean;
}

export const paths = {
  idDoc: 'ECF.Encabezado.IdDoc',
  emisor: 'ECF.Encabezado.Emisor',
  comprador: 'ECF.Encabezado.Comprador',
  totales: 'ECF.Encabezado.Totales',
  items: 'ECF.DetallesItems.Item',
} as const;

export function voucherOf(ecf: Ecf, facts: Facts): Voucher {
  const encabezado = nodeAt(ecf.root, 'Encabezado');
  const idDoc = nodeAt(encabezado, 'IdDoc');
  const totales = nodeAt(encabezado, 'Totales');
  const montoTotal = textAt(totales, 'MontoTotal');
  const adjustments = nodesAt(nodeAt(ecf.root, 'DescuentosORecargos'), 'DescuentoORecargo').map(adjustmentOf);
  return {
    type: ecf.type,
    facts,
    idDoc,
    emisor: nodeAt(encabezado, 'Emisor'),
    comprador: nodeAt(encabezado, 'Comprador'),
    totales,
    montoTotal: montoTotal === undefined ? undefined : amountOf(montoTotal),
    lines: nodesAt(nodeAt(ecf.root, 'DetallesItems'), 'Item').map(lineOf),
    adjustments,
    taxIncluded: textAt(idDoc, 'IndicadorMontoGravado') === '1',
    norma1007: adjustments.some((adjustment) => adjustment.norma1007),
  };
}

function lineOf(node: EcfNode, index: number): Line {
  return {
    path: `${paths.items}[${index}]`,
    node,
    indicador: textAt(node, 'IndicadorFacturacion'),
    monto: amountOf(textAt(node, 'MontoItem')),
  };
}

function adjustmentOf(node: EcfNode): Adjustment {
  const monto = amountOf(textAt(node, 'MontoDescuentooRecargo'));
  return {
    node,
    indicador: textAt(node, 'IndicadorFacturacionDescuentooRecargo'),
    monto: textAt(node, 'TipoAjuste') === 'D' ? zero.minus(monto) : monto,
    norma1007: textAt(node, 'IndicadorNorma1007') === '1',
  };
}
