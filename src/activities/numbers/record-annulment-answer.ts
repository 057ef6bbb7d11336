/** Turns DGII's answer to an annulment into an outcome for each number, and records it. */
import { encfsOf, readRange, type EncfRange } from '../../ecf/annulment/encf-ranges.js';
import type { AnnulAnswer, DgiiReply } from '../../dgii/replies/answers.js';
import { waitOfUnavailable } from '../../dgii/replies/next-step.js';
import type { AnnulmentDelivery, RangeAnnulmentRecord } from '../../ledger/numbers/range-annulment-record.js';
import type { ActivityDeps } from '../deps.js';
import { messageCodeCharsMax, cutMessages, replyOf } from '../vouchers/ledger-steps.js';
import type { AnnulmentStep } from '../../workflows/contract/numbers.js';
import {
  numbersWith,
  readOutcomes,
  recordChanges,
  recordWaiting,
  withOutcome,
  resultsOf,
  stateOf,
  type Outcome,
  type Outcomes,
  type StepInput,
} from './record-annulment.js';

const uncertain: Outcome = { outcome: 'uncertain', reason: 'ANSWER_LOST' };
const excepted: Outcome = { outcome: 'uncertain', reason: 'EXCEPTED_BY_DGII' };

const undecided = (outcomes: Outcomes) =>
  numbersWith(outcomes, ({ outcome }) => outcome === 'locked' || outcome === 'uncertain');

export async function recordAnswer(
  deps: ActivityDeps,
  input: StepInput,
  answer: AnnulAnswer,
): Promise<AnnulmentStep> {
  const { record } = input;
  if (answer.kind === 'not-sent') {
    const ended = { deliveries: await ending(deps, record, 'not-sent', answer.reply) };
    const back =
      record.lost === undefined
        ? { state: 'signed' as const }
        : { state: 'uncertain' as const, resend: true };
    return recordWaiting(deps, input, waitOfUnavailable(answer), {
      ...ended,
      ...back,
    });
  }
  if (answer.kind === 'unknown') return recordLost(deps, record, answer.reply);
  if (answer.kind === 'not-offered') throw new Error('DGII offers no annulment in this environment');

  const outcomes = await readOutcomes(deps, record);
  const after = outcomesAfter(outcomes, record, answer);
  const dgii = {
    codigo: 'codigo' in answer ? answer.codigo.slice(0, messageCodeCharsMax) : '',
    mensajes: cutMessages(answer.mensajes),
  };
  const outcome = answer.kind === 'refused' ? 'refused' : 'answered';
  const deliveries = await ending(deps, record, outcome, answer.reply);
  const results = resultsOf(after);
  return recordChanges(deps, record, { state: stateOf(after), results, deliveries, dgii }, ['asked']);
}

/** Records that the answer was lost: DGII may have the file, so nothing may be assumed about any number. */
export async function recordLost(
  deps: ActivityDeps,
  record: RangeAnnulmentRecord,
  reply: DgiiReply | null = null,
): Promise<AnnulmentStep> {
  const outcomes = await readOutcomes(deps, record);
  const results = resultsOf(withOutcome(outcomes, locked(outcomes), uncertain));
  const deliveries = await ending(deps, record, 'lost', reply);
  const lost = (record.lost ?? 0) + 1;
  const { _id: annulmentId, companyId } = record;
  deps.log.warn({ annulmentId, companyId }, 'the answer to an annulment was lost');
  return recordChanges(deps, record, { state: 'uncertain', results, deliveries, lost }, ['asked']);
}

const locked = (outcomes: Outcomes) => numbersWith(outcomes, ({ outcome }) => outcome === 'locked');

type Decided = Extract<AnnulAnswer, { kind: 'annulled' | 'excepted' | 'refused' }>;

/**
 * Pure. If an earlier delivery had no answer, a refusal decides nothing, because DGII may have voided the numbers then. Otherwise a refusal
 * of the file leaves every number as it was. The answer "han sido utilizadas" does not: another system may have issued some of the numbers,
 * or somebody may have voided them in DGII's office. `next` must not hand those out, so all of them stay locked until DGII's answers or a
 * person decide.
 */
function outcomesAfter(
  outcomes: Outcomes,
  { rnc, lost = 0 }: Pick<RangeAnnulmentRecord, 'rnc' | 'lost'>,
  answer: Decided,
): Outcomes {
  const open = undecided(outcomes);
  if (answer.kind === 'refused') {
    if (lost > 0) return withOutcome(outcomes, open, uncertain);
    return withOutcome(
      outcomes,
      open,
      answer.of === 'file' ? { outcome: 'refused', reason: 'REFUSED_BY_DGII' } : excepted,
    );
  }
  // DGII's answer is about another company, so it decides nothing.
  if (answer.rnc !== null && answer.rnc !== rnc) return withOutcome(outcomes, open, uncertain);
  const left = new Set(answer.excepted.flatMap(numbersOf).filter((encf) => open.includes(encf)));
  const others = open.filter((encf) => !left.has(encf));
  const voided = answer.kind === 'annulled' && !answer.unread;
  // DGII also leaves out numbers that it has already voided at an earlier delivery.
  return withOutcome(
    withOutcome(outcomes, others, voided ? { outcome: 'annulled' } : uncertain),
    left,
    lost > 0 ? uncertain : excepted,
  );
}

/** DGII may name a range that we did not ask for, of any length. */
const namedMax = 20_000;

function numbersOf(range: EncfRange): string[] {
  const run = readRange(range);
  if (run === undefined || run.to - run.from >= namedMax) return [];
  return [...encfsOf(run)];
}

async function ending(
  deps: ActivityDeps,
  record: RangeAnnulmentRecord,
  outcome: NonNullable<AnnulmentDelivery['outcome']>,
  reply: DgiiReply | null,
): Promise<AnnulmentDelivery[]> {
  const last = record.deliveries.at(-1);
  if (last === undefined) throw new Error('No delivery to end');
  const ended = { ...last, outcome, endedAt: deps.clock(), ...(await replyOf(deps, record, reply)) };
  return [...record.deliveries.slice(0, -1), ended];
}
