/** Seals the secret of an endpoint under the master key. The api made it and sealed it for an upload key, whose life is an hour. */
import type { InquiryKinds, WebhookSecretAnswer } from '../../ledger/inquiries/inquiries.js';
import { secretContextOf } from '../../ledger/events/webhook-record.js';
import { seal, type MasterKey } from '../../signing/keys/seal.js';
import { openShortSecret } from '../../signing/keys/upload-key.js';
import type { ActivityDeps } from '../deps.js';

export async function sealWebhookSecret(
  { store, webhooks: { masterKeys } }: Pick<ActivityDeps, 'store' | 'webhooks'>,
  { companyId, webhookId, keyId, sealed }: InquiryKinds['webhook-secret']['about'],
): Promise<WebhookSecretAnswer> {
  const context = secretContextOf(companyId, webhookId);
  const key = await store.findUploadKey(keyId, await store.ping());
  const secret = key && openShortSecret(key, { sealed, label: context }, masterKeys);
  if (secret === undefined) {
    // Without this key in the ledger, the api gets a new one. The master key may have changed.
    if (key !== undefined) await store.removeUploadKey(keyId);
    return { outcome: 'refused', reason: 'UPLOAD_KEY_UNKNOWN' };
  }
  const again = seal(secret, firstOf(masterKeys), context);
  secret.fill(0);
  return { outcome: 'sealed', sealed: again };
}

function firstOf([first]: readonly MasterKey[]): MasterKey {
  if (first === undefined) throw new Error('A worker has a master key');
  return first;
}
