/** Log lines for the person who started the service in a terminal. */
import { ConfigError } from '../../src/boot/config.js';
import { StackError, type StackLog } from './stack-log.js';

const write: StackLog['info'] = (_fields, message) => {
  process.stderr.write(`${message}\n`);
};

export const terminalLog: StackLog = { info: write, warn: write, error: write };

export function explain(error: unknown): string {
  if (error instanceof StackError || error instanceof ConfigError) return error.message;
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}
