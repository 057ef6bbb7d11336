/** A log that stores its lines instead of writing them. */
import { createLog, type Log } from '../../src/shared/log.js';

export interface LogLine {
  readonly level: string;
  readonly line: Record<string, unknown>;
}

export function recordingLog(lines: LogLine[]): Log {
  const log = createLog({ role: 'api', level: 'silent' });
  for (const level of ['debug', 'info', 'warn', 'error'] as const) {
    log[level] = (line: Record<string, unknown> | string, message?: string) => {
      lines.push({ level, line: typeof line === 'string' ? { message: line } : { ...line, message } });
    };
  }
  return log;
}
