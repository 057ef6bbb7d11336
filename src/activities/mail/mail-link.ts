/**
 * The secret of a mailed link. It is made from the master key and the mail's id, so every try of a mail has the same link, and nothing keeps
 * it: the ledger has only its hash, and Temporal only the mail's id. Only workers have the master key.
 */
import { hkdfSync } from 'node:crypto';

const tokenBytes = 32;

export function mailToken(masterKey: Uint8Array, mailId: string): string {
  return Buffer.from(hkdfSync('sha256', masterKey, '', `ecf mail link:${mailId}`, tokenBytes)).toString(
    'base64url',
  );
}
