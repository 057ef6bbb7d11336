/**
 * The secret of an endpoint. The api makes it and shows it once. It seals it for the workers' upload key, and a worker seals it again under the
 * master key: so the ledger never has a secret that the api could open, and none that depends on a key of an hour.
 */
import { constants, publicEncrypt, randomBytes } from 'node:crypto';
import { secretContextOf, type WebhookSecret } from '../../ledger/events/webhook-record.js';
import { refused } from '../../shared/refused.js';
import { uploadKey, type UploadKeyDeps } from '../certificates/upload-certificate.js';
import type { ProcessRefusal } from '../deps.js';

/** Standard Webhooks 1.0.0 asks for 24 to 64 bytes. */
const secretBytes = 32;
/** The upload key may end, or the master key change, between the two steps. A second new key is then in use. */
const sealTries = 2;

export interface MadeSecret {
  readonly outcome: 'made';
  /** For the person who asked, and nobody else. */
  readonly secret: string;
  readonly stored: WebhookSecret;
}

export async function makeWebhookSecret(
  deps: UploadKeyDeps,
  companyId: number,
  webhookId: string,
): Promise<MadeSecret | ProcessRefusal> {
  const plain = randomBytes(secretBytes);
  try {
    for (let tries = 0; tries < sealTries; tries += 1) {
      const key = await uploadKey(deps);
      if (key.outcome === 'refused') return key;
      const { keyId, now } = key;
      const sealed = sealFor(key.publicKey, plain, secretContextOf(companyId, webhookId));
      const asked = await deps.processes.ask('webhook-secret', { companyId, webhookId, keyId, sealed });
      if (asked.outcome === 'refused') return asked;
      if (asked.answer.outcome === 'sealed') {
        const secret = `whsec_${plain.toString('base64')}`;
        return { outcome: 'made', secret, stored: { sealed: asked.answer.sealed, createdAt: now } };
      }
    }
    return refused('WORKER_SILENT');
  } finally {
    plain.fill(0);
  }
}

/** A secret is shorter than what RSA-OAEP takes, so it needs no further key. */
function sealFor(publicKey: string, plain: Buffer, label: string): string {
  const key = { key: Buffer.from(publicKey, 'base64'), format: 'der', type: 'spki' } as const;
  const oaep = {
    padding: constants.RSA_PKCS1_OAEP_PADDING,
    oaepHash: 'sha256',
    oaepLabel: Buffer.from(label),
  } as const;
  return publicEncrypt({ ...key, ...oaep }, plain).toString('base64');
}
