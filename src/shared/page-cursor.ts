/** Where a page of a list ended, as one text for clients and operators. Such a list is sorted by a moment and then by an id. */
import type { PageCursor } from '../ledger/pages.js';

export function cursorText({ at, id, encf }: PageCursor): string {
  const members = encf === undefined ? [at.getTime(), id] : [at.getTime(), id, encf];
  return Buffer.from(JSON.stringify(members)).toString('base64url');
}

/**
 * Reads a cursor; undefined if the text is not one of ours. A cursor says only where to continue, so it gives no access to another company.
 */
export function parseCursor(text: string): PageCursor | undefined {
  try {
    const parsed: unknown = JSON.parse(Buffer.from(text, 'base64url').toString('utf8'));
    const [ms, id, encf] = Array.isArray(parsed) ? (parsed as unknown[]) : [];
    if (!Number.isSafeInteger(ms) || typeof id !== 'string') return undefined;
    if (encf !== undefined && typeof encf !== 'string') return undefined;
    const at = new Date(ms as number);
    return Number.isNaN(at.getTime()) ? undefined : { at, id, ...(encf !== undefined && { encf }) };
  } catch {
    return undefined;
  }
}
