/** What other taxpayers sent to a company in one environment, and the company's decisions about it. */
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import type { BodyOf, Paper, QueryOf } from './answers.js';
import { addressOf, answerOf, cursorPages, service } from './client.js';
import { pollRarely } from './polling.js';
import { rowsBefore, type Place } from './vouchers.js';

const listPath = '/companies/{companyId}/{environment}/received';
const onePath = `${listPath}/{rncEmisor}/{encf}` as const;

/** The issuer and the e-NCF identify a received voucher. */
export interface ReceivedOf extends Place {
  readonly rncEmisor: string;
  readonly encf: string;
}

/** In characters, of the reason of a rejection. */
export const reasonMax = 250;

export const listReceived = (path: Place, query: QueryOf<'listReceived'>, signal?: AbortSignal) =>
  answerOf(service.GET(listPath, { params: { path, query }, ...(signal === undefined ? {} : { signal }) }));

export const receivedListQuery = (place: Place, query: QueryOf<'listReceived'>) =>
  queryOptions({
    queryKey: ['received-list', place, query],
    queryFn: ({ signal }) => listReceived(place, query, signal),
    placeholderData: rowsBefore(place),
    refetchInterval: pollRarely,
  });

export const refusedQuery = (path: Place) =>
  infiniteQueryOptions({
    queryKey: ['refused', path],
    queryFn: ({ signal, pageParam: query }) =>
      answerOf(service.GET(`${listPath}/refused`, { params: { path, query }, signal })),
    ...cursorPages,
  });

export const receivedQuery = (path: ReceivedOf) =>
  queryOptions({
    queryKey: ['received', path],
    queryFn: ({ signal }) => answerOf(service.GET(onePath, { params: { path }, signal })),
    refetchInterval: pollRarely,
  });

/** @param xmlSha256 identifies the voucher that the page shows, because another voucher may take the number */
export const receivedContentQuery = (path: ReceivedOf, xmlSha256: string) =>
  queryOptions({
    queryKey: ['received-content', path, xmlSha256],
    queryFn: ({ signal }) =>
      answerOf(service.GET(`${onePath}/content`, { params: { path, query: { xmlSha256 } }, signal })),
    staleTime: Infinity,
  });

export const decideReceived = (path: ReceivedOf, body: BodyOf<'decideReceived'>) =>
  answerOf(service.POST(`${onePath}/approval`, { params: { path }, body }));

export const receivedPrint = (path: ReceivedOf, format: Paper, xmlSha256: string) =>
  addressOf(`${onePath}/print`, { path, query: { format, xmlSha256 } });

export const receivedXml = (path: ReceivedOf, xmlSha256: string) =>
  addressOf(`${onePath}/xml`, { path, query: { xmlSha256 } });

export const receivedAcknowledgement = (path: ReceivedOf) =>
  addressOf(`${onePath}/acknowledgement`, { path });

export const receivedApproval = (path: ReceivedOf) => addressOf(`${onePath}/approval`, { path });
