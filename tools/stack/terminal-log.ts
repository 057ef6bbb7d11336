/** Log lines for the person who started the service in a terminal. The roles write their structured logs to files. */
import { ConfigError } from '../../src/boot/config.js';
import { StackError, type StackLog } from './stack-log.js';

const write: StackLog['info'] = (_fields, message) => {
  process.stderr.write(`${message}\n`);
};

export const terminalLog: StackLog = { info: write, warn: write, error: write };

/** The text for an error that ends the program: only the message when a person can act on it, otherwise the stack trace too. */
export function explain(error: unknown): string {
  if (error instanceof StackError || error instanceof ConfigError) return error.message;
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}
