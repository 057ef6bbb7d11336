/**
 * send: admits one voucher to the ledger and starts the workflow that issues it. Idempotency depends on the order of the checks:
 * if the voucher already exists, we answer from the ledger, even when today's rules would refuse the body.
 */
import { randomUUID } from 'node:crypto';
import { summaryOf } from '../../ecf/model/document-facts.js';
import type { Encf } from '../../ecf/model/encf.js';
import type { Fault } from '../../ecf/model/fault.js';
import { ServiceError } from '../../shared/errors.js';
import type { DocumentRecord } from '../../ledger/vouchers/document-record.js';
import { openForNewAttempt } from '../../ledger/vouchers/live-document.js';
import type { NumberFacts } from '../../ledger/numbering/numbering.js';
import type { Company } from '../../ledger/store.js';
import { conditionalAllowed, readConditional } from './conditional.js';
import { contentOf } from './content.js';
import type { ApiDeps } from '../deps.js';
import { sendAnswer } from './document-answer.js';
import type { Answer } from '../http/envelope.js';
import { readEncf } from './identified.js';
import { judge, readLedgerFacts, refuseFaults, type Judgement } from './check-voucher.js';
import { annulledNumber, notIssuedByService, otherContent } from './number-faults.js';
import type { EcfRequest } from '../operations.js';
import { originChanging } from '../sequences/sequences.js';
import { parseWaitForFinal, type Wait } from '../issuing/wait-for-final.js';
import type { WaitingRoom } from '../issuing/waiting-room.js';

export async function sendEcf(deps: ApiDeps, waitingRoom: WaitingRoom, request: EcfRequest): Promise<Answer> {
  const { body, principal, correlationId } = request;
  const { company } = principal;
  const wait = parseWaitForFinal(request.query['waitForFinal']);
  const conditional = readConditional(request.query['condicional']);
  if (conditional === 'invalid') throw new ServiceError('CONDICIONAL_INVALID', { campo: 'condicional' });
  const encf = body.ok ? readEncf(body.value, body.faults, company) : undefined;
  if (!body.ok || encf === undefined) {
    await principal.confirm();
    if (!body.ok) throw new ServiceError(body.code, { mensaje: body.mensaje });
    throw unidentified(judge(deps, company, body.value, body.faults));
  }
  const { companyId, environment } = company;
  const [existing, known] = await Promise.all([
    deps.store.findDocument(companyId, environment, encf.text),
    readLedgerFacts(deps, company, body.value, encf),
  ]);
  const { number } = known;
  const allowed = conditionalAllowed(conditional, company);
  const judgement = judge(deps, company, body.value, body.faults, { ...known, conditionalAllowed: allowed });
  // Confirm after the check, because a large voucher takes a while to check. The admission follows soon after this.
  const current = await principal.confirm();
  const content = contentOf(judgement, body.faults);
  const requestId = randomUUID();
  const outcomeOf = (document: DocumentRecord) => {
    const sameContent = document.contentHash === content?.hash;
    // The ledger records which request created the current attempt, even when another request came in between.
    const alreadyProcessed = document.requestId !== requestId;
    const advertencias = sameContent ? conditionalFaults(judgement) : [otherContent(document)];
    return { alreadyProcessed, sameContent, advertencias };
  };
  const follow = async (document: DocumentRecord): Promise<Answer> => {
    const latest = await waitFor(deps, waitingRoom, document, wait);
    const outcome = outcomeOf(latest);
    if (!outcome.sameContent) {
      deps.metrics.otherContent();
      deps.log.warn(
        { companyId: company.companyId, encf: encf.text, correlationId },
        'e-NCF sent with other content',
      );
    }
    return sendAnswer(latest, outcome);
  };

  // A body that we cannot normalise has no hash, so it never equals a rejected content.
  const suspended = current.suspended?.environment === environment;
  if (existing !== undefined && !openForNewAttempt(existing, content?.hash ?? '', suspended))
    return follow(existing);

  if (company.environment === 'certification') throw new ServiceError('SEQUENCE_CERTIFICATION_WEB_ONLY');
  refuseFaults(withNumber(judgement, encf, number, current));
  refuseNumber(encf, number, current);
  if (content === undefined) throw new Error('A voucher without faults cannot be normalised');

  const { document } = await deps.store.admit({
    companyId,
    environment,
    requestId,
    correlationId,
    ...summaryOf(content.ecf),
    contentHash: content.hash,
    content: content.text,
    conditionalAllowed: allowed,
    suspended,
    now: deps.clock(),
    firstCheckMs: deps.config.firstCheckMs,
  });
  // `prepare` repeats this before it signs, and also finds out there if the number was annulled a moment ago.
  const { attempt } = document;
  if (number.reservation !== undefined)
    await deps.store.markUsed({ companyId, environment, encf: encf.text, attempt });
  return follow(document);
}

/** Puts the fault of a number that the service never delivered first, so that no other fault hides it. */
function withNumber(
  { errores }: Judgement,
  encf: Encf,
  number: NumberFacts,
  company: Company,
): Pick<Judgement, 'errores'> {
  const fault = notIssuedByService(encf, number, company);
  return { errores: fault === undefined ? errores : [fault, ...errores] };
}

/** Throws when a voucher without faults may not be admitted now because of its number. */
function refuseNumber(encf: Encf, number: NumberFacts, company: Company): void {
  const annulled = annulledNumber(encf, number);
  if (annulled !== undefined) {
    const { campo, mensaje } = annulled;
    throw new ServiceError('ENCF_ANNULLED', { campo, mensaje });
  }
  if (company.originChange !== undefined) throw originChanging();
}

/** For an admitted voucher conditional faults are only warnings, even if this request or the company now blocks them. */
function conditionalFaults({ errores, advertencias }: Judgement): readonly Fault[] {
  return [...errores.filter(({ severidad }) => severidad === 'condicional'), ...advertencias];
}

function unidentified(judgement: Judgement): Error {
  refuseFaults(judgement);
  return new Error('A voucher without faults cannot be identified');
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
  await waitingRoom.wait(waitMs, (boundedMs) =>
    issuing.process(ref, { tipoeCF, correlationId }, stage, boundedMs),
  );
  return (await store.findDocument(companyId, environment, encf)) ?? document;
}
