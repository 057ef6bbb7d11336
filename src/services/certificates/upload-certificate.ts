/** A browser uploads a certificate: it seals the file for a public key, and only a worker opens it. */
import type { ImportFacts, ImportRefusal, InquiryKinds } from '../../ledger/inquiries/inquiries.js';
import type { Ledger, OperatorDeps, Processes, ProcessRefusal } from '../deps.js';
import { refused, type Refused } from '../../shared/refused.js';
import type { ImportRefusedFor } from './import-certificate.js';

type UploadedCertificate =
  | { readonly outcome: 'imported'; readonly fingerprint: string; readonly replaced: string | null }
  | Refused<Exclude<ImportRefusal, keyof ImportFacts>>
  | ImportRefusedFor<keyof ImportFacts>
  | ProcessRefusal;

export async function uploadCertificate(
  { processes }: OperatorDeps,
  upload: InquiryKinds['certificate-import']['about'],
): Promise<UploadedCertificate> {
  const asked = await processes.ask('certificate-import', upload);
  if (asked.outcome === 'refused') return asked;
  const { answer } = asked;
  if (answer.outcome === 'imported') return answer;
  if (!('facts' in answer)) return refused(answer.reason);
  // The compiler does not see that these facts are those of this reason.
  return refused(answer.reason, answer.facts) as ImportRefusedFor<typeof answer.reason>;
}

interface FoundUploadKey {
  readonly outcome: 'found';
  readonly keyId: string;
  readonly publicKey: string;
  /** The ledger's time, which the browser binds to the upload. */
  readonly now: Date;
}

export interface UploadKeyDeps extends Ledger<'ping' | 'publicUploadKey'> {
  readonly processes: Pick<Processes, 'ask'>;
}

/** If no key is in use, a worker makes one. */
export async function uploadKey({
  store,
  processes,
}: UploadKeyDeps): Promise<FoundUploadKey | ProcessRefusal> {
  const known = await keyInUse(store);
  if (known !== undefined) return known;
  const asked = await processes.ask('upload-key', {});
  if (asked.outcome === 'refused') return asked;
  return (await keyInUse(store)) ?? refused('WORKER_SILENT');
}

async function keyInUse(
  store: Ledger<'ping' | 'publicUploadKey'>['store'],
): Promise<FoundUploadKey | undefined> {
  const now = await store.ping();
  const key = await store.publicUploadKey(now);
  return key === undefined ? undefined : { outcome: 'found', ...key, now };
}
