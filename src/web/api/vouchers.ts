/** The vouchers of a company in one environment. */
import { queryOptions } from '@tanstack/react-query';
import type { Environment } from '../../ecf/model/environments.js';
import type { BodyOf, Paper, QueryOf, Voucher } from './answers.js';
import { addressOf, answerOf, given, service } from './client.js';
import { pollAfter, pollRarely } from './polling.js';

export interface Place {
  readonly companyId: number;
  readonly environment: Environment;
}

/** Never the rows of another company or environment: people would take them for the rows of this one. */
export function rowsBefore(place: Place) {
  return <Rows>(
    rows: Rows | undefined,
    query: { readonly queryKey: readonly [string, Place, unknown] } | undefined,
  ): Rows | undefined => {
    const shown = query?.queryKey[1];
    const isSame = shown?.companyId === place.companyId && shown.environment === place.environment;
    return isSame ? rows : undefined;
  };
}

export const listVouchers = (path: Place, query: QueryOf<'listVouchers'>, signal?: AbortSignal) =>
  answerOf(
    service.GET('/companies/{companyId}/{environment}/vouchers', {
      params: { path, query },
      ...(signal === undefined ? {} : { signal }),
    }),
  );

export function vouchersQuery(place: Place, query: QueryOf<'listVouchers'>) {
  return queryOptions({
    queryKey: ['vouchers', place, query],
    queryFn: ({ signal }) => listVouchers(place, query, signal),
    placeholderData: rowsBefore(place),
    refetchInterval: pollRarely,
  });
}

export const sumsQuery = (path: Place, query: QueryOf<'listVouchers'>) =>
  queryOptions({
    queryKey: ['vouchers-sums', path, query],
    queryFn: ({ signal }) =>
      answerOf(
        service.GET('/companies/{companyId}/{environment}/vouchers-sums', {
          params: { path, query },
          signal,
        }),
      ),
  });

const onePath = '/companies/{companyId}/{environment}/vouchers/{encf}';

export const voucherQuery = (place: Place, encf: string, attempt?: number) =>
  queryOptions({
    queryKey: ['voucher', place, encf, attempt ?? 'latest'],
    queryFn: ({ signal }) =>
      answerOf(
        service.GET(onePath, { params: { path: { ...place, encf }, query: given({ attempt }) }, signal }),
      ),
    // The feed reports no step before the result, and no mail.
    refetchInterval: ({ state: { data, dataUpdateCount } }) =>
      (data?.final === false || data?.entrega?.state === 'waiting' || isMailing(data)) &&
      pollAfter(dataUpdateCount),
  });

function isMailing(voucher: Voucher | undefined): boolean {
  return voucher?.correos.some(({ estado }) => estado === 'en-cola') === true;
}

export const contentQuery = (place: Place, encf: string, attempt: number) =>
  queryOptions({
    queryKey: ['voucher-content', place, encf, attempt],
    queryFn: ({ signal }) =>
      answerOf(
        service.GET(`${onePath}/content`, {
          params: { path: { ...place, encf }, query: { attempt } },
          signal,
        }),
      ),
    staleTime: Infinity,
  });

/** The voucher as the client sent it: text, because a parser would round its amounts. It never changes. */
export const jsonQuery = (place: Place, encf: string, attempt: number) =>
  queryOptions({
    queryKey: ['voucher-json', place, encf, attempt],
    queryFn: ({ signal }) =>
      answerOf(
        service.GET(`${onePath}/json`, {
          params: { path: { ...place, encf }, query: { attempt } },
          parseAs: 'text',
          signal,
        }),
      ),
    staleTime: Infinity,
  });

/** What is left of a voucher for a note. Another note may take it at any moment, so it is read each time. */
export const noteBasisQuery = (place: Place, encf: string) =>
  queryOptions({
    queryKey: ['note-basis', place, encf],
    queryFn: ({ signal }) =>
      answerOf(service.GET(`${onePath}/note-basis`, { params: { path: { ...place, encf } }, signal })),
    staleTime: 0,
  });

/** What the company sold last. The form in which a person issues reads it once. */
export const soldItemsQuery = (path: Place) =>
  queryOptions({
    queryKey: ['sold-items', path],
    queryFn: async ({ signal }) =>
      (
        await answerOf(
          service.GET('/companies/{companyId}/{environment}/sold-items', { params: { path }, signal }),
        )
      ).items,
    staleTime: Infinity,
  });

export const taxpayerQuery = (companyId: number, rnc: string) =>
  queryOptions({
    queryKey: ['taxpayer', rnc],
    queryFn: ({ signal }) =>
      answerOf(
        service.GET('/companies/{companyId}/taxpayers/{rnc}', {
          params: { path: { companyId, rnc } },
          signal,
        }),
      ),
  });

export const fileAddress = (
  file: 'json' | 'xml' | 'acknowledgement' | 'approval',
  place: Place,
  encf: string,
  attempt: number,
) => addressOf(`${onePath}/${file}`, { path: { ...place, encf }, query: { attempt } });

export const printAddress = (place: Place, encf: string, attempt: number, format: Paper) =>
  addressOf(`${onePath}/print`, { path: { ...place, encf }, query: { attempt, format } });

/** The ZIP of the signed XML and the printed forms of these vouchers. */
export const filesAddress = (path: Place, encfs: readonly string[]) =>
  addressOf('/companies/{companyId}/{environment}/vouchers-files', { path, query: { encfs: [...encfs] } });

interface DecidedVoucher extends Place {
  readonly encf: string;
}

export const retryVoucher = (path: DecidedVoucher, body: BodyOf<'retryVoucher'>) =>
  answerOf(service.POST(`${onePath}/retry`, { params: { path }, body }));
export const resendVoucher = (path: DecidedVoucher, body: BodyOf<'resendVoucher'>) =>
  answerOf(service.POST(`${onePath}/resend`, { params: { path }, body }));
export const deliverVoucher = (path: DecidedVoucher, body: BodyOf<'deliverToBuyer'>) =>
  answerOf(service.POST(`${onePath}/deliver`, { params: { path }, body }));
export const mailVoucher = (path: DecidedVoucher, body: BodyOf<'mailToCustomer'>) =>
  answerOf(service.POST(`${onePath}/mail`, { params: { path }, body }));
export const confirmVoucher = (path: DecidedVoucher, body: BodyOf<'confirmVoucher'>) =>
  answerOf(service.POST(`${onePath}/confirm`, { params: { path }, body }));
export const forceVoucher = (path: DecidedVoucher, body: BodyOf<'forceVoucher'>) =>
  answerOf(service.POST(`${onePath}/force`, { params: { path }, body }));
export const annulVoucher = (path: DecidedVoucher, body: BodyOf<'annulVoucher'>) =>
  answerOf(service.POST(`${onePath}/annul`, { params: { path }, body }));

/** Carries a reference: a request repeated with the same reference issues only one voucher. */
export type IssueInput = BodyOf<'issueVoucher'>;
export type NumberSource = IssueInput['number'];

export const validateOnServer = (path: Place, body: BodyOf<'validateVoucher'>) =>
  answerOf(service.POST('/companies/{companyId}/{environment}/validate', { params: { path }, body }));

export const issue = (path: Place, body: IssueInput) =>
  answerOf(service.POST('/companies/{companyId}/{environment}/vouchers', { params: { path }, body }));
