/**
 * ask: asks DGII whether it has a voucher with each uncertain number. If it has one, the number is not void. DGII has no question whose
 * answer says that a number is void, so the other numbers stay uncertain. The same bytes are then sent again a few times, and after that
 * the annulment waits for a person who checks DGII's virtual office.
 */
import type { Credentials } from '../../dgii/client.js';
import type { NotOffered, Unavailable } from '../../dgii/replies/answers.js';
import { waitOfUnavailable } from '../../dgii/replies/next-step.js';
import type { WaitingReason } from '../../ecf/model/document-states.js';
import type { RangeAnnulmentRecord } from '../../ledger/numbers/range-annulment-record.js';
import { credentialsOf } from '../certificates/company-certificates.js';
import type { ActivityDeps } from '../deps.js';
import type { AnnulmentStep } from '../../workflows/contract/numbers.js';
import {
  numbersWith,
  readOutcomes,
  recordChanges,
  recordWaiting,
  withOutcome,
  resultsOf,
  stateOf,
  type StepInput,
} from './record-annulment.js';
import { applyOutcomes } from './settle-annulment.js';

/** One step asks about at most this many numbers, to stay within its time limit. */
const askedAtOnce = 10;
/** If more numbers than this are uncertain, we do not ask DGII: the answer to the next delivery decides, or a person. */
const askedMax = 100;
/** The bytes are sent at most this often without an answer. */
const lostMax = 3;
/** DGII is often away for minutes. With the usual settings the second delivery waits half a minute, and the third one three minutes. */
const pauseGrowth = 6;

export async function ask(
  deps: ActivityDeps,
  input: StepInput,
  cancelled: AbortSignal,
): Promise<AnnulmentStep> {
  const { record } = input;
  const { asked = { count: 0, last: '' } } = record;
  await applyOutcomes(deps, record);
  const auth = await credentialsOf(deps.certificates, record, deps.clock());
  if (auth === undefined) return recordWaiting(deps, input, 'CERTIFICATE_UNUSABLE');
  const outcomes = await readOutcomes(deps, record);
  const open = numbersWith(outcomes, ({ outcome }) => outcome === 'uncertain').sort();
  const room = Math.min(askedAtOnce, askedMax - asked.count);
  const some = open.filter((encf) => encf > asked.last).slice(0, room);
  if (some.length === 0) return afterAllQuestions(deps, input, outcomes);

  const answers = await Promise.all(some.map((encf) => hasVoucher(deps, auth, { record, encf }, cancelled)));
  const silent = answers.find((answer) => typeof answer === 'object');
  if (silent !== undefined) return recordWaiting(deps, input, silent.waiting);
  const used = some.filter((_, index) => answers[index] === 'yes');
  const after = withOutcome(outcomes, used, { outcome: 'refused', reason: 'USED_AT_DGII' });
  return recordChanges(deps, record, {
    state: stateOf(after),
    results: resultsOf(after),
    asked: { count: asked.count + some.length, last: some.at(-1) ?? '' },
  });
}

/** Some numbers are still uncertain: the bytes go out again after a pause, or a person must check. */
async function afterAllQuestions(
  deps: ActivityDeps,
  input: StepInput,
  outcomes: Awaited<ReturnType<typeof readOutcomes>>,
): Promise<AnnulmentStep> {
  const { record } = input;
  const { _id: annulmentId, companyId, lost = 0 } = record;
  const last = record.deliveries.at(-1);
  if (last?.outcome === 'lost' && lost < lostMax) {
    const silentMs = deps.clock().getTime() - (last.endedAt ?? last.startedAt).getTime();
    const pauseMs = deps.settings.askAgainMs * pauseGrowth ** lost;
    return silentMs < pauseMs
      ? recordWaiting(deps, input, 'DGII_UNAVAILABLE')
      : recordChanges(deps, record, { resend: true });
  }
  const numbers = numbersWith(outcomes, ({ outcome }) => outcome === 'uncertain').length;
  deps.log.error({ annulmentId, companyId, numbers }, 'a person must check whether DGII voided numbers');
  return recordChanges(deps, record, {}, ['dueAt']);
}

/** Whether DGII has a voucher that uses this number. A voucher that was rejected earlier does not use it. */
async function hasVoucher(
  { dgii }: ActivityDeps,
  auth: Credentials,
  { record, encf }: { readonly record: RangeAnnulmentRecord; readonly encf: string },
  cancelled: AbortSignal,
): Promise<'yes' | 'no' | { readonly waiting: WaitingReason }> {
  const number = { rncEmisor: record.rnc, encf };
  const listed = await dgii.trackIds(auth, number, cancelled);
  if (listed.kind === 'unavailable' || listed.kind === 'not-offered') return noAnswer(listed);
  if (listed.kind === 'found' && listed.trackIds.some(({ state }) => state !== 'rejected')) return 'yes';
  // A summary of a type 32 has no trackId.
  const found = await dgii.state(auth, number, cancelled);
  if (found.kind === 'found') return found.state === 'rejected' ? 'no' : 'yes';
  return found.kind === 'not-found' ? 'no' : noAnswer(found);
}

function noAnswer(answer: Unavailable | NotOffered): { readonly waiting: WaitingReason } {
  return { waiting: answer.kind === 'unavailable' ? waitOfUnavailable(answer) : 'DGII_UNAVAILABLE' };
}
