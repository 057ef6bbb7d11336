/**
 * DGII's taxpayer registry, replaced as a whole: an import fills its own collection, and then renames it over the old one. The rename is
 * one step on the server, so a look-up finds the old data or the new data, never a mixture. If an import dies before that, the old data
 * stays, and the next import drops the unfinished collection.
 */
import { randomUUID } from 'node:crypto';
import { MongoServerError, type Collection, type Db } from 'mongodb';
import type { Taxpayer } from '../../ecf/model/taxpayer.js';
import { insertNew } from '../mongo/guard.js';
import { importLock, type ImportLock, type LastImport, type RunningImport } from './taxpayers-lock.js';

export interface RegistryInfo {
  /** The data is current up to this day, DD-MM-YYYY. */
  readonly dataDate: string;
  readonly importedAt: Date;
  readonly rows: number;
  readonly origin: RegistryOrigin;
}

export interface RegistryOrigin {
  /** File name, or URL without its query. */
  readonly source: string;
  /** From the server's response. We send both with the next request, so the server can answer that nothing has changed. */
  readonly etag?: string;
  readonly lastModified?: string;
  readonly sha256?: string;
}

export interface TaxpayerLookup {
  /** Undefined: no registry was ever imported. */
  readonly registry: RegistryInfo | undefined;
  readonly taxpayer: Taxpayer | undefined;
}

export interface RegistryStatus {
  readonly registry: RegistryInfo | undefined;
  readonly running: RunningImport | undefined;
  readonly last: LastImport | undefined;
}

/** DGII removes few taxpayers. A file with a smaller share of the known rows was cut off, or is an extract. */
export const usualRowsShareMin = 0.8;

export interface RegistryImport {
  readonly batches: AsyncIterable<readonly Taxpayer[]>;
  readonly dataDate: string;
  readonly origin: RegistryOrigin;
  /** Refuses data with fewer rows than this share of the current rows: half a file is worse than yesterday's. 0: never refuses. */
  readonly rowsShareMin: number;
  readonly now: Date;
  readonly onProgress?: (rows: number) => void;
  readonly signal?: AbortSignal;
}

export type ImportOutcome =
  | { readonly outcome: 'imported'; readonly registry: RegistryInfo; readonly repeated: number }
  | { readonly outcome: 'running'; readonly running: RunningImport }
  | { readonly outcome: 'too-few'; readonly rows: number; readonly current: number }
  /** Another import took over, because this one did not renew its lease in time. */
  | { readonly outcome: 'superseded' };

interface InfoRecord extends RegistryInfo {
  readonly _id: typeof infoId;
}
/** Null members are left out: they would be most of the registry's size. */
type TaxpayerRecord = { readonly _id: string } & Partial<Omit<Taxpayer, 'rnc'>>;
type Stored = InfoRecord | TaxpayerRecord;

/** Never equal to an RNC, which has only digits. */
const infoId = 'registry';
const collectionName = 'taxpayers';
const stagingPrefix = 'taxpayers_import_';

export function createTaxpayers(db: Db) {
  const taxpayers = () => db.collection<Stored>(collectionName);
  const lock = importLock(db);

  return {
    findTaxpayer: async (rnc: string): Promise<TaxpayerLookup> => {
      const both = { _id: { $in: [infoId, rnc] } };
      const found = await again(() => taxpayers().find(both).toArray());
      const info = found.find(isInfo);
      const record = found.find((one) => !isInfo(one)) as TaxpayerRecord | undefined;
      return {
        registry: info === undefined ? undefined : infoOf(info),
        taxpayer: record === undefined ? undefined : taxpayerOf(record),
      };
    },

    registryStatus: async (): Promise<RegistryStatus> => {
      const [registry, { running, last }] = await Promise.all([currentInfo(taxpayers()), lock.read()]);
      return { registry, running, last };
    },

    /** Rejects with any error that `batches` throws. The old data stays then. */
    importTaxpayers: async (request: RegistryImport): Promise<ImportOutcome> => {
      const holder = randomUUID();
      const claim = await lock.claim(holder, request.origin.source);
      if (!claim.mine) return { outcome: 'running', running: claim.running };
      const beat = lock.keep(holder);
      const staging = db.collection<Stored>(stagingPrefix + holder.replaceAll('-', ''));
      let outcome: LastImport['outcome'] = 'failed';
      try {
        await dropRemains(db);
        const done = await replace(request, staging, taxpayers(), beat);
        outcome = done.outcome;
        return done;
      } finally {
        beat.stop();
        await release(lock, holder, staging, { source: request.origin.source, at: request.now, outcome });
      }
    },
  };
}

