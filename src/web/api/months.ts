/** A month of a company in one environment, and its closing. */
import { queryOptions } from '@tanstack/react-query';
import type { AnswerOf, BodyOf, Page, QueryOf } from './answers.js';
import { answerOf, service } from './client.js';
import type { Place } from './vouchers.js';

const monthPath = '/companies/{companyId}/{environment}/months/{month}';

export type Month = AnswerOf<'readMonth'>;
export type CountedAmounts = Month['sales'];

/** @param month AAAA-MM */
export const monthQuery = ({ companyId, environment }: Place, month: string) =>
  queryOptions({
    queryKey: ['month', { companyId, environment }, month],
    queryFn: ({ signal }) =>
      answerOf(service.GET(monthPath, { params: { path: { companyId, environment, month } }, signal })),
  });

export type MonthCustomers = AnswerOf<'listMonthCustomers'>;
export type CustomerAmounts = MonthCustomers['unidentified'];

/** The sums may take seconds, so an event does not read them again (live/concerned.ts). The page says when they were read. */
export const monthCustomersQuery = ({ companyId, environment }: Place, month: string) =>
  queryOptions({
    queryKey: ['month-customers', { companyId, environment }, month],
    queryFn: ({ signal }) =>
      answerOf(
        service.GET(`${monthPath}/customers`, {
          params: { path: { companyId, environment, month } },
          signal,
        }),
      ),
  });

export const closeMonth = ({ companyId, environment }: Place, month: string, body: BodyOf<'closeMonth'>) =>
  answerOf(
    service.PUT(`${monthPath}/closing`, { params: { path: { companyId, environment, month } }, body }),
  );

export type MonthSuppliers = AnswerOf<'listMonthSuppliers'>;

export const monthSuppliersQuery = ({ companyId, environment }: Place, month: string) =>
  queryOptions({
    queryKey: ['month-suppliers', { companyId, environment }, month],
    queryFn: ({ signal }) =>
      answerOf(
        service.GET(`${monthPath}/suppliers`, {
          params: { path: { companyId, environment, month } },
          signal,
        }),
      ),
  });

export const setSupplierExpense = ({ companyId }: Place, rnc: string, body: BodyOf<'setSupplierExpense'>) =>
  answerOf(
    service.PUT('/companies/{companyId}/suppliers/{rnc}/expense', {
      params: { path: { companyId, rnc } },
      body,
    }),
  );

export type Form606Line = AnswerOf<'listPurchases'>['items'][number];

export const listPurchases = (
  { companyId, environment }: Place,
  month: string,
  query: QueryOf<'listPurchases'>,
): Promise<Page<Form606Line>> =>
  answerOf(
    service.GET(`${monthPath}/purchases`, { params: { path: { companyId, environment, month }, query } }),
  );
