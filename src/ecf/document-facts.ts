/** What the ledger and the sending need to know of a voucher without its whole content. */
import { moneyText } from './amounts.js';
import { nodeAt, textAt, type Ecf } from './ecf.js';
import type { EcfType } from './ecf-types.js';
import { isObject, own } from './structure.js';

export interface Summary {
  readonly encf: string;
  readonly tipoeCF: EcfType;
  readonly rncEmisor: string;
  /** `""` when the voucher names no buyer's RNC. */
  readonly rncComprador: string;
  /** Two decimals. */
  readonly montoTotal: string;
  /** DD-MM-YYYY. */
  readonly fechaEmision: string;
  /** DD-MM-YYYY; null for types 32 and 34. */
  readonly fechaVencimientoSecuencia: string | null;
}

/** Of a voucher found valid: its obligatory fields are there. */
export function summaryOf(ecf: Ecf): Summary {
  const encabezado = nodeAt(ecf.root, 'Encabezado');
  const idDoc = nodeAt(encabezado, 'IdDoc');
  const emisor = nodeAt(encabezado, 'Emisor');
  return {
    encf: textAt(idDoc, 'eNCF') ?? '',
    tipoeCF: ecf.type,
    rncEmisor: textAt(emisor, 'RNCEmisor') ?? '',
    rncComprador: textAt(nodeAt(encabezado, 'Comprador'), 'RNCComprador') ?? '',
    montoTotal: moneyText(textAt(nodeAt(encabezado, 'Totales'), 'MontoTotal') ?? '0'),
    fechaEmision: textAt(emisor, 'FechaEmision') ?? '',
    fechaVencimientoSecuencia: textAt(idDoc, 'FechaVencimientoSecuencia') ?? null,
  };
}

/** Reads just RNCEmisor and eNCF from any parsed body: the ledger is asked before the voucher is judged. */
export function identify(value: unknown): { readonly rncEmisor: unknown; readonly encf: unknown } {
  const encabezado = member(member(value, 'ECF'), 'Encabezado');
  return {
    rncEmisor: member(member(encabezado, 'Emisor'), 'RNCEmisor'),
    encf: member(member(encabezado, 'IdDoc'), 'eNCF'),
  };
}

function member(value: unknown, name: string): unknown {
  return isObject(value) ? own(value, name) : undefined;
}
