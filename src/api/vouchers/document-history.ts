/** document-history: what happened to a voucher in all its attempts, in words for people, and what it waits for. */
import { waitingReasons } from '../../ecf/model/document-states.js';
import type { DocumentRecord } from '../../ledger/vouchers/document-record.js';
import { statusOf } from '../../services/vouchers/find-voucher.js';
import type { ApiDeps } from '../deps.js';
import { successAnswer, type Answer, type CompanyRequest } from '../handler.js';
import { mensajeOf } from './document-answer.js';
import { documentAskedFor } from './document-status.js';
import { adviceOnWait } from './advice.js';
import { timelineOf } from './timeline.js';

export async function documentHistory(deps: ApiDeps, request: CompanyRequest): Promise<Answer> {
  const document = await documentAskedFor(deps, request);
  const [earlier, mails] = await Promise.all([
    deps.store.earlierAttempts(document),
    deps.store.mailsOfVoucher(document),
  ]);
  const attempts = [document, ...earlier].sort((a, b) => a.attempt - b.attempt);
  return successAnswer(mensajeOf(document), {
    ecf: document.encf,
    externalReference: document.externalReference ?? '',
    environment: document.environment,
    attempt: document.attempt,
    status: statusOf(document),
    espera: waitOf(document),
    historia: attempts.flatMap((one) =>
      timelineOf(one, mails).map(({ fecha, texto }) => ({ attempt: one.attempt, fecha, texto })),
    ),
  });
}

function waitOf({ final, waiting, environment }: DocumentRecord): object | null {
  if (final || waiting === undefined) return null;
  const { reason, since, nextTryAt } = waiting;
  return {
    reason,
    texto: waitingReasons[reason],
    consejo: adviceOnWait(reason, environment),
    desde: since,
    proximoIntento: nextTryAt,
  };
}
