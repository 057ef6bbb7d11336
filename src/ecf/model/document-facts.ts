/** The few facts about a voucher that the ledger and sending need, without its whole content. */
import { moneyText } from './amounts.js';
import { nodeAt, textAt, type Ecf, type EcfNode } from './ecf.js';
import type { EcfType } from './ecf-types.js';
import { parseEncf } from './encf.js';
import { member } from '../json/structure.js';

export interface Modified {
  readonly encf: string;
  /** CodigoModificacion. */
  readonly codigo: string;
}

export interface MainFacts {
  readonly encf: string;
  readonly tipoeCF: EcfType;
  readonly rncEmisor: string;
  /** The issuer's name when the voucher was issued. Absent in vouchers of an earlier version. */
  readonly razonSocialEmisor?: string;
  /** `""` when the voucher names no buyer's RNC. */
  readonly rncComprador: string;
  /** Of a foreign buyer without RNC and cédula. Absent when the voucher has none. */
  readonly identificadorExtranjero?: string;
  /** Absent when the voucher names no buyer. */
  readonly razonSocialComprador?: string;
  /** As the voucher has it. Absent when it has none, and in vouchers of an earlier version. */
  readonly correoComprador?: string;
  /** Two decimals. */
  readonly montoTotal: string;
  /** Two decimals; absent when the voucher has no TotalITBIS. */
  readonly totalITBIS?: string;
  /** What is taxed with 18 %. Two decimals in pesos, like the three that follow; absent when the voucher has none. */
  readonly montoGravadoI1?: string;
  /** With 16 %. */
  readonly montoGravadoI2?: string;
  /** With 0 %. */
  readonly montoGravadoI3?: string;
  readonly montoExento?: string;
  /** `isLateCreditNote`: it gives no ITBIS back. */
  readonly lateNote?: true;
  /** DD-MM-YYYY. */
  readonly fechaEmision: string;
  /** DD-MM-YYYY; null for types 32 and 34. */
  readonly fechaVencimientoSecuencia: string | null;
  /** IndicadorEnvioDiferido 1: DGII authorised the issuer to send later. */
  readonly deferred?: true;
  /** Code of the other currency in which the amounts are given too. */
  readonly tipoMoneda?: string;
  /** Two decimals, in that currency. */
  readonly montoTotalOtraMoneda?: string;
  /** NumeroFacturaInterna: the issuer's own number of the invoice. */
  readonly numeroFacturaInterna?: string;
  /** The voucher of the same issuer that a note modifies, or that a type 31 refers to, and the CodigoModificacion. */
  readonly modifies?: Modified;
}

/** Needs a valid voucher: it relies on the obligatory fields. */
export function mainFactsOf(ecf: Ecf): MainFacts {
  const encabezado = nodeAt(ecf.root, 'Encabezado');
  const idDoc = nodeAt(encabezado, 'IdDoc');
  const emisor = nodeAt(encabezado, 'Emisor');
  const comprador = nodeAt(encabezado, 'Comprador');
  const totales = nodeAt(encabezado, 'Totales');
  const razonSocialEmisor = textAt(emisor, 'RazonSocialEmisor');
  const identificadorExtranjero = textAt(comprador, 'IdentificadorExtranjero');
  const razonSocialComprador = textAt(comprador, 'RazonSocialComprador');
  const correoComprador = textAt(comprador, 'CorreoComprador');
  const totalITBIS = textAt(totales, 'TotalITBIS');
  const otraMoneda = nodeAt(encabezado, 'OtraMoneda');
  const tipoMoneda = textAt(otraMoneda, 'TipoMoneda');
  const montoTotalOtraMoneda = textAt(otraMoneda, 'MontoTotalOtraMoneda');
  const numeroFacturaInterna = textAt(emisor, 'NumeroFacturaInterna');
  return {
    encf: textAt(idDoc, 'eNCF') ?? '',
    tipoeCF: ecf.type,
    rncEmisor: textAt(emisor, 'RNCEmisor') ?? '',
    ...(razonSocialEmisor === undefined ? {} : { razonSocialEmisor }),
    rncComprador: textAt(comprador, 'RNCComprador') ?? '',
    ...(identificadorExtranjero === undefined ? {} : { identificadorExtranjero }),
    ...(razonSocialComprador === undefined ? {} : { razonSocialComprador }),
    ...(correoComprador === undefined ? {} : { correoComprador }),
    montoTotal: moneyText(textAt(totales, 'MontoTotal') ?? '0'),
    ...(totalITBIS === undefined ? {} : { totalITBIS: moneyText(totalITBIS) }),
    ...baseAmounts(totales),
    ...(isLateCreditNote({ type: ecf.type, idDoc }) && { lateNote: true }),
    fechaEmision: textAt(emisor, 'FechaEmision') ?? '',
    fechaVencimientoSecuencia: textAt(idDoc, 'FechaVencimientoSecuencia') ?? null,
    ...(isDeferred(ecf) && { deferred: true }),
    ...(tipoMoneda === undefined ? {} : { tipoMoneda }),
    ...(montoTotalOtraMoneda === undefined ? {} : { montoTotalOtraMoneda: moneyText(montoTotalOtraMoneda) }),
    ...(numeroFacturaInterna === undefined ? {} : { numeroFacturaInterna }),
    ...modifiesOf(ecf),
  };
}

