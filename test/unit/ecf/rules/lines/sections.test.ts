/** The order of subtotals and pages. */
import { sectionRules } from '../../../../../src/ecf/rules/lines/sections.js';
import { all, idDoc, ruleCases, secondLine, totales } from '../cases.js';
import type { Json } from '../../samples.js';

/** Two lines of 1,000.00 and 100.00, each on its page; `pages` changes them. */
const paged = (total: number | undefined, ...pages: readonly Json[]) =>
  all(
    secondLine(1),
    totales({
      MontoGravadoTotal: 1100,
      MontoGravadoI1: 1100,
      TotalITBIS: 198,
      TotalITBIS1: 198,
      MontoTotal: 1298,
    }),
    idDoc({ TotalPaginas: total }),
    (ecf: Json) => {
      if (pages.length > 0) ecf.Paginacion = { Pagina: pages };
    },
  );
const first = (change: Json = {}) => page(1, 1000, change);
const second = (change: Json = {}) => page(2, 100, change);
const page = (number: number, net: number, change: Json): Json => ({
  PaginaNo: number,
  NoLineaDesde: number,
  NoLineaHasta: number,
  SubtotalMontoGravadoPagina: net,
  SubtotalMontoGravado1Pagina: net,
  SubtotalItbisPagina: net * 0.18,
  SubtotalItbis1Pagina: net * 0.18,
  MontoSubtotalPagina: net * 1.18,
  ...change,
});

const subtotals =
  (...numbers: readonly (number | undefined)[]) =>
  (ecf: Json) =>
    (ecf.Subtotales = {
      Subtotal: numbers.map((number) => ({
        NumeroSubTotal: number,
        DescripcionSubtotal: 'Servicios',
        SubTotalMontoGravadoTotal: 500,
        SubTotalMontoGravadoI1: 500,
        SubTotaITBIS: 90,
        SubTotaITBIS1: 90,
        MontoSubTotal: 590,
      })),
    });

ruleCases(sectionRules, [
  { name: 'one page, without Paginacion', type: 31, codes: [] },
  { name: 'two pages', type: 31, change: paged(2, first(), second()), codes: [] },
  { name: 'two pages, three announced', type: 31, change: paged(3, first(), second()), codes: ['PAGINA-01'] },
  {
    name: 'two pages, none announced',
    type: 31,
    change: paged(undefined, first(), second()),
    codes: ['PAGINA-01'],
  },
  { name: 'no pages, two announced', type: 31, change: paged(2), codes: ['PAGINA-01'] },
  {
    name: 'one page alone',
    type: 31,
    change: paged(undefined, page(1, 1100, { NoLineaHasta: 2 })),
    codes: ['~PAGINA-02'],
  },
  {
    name: 'pages 1 and 3',
    type: 31,
    change: paged(2, first(), second({ PaginaNo: 3 })),
    codes: ['PAGINA-03'],
  },
  {
    name: 'a page without number',
    type: 31,
    change: paged(2, first(), second({ PaginaNo: undefined })),
    codes: ['PAGINA-03'],
  },
  {
    name: 'an invalid page number is reported once',
    type: 31,
    change: paged(2, first(), second({ PaginaNo: 2.5 })),
    codes: ['ESTRUCTURA-10'],
  },
  {
    name: 'a page of unknown lines and amount',
    type: 31,
    change: paged(
      2,
      first(),
      second({ NoLineaDesde: undefined, NoLineaHasta: undefined, MontoSubtotalPagina: undefined }),
    ),
    codes: ['PAGINA-04', 'PAGINA-04', 'PAGINA-04'],
  },
  {
    name: 'a page that ends before it starts',
    type: 31,
    change: paged(2, first(), second({ NoLineaHasta: 1 })),
    codes: ['PAGINA-05'],
  },
  {
    name: 'a page of lines that do not exist',
    type: 31,
    change: paged(2, first(), second({ NoLineaHasta: 3 })),
    codes: ['~PAGINA-06'],
  },
  { name: 'subtotals 1 and 2', type: 31, change: subtotals(1, 2), codes: [] },
  { name: 'subtotals without numbers', type: 31, change: subtotals(undefined, undefined), codes: [] },
  { name: 'subtotals 1 and 3', type: 31, change: subtotals(1, 3), codes: ['~SUBTOTAL-01'] },
]);
