/** `document list` without a company: the vouchers of all companies that wait, or that have no final result. */
import { waitingReasons, type WaitingReason } from '../../../ecf/model/document-states.js';
import { environments, type Environment } from '../../../ecf/model/environments.js';
import type { DocumentRecord } from '../../../ledger/vouchers/document-record.js';
import type { WaitingCursor } from '../../../ledger/vouchers/lists/document-list.js';
import type { PageCursor } from '../../../ledger/pages.js';
import { statusOf } from '../../../services/vouchers/find-voucher.js';
import { cursorText } from '../../../shared/page-cursor.js';
import type { CliContext } from '../../context.js';
import { CliError } from '../../terminal/cli-error.js';
import { table, type Result } from '../../terminal/result.js';
import { moment } from '../../terminal/text.js';

interface WaitingWanted {
  readonly reason?: WaitingReason;
  readonly cursor?: PageCursor;
  readonly limit: number;
}

type Shown = (document: DocumentRecord) => object;

export async function waitingEverywhere(
  { store }: CliContext,
  { reason, cursor, limit }: WaitingWanted,
  shown: Shown,
): Promise<Result> {
  const documents = await store.listWaiting({
    limit,
    ...(reason && { reason }),
    ...(cursor && { after: readCursor(cursor) }),
  });
  const last = documents.length < limit ? undefined : documents.at(-1);
  const next = last?.waiting === undefined ? null : textOf({ ...last, reason: last.waiting.reason });
  return {
    data: {
      documents: documents.map((one) => withCompany(one, shown)),
      cursor: next,
    },
    text:
      table(documents, 'Ningún comprobante espera.', {
        Empresa: ({ rncEmisor }) => rncEmisor,
        Ambiente: ({ environment }) => environment,
        Motivo: ({ waiting }) => waiting?.reason,
        'e-NCF': ({ encf }) => encf,
        Espera: ({ waiting }) => moment(waiting?.since),
        Recibido: ({ receivedAt }) => moment(receivedAt),
      }) + (next === null ? '' : `\n\nPuede haber más: --cursor ${next}`),
  };
}

export async function pendingEverywhere(
  { store, clock }: CliContext,
  { olderThanMinutes, limit }: { readonly olderThanMinutes: number; readonly limit: number },
  shown: Shown,
): Promise<Result> {
  const receivedUntil = new Date(clock().getTime() - olderThanMinutes * 60_000);
  const documents = await store.listPending(receivedUntil, limit);
  return {
    data: {
      documents: documents.map((one) => ({ ...withCompany(one, shown), nextCheckAt: one.nextCheckAt })),
    },
    text:
      table(documents, 'Ningún comprobante.', {
        Empresa: ({ rncEmisor }) => rncEmisor,
        Ambiente: ({ environment }) => environment,
        'e-NCF': ({ encf }) => encf,
        Estado: statusOf,
        Motivo: ({ waiting }) => waiting?.reason,
        Recibido: ({ receivedAt }) => moment(receivedAt),
        'Se revisa': ({ nextCheckAt }) => moment(nextCheckAt),
      }) + (documents.length < limit ? '' : '\n\nPuede haber más: suba --limit'),
  };
}

function withCompany(document: DocumentRecord, shown: Shown) {
  const { companyId, rncEmisor } = document;
  return { companyId, rncEmisor, ...shown(document) };
}

function textOf({ companyId, environment, reason, receivedAt, encf }: WaitingCursor): string {
  return cursorText({ at: receivedAt, id: [companyId, environment, reason, encf].join(':') });
}

function readCursor({ at, id }: PageCursor): WaitingCursor {
  const [companyId = '', environment = '', reason = '', encf = ''] = id.split(':');
  if (!Object.hasOwn(environments, environment) || !Object.hasOwn(waitingReasons, reason) || encf === '')
    throw new CliError('USAGE', '--cursor no es el que mostró la página anterior de esta lista.');
  return {
    companyId: Number(companyId),
    receivedAt: at,
    encf,
    environment: environment as Environment,
    reason: reason as WaitingReason,
  };
}
