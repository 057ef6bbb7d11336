/** Rules on the order of subtotals and pages (Formato e-CF v1.0 pp.11, 46, 51, 56). Their sums: page-sums.ts. */
import { textAt } from '../../model/ecf.js';
import type { Rule } from '../rule.js';
import { outOfOrder } from './sequence.js';
import { integerAt, paths } from '../voucher.js';

export const sectionRules: readonly Rule[] = [
  {
    code: 'SUBTOTAL-01',
    severidad: 'condicional',
    evidencia: 'oficial',
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
    severidad: 'rechazo',
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
    severidad: 'condicional',
    evidencia: {
      practica: 'La nota dice cuándo es obligatoria la sección, no que sobre en una sola página.',
    },
    descripcion: 'Un comprobante de una sola página no lleva Paginacion.',
    source: 'Formato e-CF v1.0 p.51 nota 77',
    *check({ paginas }) {
      if (paginas.length !== 1) return;
      yield { campo: paths.paginas, mensaje: 'Paginacion se envía con dos páginas o más; hay 1.' };
    },
  },
  {
    code: 'PAGINA-03',
    severidad: 'rechazo',
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
  {
    code: 'PAGINA-04',
    severidad: 'rechazo',
    descripcion: 'Cada página lleva NoLineaDesde, NoLineaHasta y MontoSubtotalPagina.',
    source: 'Formato e-CF v1.0 pp.51 y 56',
    *check({ paginas }) {
      for (const [index, pagina] of paginas.entries()) {
        for (const field of ['NoLineaDesde', 'NoLineaHasta', 'MontoSubtotalPagina']) {
          if (textAt(pagina, field) !== undefined) continue;
          const campo = `${paths.paginas}[${index}].${field}`;
          yield { campo, mensaje: `Se esperaba ${field} en la página ${index + 1}; no se recibió.` };
        }
      }
    },
  },
  {
    code: 'PAGINA-05',
    severidad: 'rechazo',
    descripcion: 'NoLineaHasta no es menor que NoLineaDesde.',
    source: 'Formato e-CF v1.0 p.51',
    *check({ paginas }) {
      for (const [index, pagina] of paginas.entries()) {
        const from = integerAt(pagina, 'NoLineaDesde');
        const to = integerAt(pagina, 'NoLineaHasta');
        if (from === undefined || to === undefined || from <= to) continue;
        const campo = `${paths.paginas}[${index}].NoLineaHasta`;
        yield { campo, mensaje: `Se esperaba una línea desde la ${from} (NoLineaDesde); se recibió ${to}.` };
      }
    },
  },
  {
    code: 'PAGINA-06',
    severidad: 'condicional',
    evidencia: 'oficial',
    descripcion: 'NoLineaHasta es una línea del comprobante.',
    source: 'Formato e-CF v1.0 p.51',
    *check({ paginas, lines }) {
      for (const [index, pagina] of paginas.entries()) {
        const to = integerAt(pagina, 'NoLineaHasta');
        if (to === undefined || to <= lines.length) continue;
        const campo = `${paths.paginas}[${index}].NoLineaHasta`;
        yield { campo, mensaje: `El comprobante tiene ${lines.length} líneas; se recibió la línea ${to}.` };
      }
    },
  },
];
