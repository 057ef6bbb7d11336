/**
 * issue: numbers and sends a voucher in one call. A voucher with faults takes no number. The claim of the key comes before the number, and
 * the number before the admission, so a request that is repeated after any crash finds what the first one left and goes on from there.
 */
import { randomUUID } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import type { CheckedVoucher } from '../../../documents/check/check-voucher.js';
import {
  assignedByService,
  type SequenceNumber,
  type UnnumberedVoucher,
} from '../../../documents/check/draft.js';
import { parseEncf } from '../../../ecf/model/encf.js';
import type { Referenced } from '../../../ecf/model/facts.js';
import { referenceOfIssue, type HandedOut, type SequenceState } from '../../../ledger/numbers/numbers.js';
import type { FoundNumber } from '../../../ledger/numbers/reservations.js';
import type { DocumentRecord } from '../../../ledger/vouchers/document-record.js';
import type { IssueKey } from '../../../ledger/vouchers/issue-claim.js';
import type { FoundClaim } from '../../../ledger/vouchers/issue-claims.js';
import { upcomingNumber } from '../../../services/numbers/upcoming-number.js';
import { checkParsed, refusalOfFaults } from '../../../services/vouchers/check-with-ledger.js';
import { claimContent } from '../../../services/vouchers/claim-content.js';
import { ServiceError } from '../../../shared/errors.js';
import { consultaUrlOf } from '../../buyers/consulta-url.js';
import type { ApiDeps } from '../../deps.js';
import type { Answer, EcfRequest, HandlerDeps } from '../../handler.js';
import { noneAvailable, numberFrom, refuseOtherNumbering } from '../../numbers/sequences.js';
import { throwRefused } from '../../throw-refused.js';
import { amountsIn } from './amounts.js';
import { existingData } from '../document-answer.js';
import { issueKeyOf } from './issue-key.js';
import { inTurn, parseVoucher, readFacts } from './parse-voucher.js';
import {
  admitChecked,
  answerSent,
  readSendOrder,
  startAndWait,
  type IdentifiedVoucher,
  type SendOrder,
  type SentVoucher,
} from './send.js';

export async function issueEcf(deps: HandlerDeps, request: EcfRequest): Promise<Answer> {
  const { companyId, environment } = request.company;
  const send = readSendOrder(request);
  const issue = { companyId, environment, key: issueKeyOf(request) };
  const sent = await deps.traces.part('admission', {}, () =>
    inTurn(deps, request, () => admitUnderKey(deps, request, { issue, send })),
  );
  const latest = await startAndWait(deps, sent);
  return answerTo(deps, sent, latest);
}

interface IssueOrder {
  readonly issue: IssueKey;
  readonly send: SendOrder;
}

interface IssuedVoucher extends SentVoucher {
  readonly issue: IssueKey;
  readonly bodyHash: string;
}

async function admitUnderKey(
  deps: HandlerDeps,
  request: EcfRequest,
  { issue, send }: IssueOrder,
): Promise<IssuedVoucher> {
  const { store, clock } = deps;
  const [company, known] = await Promise.all([request.principal.readAgain(), store.findIssueClaim(issue)]);
  refuseOtherNumbering(company);
  const order = { issue, send, known, draft: await readDraft(deps, request) };
  if (known !== undefined && known.claim.ecfType !== order.draft.ecfType) throw reusedForOtherType(known);
  const kept = await readKeptNumber(deps, order);
  // A voucher that the ledger has decides by its own content whether this request repeats it or may replace it, as in send.
  const tried = kept?.document === undefined ? await claimAfterCheck(deps, request, order, kept) : undefined;
  try {
    const sent = await admitNumbered(deps, request, order, tried);
    return { ...sent, issue, bodyHash: order.draft.contentHash };
  } catch (error) {
    if (isRefusal(error)) await store.reopenIssueClaim(issue, order.draft.contentHash, clock());
    throw error;
  }
}

interface Draft extends UnnumberedVoucher {
  readonly body: Uint8Array;
}

interface DraftOrder extends IssueOrder {
  readonly draft: Draft;
  readonly known: FoundClaim | undefined;
}

async function readDraft(deps: ApiDeps, { body, company }: EcfRequest): Promise<Draft> {
  if (!body.ok) throw new ServiceError(body.code, { mensaje: body.mensaje });
  const draft = await deps.checker.readUnnumbered(company.companyId, body.bytes);
  if (draft !== undefined) {
    const [campo] = draft.assigned;
    if (campo !== undefined) throw new ServiceError('NUMBER_NOT_EXPECTED', { campo });
    return { ...draft, body: body.bytes };
  }
  const parsed = await parseVoucher(deps, company, body);
  if (!parsed.ok) throw new ServiceError(parsed.code, { mensaje: parsed.mensaje });
  const { errores } = await checkParsed(deps, company, parsed, { wanted: 'content' });
  const refusal = refusalOfFaults(errores.filter(({ campo }) => !assignedByService.includes(campo)));
  if (refusal === undefined) throw new Error('A voucher without faults has a place for its number');
  return throwRefused(refusal);
}

async function readKeptNumber(
  { store }: ApiDeps,
  { issue: { companyId, environment }, known }: DraftOrder,
): Promise<(FoundNumber & { readonly encf: string }) | undefined> {
  const encf = known?.encf;
  return encf === undefined ? undefined : { ...(await store.findNumber(companyId, environment, encf)), encf };
}