async function replace(
  request: RegistryImport,
  staging: Collection<Stored>,
  target: Collection<Stored>,
  beat: ReturnType<ImportLock['keep']>,
): Promise<Exclude<ImportOutcome, { outcome: 'running' }>> {
  let rows = 0;
  let repeated = 0;
  for await (const batch of request.batches) {
    request.signal?.throwIfAborted();
    if (beat.lost()) return { outcome: 'superseded' };
    // If a number occurs twice, its first row stays.
    const written = await insertNew(staging, batch.map(recordOf), { ordered: false });
    rows += written;
    repeated += batch.length - written;
    beat.report(rows);
    request.onProgress?.(rows);
  }
  const current = await currentInfo(target);
  if (rows < (current?.rows ?? 0) * request.rowsShareMin)
    return { outcome: 'too-few', rows, current: current?.rows ?? 0 };
  const registry: RegistryInfo = {
    dataDate: request.dataDate,
    importedAt: request.now,
    rows,
    origin: request.origin,
  };
  await staging.insertOne({ _id: infoId, ...registry });
  request.signal?.throwIfAborted();
  if (!(await beat.confirm())) return { outcome: 'superseded' };
  // If another import takes over at this moment, it drops `staging`, and this rename fails.
  await staging.rename(target.collectionName, { dropTarget: true });
  return { outcome: 'imported', registry, repeated };
}

/** Best effort: the lease ends by itself, and the next import drops what is left. */
async function release(
  lock: ImportLock,
  holder: string,
  staging: Collection<Stored>,
  last: LastImport,
): Promise<void> {
  try {
    // Drops only its own collection: after a takeover the others belong to the new import.
    if (last.outcome !== 'imported') await staging.drop();
    await lock.release(holder, last);
  } catch {
    // Ignored, so that the caller gets the import's own error or result.
  }
}

/** Drops the collections of imports that died. The caller has the lock, so no running import uses them. */
async function dropRemains(db: Db): Promise<void> {
  const remains = await db
    .listCollections({ name: { $regex: `^${stagingPrefix}` } }, { nameOnly: true })
    .toArray();
  for (const { name } of remains) await db.collection(name).drop();
}

/** MongoDB: the query's collection was renamed or dropped while it ran. */
const queryPlanKilled = 175;

/** A look-up that the rename interrupted finds the new data in its second try. */
async function again<T>(look: () => Promise<T>): Promise<T> {
  try {
    return await look();
  } catch (error) {
    if (!(error instanceof MongoServerError) || error.code !== queryPlanKilled) throw error;
    return look();
  }
}

async function currentInfo(collection: Collection<Stored>): Promise<RegistryInfo | undefined> {
  const found = await collection.findOne({ _id: infoId });
  return found !== null && isInfo(found) ? infoOf(found) : undefined;
}

function isInfo(stored: Stored): stored is InfoRecord {
  return stored._id === infoId;
}

function infoOf({ dataDate, importedAt, rows, origin }: InfoRecord): RegistryInfo {
  return { dataDate, importedAt, rows, origin };
}

function recordOf({ rnc, ...rest }: Taxpayer): TaxpayerRecord {
  const known = Object.entries(rest).filter(([, value]) => value !== null);
  return { _id: rnc, ...Object.fromEntries(known) };
}

function taxpayerOf({ _id, ...known }: TaxpayerRecord): Taxpayer {
  return { ...unknown, ...known, rnc: _id };
}

const unknown = {
  razonSocial: '',
  nombreComercial: null,
  actividadEconomica: null,
  estado: null,
  regimenPagos: null,
} as const;
