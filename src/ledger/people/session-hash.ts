/** The id under which a session is stored, and which the audit log shows a part of. */
import { createHash } from 'node:crypto';

export function hashOfSession(sessionId: string): string {
  return createHash('sha256').update(sessionId).digest('base64url');
}
