/**
 * send: admits one voucher to the ledger and starts the workflow that issues it. Idempotency depends on the order of the checks:
 * if the voucher already exists, we answer from the ledger, even when today's rules would refuse the body.
 */
import { randomUUID } from 'node:crypto';
import type { Encf } from '../../../ecf/model/encf.js';
import type { Fault } from '../../../ecf/model/fault.js';
import type { CheckedVoucher } from '../../../documents/check/check-voucher.js';
import type { UsualAmount } from '../../../ecf/usual-amounts.js';
import type { ParsedVoucher } from '../../../documents/threads/checker.js';
import { ServiceError } from '../../../shared/errors.js';
import { refused } from '../../../shared/refused.js';
import type { DocumentRecord } from '../../../ledger/vouchers/document-record.js';
import { suspensionIn } from '../../../ledger/companies/suspensions.js';
import { mayTryAgain } from '../../../ledger/vouchers/live-document.js';
import type { NumberFacts } from '../../../ledger/numbers/numbers.js';
import type { FoundNumber } from '../../../ledger/numbers/reservations.js';
import type { Company } from '../../../ledger/companies/company.js';
import type { AdmissionRefusal } from '../../../services/vouchers/admission-refusal.js';
import {
  admitVoucher,
  refusalOfNumber,
  refusalOfUnidentified,
} from '../../../services/vouchers/admit-voucher.js';
import { checkParsed, refusalOfFaults } from '../../../services/vouchers/check-with-ledger.js';
import { notIssuedByService, otherContent } from '../../../services/vouchers/number-faults.js';
import { ownEncf } from '../../../services/vouchers/own-encf.js';
import { amountsIn, readWithAmounts } from './amounts.js';
import { conditionalAllowed, readConditional } from './conditional.js';
import type { ApiDeps } from '../../deps.js';
import { consultaUrlOf, type ConsultaUrl } from '../../buyers/consulta-url.js';
import { existingData, sendAnswer } from '../document-answer.js';
import type { Answer, CompanyRequest, EcfRequest, HandlerDeps } from '../../handler.js';
import { inTurn, parseVoucher, readFacts } from './parse-voucher.js';
import { throwRefused } from '../../throw-refused.js';
import { parseWaitForFinal, type Wait } from './wait-for-final.js';
import { readResend, withRepeatAfter } from './repetition.js';

export async function sendEcf(deps: HandlerDeps, request: EcfRequest): Promise<Answer> {
  const sent = await deps.traces.part('admission', {}, () =>
    inTurn(deps, request, () => admitEcf(deps, request)),
  );
  // A send that waits for DGII holds no turn.
  const latest = await startAndWait(deps, sent);
  return answerTo(deps, request, sent, latest);
}

export interface SentVoucher {
  /** The record that this request created, or the one that the ledger already had. */
  readonly document: DocumentRecord;
  readonly wait: Wait;
  readonly requestId: string;
  /** Undefined: the body cannot be normalised. */
  readonly contentHash: string | undefined;
  readonly advertencias: readonly Fault[];
  readonly amounts: readonly UsualAmount[] | undefined;
}

export interface SendOrder {
  readonly wait: Wait;
  readonly conditionalAllowed: boolean;
  readonly resend: boolean;
  readonly withAmounts: boolean;
}

export function readSendOrder({ query, company }: CompanyRequest): SendOrder {
  const wait = parseWaitForFinal(query['waitForFinal']);
  const conditional = readConditional(query['condicional']);
  if (conditional === 'invalid') throw new ServiceError('CONDICIONAL_INVALID');
  return {
    wait,
    conditionalAllowed: conditionalAllowed(conditional, company),
    resend: readResend(query['reenviar']),
    withAmounts: readWithAmounts(query['totales']),
  };
}

export interface IdentifiedVoucher {
  readonly parsed: ParsedVoucher;
  readonly encf: Encf;
}

async function admitEcf(deps: ApiDeps, request: EcfRequest): Promise<SentVoucher> {
  const order = readSendOrder(request);
  const identified = await identify(deps, request);
  const facts = await readFacts(deps, request.principal, identified.parsed, identified.encf);
  const checked = await checkParsed(deps, request.company, identified.parsed, {
    ...facts,
    ...order,
    wanted: 'content',
  });
  return admitChecked(deps, request, { ...identified, ...facts, checked, order, requestId: randomUUID() });
}

interface CheckedToAdmit extends IdentifiedVoucher {
  readonly checked: CheckedVoucher;
  readonly number: FoundNumber;
  readonly company: Company;
  readonly order: SendOrder;
  readonly requestId: string;
}

