/** The options with which every part of the rehearsal is started. */
import { join } from 'node:path';
import { terminalLog } from '../../stack/terminal-log.js';

export interface PartOptions {
  /** Below 32768, because Temporal stores its ports in a column that cannot hold more. */
  readonly port: number;
  readonly dataDir: string;
}

/** On a busy machine, a server that recovers from kill -9 may take minutes. */
const readyLimitMs = 240_000;
const stopLimitMs = 30_000;

export function keepRunning(name: string, { dataDir }: Pick<PartOptions, 'dataDir'>) {
  return {
    name,
    log: terminalLog,
    logFile: join(dataDir, 'log', `${name}.log`),
    readyLimitMs,
    readyEveryMs: 200,
    restart: { delayMs: 500, delayMaxMs: 5_000, steadyMs: 0 },
    stopLimitMs,
  } as const;
}
