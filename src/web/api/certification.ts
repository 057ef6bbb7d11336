/** The certification's calls. The voucher travels as JSON text, so that its numbers keep their digits as typed. */
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import type { BodyOf, QueryOf } from './answers.js';
import { ApiError } from './api-error.js';
import { addressOf, answerOf, cursorPages, service } from './client.js';
import { pollAfter, pollEvery, pollRarely } from './polling.js';
import { certificationRuns as certificationRunsTexts } from '../texts/certification-runs.js';

const runsPath = '/companies/{companyId}/certification-runs';
const runPath = `${runsPath}/{runId}` as const;
/** A run takes its next step every few seconds until its end, so asking less and less often would show it late. */
const stepsEveryMs = 4_000;

export interface RunOf {
  readonly companyId: number;
  readonly runId: string;
}

export const runsQuery = (companyId: number) =>
  infiniteQueryOptions({
    queryKey: ['certification-runs', companyId],
    queryFn: ({ signal, pageParam: query }) =>
      answerOf(service.GET(runsPath, { params: { path: { companyId }, query }, signal })),
    ...cursorPages,
    refetchInterval: ({ state: { data, dataUpdateCount } }) =>
      data?.pages.some(({ items }) => items.some(({ state }) => state === 'running')) === true &&
      pollAfter(dataUpdateCount),
  });

export const runQuery = (path: RunOf) =>
  queryOptions({
    queryKey: ['certification-run', path],
    queryFn: ({ signal }) => answerOf(service.GET(runPath, { params: { path }, signal })),
    refetchInterval: ({ state: { data } }) => data?.state === 'running' && pollEvery(stepsEveryMs),
  });

/** The contract takes names up to this length. */
const nameCharsMax = 120;

export async function uploadRun(
  companyId: number,
  kind: QueryOf<'uploadCertificationRun'>['kind'],
  file: File,
) {
  // Fails if the file was changed, moved or deleted after a person chose it.
  const bytes = await file.arrayBuffer().catch(() => {
    const mensaje = certificationRunsTexts.unreadableFile;
    throw new ApiError(0, { code: 'FILE_UNREADABLE', mensaje, campo: 'workbook' });
  });
  const query = { kind, fileName: file.name.slice(0, nameCharsMax) };
  return answerOf(
    service.POST(runsPath, {
      params: { path: { companyId }, query },
      headers: { 'content-type': 'application/octet-stream' },
      // The generated types know no bytes, only a text.
      body: '',
      bodySerializer: () => bytes,
    }),
  );
}

export type RunStart = BodyOf<'startCertificationRun'>;

export const startRun = (path: RunOf, body: RunStart) =>
  answerOf(service.POST(`${runPath}/start`, { params: { path }, body }));
export const pauseRun = (path: RunOf) =>
  answerOf(service.POST(`${runPath}/pause`, { params: { path }, body: {} }));
export const resumeRun = (path: RunOf, body: BodyOf<'resumeCertificationRun'> = {}) =>
  answerOf(service.POST(`${runPath}/resume`, { params: { path }, body }));
export const confirmApproval = (path: RunOf, body: BodyOf<'confirmCertificationApproval'>) =>
  answerOf(service.POST(`${runPath}/confirm`, { params: { path }, body }));
export const repeatRun = (path: RunOf) =>
  answerOf(service.POST(`${runPath}/repeat`, { params: { path }, body: {} }));

export const runFiles = (path: RunOf) => addressOf(`${runPath}/files`, { path });

const simulationPath = '/companies/{companyId}/simulation';

/** @param from the first day that counts, `dd-MM-yyyy` */
export const simulationQuery = (companyId: number, from: string) =>
  queryOptions({
    queryKey: ['simulation', companyId, from],
    queryFn: ({ signal }) =>
      answerOf(service.GET(simulationPath, { params: { path: { companyId }, query: { from } }, signal })),
    refetchInterval: pollRarely,
  });

export const simulationFiles = (companyId: number, from: string) =>
  addressOf(`${simulationPath}/files`, { path: { companyId }, query: { from } });
