/**
 * Asks DGII for the state that it has for one received voucher. The issuer may send a voucher before DGII has decided. So we ask again with
 * growing pauses until there is a final state. question-rounds.ts decides which company is asked about next. A voucher that still has no
 * ARECF gets it first.
 */
import { dayMs, hourMs, hourOf } from '../../ecf/durations.js';
import { isAcceptedState, type DgiiState } from '../../ecf/codes/reception-states.js';
import type { DueQuestion } from '../../ledger/received/dgii-questions.js';
import { credentialsOf } from '../certificates/company-certificates.js';
import type { ActivityDeps } from '../deps.js';
import { stateOf } from '../dgii-state.js';
import { acknowledge } from './acknowledge.js';

export type QuestionDeps = Pick<
  ActivityDeps,
  'store' | 'dgii' | 'certificates' | 'checker' | 'clock' | 'log'
>;

/**
 * After this time we stop asking, and the voucher keeps the state that it has. An issuer in contingency has some days to deliver to DGII.
 */
const giveUpMs = 30 * dayMs;
/**
 * The most questions of one company in an hour about vouchers of signers that are not known (ledger/received/confirmed-signers.ts), over all
 * workers. Most of them are first vouchers of an issuer: a question or two each, then the issuer's signer is known. A company on its first
 * day with the service hears from some hundred issuers in an hour. Strangers may invent any number, and DGII answers only a limited number
 * of questions per company.
 */
const unknownPerHourMax = 600;
const automatic = 'aprobación automática';

export async function askDgii(deps: QuestionDeps, due: DueQuestion, stopping: AbortSignal): Promise<void> {
  const { store, dgii, certificates, clock, log } = deps;
  const { _id: receptionId, companyId, rncEmisor, encf, rncComprador, securityCode } = due;
  // The ARECF is missing if the api died after its claim, if Temporal or the workers were away, or if the certificate could not be used. A
  // final state ends our checks of this voucher, so we do not ask before the ARECF is stored.
  const signed = due.arecf !== undefined || (await acknowledge(deps, receptionId)) === 'acknowledged';
  const auth = signed ? await credentialsOf(certificates, due, clock()) : undefined;
  if (due.environment === 'certification') {
    // DGII does not offer this question there, so the ARECF was all that was left to do.
    if (signed) await store.endQuestions(due);
  } else if (auth !== undefined && (await mayAsk(deps, due))) {
    const question = { rncEmisor, encf, rncComprador, codigoSeguridad: securityCode };
    const answer = await dgii.state(auth, question, stopping);
    const state = stateOf(answer, due);
    if (state !== undefined) {
      const decision = await automaticDecision(deps, companyId, state);
      await store.recordDgiiState(due, state, clock(), decision);
      if (state === 'not-confirmed')
        log.warn({ companyId, receptionId }, 'DGII has another voucher with the number of a received one');
    } else if (answer.kind === 'unavailable')
      log.debug({ companyId, receptionId, cause: answer.cause }, 'DGII did not say what it has');
  }
  // "Not found" is a state too, and a voucher may have it for ever.
  if (clock().getTime() - due.receivedAt.getTime() > giveUpMs) await store.endQuestions(due);
}

/**
 * Counts the question if the signer is not known. Beyond this hour's questions it waits for a random moment of the next hour, or of the next
 * day if the voucher is older than a day. With random moments no flood can always come before a genuine voucher. False: it waits.
 */
async function mayAsk({ store, clock, log }: QuestionDeps, due: DueQuestion): Promise<boolean> {
  if (due.signerUnknown !== true || (await store.hasKnownSigner(due))) return true;
  const { companyId } = due;
  const nowMs = clock().getTime();
  const { hour, endMs } = hourOf(nowMs);
  const count = await store.count(`questions:${companyId}:${hour}`, 1, new Date(endMs));
  if (count <= unknownPerHourMax) return true;
  if (count === unknownPerHourMax + 1)
    log.warn({ companyId }, 'unknown signers caused too many questions to DGII in this hour');
  const spreadMs = nowMs - due.receivedAt.getTime() > dayMs ? dayMs : hourMs;
  await store.postponeQuestion(due, new Date(endMs + Math.random() * spreadMs));
  return false;
}

async function automaticDecision({ store, clock }: QuestionDeps, companyId: number, state: DgiiState) {
  if (!isAcceptedState(state)) return undefined;
  const company = await store.findCompany(companyId);
  if (company?.approvals?.mode !== 'automatic') return undefined;
  return { estado: 'aprobado' as const, by: automatic, at: clock() };
}
