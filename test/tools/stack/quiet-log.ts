/** A log that remembers its lines. */
import type { StackLog } from '../../../tools/stack/stack-log.js';

export function rememberingLog(): StackLog & { readonly lines: string[] } {
  const lines: string[] = [];
  const keep = (level: string) => (_fields: unknown, message: string) =>
    void lines.push(`${level}: ${message}`);
  return { lines, info: keep('info'), warn: keep('warn'), error: keep('error') };
}