export const baseAmountNames = ['montoGravadoI1', 'montoGravadoI2', 'montoGravadoI3', 'montoExento'] as const;
type BaseAmounts = Pick<MainFacts, (typeof baseAmountNames)[number]>;

function baseAmounts(totales: EcfNode | undefined): BaseAmounts {
  const found = baseAmountNames.flatMap((name) => {
    const text = textAt(totales, `M${name.slice(1)}`);
    return text === undefined ? [] : [[name, moneyText(text)] as const];
  });
  return Object.fromEntries(found);
}

interface Noted {
  readonly type: EcfType;
  readonly idDoc: EcfNode | undefined;
}

/**
 * A credit note after 30 days gives back the price without ITBIS (Informe Técnico e-CF v1.0 p.17). No source says what
 * its ITBIS fields then contain. They may be absent, zero, or the usual ITBIS; any other value is wrong.
 */
export function isLateCreditNote({ type, idDoc }: Noted): boolean {
  return type === 34 && textAt(idDoc, 'IndicadorNotaCredito') === '1';
}

export function isDeferred({ root }: Ecf): boolean {
  return textAt(nodeAt(nodeAt(root, 'Encabezado'), 'IdDoc'), 'IndicadorEnvioDiferido') === '1';
}

/** Notes, and the type 31 that refers to a consumption voucher (code 5): DGII must have the other voucher first (p.57 a). */
const referring: readonly EcfType[] = [31, 33, 34];

function modifiesOf(ecf: Ecf): Pick<MainFacts, 'modifies'> {
  if (!referring.includes(ecf.type)) return {};
  const encf = referencedEncf(ecf);
  const referencia = nodeAt(ecf.root, 'InformacionReferencia');
  return encf === undefined
    ? {}
    : { modifies: { encf, codigo: textAt(referencia, 'CodigoModificacion') ?? '' } };
}

export function referencedEncf({ root }: Ecf): string | undefined {
  const emisor = nodeAt(nodeAt(root, 'Encabezado'), 'Emisor');
  const referencia = nodeAt(root, 'InformacionReferencia');
  return ownEncf(
    textAt(referencia, 'NCFModificado'),
    textAt(referencia, 'RNCOtroContribuyente'),
    textAt(emisor, 'RNCEmisor'),
  );
}

/** Undefined for what the ledger cannot know: paper vouchers, and numbers of another taxpayer merged into this one. */
function ownEncf(ncf: unknown, other: unknown, rncEmisor: unknown): string | undefined {
  return other === undefined || other === rncEmisor ? parseEncf(ncf)?.text : undefined;
}

export const identityPaths = {
  encf: 'ECF.Encabezado.IdDoc.eNCF',
  rncEmisor: 'ECF.Encabezado.Emisor.RNCEmisor',
} as const;

/** Reads only RNCEmisor and eNCF from any parsed body: the ledger is queried before the voucher is validated. */
export function identify(value: unknown): { readonly rncEmisor: unknown; readonly encf: unknown } {
  const encabezado = member(member(value, 'ECF'), 'Encabezado');
  return {
    rncEmisor: member(member(encabezado, 'Emisor'), 'RNCEmisor'),
    encf: member(member(encabezado, 'IdDoc'), 'eNCF'),
  };
}

export function identifyModified(value: unknown): string | undefined {
  const referencia = member(member(value, 'ECF'), 'InformacionReferencia');
  const { rncEmisor } = identify(value);
  return ownEncf(member(referencia, 'NCFModificado'), member(referencia, 'RNCOtroContribuyente'), rncEmisor);
}
