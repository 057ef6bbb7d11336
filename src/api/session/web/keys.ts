/**
 * Keys made from ECF_WEB_SECRET, one for each purpose, so that a leaked key of one purpose says nothing about the others. If there are
 * several secrets, the first one signs and seals, and all of them verify and open. So an operator can replace a secret.
 */
import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';
import type { WebConfig } from '../../web/web-deps.js';

const algorithm = 'aes-256-gcm';
const keyBytes = 32;
const ivBytes = 12;

export function cookieKeys(secrets: WebConfig['secrets']): string[] {
  return secrets.map(({ secret }) => derived(secret, 'ecf web session cookie').toString('base64url'));
}

export function createSealer(secrets: WebConfig['secrets'], purpose: string) {
  const keys = secrets.map(({ kid, secret }) => ({ kid, key: derived(secret, purpose) }));
  const [first] = keys;
  if (first === undefined) throw new Error('No secret to seal with');
  return {
    /** @param owner only this owner can open the sealed text */
    seal: (text: string, owner: string): string => {
      const iv = randomBytes(ivBytes);
      const cipher = createCipheriv(algorithm, first.key, iv).setAAD(Buffer.from(owner));
      const content = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
      return [
        first.kid,
        ...[iv, cipher.getAuthTag(), content].map((part) => part.toString('base64url')),
      ].join('.');
    },
    /** `current`: with the first secret. Undefined if it was sealed with another secret or for another owner, or was changed. */
    open: (sealed: string, owner: string) => {
      const [kid, ...parts] = sealed.split('.');
      const [iv, tag, content] = parts.map((part) => Buffer.from(part, 'base64url'));
      const found = keys.find((one) => one.kid === kid);
      if (found === undefined || iv === undefined || tag === undefined || content === undefined)
        return undefined;
      try {
        const decipher = createDecipheriv(algorithm, found.key, iv, { authTagLength: 16 });
        decipher.setAAD(Buffer.from(owner)).setAuthTag(tag);
        const text = Buffer.concat([decipher.update(content), decipher.final()]).toString('utf8');
        return { text, current: found === first };
      } catch {
        return undefined;
      }
    },
  };
}

function derived(secret: string, purpose: string): Buffer {
  return Buffer.from(hkdfSync('sha256', secret, '', purpose, keyBytes));
}
