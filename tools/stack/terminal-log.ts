/** Log lines for the person who started the service in a terminal. The roles write their structured logs to files. */
import { ConfigError } from '../../src/boot/config.js';
import { StackError } from './stack-log.js';

export interface PlainLog {
  info(fields: Readonly<Record<string, unknown>>, message: string): void;
  warn(fields: Readonly<Record<string, unknown>>, message: string): void;
  error(fields: Readonly<Record<string, unknown>>, message: string): void;
}

const write = (_fields: Readonly<Record<string, unknown>>, message: string) => {
  process.stderr.write(`${message}\n`);
};

export const terminalLog: PlainLog = { info: write, warn: write, error: write };

/** The text for an error that ends the program: only the message when a person can act on it, otherwise the stack trace too. */
export function explain(error: unknown): string {
  if (error instanceof StackError || error instanceof ConfigError) return error.message;
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}
