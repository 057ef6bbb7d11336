/** Structured logs. Secrets and buyers' data never reach a log line: log references (company, e-NCF, codes) only. */
import { pino } from 'pino';

export type Log = ReturnType<typeof createLog>;

const redacted = [
  'token',
  'clave',
  'password',
  'secret',
  'privateKey',
  'authorization',
  '*.token',
  '*.clave',
  '*.password',
];

export function createLog(options: { role: string; level: string }) {
  return pino({
    level: options.level,
    base: { role: options.role },
    redact: { paths: redacted, censor: '***' },
  });
}
