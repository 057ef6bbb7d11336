/** Authorized ranges, the numbers taken from them, those never used, and those that the company asks DGII to void. */
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import type { EcfType } from '../../ecf/model/ecf-types.js';
import type { BodyOf } from './answers.js';
import { answerOf, cursorPages, service } from './client.js';
import { pollAfter, pollRarely } from './polling.js';
import type { Place } from './vouchers.js';

const sequencesPath = '/companies/{companyId}/{environment}/sequences';
const unusedPath = '/companies/{companyId}/{environment}/unused';

export const sequencesQuery = (path: Place) =>
  queryOptions({
    queryKey: ['sequences', path],
    queryFn: ({ signal }) => answerOf(service.GET(sequencesPath, { params: { path }, signal })),
  });

export const addRange = (place: Place, ecfType: EcfType, body: BodyOf<'addAuthorization'>) =>
  answerOf(
    service.POST(`${sequencesPath}/{ecfType}/authorizations`, {
      params: { path: { ...place, ecfType } },
      body,
    }),
  );

export type RangeChange = BodyOf<'changeAuthorization'>;

interface RangeOf extends Place {
  readonly ecfType: EcfType;
  readonly id: string;
}

export const changeRange = (path: RangeOf, body: RangeChange) =>
  answerOf(service.PATCH(`${sequencesPath}/{ecfType}/authorizations/{id}`, { params: { path }, body }));

export const unusedQuery = (path: Place) =>
  infiniteQueryOptions({
    queryKey: ['unused', path],
    queryFn: ({ signal, pageParam: query }) =>
      answerOf(service.GET(unusedPath, { params: { path, query }, signal })),
    ...cursorPages,
  });

export const annulUnused = (place: Place, encf: string, note: string) =>
  answerOf(
    service.POST(`${unusedPath}/{encf}/annul`, { params: { path: { ...place, encf } }, body: { note } }),
  );

const listPath = '/companies/{companyId}/{environment}/annulments';
const onePath = `${listPath}/{annulmentId}` as const;

export interface AnnulmentOf extends Place {
  readonly annulmentId: string;
}

export const annulmentsQuery = (path: Place) =>
  infiniteQueryOptions({
    queryKey: ['annulments', path],
    queryFn: ({ signal, pageParam: query }) =>
      answerOf(service.GET(listPath, { params: { path, query }, signal })),
    ...cursorPages,
    refetchInterval: pollRarely,
  });

export const candidatesQuery = (path: Place) =>
  queryOptions({
    queryKey: ['annulment-candidates', path],
    queryFn: ({ signal }) => answerOf(service.GET(`${listPath}/candidates`, { params: { path }, signal })),
  });

export const annulmentQuery = (path: AnnulmentOf) =>
  queryOptions({
    queryKey: ['annulment', path],
    queryFn: ({ signal }) => answerOf(service.GET(onePath, { params: { path }, signal })),
    // Whether it can still be withdrawn changes without an event.
    refetchInterval: ({ state: { data, dataUpdateCount } }) =>
      data?.estado === 'pendiente' && pollAfter(dataUpdateCount),
  });

export const requestAnnulment = (path: Place, body: BodyOf<'requestAnnulment'>) =>
  answerOf(service.POST(listPath, { params: { path }, body }));
export const cancelAnnulment = (path: AnnulmentOf, body: BodyOf<'cancelAnnulment'>) =>
  answerOf(service.POST(`${onePath}/cancel`, { params: { path }, body }));
export const confirmAnnulment = (path: AnnulmentOf, body: BodyOf<'confirmAnnulment'>) =>
  answerOf(service.POST(`${onePath}/confirm`, { params: { path }, body }));
