/** The API keys of a company. */
import { queryOptions } from '@tanstack/react-query';
import type { BodyOf } from './answers.js';
import { answerOf, service } from './client.js';

const keysPath = '/companies/{companyId}/keys';
const keyPath = `${keysPath}/{keyId}` as const;

export interface KeyPath {
  readonly companyId: number;
  readonly keyId: string;
}

export const keysQuery = (companyId: number) =>
  queryOptions({
    queryKey: ['keys', companyId],
    queryFn: ({ signal }) => answerOf(service.GET(keysPath, { params: { path: { companyId } }, signal })),
  });

export const addKey = (companyId: number, body: BodyOf<'addKey'>) =>
  answerOf(service.POST(keysPath, { params: { path: { companyId } }, body }));
export const rotateKey = (path: KeyPath, body: BodyOf<'rotateKey'>) =>
  answerOf(service.POST(`${keyPath}/rotate`, { params: { path }, body }));
export const keepKey = (path: KeyPath, body: BodyOf<'keepKey'>) =>
  answerOf(service.POST(`${keyPath}/keep`, { params: { path }, body }));
export const revokeKey = (path: KeyPath) => answerOf(service.DELETE(keyPath, { params: { path } }));
