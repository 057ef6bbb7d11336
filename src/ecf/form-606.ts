/**
 * What an e-CF says about a line of DGII's form 606, the purchases of a month (Instructivo 606, February 2026). Seven of its 23 fields are
 * for the person who bought: the kind of expense (3), the payment date (7), what was withheld (12, 17, 18), and what part of the ITBIS is no
 * advance (13, 14).
 */
import { amountOf, roundMoney, sum, zero, type Amount } from './model/amounts.js';
import { nodeAt, nodesAt, textAt, type Ecf, type EcfNode } from './model/ecf.js';
import type { EcfType } from './model/ecf-types.js';
import { taxRows, type TaxRow } from './rules/sums/tax-rows.js';
import { montoOf, sumsBy, voucherToRead, type Voucher } from './rules/voucher.js';

/** Amounts are decimals with two places. A field that the e-CF says nothing about is `''`. */
export interface Form606Line {
  /** 1: RNC or cédula of who sold. */
  readonly supplier: string;
  /** 2: 1 RNC, 2 cédula. */
  readonly idKind: '1' | '2' | '';
  /** 4 and 5. */
  readonly ncf: string;
  readonly ncfModificado: string;
  /** 6: DD-MM-YYYY. */
  readonly fecha: string;
  /** 8, 9 and their sum, 10: without taxes. */
  readonly services: string;
  readonly goods: string;
  readonly total: string;
  /** 11. */
  readonly itbis: string;
  /** 12 and 18, as the voucher suggests. The withholding itself is the buyer's, in the month of the payment. */
  readonly itbisWithheld: string;
  readonly isrWithheld: string;
  /** 20, 21 and 22. */
  readonly selectiveTax: string;
  readonly otherTaxes: string;
  readonly tip: string;
  /** 23: `01` to `07`. */
  readonly payment: string;
}

/**
 * The received types that are lines of the form: a consumption invoice (32) proves no expense. Of the company's own types, purchases (41)
 * and minor expenses (43) are.
 */
export const received606: readonly EcfType[] = [31, 33, 34, 44, 45];

export function form606Of(ecf: Ecf): Form606Line {
  const voucher = voucherToRead(ecf);
  const { type, idDoc, emisor, comprador, totales, referencia } = voucher;
  const amount = (name: string) => amountOf(textAt(totales, name));
  // Of a purchase, the one who sold is the voucher's Comprador.
  const supplier = (type === 41 ? textAt(comprador, 'RNCComprador') : textAt(emisor, 'RNCEmisor')) ?? '';
  const base = amount('MontoGravadoTotal').plus(amount('MontoExento'));
  const services = roundMoney(base.times(serviceShare(voucher)));
  const taxes = sumsBy(taxRows(voucher), ({ code }) => taxFields[code ?? ''] ?? 'selectiveTax', taxAmountOf);
  return {
    supplier,
    idKind: supplier.length === 9 ? '1' : supplier.length === 11 ? '2' : '',
    ncf: textAt(idDoc, 'eNCF') ?? '',
    ncfModificado: textAt(referencia, 'NCFModificado') ?? '',
    fecha: textAt(emisor, 'FechaEmision') ?? '',
    services: orEmpty(services),
    goods: orEmpty(base.minus(services)),
    total: base.toFixed(2),
    itbis: orEmpty(amount('TotalITBIS')),
    itbisWithheld: orEmpty(amount('TotalITBISRetenido')),
    isrWithheld: orEmpty(amount('TotalISRRetencion')),
    selectiveTax: orEmpty(taxes.get('selectiveTax')),
    otherTaxes: orEmpty(taxes.get('otherTaxes')),
    tip: orEmpty(taxes.get('tip')),
    payment: type === 34 ? creditNote : paymentOf(idDoc),
  };
}

const orEmpty = (amount: Amount = zero) => (amount.eq(zero) ? '' : amount.toFixed(2));

/**
 * How much of the amount is services: as in the lines, because the totals have only one sum, and a discount on the whole voucher is for
 * both. Lines that are not billed (IndicadorFacturacion 0) do not count.
 */
function serviceShare(voucher: Voucher): Amount {
  const lines = voucher.lines.filter(({ indicador }) => indicador !== '0');
  const all = sum(lines.map(montoOf));
  const byKind = sumsBy(lines, ({ node }) => textAt(node, 'IndicadorBienoServicio'), montoOf);
  return all.eq(zero) ? zero : (byKind.get('2') ?? zero).div(all);
}

/** By the codes of Tabla I (Formato e-CF v1.0): the tip and two contributions. All others are selective taxes. */
const taxFields: Readonly<Record<string, 'tip' | 'otherTaxes'>> = {
  '001': 'tip',
  '002': 'otherTaxes',
  '005': 'otherTaxes',
};

const taxAmountOf = ({ amount }: TaxRow): Amount => amount;

const creditNote = '06';
const mixed = '07';
/** FormaPago (Formato e-CF, Tabla II) → field 23. Gift vouchers and other forms have none: the person says it. */
const payments: Readonly<Record<string, string>> = {
  1: '01',
  2: '02',
  3: '03',
  4: '04',
  6: '05',
  7: creditNote,
};

function paymentOf(idDoc: EcfNode | undefined): string {
  const forms = nodesAt(nodeAt(idDoc, 'TablaFormasPago'), 'FormaDePago').map((row) =>
    textAt(row, 'FormaPago'),
  );
  const [first, ...others] = [...new Set(forms)];
  if (others.length > 0) return mixed;
  if (first !== undefined) return payments[first] ?? '';
  const onCredit = textAt(idDoc, 'TipoPago') === '2';
  return onCredit ? '04' : '';
}
