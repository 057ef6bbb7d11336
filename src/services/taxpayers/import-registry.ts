/** Imports the bulk file of DGII's taxpayer registry, and says how old the data is. */
import { daysBetween, localDate } from '../../ecf/model/dates.js';
import {
  usualRowsShareMin,
  type RegistryInfo,
  type RegistryStatus,
} from '../../ledger/taxpayers/taxpayers.js';
import type { RunningImport } from '../../ledger/taxpayers/taxpayers-lock.js';
import { readRegistry, type RegistryTally } from '../../documents/registry/read-registry.js';
import { RegistryFileError, type RegistryProblem } from '../../documents/registry/registry-error.js';
import type { RegistryFile } from '../../documents/registry/registry-file.js';
import type { Ledger, OperatorDeps } from '../deps.js';
import { refused, type Refused } from '../../shared/refused.js';

/** DGII renews its file at least every month. */
const oldDays = 45;

/** `detail` says in Spanish what is wrong with the file. */
export type FileRefusal = Refused<
  'REGISTRY_FILE_INVALID',
  { readonly problem: RegistryProblem; readonly detail: string }
>;

export type ImportedRegistry =
  | {
      readonly outcome: 'imported';
      readonly registry: RegistryInfo;
      /** Rows whose number an earlier row already had. */
      readonly repeated: number;
      readonly tally: Pick<RegistryTally, 'malformed' | 'malformedLines'>;
    }
  | FileRefusal
  | Refused<'REGISTRY_IMPORT_RUNNING', RunningImport>
  | Refused<'REGISTRY_TOO_FEW_ROWS', { readonly rows: number; readonly current: number }>
  | Refused<'REGISTRY_IMPORT_SUPERSEDED'>;

export interface ImportOptions {
  /** DD-MM-YYYY. Without it the file's own date is used. */
  readonly dataDate?: string;
  /** Imports a file even if it has far fewer taxpayers than the ledger. */
  readonly acceptFewer?: boolean;
  readonly signal?: AbortSignal;
  readonly onProgress?: (rows: number) => void;
}

/** Replaces the whole registry or changes nothing. */
export async function importRegistry(
  { store, clock }: OperatorDeps,
  file: RegistryFile,
  { dataDate = file.dataDate, acceptFewer = false, ...options }: ImportOptions,
): Promise<ImportedRegistry> {
  const { batches, tally } = readRegistry(file.chunks());
  const outcome = await orFileRefusal(() =>
    store.importTaxpayers({
      ...options,
      batches,
      dataDate,
      origin: { source: file.name },
      rowsShareMin: acceptFewer ? 0 : usualRowsShareMin,
      now: clock(),
    }),
  );
  switch (outcome.outcome) {
    case 'imported':
      return { ...outcome, tally };
    case 'refused':
      return outcome;
    case 'running':
      return refused('REGISTRY_IMPORT_RUNNING', outcome.running);
    case 'too-few':
      return refused('REGISTRY_TOO_FEW_ROWS', { rows: outcome.rows, current: outcome.current });
    case 'superseded':
      return refused('REGISTRY_IMPORT_SUPERSEDED');
  }
}

/** Runs `work`, which opens or reads a file. If the file is not DGII's registry, the result is a refusal. */
export async function orFileRefusal<T>(work: () => Promise<T>): Promise<T | FileRefusal> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof RegistryFileError)) throw error;
    return refused('REGISTRY_FILE_INVALID', { problem: error.problem, detail: error.message });
  }
}

/** `oldByDays` is present if DGII must have published a newer file. */
export async function registryStatus({
  store,
  clock,
}: Ledger<'registryStatus'>): Promise<RegistryStatus & { readonly oldByDays?: number }> {
  const status = await store.registryStatus();
  if (status.registry === undefined) return status;
  const days = daysBetween(status.registry.dataDate, localDate(clock().getTime()));
  return days > oldDays ? { ...status, oldByDays: days } : status;
}
