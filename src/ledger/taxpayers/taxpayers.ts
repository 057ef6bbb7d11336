/**
 * DGII's taxpayer registry: one collection, replaced as a whole. An import fills a collection of its own, whose last document
 * tells of the data, and then renames it over the old one: in one step on the server, so that a look-up meets the old data
 * or the new, never a part. Whatever dies on the way leaves the old data in place; the next import clears its remains.
 */
import { randomUUID } from 'node:crypto';
import { MongoBulkWriteError, MongoServerError, type Collection, type Db } from 'mongodb';
import type { Taxpayer } from '../../ecf/model/taxpayer.js';
import { guard } from '../mongo/guard.js';
import { importLock, type ImportLock, type LastImport, type RunningImport } from './taxpayers-lock.js';

/** What is known of the data as a whole. */
export interface RegistryInfo {
  /** The day up to which DGII's data is current, DD-MM-YYYY. */
  readonly dataDate: string;
  readonly importedAt: Date;
  readonly rows: number;
  readonly origin: RegistryOrigin;
}

export interface RegistryOrigin {
  /** File name, or address without its query. */
  readonly source: string;
  /** Of what was fetched: asked again with them, a server that knows them sends nothing new. */
  readonly etag?: string;
  readonly lastModified?: string;
  readonly sha256?: string;
}

export interface TaxpayerLookup {
  /** Undefined: nothing was ever imported. */
  readonly registry: RegistryInfo | undefined;
  readonly taxpayer: Taxpayer | undefined;
}

export interface RegistryStatus {
  readonly registry: RegistryInfo | undefined;
  readonly running: RunningImport | undefined;
  readonly last: LastImport | undefined;
}

export interface RegistryImport {
  readonly batches: AsyncIterable<readonly Taxpayer[]>;
  readonly dataDate: string;
  readonly origin: RegistryOrigin;
  /** Refuses data with fewer rows than this share of what is there: half a file is worse than yesterday's. 0: never. */
  readonly rowsShareMin: number;
  readonly now: Date;
  /** Rows written so far, after each batch. */
  readonly onProgress?: (rows: number) => void;
  readonly signal?: AbortSignal;
}

export type ImportOutcome =
  | { readonly outcome: 'imported'; readonly registry: RegistryInfo; readonly repeated: number }
  | { readonly outcome: 'running'; readonly running: RunningImport }
  | { readonly outcome: 'too-few'; readonly rows: number; readonly current: number }
  /** Another import took over, because this one was not heard of for longer than its lease. */
  | { readonly outcome: 'superseded' };

export interface Taxpayers {
  /** One round trip, data and its date together. */
  findTaxpayer(rnc: string): Promise<TaxpayerLookup>;
  registryStatus(): Promise<RegistryStatus>;
  /** Rejects with whatever `batches` threw; the data that was there stays. */
  importTaxpayers(request: RegistryImport): Promise<ImportOutcome>;
}

interface InfoRecord extends RegistryInfo {
  readonly _id: typeof infoId;
}
/** What is null is left out: it is most of the registry's size. */
type TaxpayerRecord = { readonly _id: string } & Partial<Omit<Taxpayer, 'rnc'>>;
type Stored = InfoRecord | TaxpayerRecord;

/** No RNC: those are digits. */
const infoId = 'registry';
const collectionName = 'taxpayers';
const stagingPrefix = 'taxpayers_import_';

export function createTaxpayers(db: Db): Taxpayers {
  const taxpayers = () => db.collection<Stored>(collectionName);
  const lock = importLock(db);

  return {
    findTaxpayer: (rnc) =>
      guard(async () => {
        const found = await again(() =>
          taxpayers()
            .find({ _id: { $in: [infoId, rnc] } })
            .toArray(),
        );
        const info = found.find(isInfo);
        const record = found.find((one) => !isInfo(one)) as TaxpayerRecord | undefined;
        return {
          registry: info === undefined ? undefined : infoOf(info),
          taxpayer: record === undefined ? undefined : taxpayerOf(record),
        };
      }),

    registryStatus: () =>
      guard(async () => {
        const [registry, { running, last }] = await Promise.all([currentInfo(taxpayers()), lock.read()]);
        return { registry, running, last };
      }),

    importTaxpayers: (request) =>
      guard(async () => {
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
          await letGo(lock, holder, staging, { source: request.origin.source, at: request.now, outcome });
        }
      }),
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
    const written = await insert(staging, batch.map(recordOf));
    rows += written;
    repeated += batch.length - written;
    beat.tell(rows);
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
  // Should another import have taken over at this very moment, it has dropped `staging`, and this fails.
  await staging.rename(target.collectionName, { dropTarget: true });
  return { outcome: 'imported', registry, repeated };
}

/** @returns how many were new; of two rows of one number the first one stays. */
async function insert(staging: Collection<Stored>, records: readonly TaxpayerRecord[]): Promise<number> {
  try {
    return (await staging.insertMany(records, { ordered: false })).insertedCount;
  } catch (error) {
    if (!(error instanceof MongoBulkWriteError)) throw error;
    const faults = [error.writeErrors].flat();
    const onlyRepeated = faults.length > 0 && faults.every(({ code }) => code === 11000);
    if (!onlyRepeated || error.result.getWriteConcernError() !== undefined) throw error;
    return error.insertedCount;
  }
}

/** Best effort: the lease ends by itself, and the next import clears what is left. */
async function letGo(
  lock: ImportLock,
  holder: string,
  staging: Collection<Stored>,
  last: LastImport,
): Promise<void> {
  try {
    // Its own only: when another import took over, the other collections are that one's.
    if (last.outcome !== 'imported') await staging.drop();
    await lock.release(holder, last);
  } catch {
    // What the import itself ran into is what its caller hears of.
  }
}

/** Collections of imports that ended badly. The caller has the lock: none of them is in use. */
async function dropRemains(db: Db): Promise<void> {
  const remains = await db
    .listCollections({ name: { $regex: `^${stagingPrefix}` } }, { nameOnly: true })
    .toArray();
  for (const { name } of remains) await db.collection(name).drop();
}

/** MongoDB: the query's collection was renamed or dropped while it ran. */
const queryPlanKilled = 175;

/** A look-up that the exchange of the data cut short finds the new data. */
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

function taxpayerOf({ _id, razonSocial, ...rest }: TaxpayerRecord): Taxpayer {
  const { nombreComercial = null, actividadEconomica = null, estado = null, regimenPagos = null } = rest;
  return {
    rnc: _id,
    razonSocial: razonSocial ?? '',
    nombreComercial,
    actividadEconomica,
    estado,
    regimenPagos,
  };
}
