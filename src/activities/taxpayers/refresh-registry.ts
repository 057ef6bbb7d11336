/** Renews the taxpayer registry daily: downloads DGII's file and imports it. May run again. History gets only counts and codes. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { activityInfo, cancellationSignal, heartbeat } from '@temporalio/activity';
import type { ApplicationFailure } from '@temporalio/common';
import type { Log } from '../../shared/log.js';
import { failure } from '../activity-frame.js';
import { fetchRegistry, RegistryFetchError } from '../../dgii/fetch-registry.js';
import { readRegistry } from '../../documents/registry/read-registry.js';
import { RegistryFileError } from '../../documents/registry/registry-error.js';
import { openRegistryFile } from '../../documents/registry/registry-file.js';
import type { Store } from '../../ledger/ledger.js';
import { usualRowsShareMin } from '../../ledger/taxpayers/taxpayers.js';
import { LedgerUnavailableError } from '../../ledger/unavailable.js';
import type { RegistryRefreshed } from '../../workflows/contract/taxpayers.js';

export interface RegistryActivities {
  refreshRegistry(): Promise<RegistryRefreshed>;
}

interface RegistryDeps {
  readonly store: Pick<Store, 'registryStatus' | 'importTaxpayers'>;
  /** From the worker's settings: a person who can start workflows must not choose the address. Empty: not configured. */
  readonly url: string;
  readonly clock: () => Date;
  readonly log: Log;
}

export function createRegistryActivities(deps: RegistryDeps): RegistryActivities {
  return {
    refreshRegistry: async () => {
      const progress = { rows: 0 };
      const { heartbeatTimeoutMs = 30_000 } = activityInfo();
      const beat = setInterval(() => heartbeat(progress.rows), heartbeatTimeoutMs / 3);
      try {
        return await refresh(deps, cancellationSignal(), (rows) => (progress.rows = rows));
      } catch (error) {
        cancellationSignal().throwIfAborted();
        throw failureOf(deps, error);
      } finally {
        clearInterval(beat);
      }
    },
  };
}

class Refused extends Error {}

async function refresh(
  { store, url, clock, log }: RegistryDeps,
  signal: AbortSignal,
  onProgress: (rows: number) => void,
): Promise<RegistryRefreshed> {
  if (url === '') throw new Refused('REGISTRY_NOT_CONFIGURED');
  const dir = await mkdtemp(join(tmpdir(), 'ecf-registry-'));
  try {
    const source = sourceOf(url);
    const { registry } = await store.registryStatus();
    // Use the stored ETag and date only if the current data came from this address, and not from a manual import.
    const known = registry?.origin.source === source ? registry.origin : {};
    const fetched = await fetchRegistry({ url, known, dir, signal });
    if (fetched.outcome === 'unchanged' && registry !== undefined)
      return { outcome: 'unchanged', rows: registry.rows, malformed: 0, dataDate: registry.dataDate };
    if (fetched.outcome === 'unchanged') throw new Refused('REGISTRY_UNREACHABLE');

    const file = await openRegistryFile(fetched.path);
    try {
      const { batches, tally } = readRegistry(file.chunks());
      const { dataDate } = file;
      const origin = { source, ...fetched.known };
      const outcome = await store.importTaxpayers({
        batches,
        dataDate,
        origin,
        rowsShareMin: usualRowsShareMin,
        now: clock(),
        onProgress,
        signal,
      });
      if (outcome.outcome === 'too-few') throw new Refused('REGISTRY_TOO_FEW_ROWS');
      if (outcome.outcome !== 'imported') throw new Refused('REGISTRY_IMPORT_RUNNING');
      const { rows } = outcome.registry;
      log.info({ rows, dataDate, malformed: tally.malformed }, 'the taxpayer registry was imported');
      return { outcome: 'imported', rows, malformed: tally.malformed, dataDate };
    } finally {
      file.close();
    }
  } finally {
    await rm(dir, { recursive: true, force: true });
  }
}

/** The address without its query, which may hold a key. */
function sourceOf(url: string): string {
  const { origin, pathname } = new URL(url);
  return `${origin}${pathname}`;
}

function failureOf({ log }: RegistryDeps, error: unknown): ApplicationFailure {
  const code = codeOf(error);
  log.warn({ err: error, code }, 'the taxpayer registry could not be renewed');
  return failure(code, code === 'REGISTRY_NOT_CONFIGURED');
}

function codeOf(error: unknown): string {
  if (error instanceof Refused) return error.message;
  if (error instanceof RegistryFileError) return `REGISTRY_FILE_${error.problem}`;
  if (error instanceof RegistryFetchError)
    return error.status === 0 ? `REGISTRY_${error.problem}` : `REGISTRY_HTTP_${error.status}`;
  return error instanceof LedgerUnavailableError ? 'LEDGER_UNAVAILABLE' : 'INTERNAL_FAULT';
}
