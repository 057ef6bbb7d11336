/** The drafts of the person: vouchers to be finished later, perhaps at another computer. */
import { queryOptions } from '@tanstack/react-query';
import type { BodyOf } from './answers.js';
import { answerOf, service } from './client.js';
import type { Place } from './vouchers.js';

const listPath = '/companies/{companyId}/{environment}/drafts';
const onePath = `${listPath}/{reference}` as const;

export interface DraftOf extends Place {
  readonly reference: string;
}

export const draftsQuery = (path: Place) =>
  queryOptions({
    queryKey: ['drafts', path],
    queryFn: async ({ signal }) =>
      (await answerOf(service.GET(listPath, { params: { path }, signal }))).items,
  });

/** A form starts with it once. Read anew while the person types, it would take the form away. */
export const draftQuery = (path: DraftOf) =>
  queryOptions({
    queryKey: ['draft', path],
    queryFn: ({ signal }) => answerOf(service.GET(onePath, { params: { path }, signal })),
    staleTime: Infinity,
    gcTime: 0,
  });

export const saveDraft = (path: DraftOf, body: BodyOf<'saveDraft'>) =>
  answerOf(service.PUT(onePath, { params: { path }, body }));

export const removeDraft = (path: DraftOf) => answerOf(service.DELETE(onePath, { params: { path } }));
