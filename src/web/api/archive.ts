/** The evidence archive of a company in one environment. */
import { queryOptions } from '@tanstack/react-query';
import { addressOf, answerOf, service } from './client.js';
import type { Place } from './vouchers.js';

const archivePath = '/companies/{companyId}/{environment}/archive';

/** @param period a month, AAAA-MM */
export const archiveQuery = ({ companyId, environment }: Place, period: string) =>
  queryOptions({
    queryKey: ['archive', { companyId, environment }, period],
    queryFn: ({ signal }) =>
      answerOf(
        service.GET(archivePath, { params: { path: { companyId, environment }, query: { period } }, signal }),
      ),
  });

/** @param period a month, AAAA-MM, or a day, AAAA-MM-DD */
export const archiveAddress = ({ companyId, environment }: Place, period: string) =>
  addressOf(`${archivePath}-export`, { path: { companyId, environment }, query: { period } });
