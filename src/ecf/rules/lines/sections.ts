/** Rules on the order of subtotals and pages (Formato e-CF v1.0 pp.11, 46, 51, 56). Their sums: page-sums.ts. */
import { textAt } from '../../model/ecf.js';
import { missing, onPage } from '../on-each.js';
import { oficial, practica, rechazo, type Rule } from '../rule.js';
import { outOfOrder } from './sequence.js';
import { integerAt, paths } from '../voucher.js';

export const sectionRules: readonly Rule[] = [
  {
    code: 'SUBTOTAL-01',
    ...oficial,
    descripcion: 'NumeroSubTotal numera los subtotales en orden desde 1.',
    source: 'Formato e-CF v1.0 p.46',
    *check({ subtotales }) {
      const numbers = subtotales.map((subtotal) => integerAt(subtotal, 'NumeroSubTotal'));
      for (const { index, expected, found } of outOfOrder(numbers)) {
        const campo = `${paths.subtotales}[${index}].NumeroSubTotal`;
        yield { campo, mensaje: `Se esperaba el subtotal ${expected}; se recibió ${found}.` };
      }
    },
  },
  {
    code: 'PAGINA-01',
    ...rechazo,
    descripcion: 'TotalPaginas es el número de páginas de Paginacion, y va cuando hay Paginacion.',
    source: 'Formato e-CF v1.0 p.11',
    *check({ idDoc, paginas }) {
      const text = textAt(idDoc, 'TotalPaginas');
      const found = integerAt(idDoc, 'TotalPaginas');
      // A single page needs no total; PAGINA-02 reports a single page.
      if (text === undefined && paginas.length < 2) return;
      if (text !== undefined && (found === undefined || found === paginas.length)) return;
      const mensaje =
        paginas.length < 2
          ? `TotalPaginas no se envía cuando Paginacion no tiene dos páginas o más; se recibió ${text}.`
          : `Paginacion tiene ${paginas.length} páginas: se esperaba ${paginas.length}; se recibió ${text ?? 'ninguno'}.`;
      yield { campo: `${paths.idDoc}.TotalPaginas`, mensaje };
    },
  },
  {
    code: 'PAGINA-02',
    ...practica('La nota dice cuándo es obligatoria la sección, no que sobre en una sola página.'),
    descripcion: 'Un comprobante de una sola página no lleva Paginacion.',
    source: 'Formato e-CF v1.0 p.51 nota 77',
    *check({ paginas }) {
      if (paginas.length !== 1) return;
      yield { campo: paths.paginas, mensaje: 'Paginacion se envía con dos páginas o más; hay 1.' };
    },
  },
  {
    code: 'PAGINA-03',
    ...rechazo,
    descripcion: 'PaginaNo va en cada página y las numera en orden desde 1.',
    source: 'Formato e-CF v1.0 p.51',
    *check({ paginas }) {
      const numbers = paginas.map((pagina) => integerAt(pagina, 'PaginaNo'));
      for (const { index, expected, found } of outOfOrder(numbers)) {
        const campo = `${paths.paginas}[${index}].PaginaNo`;
        yield { campo, mensaje: `Se esperaba la página ${expected}; se recibió ${found}.` };
      }
      for (const [index, pagina] of paginas.entries()) {
        if (textAt(pagina, 'PaginaNo') !== undefined) continue;
        const campo = `${paths.paginas}[${index}].PaginaNo`;
        yield { campo, mensaje: `Se esperaba el número de la página, ${index + 1}; no se recibió.` };
      }
    },
  },
  onPage({
    code: 'PAGINA-04',
    ...rechazo,
    descripcion: 'Cada página lleva NoLineaDesde, NoLineaHasta y MontoSubtotalPagina.',
    source: 'Formato e-CF v1.0 pp.51 y 56',
    fields: ['NoLineaDesde', 'NoLineaHasta', 'MontoSubtotalPagina'],
    fault: (page, _voucher, field) =>
      missing(page, field, `Se esperaba ${field} en la página ${page.number}`),
  }),
  onPage({
    code: 'PAGINA-05',
    ...rechazo,
    descripcion: 'NoLineaHasta no es menor que NoLineaDesde.',
    source: 'Formato e-CF v1.0 p.51',
    fields: ['NoLineaHasta'],
    fault({ node }, _voucher, field) {
      const from = integerAt(node, 'NoLineaDesde');
      const to = integerAt(node, field);
      if (from === undefined || to === undefined || from <= to) return undefined;
      return `Se esperaba una línea desde la ${from} (NoLineaDesde); se recibió ${to}.`;
    },
  }),
  onPage({
    code: 'PAGINA-06',
    ...oficial,
    descripcion: 'NoLineaHasta es una línea del comprobante.',
    source: 'Formato e-CF v1.0 p.51',
    fields: ['NoLineaHasta'],
    fault({ node }, { lines }, field) {
      const to = integerAt(node, field);
      if (to === undefined || to <= lines.length) return undefined;
      return `El comprobante tiene ${lines.length} líneas; se recibió la línea ${to}.`;
    },
  }),
];
