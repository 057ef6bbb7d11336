/**
 * Steps that run one call at a time, so that a schedule decides which process goes on. A step stops before each of its calls to the
 * ledger and to DGII. There it may die, or stand still until later.
 */
export class Died extends Error {}

interface Call {
  readonly name: string;
  readonly make: () => Promise<unknown>;
  readonly resolve: (value: unknown) => void;
  readonly reject: (error: unknown) => void;
}

export class Task {
  readonly pending: Call[] = [];
  calls = 0;
  done = false;
  error: unknown;
  /** It dies before its call with this number. */
  dieAt = Number.POSITIVE_INFINITY;
  /** It stands still before its call with this number. */
  stopAt = Number.POSITIVE_INFINITY;
  /** The security codes that DGII reported to this step as accepted. */
  readonly told = new Set<string>();

  constructor(readonly process: 0 | 1) {}

  start(step: () => Promise<unknown>): void {
    step().then(
      () => {
        this.done = true;
      },
      (error: unknown) => {
        this.done = true;
        this.error = error;
      },
    );
  }

  /** Makes the call when it is this step's turn. */
  gate<T>(name: string, make: () => Promise<T> | T): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      this.pending.push({
        name,
        make: () => Promise.resolve(make()),
        resolve: resolve as (value: unknown) => void,
        reject,
      });
    });
  }

  get canGoOn(): boolean {
    return !this.done && this.calls < this.stopAt;
  }

  die(): void {
    this.dieAt = this.calls;
    for (const { reject } of this.pending.splice(0)) reject(new Died());
  }

  async goOn(): Promise<void> {
    const call = this.pending.shift();
    if (call === undefined) return;
    const dies = this.calls >= this.dieAt;
    this.calls += 1;
    if (dies) {
      call.reject(new Died());
      return;
    }
    try {
      call.resolve(await call.make());
    } catch (error) {
      call.reject(error);
    }
  }
}

/** Runs the tasks until each is done or stands still. `order` says which one makes the next call. */
export async function runTasks(tasks: readonly Task[], order: readonly number[] = [0]): Promise<void> {
  for (let turn = 0; ; turn += 1) {
    // What follows from the last call has happened by then.
    await new Promise((resolve) => setImmediate(resolve));
    const open = tasks.filter(({ canGoOn }) => canGoOn);
    if (open.length === 0) return;
    await open[order[turn % order.length]! % open.length]!.goOn();
  }
}
