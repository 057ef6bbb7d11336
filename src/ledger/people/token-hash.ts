/** The hash under which the ledger keeps a session or an invitation. Nobody can use either from a copy of the ledger. */
import { createHash } from 'node:crypto';

export function tokenHash(token: string): string {
  return createHash('sha256').update(token).digest('base64url');
}