export async function admitChecked(
  deps: ApiDeps,
  { principal, company, correlationId }: CompanyRequest,
  { parsed, encf, checked, number, company: companyRead, order, requestId }: CheckedToAdmit,
): Promise<SentVoucher> {
  const { store, clock, config, traces } = deps;
  const { resend, conditionalAllowed: allowed } = order;
  const existing = number.document;
  // Read the company again after the check of a large voucher, which takes a while, and after a document was found: whether that
  // document may be tried again depends on a suspension that was read later than the document.
  const current = parsed.large || existing !== undefined ? await principal.readAgain() : companyRead;
  const suspended = suspensionIn(current, company.environment) !== undefined;
  const { contentHash, amounts } = checked;
  const advertencias = conditionalFaults(checked);
  const sent = { wait: order.wait, requestId, contentHash, advertencias, amounts };
  if (existing !== undefined && !mayTryAgain(existing, contentHash, suspended, { now: clock(), resend }))
    return { ...sent, document: existing };

  const refusal = refusalOfAdmission(checked, encf, number, current);
  if (refusal !== undefined) {
    // A client that only repeats its request to learn the result gets it, even if today's rules would refuse the body.
    const repeated = existing?.state === 'rejected' && existing.contentHash === contentHash && !resend;
    if (repeated) return { ...sent, document: existing };
    throwRefused(refusal);
  }
  const admit = { store, clock, firstCheckMs: config.firstCheckMs };
  const { document } = await traces.part('admit', { 'ecf.encf': encf.text }, () =>
    admitVoucher(admit, {
      company,
      encf,
      checked,
      number,
      requestId,
      correlationId,
      suspended,
      resend,
      conditionalAllowed: allowed,
    }),
  );
  return { ...sent, document };
}

async function identify(deps: ApiDeps, { body, principal, company }: EcfRequest): Promise<IdentifiedVoucher> {
  const parsed = await parseVoucher(deps, company, body);
  const encf = parsed.ok ? ownEncf(parsed.identity, company) : undefined;
  if (parsed.ok && encf !== undefined) return { parsed, encf };
  // An invalid token comes before any fault of the body.
  await principal.readAgain();
  if (!parsed.ok) throw new ServiceError(parsed.code, { mensaje: parsed.mensaje });
  return throwRefused(refusalOfUnidentified(await checkParsed(deps, company, parsed, { wanted: 'content' })));
}

function refusalOfAdmission(
  { errores }: CheckedVoucher,
  encf: Encf,
  number: NumberFacts,
  company: Company,
): AdmissionRefusal | undefined {
  if (company.environment === 'certification') return refused('SEQUENCE_CERTIFICATION_WEB_ONLY');
  // The fault of a number that the service never delivered comes first, so that no other fault hides it.
  const ofNumber = notIssuedByService(encf, number, company);
  const faults = ofNumber === undefined ? errores : [ofNumber, ...errores];
  return refusalOfFaults(faults) ?? refusalOfNumber(encf, number, company);
}

/** For an admitted voucher conditional faults are only warnings, even if this request or the company now blocks them. */
function conditionalFaults({ errores, advertencias }: CheckedVoucher): readonly Fault[] {
  return [...errores.filter(({ severidad }) => severidad === 'condicional'), ...advertencias];
}

/** Returns a final document at once. Otherwise starts or joins its workflow, waits, and reads the document again. */
export async function startAndWait(
  { issuing, store, waitingRoom }: HandlerDeps,
  { document, wait: { stage, waitMs } }: SentVoucher,
): Promise<DocumentRecord> {
  if (document.final) return document;
  const { companyId, environment, encf, attempt, tipoeCF, correlationId } = document;
  const ref = { companyId, environment, encf, attempt };
  await waitingRoom.wait(companyId, waitMs, (boundedMs) =>
    issuing.startAndWait(ref, { tipoeCF, correlationId }, stage, boundedMs),
  );
  return (await store.findDocument(companyId, environment, encf)) ?? document;
}

async function answerTo(
  deps: ApiDeps,
  { correlationId }: EcfRequest,
  sent: SentVoucher,
  latest: DocumentRecord,
): Promise<Answer> {
  const link = await consultaUrlOf(deps, latest);
  if (latest.contentHash !== sent.contentHash) {
    const { companyId, encf } = latest;
    deps.log.warn({ companyId, encf, correlationId }, 'e-NCF sent with other content');
    throw otherContentError(latest, link);
  }
  return answerSent(deps, sent, latest, { link, more: amountsIn(sent) });
}

export function answerSent(
  { clock }: ApiDeps,
  { requestId, advertencias }: SentVoucher,
  latest: DocumentRecord,
  { link, more }: { readonly link: ConsultaUrl; readonly more: object },
): Answer {
  const answer = sendAnswer(latest, {
    // The ledger records which request created the current attempt, even when another request came in between.
    alreadyProcessed: latest.requestId !== requestId,
    ...link,
    advertencias,
    more,
  });
  return latest.requestId === requestId ? answer : withRepeatAfter(answer, latest, clock());
}

/** A success with `accepted: 1` would make the client book a sale that DGII never got. So it is an error, and carries the success within. */
function otherContentError(existing: DocumentRecord, link: ConsultaUrl): ServiceError {
  const { campo, mensaje } = otherContent(existing);
  return new ServiceError('ENCF_OTHER_CONTENT', {
    campo,
    mensaje: `${mensaje} El contenido recibido no se emitió; data.existente trae el resultado del existente.`,
    data: {
      ecf: existing.encf,
      alreadyProcessed: true,
      sameContent: false,
      existente: existingData(existing, link),
    },
  });
}
