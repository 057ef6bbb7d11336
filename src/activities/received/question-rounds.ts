/**
 * Asks DGII about received vouchers, and signs the ARECF of those that have none, in the background of each worker. The companies take
 * turns, so a company with ten thousand open receptions delays only its own questions. Few questions run at once, because nobody waits for
 * the answers and DGII has other work.
 */
import type { DueQuestion } from '../../ledger/received/dgii-questions.js';
import { askDgii, type QuestionDeps } from './ask-dgii.js';

/**
 * How many questions run at once, and how many of one company. The questions of one company may take long, for example because it gets no
 * token. The other slots are then free for the others.
 */
const atOnce = 6;
const ofOneCompanyMax = 2;
/** The most questions of one round. If there are more, the next round follows at once. */
const roundMax = 200;

/** @returns a function that runs one round and resolves to true if there may be more questions */
export function createQuestionRounds(deps: QuestionDeps): (stopping: AbortSignal) => Promise<boolean> {
  const { store, clock, log } = deps;
  let last = 0;

  const claim = async (busy: readonly number[]): Promise<DueQuestion | undefined> => {
    const due = await store.claimQuestion(clock(), { after: last, busy });
    last = due?.companyId ?? last;
    return due;
  };

  /** Never rejects, because one failed question must not stop the others. The reception becomes due again later. */
  const ask = async (due: DueQuestion, stopping: AbortSignal): Promise<void> => {
    try {
      await askDgii(deps, due, stopping);
    } catch (error) {
      const { companyId, _id: receptionId } = due;
      log.warn({ err: error, companyId, receptionId }, 'a received voucher could not be continued');
    }
  };

  return async (stopping) => {
    const questions = createQuestionsUnderWay();
    try {
      for (let asked = 0; asked < roundMax;) {
        if (stopping.aborted) return false;
        // The claim leaves out companies that are busy when it starts. So it shows that nothing is due only if no question was under way
        // then.
        const noneUnderWay = questions.count() === 0;
        const due = questions.count() < atOnce ? await claim(questions.busyCompanies()) : undefined;
        if (due !== undefined) {
          questions.add(due.companyId, ask(due, stopping));
          asked += 1;
        } else if (noneUnderWay) return false;
        // The next answer frees a slot, and its company may have a turn again.
        else await questions.nextEnd();
      }
      return true;
    } finally {
      await questions.allEnds();
    }
  };
}

/** The questions of one round that have no answer yet. The promises never reject. */
function createQuestionsUnderWay() {
  const byPromise = new Map<Promise<void>, number>();
  return {
    count: () => byPromise.size,
    busyCompanies: (): readonly number[] => {
      const companies = [...byPromise.values()];
      return [...new Set(companies)].filter(
        (id) => companies.filter((one) => one === id).length >= ofOneCompanyMax,
      );
    },
    add: (companyId: number, question: Promise<void>) => {
      const ended = question.finally(() => byPromise.delete(ended));
      byPromise.set(ended, companyId);
    },
    /** Resolves when one of them ends; at once if no question is left. */
    nextEnd: async () => {
      if (byPromise.size > 0) await Promise.race(byPromise.keys());
    },
    allEnds: () => Promise.all(byPromise.keys()),
  };
}
