/**
 * Opens a certificate file that somebody uploaded. The file sets the number of hash rounds. Those that take hours are refused at once
 * (key-derivation.ts), and those that take seconds run in a thread, with a time limit, so that the worker keeps serving all companies.
 */
import { inOwnThread, OwnThreadError } from '../../shared/threads/own-thread.js';
import type { OpenedCertificate } from '../../signing/keys/certificate.js';

export interface FileToOpen {
  readonly file: Uint8Array;
  readonly password: string;
  /** The fingerprint that the person chose, if the file has several certificates. */
  readonly fingerprint: string | undefined;
}

/**
 * Old files take less than a tenth of a second, today's two seconds, and the most rounds that we accept ten. The question that brings the file
 * waits for twenty seconds or more.
 */
const openingMs = 15_000;

/** @param limitMs a test takes less */
export async function openInThread(
  file: Uint8Array,
  password: string,
  fingerprint?: string,
  limitMs = openingMs,
): Promise<OpenedCertificate> {
  try {
    const data: FileToOpen = { file, password, fingerprint };
    const opened = (await inOwnThread({
      program: 'activities/certificates/open-certificate-thread',
      data,
      limitMs,
    })) as OpenedCertificate;
    if (!opened.ok) return opened;
    // Between threads a Buffer becomes a plain array of bytes.
    const { certificate } = opened;
    return {
      ok: true,
      certificate: { ...certificate, certificateDer: Buffer.from(certificate.certificateDer) },
    };
  } catch (error) {
    if (!(error instanceof OwnThreadError)) throw error;
    return { ok: false, reason: 'TOO_COSTLY', facts: { rounds: null } };
  }
}
