/**
 * Tells the operator, long before vouchers have to wait, that a company's certificate ends: 30, 7 and 1 days before, and when
 * it did. Each worker says each of these once for a certificate; after a restart once more.
 */
import type { Log } from '../../log.js';
import { expiryOf, type Standing } from '../../signing/certificate-expiry.js';
import type { Certificates } from '../../store/certificates.js';

export interface CertificateWatchOptions {
  readonly store: Pick<Certificates, 'certificatesEnding'>;
  readonly clock: () => Date;
  readonly log: Pick<Log, 'warn' | 'error'>;
  readonly intervalMs: number;
}

/** The first warning comes 30 days before the end; a day more, so that a look between two days misses none. */
const aheadMs = 31 * 86_400_000;
/** A look takes the certificates that end first; a service with more of them at once has been warned by these. */
const certificatesMax = 1_000;

export interface CertificateWatch {
  stop(): Promise<void>;
}

export function startCertificateWatch(options: CertificateWatchOptions): CertificateWatch {
  const told = new Map<string, Standing>();
  let looking: Promise<void> = Promise.resolve();
  const look = () => {
    looking = looking.then(() => lookOnce(options, told));
  };
  look();
  const timer = setInterval(look, options.intervalMs);
  return {
    stop: () => {
      clearInterval(timer);
      return looking;
    },
  };
}

/** Never rejects: the next look comes anyway. */
export async function lookOnce(
  { store, clock, log }: CertificateWatchOptions,
  told: Map<string, Standing>,
): Promise<void> {
  try {
    const now = clock();
    const ending = await store.certificatesEnding(new Date(now.getTime() + aheadMs), certificatesMax);
    const seen = new Set<string>();
    for (const { companyId, fingerprint, notBefore, notAfter } of ending) {
      const { standing, daysLeft } = expiryOf({ notBefore, notAfter }, now);
      const key = `${companyId}:${fingerprint}`;
      seen.add(key);
      if (standing === 'vigente' || told.get(key) === standing) continue;
      told.set(key, standing);
      log.warn({ companyId, fingerprint, daysLeft, notAfter }, `a company's certificate: ${standing}`);
    }
    // Renewed since: no more to be told of.
    for (const key of told.keys()) if (!seen.has(key)) told.delete(key);
  } catch (error) {
    log.error({ err: error }, 'certificates were not looked at');
  }
}
