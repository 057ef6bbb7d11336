/**
 * The threads of the checker, and the lines in which work waits for them. In each line companies take turns. Strangers, buyers' links and
 * workbooks have lines of their own, so no voucher of a company waits for them.
 */
import { createFairQueue, QueueFullError, type FairQueue } from '../../shared/fair-queue.js';
import type { XsdValidatorOptions } from '../check/xsd-validator.js';
import {
  createThreads,
  ThreadEndedError,
  type ThreadKind,
  type ThreadLimits,
  type Threads,
} from './threads.js';
import type { Job, Works } from './works.js';

/** The voucher got no thread, or its thread ended. The same request may succeed later. */
export class CheckerBusyError extends Error {
  constructor(options: ErrorOptions) {
    super('No thread could check the voucher', options);
    this.name = 'CheckerBusyError';
  }
}

/**
 * A valid voucher with 31 MB of XML was checked and built with a heap of 192 MiB, and libxml2 stayed below its bound. The time limit is
 * for a defect: such a voucher takes seconds, on a busy machine up to twenty.
 */
const threadLimits: ThreadLimits = { heapMiB: 512, wasmBytesMax: 256 * 1024 * 1024, workMs: 60_000 };

/**
 * A workbook at all limits of its reader was read with a heap of 64 MiB, in two seconds, and in five on a busy machine. There a thread of
 * low priority may take longer.
 */
const workbookLimits: Partial<ThreadLimits> = { heapMiB: 256, workMs: 20_000 };

/** A thread that checked a large voucher may hold hundreds of megabytes. */
const checkIdleMs = 30_000;
/** One that printed holds about 50 MB, and starting it takes ten times as long as a page. A shop prints a sale every few minutes. */
const printIdleMs = 5 * 60_000;

/** A waiting voucher holds its body of up to 16 MB. */
const waitingMax = 32;
const waitingOfOneMax = 16;
/** A waiting workbook holds its 5 MB, and waits some seconds for each one before it. */
const waitingWorkbooksMax = 8;
const waitingWorkbooksOfOneMax = 2;

type Line = 'companies' | 'strangers' | 'linkPrints' | 'workbooks';
type WorkKind = 'check' | 'print' | 'workbook';

export interface CheckerFigures {
  readonly threads: number;
  readonly waiting: number;
  readonly refused: number;
  readonly replaced: Readonly<Record<string, number>>;
}

export class CheckerThreads {
  readonly #lines: Readonly<Record<Line, FairQueue<number | string>>>;
  readonly #threads: Readonly<Record<WorkKind, Threads>>;
  readonly #replaced = { wasm: 0, ended: 0 };
  #refused = 0;

  constructor(threadsMax: number, xsdOptions: XsdValidatorOptions, limits: Partial<ThreadLimits> = {}) {
    const line = (runningMax: number) =>
      createFairQueue<number | string>({ runningMax, waitingMax, waitingOfOneMax });
    this.#lines = {
      companies: line(threadsMax),
      strangers: line(1),
      // What others send to our companies does not wait for PDFs of buyers' links.
      linkPrints: line(1),
      workbooks: createFairQueue({
        runningMax: 1,
        waitingMax: waitingWorkbooksMax,
        waitingOfOneMax: waitingWorkbooksOfOneMax,
      }),
    };
    const threadsOf = (kind: ThreadKind, limitsOfKind: Partial<ThreadLimits> = {}) =>
      createThreads(kind, { ...threadLimits, ...limitsOfKind, ...limits }, (why) => {
        this.#replaced[why] += 1;
      });
    this.#threads = {
      check: threadsOf({ program: 'thread', data: xsdOptions, idleMs: checkIdleMs }),
      print: threadsOf({ program: 'print-thread', idleMs: printIdleMs }),
      workbook: threadsOf({ program: 'workbook-thread', idleMs: checkIdleMs }, workbookLimits),
    };
  }

  /**
   * @param key a company, or the network of a stranger
   * @throws CheckerBusyError
   */
  async run<Name extends keyof Works>(key: number | string, job: Job<Name>): Promise<Works[Name]['result']> {
    const kind = kindOf(job.name);
    try {
      return await this.#lines[lineOf(key, kind)].run(key, () => this.#threads[kind].run(job));
    } catch (error) {
      if (!(error instanceof QueueFullError || error instanceof ThreadEndedError)) throw error;
      this.#refused += 1;
      throw new CheckerBusyError({ cause: error });
    }
  }

  figures(): CheckerFigures {
    const sum = (counts: readonly number[]) => counts.reduce((total, count) => total + count, 0);
    return {
      threads: sum(Object.values(this.#threads).map((threads) => threads.count())),
      waiting: sum(Object.values(this.#lines).map(({ waiting }) => waiting)),
      refused: this.#refused,
      replaced: { ...this.#replaced },
    };
  }

  async close(): Promise<void> {
    await Promise.all(Object.values(this.#threads).map((threads) => threads.close()));
  }
}

function kindOf(name: keyof Works): WorkKind {
  if (name === 'print') return 'print';
  return name === 'readTestSet' || name === 'readApprovalSet' ? 'workbook' : 'check';
}

function lineOf(key: number | string, kind: WorkKind): Line {
  if (kind === 'workbook') return 'workbooks';
  if (typeof key === 'number') return 'companies';
  return kind === 'print' ? 'linkPrints' : 'strangers';
}