interface TriedVoucher extends IdentifiedVoucher {
  readonly number: SequenceNumber;
  readonly referenced: Referenced | undefined;
  readonly checked: CheckedVoucher;
}

/** Checks the voucher under the number that it would get, and claims the key only if there is no fault. */
async function claimAfterCheck(
  deps: ApiDeps,
  request: EcfRequest,
  { issue, send, known, draft }: DraftOrder,
  kept: (FoundNumber & { readonly encf: string }) | undefined,
): Promise<TriedVoucher> {
  const { company } = request;
  const { ecfType } = draft;
  const number =
    kept === undefined
      ? await upcomingNumber(deps, { ...issue, ecfType })
      : { encf: kept.encf, expiresOn: kept.expiresOn ?? null };
  if (typeof number === 'string') throw noneAvailable(whyNone(number), ecfType);
  const identified = await numberVoucher(deps, draft, issue, number);
  const { modifies } = identified.parsed.identity;
  const referenced =
    modifies === undefined
      ? undefined
      : await deps.store.findReferenced(issue.companyId, issue.environment, modifies, number.encf);
  const checked = await checkParsed(deps, company, identified.parsed, {
    number,
    ...(referenced && { referenced }),
    ...send,
    wanted: 'content',
  });
  const refusal = refusalOfFaults(checked.errores);
  if (refusal !== undefined) throwRefused(refusal);
  if (!(await claimContent(deps, issue, draft, known?.claim)))
    throw new ServiceError('IDEMPOTENCY_KEY_REUSED');
  return { ...identified, number, referenced, checked };
}

function whyNone(state: SequenceState): 'SIN_RANGO' | 'VENCIDA' | 'AGOTADA' {
  if (state === 'Vencida') return 'VENCIDA';
  return state === 'Sin autorizaciones' ? 'SIN_RANGO' : 'AGOTADA';
}

async function numberVoucher(
  { checker }: ApiDeps,
  draft: Draft,
  { companyId }: IssueKey,
  { encf: text, expiresOn }: SequenceNumber,
): Promise<IdentifiedVoucher> {
  const bytes = await checker.numberDraft(companyId, draft.body, { encf: text, expiresOn });
  const parsed = await checker.parse(companyId, bytes);
  const encf = parseEncf(text);
  if (!parsed.ok || encf === undefined) throw new Error('A voucher that was numbered cannot be read');
  return { parsed, encf };
}

async function admitNumbered(
  deps: HandlerDeps,
  request: EcfRequest,
  { issue, send, draft }: DraftOrder,
  tried: TriedVoucher | undefined,
): Promise<SentVoucher> {
  const { principal, company } = request;
  const number = await takeNumber(deps, request, issue, draft);
  const isExpected = tried?.number.encf === number.encf && tried.number.expiresOn === number.expiresOn;
  const { parsed, encf } = isExpected ? tried : await numberVoucher(deps, draft, issue, number);
  const facts = await readFacts(deps, principal, parsed, encf);
  const isChecked =
    isExpected &&
    facts.number.expiresOn === number.expiresOn &&
    isDeepStrictEqual(facts.referenced, tried.referenced);
  const checked = isChecked
    ? tried.checked
    : await checkParsed(deps, company, parsed, { ...facts, ...send, wanted: 'content' });
  const requestId = `${requestsOf(draft.contentHash)}${randomUUID()}`;
  return admitChecked(deps, request, {
    parsed,
    encf,
    checked,
    number: facts.number,
    company: facts.company,
    order: send,
    requestId,
  });
}

async function takeNumber(
  { store, clock, watchStock }: HandlerDeps,
  { principal, company }: EcfRequest,
  { companyId, environment, key }: IssueKey,
  { ecfType }: Draft,
): Promise<HandedOut> {
  const next = await store.nextNumber({
    companyId,
    environment,
    ecfType,
    ref: referenceOfIssue(key),
    clock,
    caller: principal.caller,
  });
  const number = numberFrom(next, ecfType);
  watchStock(company, number);
  return number;
}

/** The ids of requests with this body begin so. So the voucher's record says which body it comes from. */
function requestsOf(bodyHash: string): string {
  return `issue:${bodyHash}:`;
}

/** Whether the request was refused for good, unlike one that may succeed when it is repeated. */
function isRefusal(error: unknown): boolean {
  return error instanceof ServiceError && (error.status === 400 || error.status === 409);
}

async function answerTo(deps: ApiDeps, sent: IssuedVoucher, latest: DocumentRecord): Promise<Answer> {
  const link = await consultaUrlOf(deps, latest);
  const { bodyHash, contentHash, issue } = sent;
  const hasContent = latest.contentHash === contentHash;
  // After an upgrade, or a change of the number's expiry, the same body may give other content than it gave at first.
  if (!hasContent && !latest.requestId.startsWith(requestsOf(bodyHash)))
    throw new ServiceError('IDEMPOTENCY_KEY_REUSED', {
      data: { ecf: latest.encf, existente: existingData(latest, link) },
    });
  const more = { externalReference: issue.key, ...(hasContent && amountsIn(sent)) };
  return answerSent(deps, sent, latest, { link, more });
}

function reusedForOtherType({ claim, encf }: FoundClaim): ServiceError {
  const under = encf === undefined ? '' : `, con el e-NCF ${encf}`;
  return new ServiceError('IDEMPOTENCY_KEY_REUSED', {
    mensaje: `Esta clave ya se usó para un comprobante de tipo ${claim.ecfType}${under}: otro tipo lleva otra clave.`,
  });
}
