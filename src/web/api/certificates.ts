/**
 * The browser seals the .p12 file and its password for the worker, so the api passes on bytes that it cannot open. The
 * associated data binds the content to this company and person, and to the time.
 */
import { ApiError, certificateChoiceNeeded, certificateNotConfirmed, isRefusal } from './api-error.js';
import { associatedDataOf } from '../../ecf/messages/sealed-upload.js';
import { es } from '../es.js';
import { base64Of } from '../shared/chosen-file.js';
import type { AnswerOf, BodyOf } from './answers.js';
import { answerOf, service } from './client.js';
import { shownPerson } from './shown-person.js';
import { portalXml as portalXmlTexts } from '../texts/portal-xml.js';

/** If DGII does not accept the certificate, the call fails with an error. */
export type AcceptedByDgii = AnswerOf<'checkCertificate'>;

/** Browsers offer WebCrypto on https and on localhost only. */
export function canSeal(): boolean {
  return globalThis.isSecureContext;
}

export interface CertificateFile {
  readonly p12: File;
  readonly password: string;
  readonly fingerprint?: string;
  /** The person has seen the doubt and wants the certificate. */
  readonly confirmed: boolean;
}

/** Why the person must confirm the import: `offered` has another holder than `present`, or ends earlier. The dates are ISO texts. */
export interface CertificateDoubt {
  readonly present: HolderAndEnd;
  readonly offered: HolderAndEnd;
}

export interface CertificateCandidate extends HolderAndEnd {
  readonly fingerprint: string;
  readonly issuer: string;
}

export type ImportQuestion =
  { readonly doubt: CertificateDoubt } | { readonly candidates: readonly CertificateCandidate[] };

interface HolderAndEnd {
  readonly subject: string;
  readonly notAfter: string;
}

/** @returns undefined if the certificate was imported */
export async function importCertificate(
  companyId: number,
  file: CertificateFile,
): Promise<ImportQuestion | undefined> {
  if (!canSeal()) throw new ApiError(0, { code: 'NO_WEBCRYPTO', mensaje: es.certificates.insecure });
  try {
    await sealAndSend(companyId, file).catch((error: unknown) => {
      if (!sealedAgainAfter.some((code) => isRefusal(error, code))) throw error;
      return sealAndSend(companyId, file);
    });
    return undefined;
  } catch (error) {
    if (isRefusal(error, certificateNotConfirmed)) return { doubt: error.detalle as CertificateDoubt };
    if (isRefusal(error, certificateChoiceNeeded))
      return error.detalle as { readonly candidates: readonly CertificateCandidate[] };
    throw error;
  }
}

/**
 * The worker opened nothing. After `SEALED_USED` the person decides, because the certificate may have been imported.
 */
const sealedAgainAfter = ['SEAL_KEY_UNKNOWN', 'SEALED_EXPIRED'];

/** Each call gets the key and seals anew, because the worker opens a sealed file once. */
async function sealAndSend(companyId: number, { p12, password, fingerprint, confirmed }: CertificateFile) {
  const { keyId, publicKey, now: sealedAt } = await answerOf(service.GET('/seal-key'));
  // Without a person on the page, the service has refused the call before.
  const personId = shownPerson() ?? '';
  const boundTo = associatedDataOf({ companyId, personId, keyId, sealedAt, fingerprint, confirmed });
  const content = JSON.stringify({ p12: await base64Of(p12), password });
  const sealed = await seal(publicKey, content, boundTo);
  await answerOf(
    service.POST('/companies/{companyId}/certificates', {
      params: { path: { companyId } },
      body: {
        keyId,
        sealedAt,
        ...sealed,
        ...(fingerprint && { fingerprint }),
        ...(confirmed && { confirmed }),
      },
    }),
  );
}

export const chooseCertificate = (companyId: number, fingerprint: string) =>
  answerOf(
    service.POST('/companies/{companyId}/certificates/{fingerprint}/use', {
      params: { path: { companyId, fingerprint } },
      body: {},
    }),
  );

async function seal(publicKey: string, content: string, boundTo: string) {
  const { subtle } = crypto;
  const rsa = { name: 'RSA-OAEP', hash: 'SHA-256' };
  const wrapping = await subtle.importKey('spki', fromBase64(publicKey), rsa, false, ['wrapKey']);
  const key = await subtle.generateKey({ name: 'AES-GCM', length: 256 }, true, ['encrypt']);
  const iv = crypto.getRandomValues(new Uint8Array(12));
  const additionalData = new TextEncoder().encode(boundTo);
  const sealed = await subtle.encrypt(
    { name: 'AES-GCM', iv, additionalData },
    key,
    new TextEncoder().encode(content),
  );
  const wrappedKey = await subtle.wrapKey('raw', key, wrapping, rsa);
  return {
    wrappedKey: await base64Of(new Blob([wrappedKey])),
    iv: await base64Of(new Blob([iv])),
    sealed: await base64Of(new Blob([sealed])),
  };
}

export const checkCertificate = (companyId: number, body: BodyOf<'checkCertificate'>) =>
  answerOf(
    service.POST('/companies/{companyId}/certificates/check', { params: { path: { companyId } }, body }),
  );

export interface SignedFile extends Omit<AnswerOf<'signPortalXml'>, 'xml'> {
  readonly bytes: Uint8Array<ArrayBuffer>;
}

/** The file travels in Base64, so that not one of its bytes changes on the way. */
export async function signPortalXml(companyId: number, file: File): Promise<SignedFile> {
  const content = await base64Of(file).catch(() => {
    // It was moved or changed after the person had chosen it.
    throw new ApiError(0, { code: 'FILE_UNREADABLE', mensaje: portalXmlTexts.unreadable, campo: 'xml' });
  });
  const { xml, ...signed } = await answerOf(
    service.POST('/companies/{companyId}/portal-xml', {
      params: { path: { companyId } },
      body: { xml: content },
    }),
  );
  return { ...signed, bytes: fromBase64(xml) };
}

function fromBase64(text: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
}
