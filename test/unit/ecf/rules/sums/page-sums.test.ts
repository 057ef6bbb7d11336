/** The sums of the pages. */
import { pageSumRules } from '../../../../../src/ecf/rules/sums/page-sums.js';
import { all, idDoc, ruleCases, type RuleCase } from '../cases.js';
import { adjustments, computed, line, taxes, taxTotals } from '../computed.js';
import type { Json } from '../../samples.js';

/** By default, each page has one line. */
const pages = (...rows: readonly Json[]) =>
  all(idDoc({ TotalPaginas: rows.length }), (ecf: Json) => {
    const Pagina = rows.map((row, index) => ({
      PaginaNo: index + 1,
      NoLineaDesde: index + 1,
      NoLineaHasta: index + 1,
      ...row,
    }));
    ecf.Paginacion = { Pagina };
  });

/** First page: 1,000 at 18 %, 500 at 16 %, 100 at 0 %. Second: 200 exempt, 50 not billed. */
const lines = [line(1, 1000), line(2, 500), line(3, 100), line(4, 200), line(0, 50)];
const totals = {
  MontoGravadoTotal: 1600,
  MontoGravadoI1: 1000,
  MontoGravadoI2: 500,
  MontoGravadoI3: 100,
  MontoExento: 200,
  ITBIS1: 18,
  ITBIS2: 16,
  ITBIS3: 0,
  TotalITBIS: 260,
  TotalITBIS1: 180,
  TotalITBIS2: 80,
  TotalITBIS3: 0,
  MontoTotal: 2060,
  MontoNoFacturable: 50,
};
const first = {
  NoLineaDesde: 1,
  NoLineaHasta: 3,
  SubtotalMontoGravadoPagina: 1600,
  SubtotalMontoGravado1Pagina: 1000,
  SubtotalMontoGravado2Pagina: 500,
  SubtotalMontoGravado3Pagina: 100,
  SubtotalItbisPagina: 260,
  SubtotalItbis1Pagina: 180,
  SubtotalItbis2Pagina: 80,
  SubtotalItbis3Pagina: 0,
  MontoSubtotalPagina: 1860,
};
const second = {
  NoLineaDesde: 4,
  NoLineaHasta: 5,
  SubtotalExentoPagina: 200,
  MontoSubtotalPagina: 200,
  SubtotalMontoNoFacturablePagina: 50,
};
const paged = (onFirst: Json = {}, onSecond: Json = {}) =>
  all(computed(lines, totals), pages({ ...first, ...onFirst }, { ...second, ...onSecond }));

