/**
 * Sums of the pages (Formato e-CF v1.0 pp.26, 52-56). The order of pages: sections.ts. The subtotal of a page is not
 * compared with its lines if a global adjustment affects them: no source says how to spread adjustments over pages.
 */
import { isLateCreditNote } from '../../model/document-facts.js';
import { amountOf, sum, zero, type Amount } from '../../model/amounts.js';
import { nodeAt, textAt, type EcfNode } from '../../model/ecf.js';
import {
  amountAt,
  compare,
  headerTolerance,
  itbisFactors,
  lineTolerance,
  rate1,
  rate2,
  sumAt,
  typesWith,
} from '../arithmetic.js';
import { pagesOf } from '../on-each.js';
import { oficial, type Rule } from '../rule.js';
import { integerAt, paths, perVoucher, type Voucher } from '../voucher.js';

interface Page {
  readonly voucher: Voucher;
  readonly node: EcfNode;
  /** Indexes of its lines, the second one exclusive; undefined when the page has no valid line numbers. */
  readonly range: readonly [from: number, to: number] | undefined;
}

interface PageRow {
  readonly code: string;
  readonly field: string;
  readonly source: string;
  readonly formula: string;
  readonly readings: (page: Page) => Iterable<Amount | undefined>;
}

const pageParts = [
  'SubtotalMontoGravadoPagina',
  'SubtotalExentoPagina',
  'SubtotalItbisPagina',
  'SubtotalImpuestoAdicionalPagina',
];
const taxablePageParts = [1, 2, 3].map((rate) => `SubtotalMontoGravado${rate}Pagina`);
const itbisPageParts = [1, 2, 3].map((rate) => `SubtotalItbis${rate}Pagina`);

const rows: readonly PageRow[] = [
  sumRow('PAGINA-22', 'MontoSubtotalPagina', pageParts, {
    source: 'Formato e-CF v1.0 p.56',
    formula: 'gravado + exento + ITBIS + impuesto adicional de la página',
  }),
  sumRow('PAGINA-23', 'SubtotalMontoGravadoPagina', taxablePageParts, {
    source: 'Formato e-CF v1.0 p.52',
    formula: 'suma de los montos gravados de la página',
  }),
  sumRow('PAGINA-24', 'SubtotalItbisPagina', itbisPageParts, {
    source: 'Formato e-CF v1.0 p.53',
    formula: 'suma de los ITBIS de la página',
  }),
  {
    code: 'PAGINA-25',
    field: 'SubtotalImpuestoAdicionalPagina',
    source: 'Formato e-CF v1.0 p.55',
    formula: 'suma de SubtotalImpuestoAdicional',
    readings: ({ node }) => {
      const table = nodeAt(node, 'SubtotalImpuestoAdicional');
      if (table === undefined) return [];
      return [sum([selectiveTaxOf(node), amountOf(textAt(table, 'SubtotalOtrosImpuesto'))])];
    },
  },
  linesOfPage('PAGINA-26', 'SubtotalMontoGravado1Pagina', '1', 'Formato e-CF v1.0 p.52'),
  linesOfPage('PAGINA-27', 'SubtotalMontoGravado2Pagina', '2', 'Formato e-CF v1.0 p.52'),
  linesOfPage('PAGINA-28', 'SubtotalMontoGravado3Pagina', '3', 'Formato e-CF v1.0 p.53'),
  linesOfPage('PAGINA-29', 'SubtotalExentoPagina', '4', 'Formato e-CF v1.0 p.53'),
  linesOfPage('PAGINA-30', 'SubtotalMontoNoFacturablePagina', '0', 'Formato e-CF v1.0 p.56'),
  itbisOfPage('PAGINA-31', '1', rate1, {
    formula: '18 % de SubtotalMontoGravado1Pagina más el impuesto selectivo al consumo',
    selective: selectiveTaxOf,
  }),
  itbisOfPage('PAGINA-32', '2', rate2, {
    formula: '16 % de SubtotalMontoGravado2Pagina',
    selective: () => zero,
  }),
  {
    code: 'PAGINA-33',
    field: 'SubtotalItbis3Pagina',
    source: 'Formato e-CF v1.0 p.54',
    formula: '0 % de SubtotalMontoGravado3Pagina',
    readings: () => [zero],
  },
];

export const pageSumRules: readonly Rule[] = [
  {
    code: 'PAGINA-21',
    ...oficial,
    descripcion: 'MontoTotal es la suma de MontoSubtotalPagina; tolerancia de 1.00 por línea.',
    source: 'Formato e-CF v1.0 p.26',
    *check(voucher) {
      const amounts = voucher.paginas.flatMap((pagina) => amountAt(pagina, 'MontoSubtotalPagina') ?? []);
      // PAGINA-04 reports a page without its amount.
      if (amounts.length === 0 || amounts.length < voucher.paginas.length) return;
      yield* compare({
        campo: `${paths.totales}.MontoTotal`,
        text: textAt(voucher.totales, 'MontoTotal'),
        tolerance: headerTolerance(voucher),
        formula: 'suma de MontoSubtotalPagina',
        readings: () => [sum(amounts)],
      });
    },
  },
  ...rows.map(({ code, field, source, formula, readings }): Rule => ({
    code,
    ...oficial,
    descripcion: `${field} = ${formula}; tolerancia de 1.00 por línea de la página.`,
    source,
    types: typesWith('Paginacion', 'Pagina', field),
    *check(voucher) {
      for (const { node, path } of pagesOf(voucher)) {
        const text = textAt(node, field);
        if (text === undefined) continue;
        const range = rangeOf(voucher, node);
        yield* compare({
          campo: `${path}.${field}`,
          text,
          tolerance: pageTolerance(voucher, range),
          formula,
          readings: () => readings({ voucher, node, range }),
        });
      }
    },
  })),
  {
    code: 'PAGINA-34',
    ...oficial,
    descripcion: 'Una página lleva los subtotales de los indicadores de facturación de sus líneas.',
    source: 'Formato e-CF v1.0 pp.52-56',
    *check(voucher) {
      for (const { node, path } of pagesOf(voucher)) {
        const range = rangeOf(voucher, node);
        if (range === undefined) continue;
        for (const { field, kinds, types } of subtotals) {
          if (textAt(node, field) !== undefined || !types.includes(voucher.type)) continue;
          if (field.startsWith('SubtotalItbis') && isLateCreditNote(voucher)) continue;
          const kind = kinds.find((indicador) => !billedOn(voucher, indicador, range).eq(zero));
          if (kind === undefined) continue;
          const mensaje = `La página tiene líneas con IndicadorFacturacion ${kind}: se esperaba ${field}; no se recibió.`;
          yield { campo: `${path}.${field}`, mensaje };
        }
      }
    },
  },
];

