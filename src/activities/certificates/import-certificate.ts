/**
 * Imports a certificate that a person uploaded. The browser has sealed it; only a worker can open it, and the worker seals the private key
 * again under the master key. The answer has only codes and public facts.
 */
import { openInThread } from './open-certificate.js';
import type { OpenFault } from '../../signing/keys/open-fault.js';
import { sealCertificate } from '../../signing/keys/seal-certificate.js';
import type { MasterKey } from '../../signing/keys/seal.js';
import { makeUploadKey, openUpload, uploadHash, type Upload } from '../../signing/keys/upload-key.js';
import { associatedDataOf } from '../../ecf/messages/sealed-upload.js';
import { isUploadTimely } from '../../ledger/certificates/upload-keys.js';
import type {
  CertificateImportAnswer,
  ImportFacts,
  ImportRefusal,
  InquiryKinds,
  UploadKeyAnswer,
} from '../../ledger/inquiries/inquiries.js';
import type { Store } from '../../ledger/ledger.js';
import { importCertificate } from '../../services/certificates/import-certificate.js';
import { createFairQueue } from '../../shared/fair-queue.js';

export interface CertificateImports {
  makeKey(): Promise<UploadKeyAnswer>;
  /**
   * Opens an upload that was sealed lately, for this company and this person, and that no other inquiry has used.
   *
   * Claims the import immediately before it, and returns undefined if it is no longer wanted or another run has claimed it. Opening the file
   * takes seconds, and may be tried again. @throws QueueFullError while too many files are opened
   */
  importSealed(
    inquiry: CertificateImport,
    claim: () => Promise<boolean>,
  ): Promise<CertificateImportAnswer | undefined>;
}

export interface CertificateImport {
  readonly id: string;
  readonly about: InquiryKinds['certificate-import']['about'];
}

type ImportStore = Pick<
  Store,
  | 'ping'
  | 'findCompany'
  | 'currentCertificate'
  | 'putCertificate'
  | 'publicUploadKey'
  | 'findUploadKey'
  | 'putUploadKey'
  | 'removeUploadKey'
  | 'useUpload'
>;

interface ImportDeps {
  readonly store: ImportStore;
  readonly masterKeys: readonly MasterKey[];
  readonly clock: () => Date;
}

/**
 * A hostile file keeps a thread busy for fifteen seconds and takes up to 256 MiB. An import that waits for a thread keeps a slot of the lane,
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
    const inUse = await store.publicUploadKey(await store.ping());
    if (inUse !== undefined) return { outcome: 'ready', keyId: inUse.keyId };
    const key = await makeUploadKey(masterKey);
    await store.putUploadKey(key, await store.ping());
    return { outcome: 'ready', keyId: key.keyId };
  };
  let making: ReturnType<typeof makeKey> | undefined;

  const opened = async ({ id, about }: CertificateImport): Promise<Upload | PlainRefusal> => {
    const { companyId, personId, keyId, sealedAt, fingerprint, confirmed = false } = about;
    const now = await store.ping();
    if (!isUploadTimely(new Date(sealedAt), now)) return 'SEALED_EXPIRED';
    const key = await store.findUploadKey(keyId, now);
    if (key === undefined) return 'SEAL_KEY_UNKNOWN';
    const boundTo = associatedDataOf({ companyId, personId, keyId, sealedAt, fingerprint, confirmed });
    const sealed = { ...about, boundTo };
    const upload = openUpload(key, sealed, masterKeys);
    if (upload === 'KEY_UNKNOWN') {
      // The master key was changed. Without this key in the ledger, the browser gets a new one.
      await store.removeUploadKey(keyId);
      return 'SEAL_KEY_UNKNOWN';
    }
    if (upload === 'INVALID') return 'SEALED_INVALID';
    if (await store.useUpload(uploadHash(sealed), id, now)) return upload;
    upload.file.fill(0);
    return 'SEALED_USED';
  };

  return {
    makeKey: () => (making ??= makeKey().finally(() => (making = undefined))),
    importSealed: async (inquiry, claim) => {
      const { companyId, confirmed, fingerprint } = inquiry.about;
      const upload = await opened(inquiry);
      if (typeof upload === 'string') return refused(upload);
      const certificate = await openings.run(companyId, () =>
        open(upload.file, upload.password, fingerprint),
      );
      upload.file.fill(0);
      if (!certificate.ok) return refusedFile(certificate);
      const sealed = sealCertificate(companyId, certificate.certificate, masterKey);
      if (!(await claim())) return undefined;
      const imported = await importCertificate({ store, clock }, sealed, { confirmed: confirmed === true });
      if (imported.outcome === 'refused') {
        const { outcome, refusal: reason, facts } = imported;
        return { outcome, reason, facts } as CertificateImportAnswer;
      }
      return {
        outcome: 'imported',
        fingerprint: sealed.fingerprint,
        replaced: imported.replaced?.fingerprint ?? null,
      };
    },
  };
}

type PlainRefusal = Exclude<ImportRefusal, keyof ImportFacts>;

function refused<Reason extends PlainRefusal>(reason: Reason) {
  return { outcome: 'refused', reason } as const;
}

function refusedFile(fault: OpenFault): CertificateImportAnswer {
  const reason = `CERTIFICATE_${fault.reason}`;
  // The compiler does not see that these facts are those of this reason.
  return {
    outcome: 'refused',
    reason,
    ...('facts' in fault && { facts: fault.facts }),
  } as CertificateImportAnswer;
}
