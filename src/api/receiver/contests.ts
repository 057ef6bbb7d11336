/**
 * Decides between two vouchers with one number. Anybody may send a voucher with the next number of an issuer, so DGII is asked about both,
 * each with its own security code. If DGII has the second and not the first, the second one is genuine. After any other answer the first
 * one stays. If DGII does not answer, nobody can decide. Code 3 would be final, and most senders read it as "the buyer has the voucher". So
 * the sender is asked to try again, and nothing is kept meanwhile.
 */
import { LRUCache } from 'lru-cache';
import { isAcceptedState, type DgiiState } from '../../ecf/codes/reception-states.js';
import { isAboutVoucher } from '../../ecf/messages/about-voucher.js';
import type { ReceivedVoucher, ReceptionRecord } from '../../ledger/received/reception-record.js';
import { displacedMax } from '../../ledger/received/displacements.js';
import type { ExternalStatusAnswer } from '../../ledger/inquiries/inquiries.js';
import { createFairQueue, QueueFullError, type FairQueueLimits } from '../../shared/fair-queue.js';
import { within } from '../../shared/within.js';
import type { ApiDeps } from '../deps.js';
import { countInHour } from '../../services/count-in-hour.js';

type Deps = Pick<ApiDeps, 'store' | 'processes' | 'clock' | 'log'>;

export interface Contest {
  readonly holder: ReceptionRecord;
  readonly voucher: ReceivedVoucher;
  readonly sha256: string;
  readonly network: string;
}

/**
 * `not-found` and `rejected`: DGII's state of the first voucher, which loses its number. `stays`: it keeps the number. `unanswered`: DGII
 * did not answer. `both-fit`: DGII's answer fits both, although different people signed them, so one of the two is forged. A stranger can
 * make a key whose signature begins with the code of another voucher, and copy everything else that DGII's answer shows.
 */
type Outcome = Extract<DgiiState, 'not-found' | 'rejected'> | 'stays' | 'unanswered' | 'both-fit';

export type DecideContested = (contest: Contest) => Promise<Outcome>;

/** How long the sender waits for DGII, before up to ten more seconds for the signature. Most HTTP clients give up after 30 s. */
const waitMs = 6_000;
/** A contest needs two questions to DGII. Strangers cause them, so they get only few of a worker's slots for questions. */
const limits: FairQueueLimits = {
  runningMax: 5,
  reservesForOthers: true,
  waitingMax: 60,
  waitingOfOneMax: 10,
};
/** For this long the same bytes cause no new question. After it DGII may know more. */
const rememberedMs = 60_000;
const rememberedMax = 1_000;

/**
 * The most questions about contested numbers of one company in an hour, over all api processes. A genuine issuer contests a number once or
 * twice; all others are strangers, and DGII answers only a limited number of questions per company. One network may cause an eighth of
 * them, so that it cannot use them all up and block every contested number of the company.
 */
const questionsPerHourMax = 200;
const questionsOfNetworkMax = questionsPerHourMax / 8;
const questionsOfOne = 2;

export function createContests(deps: Deps, patienceMs = waitMs): DecideContested {
  const contests = createFairQueue<number>(limits);
  /** Copies of one voucher share one contest. */
  const decided = new LRUCache<string, Promise<Outcome>>({ max: rememberedMax, ttl: rememberedMs });

  const ask = async (contest: Contest, givenUp: AbortSignal) => {
    const { companyId } = contest.holder;
    try {
      return await contests.run(companyId, async () =>
        givenUp.aborted || !(await mayAsk(deps, contest)) ? 'unanswered' : answersTo(deps, contest),
      );
    } catch (error) {
      if (!(error instanceof QueueFullError)) throw error;
      return 'unanswered';
    }
  };
  const start = async (key: string, contest: Contest): Promise<Outcome> => {
    const over = new AbortController();
    const asked = ask(contest, over.signal);
    // The questions may still fail after the wait, when nobody needs their answers.
    asked.catch(() => undefined);
    const answers = await within(patienceMs, asked, 'unanswered').finally(() => over.abort());
    if (answers !== 'unanswered') return outcomeOf(contest, answers);
    decided.delete(key);
    return 'unanswered';
  };

  return (contest) => {
    const outcome = withoutQuestions(contest);
    if (outcome !== undefined) return Promise.resolve(outcome);
    const key = `${contest.holder._id} ${contest.holder.sha256} ${contest.sha256}`;
    const known = decided.get(key);
    if (known !== undefined) return known;
    const started = start(key, contest);
    decided.set(key, started);
    started.catch(() => decided.delete(key));
    return started;
  };
}