/** The subtotals that a page must have when it has lines with one of these IndicadorFacturacion. */
const subtotals = Object.entries({
  SubtotalMontoGravadoPagina: ['1', '2', '3'],
  SubtotalMontoGravado1Pagina: ['1'],
  SubtotalMontoGravado2Pagina: ['2'],
  SubtotalMontoGravado3Pagina: ['3'],
  SubtotalExentoPagina: ['4'],
  SubtotalItbisPagina: ['1', '2', '3'],
  SubtotalItbis1Pagina: ['1'],
  SubtotalItbis2Pagina: ['2'],
  SubtotalItbis3Pagina: ['3'],
  SubtotalMontoNoFacturablePagina: ['0'],
}).map(([field, kinds]) => ({ field, kinds, types: typesWith('Paginacion', 'Pagina', field) }));

/** A subtotal that is the sum of other subtotals of the page. */
function sumRow(
  code: string,
  field: string,
  parts: readonly string[],
  text: Pick<PageRow, 'source' | 'formula'>,
): PageRow {
  return { code, field, ...text, readings: ({ node }) => [sumAt(node, parts)] };
}

/** Sum of the lines with one indicator on a page, with or without ITBIS. */
function linesOfPage(code: string, field: string, indicador: string, source: string): PageRow {
  return {
    code,
    field,
    source,
    formula: `líneas de la página con indicador de facturación ${indicador}`,
    *readings({ voucher, range }) {
      if (range === undefined) return;
      if (voucher.adjustments.some((adjustment) => adjustment.indicador === indicador)) return;
      if (voucher.norma1007 && indicador === '1') return;
      const gross = billedOn(voucher, indicador, range);
      const factor = voucher.taxIncluded ? itbisFactors.get(indicador) : undefined;
      if (factor !== undefined) yield gross.div(factor);
      yield gross;
    },
  };
}

/** ITBIS of a page at one rate. The selective tax belongs to the base of rate 1 only. */
function itbisOfPage(
  code: string,
  indicador: string,
  rate: Amount,
  { formula, selective }: { formula: string; selective: (page: EcfNode) => Amount },
): PageRow {
  return {
    code,
    field: `SubtotalItbis${indicador}Pagina`,
    source: 'Formato e-CF v1.0 p.54',
    formula,
    *readings({ voucher, node }) {
      const taxed = amountAt(node, `SubtotalMontoGravado${indicador}Pagina`);
      if (taxed === undefined) return;
      yield taxed.plus(selective(node)).times(rate);
      // p.52 does not divide, so the subtotal may include ITBIS if its lines do.
      if (voucher.taxIncluded) yield taxed.div(rate.plus(1)).plus(selective(node)).times(rate);
      if (isLateCreditNote(voucher)) yield zero;
    },
  };
}

/** Running sums of MontoItem by IndicadorFacturacion, because there may be as many pages as lines. */
const runningSums = perVoucher(({ lines }): ReadonlyMap<string, readonly Amount[]> => {
  const sums = new Map<string, Amount[]>();
  for (const indicador of ['0', '1', '2', '3', '4']) {
    let total = zero;
    const running = [zero];
    for (const line of lines) {
      if (line.indicador === indicador) total = total.plus(line.monto);
      running.push(total);
    }
    sums.set(indicador, running);
  }
  return sums;
});

function billedOn(voucher: Voucher, indicador: string, [from, to]: NonNullable<Page['range']>): Amount {
  return billedUpTo(voucher, indicador, to).minus(billedUpTo(voucher, indicador, from));
}

function billedUpTo(voucher: Voucher, indicador: string, count: number): Amount {
  return runningSums(voucher).get(indicador)?.[count] ?? zero;
}

/** Assumes that lines are numbered from 1 in order; another rule checks that. */
function rangeOf({ lines }: Voucher, node: EcfNode): Page['range'] {
  const from = integerAt(node, 'NoLineaDesde');
  const to = integerAt(node, 'NoLineaHasta');
  if (from === undefined || to === undefined || from < 1 || from > to || to > lines.length) return undefined;
  return [from - 1, to];
}

function pageTolerance(voucher: Voucher, range: Page['range']): number {
  return range === undefined ? headerTolerance(voucher) : (range[1] - range[0]) * lineTolerance;
}

/** The subtotal has the name of the specific tax, but it includes both selective taxes (p.55). */
function selectiveTaxOf(node: EcfNode): Amount {
  const table = nodeAt(node, 'SubtotalImpuestoAdicional');
  return amountOf(textAt(table, 'SubtotalImpuestoSelectivoConsumoEspecificoPagina'));
}
