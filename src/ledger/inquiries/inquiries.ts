/** The kinds of questions that a worker answers, most of them with DGII's help, and their answers. */
import type { Environment } from '../../ecf/model/environments.js';
import type { DgiiMessage } from '../../ecf/messages/dgii-messages.js';
import type { DeliveryTry } from '../events/webhook-record.js';
import type { MaintenanceWindow } from '../../ecf/messages/maintenance-window.js';

export interface ExternalStatusQuestion {
  readonly rncEmisor: string;
  readonly encf: string;
  readonly rncComprador: string;
  readonly codigoSeguridad?: string;
}

export type AccessRefusal =
  | 'CERTIFICATE_MISSING'
  | 'CERTIFICATE_NOT_YET_VALID'
  | 'CERTIFICATE_EXPIRED'
  /** The worker's master key does not open its private key. */
  | 'CERTIFICATE_UNREADABLE'
  /** DGII refused the certificate. */
  | 'CERTIFICATE_REFUSED'
  | 'NOT_DELEGATED'
  /** DGII does not give this company the status of this voucher. */
  | 'QUERY_REFUSED';

export interface Refused {
  readonly outcome: 'refused';
  readonly reason: AccessRefusal;
  readonly mensajes: readonly DgiiMessage[];
}

export interface Unreachable {
  readonly outcome: 'unavailable';
  /** A code of the DGII client, for people. */
  readonly cause: string;
}

export type ExternalStatusAnswer =
  | {
      readonly outcome: 'found';
      readonly standing: 'accepted' | 'conditionally-accepted' | 'rejected' | 'in-process';
      readonly rncEmisor: string | null;
      readonly encf: string | null;
      readonly rncComprador: string | null;
      readonly montoTotal: string | null;
      readonly totalITBIS: string | null;
      readonly fechaEmision: string | null;
      readonly fechaFirma: string | null;
      readonly codigoSeguridad: string | null;
    }
  | { readonly outcome: 'not-found' | 'not-offered' }
  | Refused
  | Unreachable;

export type CertificateCheckAnswer =
  | {
      readonly outcome: 'token';
      readonly fingerprint: string;
      /** True when this check ended a suspension of the company. */
      readonly resumed: boolean;
    }
  | (Refused & { readonly fingerprint: string | null })
  | (Unreachable & { readonly fingerprint: string });

export interface EnvironmentStatus {
  readonly environment: Environment;
  readonly available: boolean;
  /** DGII's text, or the code of the error. */
  readonly detail: string;
  readonly cause?: string;
  /** The source: DGII's status service, or the token service, which returned a seed (`semilla`). */
  readonly by: 'status' | 'semilla';
}

export interface DgiiStatusAnswer {
  readonly outcome: 'reported';
  readonly environments: readonly EnvironmentStatus[];
  /** Null where DGII's status service cannot be asked. */
  readonly windows: readonly MaintenanceWindow[] | null;
}

export interface UploadKeyAnswer {
  readonly outcome: 'ready';
  readonly keyId: string;
}

/** Why a file of DGII's portal is not signed. `signing/verify/portal-xml.ts` finds out. */
export type PortalXmlRefusal =
  | 'XML_ALREADY_SIGNED'
  | 'XML_EMPTY'
  | 'XML_FISCAL'
  | 'XML_FORBIDDEN'
  | 'XML_ENCODING_WRONG'
  | 'XML_TOO_LARGE'
  | 'XML_UNREADABLE';

export type SigningRefusal = Extract<
  AccessRefusal,
  'CERTIFICATE_MISSING' | 'CERTIFICATE_NOT_YET_VALID' | 'CERTIFICATE_EXPIRED' | 'CERTIFICATE_UNREADABLE'
>;

export type PortalSignatureAnswer =
  | {
      readonly outcome: 'signed';
      readonly root: string;
      /** The signed file, in Base64. */
      readonly xml: string;
      /** Of the signed file, in hexadecimal. */
      readonly sha256: string;
    }
  | { readonly outcome: 'refused'; readonly reason: SigningRefusal | PortalXmlRefusal };

export type ImportRefusal =
  | 'COMPANY_NOT_FOUND'
  /** The key of the upload is gone, or was sealed under another master key. */
  | 'SEAL_KEY_UNKNOWN'
  /** It was sealed too long ago, or by a clock that is ahead. */
  | 'SEALED_EXPIRED'
  /** The upload cannot be decrypted or read. Perhaps it was sealed for another company or person. */
  | 'SEALED_INVALID'
  | 'SEALED_USED'
  | 'CERTIFICATE_OTHER_RNC'
  | 'CERTIFICATE_TOO_LARGE'
  | 'CERTIFICATE_UNREADABLE'
  | 'CERTIFICATE_WRONG_PASSWORD'
  | 'CERTIFICATE_NO_PRIVATE_KEY'
  | 'CERTIFICATE_NO_CERTIFICATE'
  | 'CERTIFICATE_NO_MATCHING_CERTIFICATE'
  | 'CERTIFICATE_KEY_CIPHER_UNSUPPORTED'
  | 'CERTIFICATE_KEY_UNSUPPORTED'
  | keyof ImportFacts;

