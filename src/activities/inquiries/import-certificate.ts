/**
 * Imports a certificate that a person uploaded. The browser has sealed it; only a worker can open it, and the worker seals the private key
 * again under the master key. The answer has only codes and public facts.
 */
import { openInThread } from './open-certificate.js';
import { sealCertificate } from '../../signing/keys/seal-certificate.js';
import type { MasterKey } from '../../signing/keys/seal.js';
import { makeUploadKey, openUpload } from '../../signing/keys/upload-key.js';
import type {
  CertificateImportAnswer,
  ImportRefusal,
  InquiryKinds,
  UploadKeyAnswer,
} from '../../ledger/inquiries/inquiries.js';
import type { Store } from '../../ledger/mongo/connect.js';
import { importCertificate } from '../../operator/certificates.js';
import { createFairQueue } from '../../shared/fair-queue.js';

export interface CertificateImports {
  /** Makes a new key for which browsers seal from now on. */
  makeKey(): Promise<UploadKeyAnswer>;
  /**
   * Claims the import immediately before it, and returns undefined if it is no longer wanted or another run has claimed it. Opening the file
   * takes seconds, and may be tried again. @throws QueueFullError while too many files are opened
   */
  importSealed(
    about: InquiryKinds['certificate-import']['about'],
    claim: () => Promise<boolean>,
  ): Promise<CertificateImportAnswer | undefined>;
}

type ImportStore = Pick<
  Store,
  'findCompany' | 'currentCertificate' | 'putCertificate' | 'findUploadKey' | 'putUploadKey'
>;

interface ImportDeps {
  readonly store: ImportStore;
  readonly masterKeys: readonly MasterKey[];
  readonly clock: () => Date;
}

/**
 * A hostile file keeps a thread busy for ten seconds and takes up to 256 MiB. An import that waits for a thread keeps a slot of the lane,
 * so only a few may wait.
 */
const openingLimits = { runningMax: 2, runningOfOneMax: 1, waitingMax: 2, waitingOfOneMax: 1 };

/** @param open tests pass their own */
export function createCertificateImports(
  { store, masterKeys, clock }: ImportDeps,
  open: typeof openInThread = openInThread,
): CertificateImports {
  const openings = createFairQueue<number>(openingLimits);
  const [masterKey] = masterKeys;
  if (masterKey === undefined) throw new Error('A worker has a master key');

  const makeKey: CertificateImports['makeKey'] = async () => {
    const key = await makeUploadKey(masterKey);
    await store.putUploadKey(key, clock());
    return { outcome: 'made', keyId: key.keyId };
  };

  return {
    makeKey,
    importSealed: async ({ companyId, keyId, confirmed, ...upload }, claim) => {
      const key = await store.findUploadKey(keyId);
      const opened = key === undefined ? 'KEY_UNKNOWN' : openUpload(key, upload, masterKeys);
      if (opened === 'KEY_UNKNOWN') {
        // The master key was changed. The person's next try uses the new key.
        await makeKey();
        return refused('SEAL_KEY_UNKNOWN');
      }
      if (opened === 'INVALID') return refused('SEALED_INVALID');
      const certificate = await openings.run(companyId, () => open(opened.file, opened.password));
      opened.file.fill(0);
      if (!certificate.ok) return refused(`CERTIFICATE_${certificate.reason}`);
      const sealed = sealCertificate(companyId, certificate.certificate, masterKey);
      if (!(await claim())) return undefined;
      const imported = await importCertificate({ store, clock }, sealed, { confirmed: confirmed === true });
      if (imported.outcome === 'refused')
        return imported.refusal === 'CERTIFICATE_NOT_CONFIRMED'
          ? { outcome: 'refused', reason: imported.refusal, doubt: imported.facts }
          : refused(imported.refusal);
      return {
        outcome: 'imported',
        fingerprint: sealed.fingerprint,
        replaced: imported.replaced?.fingerprint ?? null,
      };
    },
  };
}

function refused(reason: ImportRefusal) {
  return { outcome: 'refused', reason } as const;
}
