/**
 * Warns the operator 30, 7 and 1 days before a company's certificate expires, and when it has expired. Each worker logs each
 * warning once for a certificate, and once more after a restart.
 */
import { dayMs } from '../../ecf/durations.js';
import { expiryOf, type ExpiryState } from '../../signing/verify/certificate-expiry.js';
import { expiredWatchedMs } from '../../ledger/certificates/certificates.js';
import type { ActivityDeps } from '../deps.js';

/** The first warning comes 30 days before the expiry. We read one day more, so that no certificate is missed between two checks. */
const aheadMs = 31 * dayMs;
/** A check reads only the certificates that expire first. If more expire at once, these already warn the operator. */
const certificatesMax = 1_000;

/** @returns a round of the watch, for `startRounds` */
export function createCertificateRound({
  store,
  clock,
  log,
}: Pick<ActivityDeps, 'store' | 'clock' | 'log'>): () => Promise<false> {
  const warned = new Map<string, ExpiryState>();
  return async () => {
    const now = clock();
    const shifted = (ms: number) => new Date(now.getTime() + ms);
    const time = { after: shifted(-expiredWatchedMs), before: shifted(aheadMs) };
    const ending = await store.certificatesEnding(time, certificatesMax);
    const seen = new Set<string>();
    for (const { companyId, fingerprint, notBefore, notAfter } of ending) {
      const { standing, daysLeft } = expiryOf({ notBefore, notAfter }, now);
      const key = `${companyId}:${fingerprint}`;
      seen.add(key);
      if (standing === 'vigente' || warned.get(key) === standing) continue;
      warned.set(key, standing);
      log.warn({ companyId, fingerprint, daysLeft, notAfter }, `a company's certificate: ${standing}`);
    }
    // Forget certificates that were replaced.
    for (const key of warned.keys()) if (!seen.has(key)) warned.delete(key);
    return false;
  };
}