/** What a person needs to know about a refused import, beside its code. */
export interface ImportFacts {
  readonly CERTIFICATE_EXPIRED: { readonly notAfter: Date };
  readonly CERTIFICATE_NOT_YET_VALID: { readonly notBefore: Date };
  readonly CERTIFICATE_NOT_CONFIRMED: CertificateDoubt;
  /** `what` names, in Spanish, the part of the file that is not supported. */
  readonly CERTIFICATE_FORMAT_UNSUPPORTED: { readonly what: string };
  /** How often the file has its password hashed; null if its opening took too long although it announced few rounds. */
  readonly CERTIFICATE_TOO_COSTLY: { readonly rounds: number | null };
  /** Several people or companies could sign with the keys of the file. The person chooses by fingerprint. */
  readonly CERTIFICATE_CHOICE_NEEDED: { readonly candidates: readonly (HolderAndEnd & CandidateNames)[] };
}

interface CandidateNames {
  readonly fingerprint: string;
  readonly issuer: string;
}

/** Why a person must confirm an import: the offered certificate has another holder than the present one, or ends earlier. */
export interface CertificateDoubt {
  readonly present: HolderAndEnd;
  readonly offered: HolderAndEnd;
}

interface HolderAndEnd {
  readonly subject: string;
  readonly notAfter: Date;
}

export type CertificateImportAnswer =
  | { readonly outcome: 'imported'; readonly fingerprint: string; readonly replaced: string | null }
  | { readonly outcome: 'refused'; readonly reason: Exclude<ImportRefusal, keyof ImportFacts> }
  | ImportRefusalWithFacts;

type ImportRefusalWithFacts = {
  [Reason in keyof ImportFacts]: {
    readonly outcome: 'refused';
    readonly reason: Reason;
    readonly facts: ImportFacts[Reason];
  };
}[keyof ImportFacts];

export type CertificateUseAnswer =
  | { readonly outcome: 'chosen' }
  | {
      readonly outcome: 'refused';
      readonly reason: 'CERTIFICATE_NOT_FOUND' | 'CERTIFICATE_EXPIRED' | 'CERTIFICATE_NOT_YET_VALID';
    };

/** `UPLOAD_KEY_UNKNOWN`: the key is gone, and the api seals the secret for another one. */
export type WebhookSecretAnswer =
  | { readonly outcome: 'sealed'; readonly sealed: string }
  | { readonly outcome: 'refused'; readonly reason: 'UPLOAD_KEY_UNKNOWN' };

export type WebhookTestAnswer =
  | { readonly outcome: 'tried'; readonly eventId: string; readonly attempt: DeliveryTry }
  | { readonly outcome: 'busy' | 'gone' };

export interface InquiryKinds {
  readonly 'external-status': {
    readonly about: {
      readonly companyId: number;
      readonly environment: Environment;
      readonly question: ExternalStatusQuestion;
    };
    readonly answer: ExternalStatusAnswer;
  };
  readonly 'certificate-check': {
    readonly about: { readonly companyId: number; readonly environment: Environment };
    readonly answer: CertificateCheckAnswer;
  };
  readonly 'dgii-status': {
    readonly about: { readonly environments: readonly Environment[] };
    readonly answer: DgiiStatusAnswer;
  };
  /** Only a worker has the master key. */
  readonly 'upload-key': {
    readonly about: Readonly<Record<string, never>>;
    readonly answer: UploadKeyAnswer;
  };
  /**
   * What the browser sealed, in Base64. It is removed with the answer. The api takes company and person from the session: the worker opens
   * only what was sealed for both.
   */
  readonly 'certificate-import': {
    readonly about: {
      readonly companyId: number;
      readonly personId: string;
      readonly keyId: string;
      readonly sealedAt: string;
      readonly wrappedKey: string;
      readonly iv: string;
      readonly sealed: string;
      readonly confirmed?: boolean;
      /** Of the certificate that the person chose, if the file has several. */
      readonly fingerprint?: string;
    };
    readonly answer: CertificateImportAnswer;
  };
  /** Only a worker's account in MongoDB may change certificates. */
  readonly 'certificate-use': {
    readonly about: { readonly companyId: number; readonly fingerprint: string };
    readonly answer: CertificateUseAnswer;
  };
  /** Only a worker opens private keys. `xml` is Base64, and is removed with the answer. */
  readonly 'portal-signature': {
    readonly about: { readonly companyId: number; readonly xml: string };
    readonly answer: PortalSignatureAnswer;
  };
  /**
   * A worker seals the secret again, under the master key, because an upload key lasts an hour. `sealed` is Base64, and is removed with the
   * answer.
   */
  readonly 'webhook-secret': {
    readonly about: {
      readonly companyId: number;
      readonly webhookId: string;
      readonly keyId: string;
      readonly sealed: string;
    };
    readonly answer: WebhookSecretAnswer;
  };
  /** Only a worker opens the secret with which a test is signed. */
  readonly 'webhook-test': {
    readonly about: { readonly companyId: number; readonly webhookId: string };
    readonly answer: WebhookTestAnswer;
  };
}

export type InquiryKind = keyof InquiryKinds;

export type Inquiry<Kind extends InquiryKind = InquiryKind> = {
  [K in Kind]: {
    readonly id: string;
    readonly kind: K;
    readonly about: InquiryKinds[K]['about'];
    readonly answer?: InquiryKinds[K]['answer'];
  };
}[Kind];

export type InquiryRecord = Omit<Inquiry, 'id'> & {
  readonly _id: string;
  readonly expireAt: Date;
  /** By a worker or by the asker (inquiry-store.ts). Only questions that change something are claimed. */
  readonly claimed?: true;
};
