/** The id under which a session is stored. The audit log shows a part of it. */
import { createHash } from 'node:crypto';

export function hashOfSession(sessionId: string): string {
  return createHash('sha256').update(sessionId).digest('base64url');
}
