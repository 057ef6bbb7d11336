/** Authorized ranges, the numbers taken from them, and those never used. */
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import type { EcfType } from '../../ecf/model/ecf-types.js';
import type { Authorization, Page, Sequence, UnusedNumber } from './answers.js';
import { call } from './client.js';
import { pathOf, type Place } from './vouchers.js';

export const sequencesQuery = (place: Place) =>
  queryOptions({
    queryKey: ['sequences', place],
    queryFn: ({ signal }) => call<readonly Sequence[]>('GET', `${pathOf(place)}/sequences`, { signal }),
  });

export interface NewRange {
  readonly from: number;
  readonly to: number;
  /** The first number to hand out, if lower ones were used elsewhere. */
  readonly next?: number;
  readonly expiresOn: string | null;
  readonly authorizationNumber: string;
}

export const addRange = (place: Place, ecfType: EcfType, range: NewRange) =>
  call<unknown>('POST', `${pathOf(place)}/sequences/${ecfType}/authorizations`, { body: range });

export type RangeChange = Partial<
  Pick<Authorization, 'to' | 'first' | 'last' | 'expiresOn' | 'authorizationNumber'>
>;

export const changeRange = (place: Place, ecfType: EcfType, id: string, change: RangeChange) =>
  call<unknown>('PATCH', `${pathOf(place)}/sequences/${ecfType}/authorizations/${id}`, { body: change });

export const unusedQuery = (place: Place) =>
  infiniteQueryOptions({
    queryKey: ['unused', place],
    queryFn: ({ signal, pageParam }) =>
      call<Page<UnusedNumber>>('GET', `${pathOf(place)}/unused`, { query: { cursor: pageParam }, signal }),
    initialPageParam: '',
    getNextPageParam: ({ next }) => next,
  });

export const annulUnused = (place: Place, encf: string, note: string) =>
  call<unknown>('POST', `${pathOf(place)}/unused/${encf}/annul`, { body: { note } });
