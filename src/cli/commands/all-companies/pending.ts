/** `document list --pending` without a company: the open vouchers of all companies, the one that is due longest first. */
import type { DocumentRecord } from '../../../ledger/vouchers/document-record.js';
import { statusOf } from '../../../operator/documents.js';
import type { CliContext } from '../../context.js';
import { table, type Result } from '../../terminal/result.js';
import { moment } from '../../terminal/text.js';

/** @param shown what --json shows of a voucher */
export async function pendingEverywhere(
  { store, clock }: CliContext,
  { olderThanMinutes, limit }: { readonly olderThanMinutes: number; readonly limit: number },
  shown: (document: DocumentRecord) => object,
): Promise<Result> {
  const receivedUntil = new Date(clock().getTime() - olderThanMinutes * 60_000);
  const documents = await store.listPending(receivedUntil, limit);
  return {
    data: {
      documents: documents.map((one) => ({
        companyId: one.companyId,
        rncEmisor: one.rncEmisor,
        ...shown(one),
        nextCheckAt: one.nextCheckAt,
      })),
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
