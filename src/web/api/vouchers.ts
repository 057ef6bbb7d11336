/** The vouchers of a company in one environment. */
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { documentStates } from '../../ecf/model/document-states.js';
import type { Environment } from '../../ecf/model/environments.js';
import type { DecisionName, Page, Paper, Voucher, VoucherRow } from './answers.js';
import { addressOf, call, callForText, type Query } from './client.js';

/** A company and one environment of it. */
export interface Place {
  readonly companyId: number;
  readonly environment: Environment;
}

export function pathOf({ companyId, environment }: Place): string {
  return `/companies/${companyId}/${environment}`;
}

const pollFirstMs = 2_000;
const pollLastMs = 30_000;

/** How soon to ask again about something that is not final: at once often, later seldom. Hidden pages do not ask. */
export function pollAfter(answers: number): number {
  return Math.min(pollLastMs, pollFirstMs * 1.4 ** Math.max(0, answers - 1));
}

export function vouchersQuery(place: Place, question: Query) {
  return queryOptions({
    queryKey: ['vouchers', place, question],
    queryFn: ({ signal }) =>
      call<Page<VoucherRow>>('GET', `${pathOf(place)}/vouchers`, { query: question, signal }),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state: { data, dataUpdateCount } }) =>
      data?.items.some(({ state }) => !documentStates[state].final) === true
        ? pollAfter(dataUpdateCount)
        : false,
  });
}

export const voucherQuery = (place: Place, encf: string, attempt?: number) =>
  queryOptions({
    queryKey: ['voucher', place, encf, attempt ?? 'latest'],
    queryFn: ({ signal }) =>
      call<Voucher>('GET', `${pathOf(place)}/vouchers/${encf}`, { query: { attempt }, signal }),
    refetchInterval: ({ state: { data, dataUpdateCount } }) =>
      data?.final === false ? pollAfter(dataUpdateCount) : false,
  });

/** The voucher as the client sent it. */
export const contentQuery = (place: Place, encf: string, attempt?: number) =>
  queryOptions({
    queryKey: ['voucher-json', place, encf, attempt ?? 'latest'],
    queryFn: ({ signal }) =>
      callForText(`${pathOf(place)}/vouchers/${encf}/json`, { query: { attempt }, signal }),
    staleTime: Infinity,
  });

export const xmlAddress = (place: Place, encf: string, attempt: number) =>
  addressOf(`${pathOf(place)}/vouchers/${encf}/xml`, { attempt });

export const jsonAddress = (place: Place, encf: string, attempt: number) =>
  addressOf(`${pathOf(place)}/vouchers/${encf}/json`, { attempt });

export const printAddress = (place: Place, encf: string, attempt: number, format: Paper) =>
  addressOf(`${pathOf(place)}/vouchers/${encf}/print`, { attempt, format });

export interface DecisionInput {
  /** The attempt that the person saw. */
  readonly attempt: number;
  readonly note?: string;
  /** Typed again by the person. */
  readonly encf?: string;
  /** What DGII's virtual office shows. */
  readonly found?: 'received' | 'not-received' | 'accepted' | 'rejected';
  readonly trackId?: string;
}

export const decide = (place: Place, encf: string, name: DecisionName, input: DecisionInput) =>
  call<unknown>('POST', `${pathOf(place)}/vouchers/${encf}/${name}`, { body: input });
