/**
 * Two vouchers with one number: which is the issuer's own? Anybody may send a voucher with the next number of an issuer, so DGII is asked
 * about both, each with its own security code. If DGII has the second and not the first, the second is the genuine one. If DGII answers
 * anything else, the first one stays. If it does not answer, nobody can say: code 3 would be a last word, and to most senders it says
 * that the buyer has the voucher. So the sender is asked to try again, and nothing is kept meanwhile.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { LRUCache } from 'lru-cache';
import { amountOf } from '../../ecf/model/amounts.js';
import type { DgiiState, ReceivedVoucher, ReceptionRecord } from '../../ledger/received/reception-record.js';
import { displacedMax } from '../../ledger/received/displacements.js';
import type { ExternalStatusAnswer } from '../../ledger/vouchers/inquiries.js';
import { createFairQueue, QueueFullError, type FairQueueLimits } from '../../shared/fair-queue.js';
import type { ApiDeps } from '../deps.js';
import { askState } from '../issuing/ask-state.js';

type Deps = Pick<ApiDeps, 'store' | 'issuing' | 'clock' | 'log'>;

export interface Contest {
  /** The reception that has the number. */
  readonly holder: ReceptionRecord;
  /** Came later, with other bytes. */
  readonly voucher: ReceivedVoucher;
  /** Of its bytes. */
  readonly sha256: string;
}

/** DGII's state of the holder's voucher, which loses its number; or it keeps it; or DGII did not answer. */
export type Outcome = Extract<DgiiState, 'not-found' | 'rejected'> | 'stays' | 'unanswered';

export interface Contests {
  decide(contest: Contest): Promise<Outcome>;
}

/** The sender waits for it, and then up to ten seconds for the signature. Most HTTP clients give up after 30 s. */
const waitMs = 6_000;
/** A contest is two questions to DGII. Strangers cause them, so they take few of a worker's places for questions. */
const limits: FairQueueLimits = {
  ...{ runningMax: 6, keepsPlacesFree: true, waitingMax: 60, waitingOfOneMax: 10 },
};
/** The same bytes again cost no question for this long. DGII may know more after it. */
const rememberedMs = 60_000;
const rememberedMax = 1_000;

/**
 * Questions about contested numbers of one company in an hour, over all api processes. An issuer contests a number once or twice; all
 * others are strangers, and DGII answers only so many questions of a company.
 */
const questionsPerHourMax = 200;
const questionsOfOne = 2;
const hourMs = 3_600_000;

/** @param patienceMs a test takes less */
export function createContests(deps: Deps, patienceMs = waitMs): Contests {
  const turns = createFairQueue<number>(limits);
  /** Copies of one voucher ask together. */
  const decided = new LRUCache<string, Promise<Outcome>>({ max: rememberedMax, ttl: rememberedMs });

  const ask = async (contest: Contest, givenUp: AbortSignal) => {
    const { companyId } = contest.holder;
    try {
      return await turns.run(companyId, async () =>
        givenUp.aborted || !(await mayAsk(deps, companyId)) ? 'unanswered' : answersTo(deps, contest),
      );
    } catch (error) {
      if (!(error instanceof QueueFullError)) throw error;
      return 'unanswered';
    }
  };
  const start = async (key: string, contest: Contest): Promise<Outcome> => {
    const over = new AbortController();
    const asked = ask(contest, over.signal);
    // After the wait the questions may still end, and fail. Nobody needs them then.
    asked.catch(() => undefined);
    const timer = sleep(patienceMs, 'unanswered' as const, { signal: over.signal, ref: false });
    timer.catch(() => undefined);
    const answers = await Promise.race([asked, timer]).finally(() => over.abort());
    if (answers !== 'unanswered') return outcomeOf(contest, answers);
    decided.delete(key);
    return 'unanswered';
  };

  return {
    decide: (contest) => {
      if (!mayLose(contest.holder)) return Promise.resolve('stays');
      const key = `${contest.holder._id} ${contest.holder.sha256} ${contest.sha256}`;
      const known = decided.get(key);
      if (known !== undefined) return known;
      const started = start(key, contest);
      decided.set(key, started);
      started.catch(() => decided.delete(key));
      return started;
    },
  };
}

/** What people decided stays, and what DGII accepted. DGII cannot be asked in certification. */
function mayLose({ environment, decision, approval, dgii, displaced = [] }: ReceptionRecord): boolean {
  if (environment === 'certification' || displaced.length >= displacedMax) return false;
  if (decision !== undefined || approval !== undefined) return false;
  return dgii?.estado !== 'accepted' && dgii?.estado !== 'conditionally-accepted';
}

async function mayAsk({ store, clock }: Deps, companyId: number): Promise<boolean> {
  const hour = Math.floor(clock().getTime() / hourMs);
  const expiresAt = new Date((hour + 1) * hourMs);
  return (
    (await store.count(`contests:${companyId}:${hour}`, questionsOfOne, expiresAt)) <= questionsPerHourMax
  );
}

type Answers = readonly [ofHolder: ExternalStatusAnswer, ofSecond: ExternalStatusAnswer];

async function answersTo(deps: Deps, { holder, voucher }: Contest): Promise<Answers | 'unanswered'> {
  const question = ({ rncEmisor, encf, rncComprador, securityCode }: ReceivedVoucher) =>
    askState(deps, holder, { rncEmisor, encf, rncComprador, codigoSeguridad: securityCode });
  const [ofHolder, ofSecond] = await Promise.all([question(holder), question(voucher)]);
  return isAnswer(ofHolder) && isAnswer(ofSecond) ? [ofHolder, ofSecond] : 'unanswered';
}

function isAnswer(answer: ExternalStatusAnswer | undefined): answer is ExternalStatusAnswer {
  return answer !== undefined && answer.outcome !== 'unavailable';
}

export function outcomeOf({ voucher }: Pick<Contest, 'voucher'>, [ofHolder, ofSecond]: Answers): Outcome {
  if (ofSecond.outcome !== 'found' || ofSecond.standing === 'rejected') return 'stays';
  const { montoTotal, codigoSeguridad } = ofSecond;
  if (codigoSeguridad !== null && codigoSeguridad !== voucher.securityCode) return 'stays';
  // The security code is short, so the amount must fit too.
  if (montoTotal !== null && !amountOf(montoTotal).eq(amountOf(voucher.montoTotal))) return 'stays';
  if (ofHolder.outcome === 'not-found') return 'not-found';
  if (ofHolder.outcome !== 'found') return 'stays';
  // DGII may answer with the voucher that it has, whatever code it was asked for.
  if (ofHolder.codigoSeguridad === voucher.securityCode) return 'not-found';
  return ofHolder.standing === 'rejected' ? 'rejected' : 'stays';
}
