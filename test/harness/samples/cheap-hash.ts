/** A stored password hash that is cheap to check; test/api/session/passwords.test.ts tests the cost of real ones. */
import { scryptSync } from 'node:crypto';

export function cheapHash(password: string): string {
  const salt = Buffer.alloc(16, 's');
  const key = scryptSync(password, salt, 32, { N: 16, r: 1, p: 1 });
  return `scrypt$16$1$1$${salt.toString('base64')}$${key.toString('base64')}`;
}
