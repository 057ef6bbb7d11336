/**
 * send: admits one voucher to the ledger and starts the workflow that issues it. Idempotency depends on the order of the checks:
 * if the voucher already exists, we answer from the ledger, even when today's rules would refuse the body.
 */
import { randomUUID } from 'node:crypto';
import type { Encf } from '../../ecf/model/encf.js';
import type { Fault } from '../../ecf/model/fault.js';
import type { CheckedVoucher } from '../../checking/check-voucher.js';
import { ServiceError } from '../../shared/errors.js';
import type { FairQueue } from '../../shared/fair-queue.js';
import type { DocumentRecord } from '../../ledger/vouchers/document-record.js';
import { openForNewAttempt } from '../../ledger/vouchers/live-document.js';
import type { NumberFacts } from '../../ledger/numbering/numbering.js';
import type { Company } from '../../ledger/store.js';
import { admitVoucher, refuseNumber, unidentified } from './admit-voucher.js';
import { conditionalAllowed, readConditional } from './conditional.js';
import type { ApiDeps } from '../deps.js';
import { consultaUrlOf } from '../links/consulta-url.js';
import { sendAnswer } from './document-answer.js';
import type { Answer } from '../http/envelope.js';
import { ownEncf } from './identified.js';
import { checkOpened, openVoucher, readLedgerFacts, refuseFaults } from './check-voucher.js';
import { notIssuedByService, otherContent } from './number-faults.js';
import type { EcfRequest } from '../requests.js';
import { parseWaitForFinal, type Wait } from '../issuing/wait-for-final.js';
import type { WaitingRoom } from '../issuing/waiting-room.js';

export async function sendEcf(
  deps: ApiDeps,
  { turns, waitingRoom }: { readonly turns: FairQueue<number>; readonly waitingRoom: WaitingRoom },
  request: EcfRequest,
): Promise<Answer> {
  // A send that waits for DGII holds no turn.
  const { companyId } = request.principal.company;
  const follow = await turns.run(companyId, () => admitEcf(deps, waitingRoom, request));
  return follow();
}

/** Returns a function that waits for the voucher and answers. */
async function admitEcf(
  deps: ApiDeps,
  waitingRoom: WaitingRoom,
  request: EcfRequest,
): Promise<() => Promise<Answer>> {
  const { body, principal, correlationId } = request;
  const { company } = principal;
  const wait = parseWaitForFinal(request.query['waitForFinal']);
  const conditional = readConditional(request.query['condicional']);
  if (conditional === 'invalid') throw new ServiceError('CONDICIONAL_INVALID', { campo: 'condicional' });
  const opened = await openVoucher(deps, company, body);
  const encf = opened.ok ? ownEncf(opened.identity, company) : undefined;
  if (!opened.ok || encf === undefined) {
    await principal.confirm();
    if (!opened.ok) throw new ServiceError(opened.code, { mensaje: opened.mensaje });
    throw unidentified(await checkOpened(deps, company, opened, { wanted: 'content' }));
  }
  const { companyId, environment } = company;
  const known = await readLedgerFacts(deps, principal, opened, encf);
  const { number } = known;
  const existing = number.document;
  const allowed = conditionalAllowed(conditional, company);
  const beside = { ...known, conditionalAllowed: allowed, wanted: 'content' } as const;
  const checked = await checkOpened(deps, company, opened, beside);
  // The check of a large voucher takes a while. And a suspension counts for a document only if it was read after the document.
  const current = opened.large || existing !== undefined ? await principal.confirm() : known.company;
  const { contentHash } = checked;
  const requestId = randomUUID();
  const follow = async (document: DocumentRecord): Promise<Answer> => {
    const latest = await waitFor(deps, waitingRoom, document, wait);
    const sameContent = latest.contentHash === contentHash;
    if (!sameContent) {
      deps.metrics.otherContent();
      deps.log.warn({ companyId, encf: encf.text, correlationId }, 'e-NCF sent with other content');
    }
    return sendAnswer(latest, {
      // The ledger records which request created the current attempt, even when another request came in between.
      alreadyProcessed: latest.requestId !== requestId,
      sameContent,
      ...(await consultaUrlOf(deps, latest)),
      advertencias: sameContent ? conditionalFaults(checked) : [otherContent(latest)],
    });
  };

  // A body that we cannot normalise has no hash, so it never equals a rejected content.
  const suspended = current.suspended?.environment === environment;
  if (existing !== undefined && !openForNewAttempt(existing, contentHash ?? '', suspended))
    return () => follow(existing);

  refuseAdmission(checked, encf, number, current);
  const { document } = await admitVoucher(deps, {
    ...{ company, encf, checked, number, requestId, correlationId, suspended },
    conditionalAllowed: allowed,
  });
  return () => follow(document);
}

/** Throws when this voucher may not be admitted now. */
function refuseAdmission(
  { errores }: CheckedVoucher,
  encf: Encf,
  number: NumberFacts,
  company: Company,
): void {
  if (company.environment === 'certification') throw new ServiceError('SEQUENCE_CERTIFICATION_WEB_ONLY');
  // The fault of a number that the service never delivered comes first, so that no other fault hides it.
  const ofNumber = notIssuedByService(encf, number, company);
  refuseFaults({ errores: ofNumber === undefined ? errores : [ofNumber, ...errores] });
  refuseNumber(encf, number, company);
}

/** For an admitted voucher conditional faults are only warnings, even if this request or the company now blocks them. */
function conditionalFaults({ errores, advertencias }: CheckedVoucher): readonly Fault[] {
  return [...errores.filter(({ severidad }) => severidad === 'condicional'), ...advertencias];
}

/** Returns a final document at once. Otherwise starts or joins its workflow, waits, and reads the document again. */
async function waitFor(
  { issuing, store }: ApiDeps,
  waitingRoom: WaitingRoom,
  document: DocumentRecord,
  { stage, waitMs }: Wait,
): Promise<DocumentRecord> {
  if (document.final) return document;
  const { companyId, environment, encf, attempt, tipoeCF, correlationId } = document;
  const ref = { companyId, environment, encf, attempt };
  await waitingRoom.wait(companyId, waitMs, (boundedMs) =>
    issuing.process(ref, { tipoeCF, correlationId }, stage, boundedMs),
  );
  return (await store.findDocument(companyId, environment, encf)) ?? document;
}
