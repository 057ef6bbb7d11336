/** Authorized ranges, the numbers taken from them, and those never used. */
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import type { EcfType } from '../../ecf/model/ecf-types.js';
import type { BodyOf } from './answers.js';
import { answerOf, cursorPages, service } from './client.js';
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

/** One authorized range of a type, identified by its first number. */
export interface RangeOf extends Place {
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
