/**
 * Opens a certificate file that somebody uploaded. The file sets the number of hash rounds, and a hostile file asks for so many that
 * opening it takes hours. So a thread opens it, with a time limit, and the worker keeps serving all companies.
 */
import { inOwnThread, OwnThreadError } from '../../shared/threads/own-thread.js';
import type { OpenedCertificate } from '../../signing/keys/certificate.js';

/** Usual files take less than a tenth of a second, and a hundred times as many rounds some seconds. */
const openingMs = 10_000;

/** @param limitMs a test takes less */
export async function openInThread(
  file: Uint8Array,
  password: string,
  limitMs = openingMs,
): Promise<OpenedCertificate> {
  try {
    const data = { file, password };
    const opened = (await inOwnThread({
      program: 'activities/inquiries/open-certificate-thread',
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
    return { ok: false, reason: 'UNREADABLE' };
  }
}
