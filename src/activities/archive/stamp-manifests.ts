/**
 * The round that has manifests stamped by an authority. A manifest without a stamp is whole all the same: the round tries again later, and
 * nothing waits for it. A stamp proves the days before too, because each manifest names the one before.
 */
import { randomBytes } from 'node:crypto';
import { askForStamp } from '../../dgii/stamp-http.js';
import type { Store } from '../../ledger/ledger.js';
import type { Log } from '../../shared/log.js';
import { readAuthorities } from '../../signing/verify/chain.js';
import { checkStamp, stampRequest } from '../../signing/verify/timestamp.js';

export const stampingIntervalMs = 30_000;
const nonceBytes = 16;

export interface StampingDeps {
  readonly store: Pick<Store, 'claimStamp' | 'recordStamp' | 'recordStampFault' | 'keepContent'>;
  readonly clock: () => Date;
  readonly log: Log;
  readonly url: string;
  /** PEM; empty: the issuer of the authority's certificate is not checked. */
  readonly authoritiesPem: string;
}

/** One stamp. @returns whether there may be more: after a failure the next one waits for the next round, because it would fail too */
export async function stampNext(deps: StampingDeps, stopping: AbortSignal): Promise<boolean> {
  const { store, clock, log, url, authoritiesPem } = deps;
  const manifest = await store.claimStamp(clock());
  if (manifest === undefined) return false;
  const { sha256, day, companyId } = manifest;
  const nonce = randomBytes(nonceBytes);
  const authorities = authoritiesPem === '' ? [] : readAuthorities(authoritiesPem);
  const reply = await askForStamp(url, stampRequest(sha256, nonce), stopping);
  const stamp =
    reply.outcome === 'answered'
      ? checkStamp(reply.bytes, { sha256, nonce, authorities })
      : { ok: false as const, fault: reply.reason };
  if (!stamp.ok || reply.outcome !== 'answered') {
    const fault = stamp.ok ? '' : stamp.fault;
    log.warn({ companyId, day, fault }, 'a manifest of the archive got no timestamp');
    await store.recordStampFault(manifest, fault);
    return false;
  }
  // One file for each company, because the same content is one file.
  const kept =
    authoritiesPem === ''
      ? {}
      : {
          authorities: (
            await store.keepContent({
              companyId,
              kind: 'stamp-authorities',
              content: authoritiesPem,
              now: clock(),
              roomBytes: 0,
            })
          ).ref,
        };
  const { host } = new URL(url);
  await store.recordStamp(manifest, { reply: reply.bytes, at: stamp.at, host, ...kept });
  return true;
}
