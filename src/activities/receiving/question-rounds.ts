/**
 * Asks DGII about received vouchers, in the background of each worker. The companies take turns, so a company with ten thousand open
 * receptions delays only its own questions. Few questions run at once, because nobody waits for the answers and DGII has other work.
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
  /** The company that had the last turn. */
  let last = 0;

  const claim = async (underWay: ReadonlyMap<number, number>): Promise<DueQuestion | undefined> => {
    const busy = [...underWay].filter(([, count]) => count >= ofOneCompanyMax).map(([id]) => id);
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
      log.warn({ err: error, companyId, receptionId }, 'DGII could not be asked about a received voucher');
    }
  };

  return async (stopping) => {
    const underWay = new Map<number, number>();
    const add = (companyId: number, change: 1 | -1) =>
      underWay.set(companyId, (underWay.get(companyId) ?? 0) + change);
    const running = new Set<Promise<void>>();
    try {
      for (let asked = 0; asked < roundMax;) {
        if (stopping.aborted) return false;
        // The claim leaves out companies that are busy when it starts. So it shows that nothing is due only if no question was under way
        // then.
        const noneUnderWay = running.size === 0;
        const due = running.size < atOnce ? await claim(underWay) : undefined;
        if (due === undefined && noneUnderWay) return false;
        if (due === undefined) {
          // The next answer frees a slot, and its company may have a turn again.
          if (running.size > 0) await Promise.race(running);
          continue;
        }
        asked += 1;
        add(due.companyId, 1);
        const question = ask(due, stopping).finally(() => {
          add(due.companyId, -1);
          running.delete(question);
        });
        running.add(question);
      }
      return true;
    } finally {
      await Promise.all(running);
    }
  };
}