ruleCases(pageSumRules, [
  { name: 'two pages of all kinds', type: 31, change: paged(), codes: [] },
  {
    name: 'two pages with nothing but their amounts',
    type: 44,
    change: all(
      computed([line(4, 1000), line(4, 500)], { MontoExento: 1500, MontoTotal: 1500 }),
      pages({ MontoSubtotalPagina: 1000 }, { MontoSubtotalPagina: 500 }),
    ),
    codes: ['~PAGINA-34', '~PAGINA-34'],
  },
  {
    name: 'a page without its subtotals for lines at 18 % and for lines that are not billed',
    type: 31,
    change: paged(
      {
        SubtotalMontoGravado1Pagina: undefined,
        SubtotalMontoGravadoPagina: undefined,
        MontoSubtotalPagina: 260,
      },
      { SubtotalMontoNoFacturablePagina: undefined },
    ),
    codes: ['~PAGINA-21', '~PAGINA-34', '~PAGINA-34', '~PAGINA-34'],
  },
  {
    name: 'a page of gifts needs no subtotals',
    type: 44,
    change: all(
      computed([line(4, 1000), line(4, 0)], { MontoExento: 1000, MontoTotal: 1000 }),
      pages({ SubtotalExentoPagina: 1000, MontoSubtotalPagina: 1000 }, { MontoSubtotalPagina: 0 }),
    ),
    codes: [],
  },
  {
    // 1,180 and 590 with ITBIS: 1,000 and 500 without.
    name: 'prices with ITBIS, pages without',
    type: 31,
    change: all(
      idDoc({ IndicadorMontoGravado: 1 }),
      computed([line(1, 1180), line(1, 590)], {
        MontoGravadoTotal: 1500,
        MontoGravadoI1: 1500,
        ITBIS1: 18,
        TotalITBIS: 270,
        TotalITBIS1: 270,
        MontoTotal: 1770,
      }),
      pages(
        {
          SubtotalMontoGravadoPagina: 1000,
          SubtotalMontoGravado1Pagina: 1000,
          SubtotalItbisPagina: 180,
          SubtotalItbis1Pagina: 180,
          MontoSubtotalPagina: 1180,
        },
        {
          SubtotalMontoGravadoPagina: 500,
          SubtotalMontoGravado1Pagina: 500,
          SubtotalItbisPagina: 90,
          SubtotalItbis1Pagina: 90,
          MontoSubtotalPagina: 590,
        },
      ),
    ),
    codes: [],
  },
  {
    // 150 off 1,500, spread as 100 and 50; tip 10 % of 900 and of 450.
    name: 'a discount spread over the pages, and a tip',
    type: 32,
    change: all(
      computed(
        [line(1, 1000, taxes('001')), line(1, 500, taxes('001'))],
        {
          MontoGravadoTotal: 1350,
          MontoGravadoI1: 1350,
          ITBIS1: 18,
          TotalITBIS: 243,
          TotalITBIS1: 243,
          MontoImpuestoAdicional: 135,
          ...taxTotals(['001', 10, { OtrosImpuestosAdicionales: 135 }]),
          MontoTotal: 1728,
        },
        adjustments(['D', 1, 150]),
      ),
      pages(
        {
          SubtotalMontoGravadoPagina: 900,
          SubtotalMontoGravado1Pagina: 900,
          SubtotalItbisPagina: 162,
          SubtotalItbis1Pagina: 162,
          SubtotalImpuestoAdicionalPagina: 90,
          SubtotalImpuestoAdicional: { SubtotalOtrosImpuesto: 90 },
          MontoSubtotalPagina: 1152,
        },
        {
          SubtotalMontoGravadoPagina: 450,
          SubtotalMontoGravado1Pagina: 450,
          SubtotalItbisPagina: 81,
          SubtotalItbis1Pagina: 81,
          SubtotalImpuestoAdicionalPagina: 45,
          SubtotalImpuestoAdicional: { SubtotalOtrosImpuesto: 45 },
          MontoSubtotalPagina: 576,
        },
      ),
    ),
    codes: [],
  },
  ...[
    { page: 'its pages without ITBIS', itbis: 0, codes: [] },
    { page: 'a page with ITBIS that is neither zero nor the usual one', itbis: 7, codes: ['~PAGINA-31'] },
  ].map(({ page, itbis, codes }): RuleCase => ({
    name: `a credit note after 30 days, ${page}`,
    type: 34,
    change: all(
      idDoc({ IndicadorNotaCredito: 1 }),
      (ecf: Json) => (ecf.InformacionReferencia.FechaNCFModificado = '01-01-2026'),
      computed([line(1, 1000), line(1, 500)], {
        MontoGravadoTotal: 1500,
        MontoGravadoI1: 1500,
        ITBIS1: 18,
        TotalITBIS: 0,
        TotalITBIS1: 0,
        MontoTotal: 1500,
      }),
      pages(
        { SubtotalMontoGravadoPagina: 1000, SubtotalMontoGravado1Pagina: 1000, MontoSubtotalPagina: 1000 },
        {
          SubtotalMontoGravadoPagina: 500,
          SubtotalMontoGravado1Pagina: 500,
          SubtotalItbis1Pagina: itbis,
          MontoSubtotalPagina: 500,
        },
      ),
    ),
    codes,
  })),
  {
    name: 'pages that do not add up to the total',
    type: 44,
    change: all(
      computed([line(4, 1000), line(4, 500)], { MontoExento: 1500, MontoTotal: 1500 }),
      pages(
        { SubtotalExentoPagina: 1000, MontoSubtotalPagina: 1000 },
        { SubtotalExentoPagina: 500, MontoSubtotalPagina: 400 },
      ),
    ),
    codes: ['~PAGINA-21', '~PAGINA-22'],
  },
  {
    name: 'a page that differs from its parts',
    type: 31,
    change: paged({ MontoSubtotalPagina: 1960 }, { MontoSubtotalPagina: 100 }),
    codes: ['~PAGINA-22', '~PAGINA-22'],
  },
  {
    name: 'a taxable amount that differs from its parts',
    type: 31,
    change: paged({ SubtotalMontoGravadoPagina: 1700, MontoSubtotalPagina: 1960 }, {}),
    codes: ['~PAGINA-21', '~PAGINA-23'],
  },
  {
    name: 'ITBIS that differs from its parts',
    type: 31,
    change: paged({ SubtotalItbisPagina: 360 }),
    codes: ['~PAGINA-24', '~PAGINA-22'],
  },
  {
    name: 'additional taxes that differ from their parts',
    type: 31,
    change: paged({
      SubtotalImpuestoAdicionalPagina: 100,
      SubtotalImpuestoAdicional: { SubtotalOtrosImpuesto: 50 },
      MontoSubtotalPagina: 1960,
    }),
    codes: ['~PAGINA-21', '~PAGINA-25'],
  },
  {
    name: 'amounts that differ from the lines of the page',
    type: 31,
    change: paged(
      {
        SubtotalMontoGravado1Pagina: 900,
        SubtotalMontoGravado2Pagina: 550,
        SubtotalMontoGravado3Pagina: 150,
      },
      { SubtotalExentoPagina: 250, SubtotalMontoNoFacturablePagina: 100 },
    ),
    codes: [
      '~PAGINA-26',
      '~PAGINA-27',
      '~PAGINA-28',
      '~PAGINA-31',
      '~PAGINA-32',
      '~PAGINA-29',
      '~PAGINA-22',
      '~PAGINA-30',
    ],
  },
  {
    name: 'ITBIS 3 that is not zero',
    type: 46,
    change: all(
      computed([line(3, 1000), line(3, 500)], {
        MontoGravadoTotal: 1500,
        MontoGravadoI3: 1500,
        ITBIS3: 0,
        TotalITBIS: 0,
        TotalITBIS3: 0,
        MontoTotal: 1500,
      }),
      pages(
        ...[1000, 500].map((amount, index) => ({
          SubtotalMontoGravadoPagina: amount,
          SubtotalMontoGravado3Pagina: amount,
          SubtotalItbisPagina: index === 0 ? 100 : 0,
          SubtotalItbis3Pagina: index === 0 ? 100 : 0,
          MontoSubtotalPagina: index === 0 ? 1100 : 500,
        })),
      ),
    ),
    codes: ['~PAGINA-21', '~PAGINA-33'],
  },
]);
