/** The metrics of the threads that check large vouchers. The api and the workers have them. */
import { Counter, type Registry } from 'prom-client';
import { measured } from './registry.js';

/** The figures of the threads for large vouchers, and how many vouchers wait for one. */
export interface CheckerFigures {
  readonly threads: number;
  readonly waiting: number;
  /** How many vouchers since the start got no thread, or lost theirs. */
  readonly refused: number;
  /** How many threads were replaced since the start, by reason. */
  readonly replaced: Readonly<Record<string, number>>;
}

export function checkerMetrics(register: Registry, figures: () => CheckerFigures): void {
  const registers = [register];
  measured(register, 'ecf_check_threads', 'Threads for large vouchers', () => figures().threads);
  measured(register, 'ecf_check_waiting', 'Large vouchers that wait for a thread', () => figures().waiting);
  new Counter({
    name: 'ecf_check_refused_total',
    help: 'Large vouchers that got no thread, or lost it',
    registers,
    collect() {
      this.reset();
      this.inc(figures().refused);
    },
  });
  new Counter({
    name: 'ecf_check_threads_replaced_total',
    help: 'Replaced threads, by reason',
    registers,
    labelNames: ['reason'],
    collect() {
      this.reset();
      for (const [reason, count] of Object.entries(figures().replaced)) this.labels(reason).inc(count);
    },
  });
}
