/** Lines for the person who started the service in a terminal. The roles' own structured logs go to files. */

export interface PlainLog {
  info(fields: Readonly<Record<string, unknown>>, message: string): void;
  warn(fields: Readonly<Record<string, unknown>>, message: string): void;
  error(fields: Readonly<Record<string, unknown>>, message: string): void;
}

const write = (_fields: Readonly<Record<string, unknown>>, message: string) => {
  process.stderr.write(`${message}\n`);
};

export const terminalLog: PlainLog = { info: write, warn: write, error: write };
