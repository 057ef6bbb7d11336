/** What a company bought in a month, for form 606: its lines, its suppliers, and the kind of expense that a person chooses for each supplier. */
import type { ExpenseKind } from '../../ecf/codes/expense-kinds.js';
import type { EcfType } from '../../ecf/model/ecf-types.js';
import { ownPurchases, receivedPurchases } from '../../services/months/purchases-of-month.js';
import { suppliersOfMonth } from '../../services/months/suppliers-of-month.js';
import { pageAnswer, pageAsked } from '../web/list-page.js';
import { WebError } from '../web/web-error.js';
import { get, put, type RouteDeps, type WebRoute } from '../web/web-route.js';
import { monthOf, monthPath } from './month-asked.js';

export function supplierRoutes(deps: RouteDeps): readonly WebRoute[] {
  const { store } = deps;
  return [
    get(`${monthPath}/purchases`, 'read', async (request) => {
      const { companyId } = request.company;
      const { from, before } = monthOf(request);
      const asked = { ...pageAsked(request), from, before };
      const source = String(request.query['source']);
      const page =
        source === 'received'
          ? await receivedPurchases(deps, asked)
          : await ownPurchases(deps, asked, Number(source) as EcfType);
      if (page === 'too-slow') throw new WebError('FILTER_TOO_BROAD');
      const suppliers = page.rows.map(({ supplier }) => supplier);
      const expenses = await store.findExpenses(companyId, suppliers);
      return pageAnswer(page, (line) => ({ ...line, expense: expenses.get(line.supplier) ?? '' }));
    }),
    get(`${monthPath}/suppliers`, 'read', async (request) => {
      const { company, environment } = request;
      const { companyId, rnc, razonSocial } = company;
      const { from, before } = monthOf(request);
      const found = await suppliersOfMonth(
        deps,
        { rnc, razonSocial },
        { companyId, environment, from, before },
      );
      if (found === 'too-slow') throw new WebError('FILTER_TOO_BROAD');
      return found;
    }),
    put(
      '/companies/:companyId/suppliers/:rnc/expense',
      { permission: 'months', audit: 'supplier.expense' },
      async ({ company, params, body, about }) => {
        const { expense } = body as { readonly expense: ExpenseKind | null };
        const rnc = params['rnc'] ?? '';
        about(expense === null ? rnc : `${rnc} ${expense}`);
        await store.setExpense(company.companyId, rnc, expense);
        return { expense };
      },
    ),
  ];
}
