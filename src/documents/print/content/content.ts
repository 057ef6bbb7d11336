/**
 * The texts of the printed form, without their layout: each field that the format prints as it is (I) or in words (P) (Formato e-CF v1.0,
 * column "I"). An optional field that the voucher does not have is left out.
 */
import { provinciasMunicipios } from '../../../ecf/codes/long-tables.js';
import { isDeferred, mainFactsOf } from '../../../ecf/model/document-facts.js';
import { textAt, type Ecf, type EcfNode } from '../../../ecf/model/ecf.js';
import type { Environment } from '../../../ecf/model/environments.js';
import type { ValueColumn } from '../../../ecf/codes/value-columns.js';
import { integerAt, voucherToRead, type Voucher } from '../../../ecf/rules/voucher.js';
import { timbreUrl } from '../../../ecf/xml/timbre.js';
import { lineTaxesOf } from '../../../ecf/line-taxes.js';
import { printedLines, type PrintedLines } from './lines.js';
import { modificationTexts, rowsWithValue, titles, type Labelled } from './texts.js';
import {
  computedSubtotals,
  otherCurrencyTotals,
  printedAdjustments,
  printedTotals,
  statedSubtotals,
  type PrintedAdjustment,
} from './totals.js';

export interface Signature {
  /** The first six characters of the voucher's own SignatureValue. DGII may have received only a summary; the code stays the same. */
  readonly securityCode: string;
  /** `dd-MM-yyyy HH:mm:ss`. */
  readonly fechaFirma: string;
  /** What the QR code says of a received voucher: the amount as its XML writes it, and the date as dd-MM-yyyy. */
  readonly received?: { readonly fechaEmision: string; readonly montoTotal: string };
}

export interface StatedPage {
  readonly number: string;
  /** The number of lines up to the end of this page. */
  readonly linesTo: number;
}

export interface Content {
  readonly title: string;
  readonly encf: string;
  readonly identification: readonly Labelled[];
  readonly modification: string | undefined;
  readonly issuer: Issuer;
  readonly buyer: readonly Labelled[];
  readonly detail: PrintedLines;
  readonly totals: readonly Labelled[];
  readonly otherCurrency: readonly Labelled[];
  readonly adjustments: readonly PrintedAdjustment[];
  /** Empty when the XML describes no pages. */
  readonly pages: readonly StatedPage[];
  /** The subtotals of the lines `from` to `to` (exclusive). */
  readonly pageSubtotals: (from: number, to: number) => readonly Labelled[];
  readonly stamp: Stamp | undefined;
  readonly deferred: boolean;
}

export interface Issuer {
  readonly tradeName: string | undefined;
  readonly legalName: string;
  readonly branch: string | undefined;
  readonly rnc: string;
  readonly address: string;
  readonly issuedOn: string;
}

export interface Stamp extends Signature {
  readonly address: string;
}

export function contentOf(
  ecf: Ecf,
  environment: Environment,
  signature: Signature | undefined,
  valueColumn: ValueColumn,
): Content {
  const voucher = voucherToRead(ecf);
  const taxes = lineTaxesOf(voucher);
  const { idDoc, emisor, referencia } = voucher;
  const encf = textAt(idDoc, 'eNCF') ?? '';
  return {
    title: titles[ecf.type],
    encf,
    identification: rowsWithValue([
      ['e-NCF', encf],
      ['Fecha Vencimiento', textAt(idDoc, 'FechaVencimientoSecuencia')],
      ['NCF Modificado', textAt(referencia, 'NCFModificado')],
    ]),
    modification: modificationTexts[textAt(referencia, 'CodigoModificacion') ?? ''],
    issuer: issuerOf(emisor),
    buyer: buyerOf(voucher.comprador),
    detail: printedLines(voucher, taxes, valueColumn),
    totals: printedTotals(voucher),
    otherCurrency: otherCurrencyTotals(voucher),
    adjustments: printedAdjustments(ecf),
    pages: statedPages(voucher),
    pageSubtotals: (from, to) => {
      const stated = voucher.paginas.find((page) => integerAt(page, 'NoLineaHasta') === to);
      return stated === undefined ? computedSubtotals(voucher, taxes, [from, to]) : statedSubtotals(stated);
    },
    stamp: signature && { ...signature, address: stampAddress(ecf, environment, signature) },
    deferred: isDeferred(ecf),
  };
}

function issuerOf(emisor: EcfNode | undefined): Issuer {
  const place = (name: string) => placeName(textAt(emisor, name));
  const address = [textAt(emisor, 'DireccionEmisor'), place('Municipio'), place('Provincia')];
  return {
    tradeName: textAt(emisor, 'NombreComercial'),
    legalName: textAt(emisor, 'RazonSocialEmisor') ?? '',
    branch: textAt(emisor, 'Sucursal'),
    rnc: textAt(emisor, 'RNCEmisor') ?? '',
    address: address.filter((part) => part !== undefined).join(', '),
    issuedOn: textAt(emisor, 'FechaEmision') ?? '',
  };
}

/** DGII gives no label for the identification and the country of a foreigner. */
function buyerOf(comprador: EcfNode | undefined): readonly Labelled[] {
  return rowsWithValue([
    ['Razón Social Cliente', textAt(comprador, 'RazonSocialComprador')],
    ['RNC Cliente', textAt(comprador, 'RNCComprador')],
    ['Identificador Extranjero', textAt(comprador, 'IdentificadorExtranjero')],
    ['País', textAt(comprador, 'PaisComprador')],
  ]);
}

function placeName(code: string | undefined): string | undefined {
  return code === undefined ? undefined : (provinciasMunicipios.codes.get(code) ?? code);
}

function statedPages({ paginas, lines }: Voucher): readonly StatedPage[] {
  const pages = paginas.map((page, index) => ({
    number: textAt(page, 'PaginaNo') ?? String(index + 1),
    linesTo: integerAt(page, 'NoLineaHasta') ?? 0,
  }));
  const ordered = pages.every(({ linesTo }, index) => linesTo > (pages[index - 1]?.linesTo ?? 0));
  // Pages that do not cover every line once and in order are ignored.
  return ordered && pages.at(-1)?.linesTo === lines.length ? pages : [];
}

function stampAddress(ecf: Ecf, environment: Environment, signature: Signature): string {
  const { securityCode, fechaFirma, received } = signature;
  return timbreUrl({ ...mainFactsOf(ecf), environment, securityCode, fechaFirma, ...received });
}