/**
 * A voucher that DGII accepted keeps its number, and so does one whose approval is signed, because others may have the approval. But if the
 * second voucher has the same code, DGII's answer fits it too. A decision alone keeps no number: nobody has heard of it. In certification
 * DGII cannot be asked. Undefined: DGII has to be asked.
 */
function withoutQuestions({ holder, voucher }: Contest): 'stays' | 'both-fit' | undefined {
  const { environment, approval, dgii, displaced = [] } = holder;
  if (environment === 'certification') return 'stays';
  if (approval !== undefined || isAcceptedState(dgii?.estado))
    return holder.securityCode === voucher.securityCode ? bothFit(holder, voucher) : 'stays';
  return displaced.length >= displacedMax ? 'stays' : undefined;
}

/** One signer may sign two vouchers with one number by mistake; then the first one stays. */
function bothFit({ signer: one }: ReceivedVoucher, { signer: other }: ReceivedVoucher): 'stays' | 'both-fit' {
  const isSameKey = one.publicKeyHash !== undefined && one.publicKeyHash === other.publicKeyHash;
  return isSameKey || one.fingerprint === other.fingerprint ? 'stays' : 'both-fit';
}

/**
 * A voucher with a trusted certificate is not counted: the certificate names somebody responsible. The network is counted first, so that a
 * network beyond its share takes nothing from the company's questions.
 */
async function mayAsk(deps: Deps, { holder, voucher, network }: Contest): Promise<boolean> {
  if (voucher.signer.chain === 'trusted') return true;
  const ofCompany = `contests:${holder.companyId}`;
  const { count } = await countInHour(deps, `${ofCompany}:${network}`, questionsOfOne);
  if (count > questionsOfNetworkMax) return false;
  return (await countInHour(deps, ofCompany, questionsOfOne)).count <= questionsPerHourMax;
}

type Answers = readonly [ofHolder: ExternalStatusAnswer, ofSecond: ExternalStatusAnswer];

async function answersTo({ processes }: Deps, { holder, voucher }: Contest): Promise<Answers | 'unanswered'> {
  const { companyId, environment } = holder;
  const answerTo = async ({ rncEmisor, encf, rncComprador, securityCode }: ReceivedVoucher) => {
    const question = { rncEmisor, encf, rncComprador, codigoSeguridad: securityCode };
    const asked = await processes.ask('external-status', { companyId, environment, question });
    return asked.outcome === 'answered' && asked.answer.outcome !== 'unavailable' ? asked.answer : undefined;
  };
  const [ofHolder, ofSecond] = await Promise.all([answerTo(holder), answerTo(voucher)]);
  return ofHolder === undefined || ofSecond === undefined ? 'unanswered' : [ofHolder, ofSecond];
}

export function outcomeOf(
  { holder, voucher }: Pick<Contest, 'holder' | 'voucher'>,
  [ofHolder, ofSecond]: Answers,
): Outcome {
  if (ofSecond.outcome !== 'found' || ofSecond.standing === 'rejected') return 'stays';
  if (!isAboutVoucher(ofSecond, voucher)) return 'stays';
  if (ofHolder.outcome === 'not-found') return 'not-found';
  if (ofHolder.outcome !== 'found') return 'stays';
  if (!isAboutVoucher(ofHolder, holder)) return 'not-found';
  return ofHolder.standing === 'rejected' ? 'rejected' : bothFit(holder, voucher);
}
