/**
 * Asks DGII for its own state of one received voucher. The issuer may send a voucher before DGII has decided, so we ask again with growing
 * pauses until there is a final state. question-rounds.ts decides which company is asked about next.
 */
import { dayMs } from '../../ecf/durations.js';
import type { DgiiState } from '../../ecf/codes/reception-states.js';
import type { DueQuestion } from '../../ledger/received/dgii-questions.js';
import { credentialsOf } from '../company-certificates.js';
import type { ActivityDeps } from '../deps.js';
import { stateOf } from '../dgii-state.js';

export type QuestionDeps = Pick<ActivityDeps, 'store' | 'dgii' | 'certificates' | 'clock' | 'log'>;

/**
 * After this time we stop asking, and the voucher keeps the state that it has. An issuer in contingency has some days to deliver to DGII.
 */
const giveUpMs = 30 * dayMs;
const automatic = 'aprobación automática';

export async function askDgii(deps: QuestionDeps, due: DueQuestion, stopping: AbortSignal): Promise<void> {
  const { store, dgii, certificates, clock, log } = deps;
  const { _id: receptionId, companyId, rncEmisor, encf, rncComprador, securityCode } = due;
  const auth = await credentialsOf(certificates, due, clock());
  if (auth !== undefined) {
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

/** The approval, if the company approves automatically and DGII has accepted the voucher. */
async function automaticDecision({ store, clock }: QuestionDeps, companyId: number, state: DgiiState) {
  if (state !== 'accepted' && state !== 'conditionally-accepted') return undefined;
  const company = await store.findCompany(companyId);
  if (company?.approvals?.mode !== 'automatic') return undefined;
  return { estado: 'aprobado' as const, by: automatic, at: clock() };
}
