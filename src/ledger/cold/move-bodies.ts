/**
 * Moves the bodies of old vouchers into the object store: JSON, XML and replies, of vouchers that ended and of received ones. A body is
 * written to the store, read back and compared. Then one write takes it out of the ledger and leaves its id, which has its hash.
 *
 * The work may stop anywhere. Progress is recorded after a batch, so the next worker does the whole batch again: it writes the same object
 * under the same key, or finds the body gone. An object that was written and not yet recorded is so recorded later.
 */
import { Binary, type Collection, type Document, type Filter } from 'mongodb';
import { environmentList, type Environment } from '../../ecf/model/environments.js';
import type { ColdBody, ColdProgressRecord, Collections } from '../collections.js';
import { decompress, fileIdOf, readObject } from '../files.js';
import { isInserted } from '../mongo/guard.js';
import { inTurn } from '../mongo/in-turn.js';
import type { ReceptionRecord } from '../received/reception-record.js';
import { earlierAttemptIds, type FileRef } from '../vouchers/document-record.js';
import type { ObjectStore } from './object-store.js';

/** Bodies above this size when compressed. What the ledger keeps of an object takes nearly as much as a smaller one. */
export const coldBytesMin = 1_024;
/** Vouchers of one batch, and how many of them are moved at the same time. */
const batchMax = 100;
const atOnce = 4;
/** Longer than a batch takes, with two requests for each body. */
const claimMs = 30 * 60_000;
const queryLimitMs = 10_000;
/** A number has a handful of attempts. Bodies of older ones stay. */
const attemptsMax = 50;
/** How long after it was read an object is read again. */
export const checkEveryMs = 90 * 86_400_000;

export interface MoveOptions {
  /** Only vouchers that did not change after this time. */
  readonly until: Date;
  readonly now: Date;
  /** The company that had the previous turn. */
  readonly after: number;
  readonly stopping: AbortSignal;
  /** A body of the ledger that is damaged. It stays, and the others go on. */
  readonly damaged: (id: string) => void;
}

export interface Moved {
  /** Undefined: no company has anything left to move. */
  readonly companyId: number | undefined;
  readonly bodies: number;
}

type Place = { readonly companyId: number; readonly environment: Environment };
type Position = NonNullable<ColdProgressRecord['after']>;

/** Where a body is: what its record is, and the path in it. */
interface Body {
  readonly path: string;
  readonly ref: FileRef;
}

export function createColdMoves(
  collections: Pick<
    Collections,
    'documents' | 'attempts' | 'receptions' | 'files' | 'companies' | 'coldProgress'
  >,
  cold: ObjectStore | undefined,
) {
  const { companies, coldProgress } = collections;
  const sources = [voucherSource(collections), receptionSource(collections)];

  return {
    /** Moves the bodies of one batch, of the next company that has any. Several workers may do it at once. */
    moveOldBodies: async (options: MoveOptions): Promise<Moved> => {
      const first = cold === undefined ? undefined : await nextCompany(options.after);
      let companyId = first;
      while (cold !== undefined && companyId !== undefined && !options.stopping.aborted) {
        for (const environment of environmentList) {
          for (const source of sources) {
            const bodies = await moveBatch(cold, source, { companyId, environment }, options);
            if (bodies !== undefined) return { companyId, bodies };
          }
        }
        companyId = await nextCompany(companyId);
        if (companyId === first) break;
      }
      return { companyId: undefined, bodies: 0 };
    },
  };

  async function nextCompany(after: number): Promise<number | undefined> {
    const found = await inTurn(after, (turn) =>
      companies.findOne({ _id: turn }, { projection: { _id: 1 }, sort: { _id: 1 } }),
    );
    return found?._id;
  }

  /** Undefined: there is nothing to move, or another worker moves it. */
  async function moveBatch(
    store: ObjectStore,
    source: Source,
    place: Place,
    { until, now, stopping, damaged }: MoveOptions,
  ): Promise<number | undefined> {
    const _id = `${place.companyId}:${place.environment}:${source.name}`;
    const after = (await coldProgress.findOne({ _id }))?.after;
    const batch = await source.find(place, until, after);
    const last = batch.at(-1);
    if (last === undefined) return undefined;
    const claimedUntil = new Date(now.getTime() + claimMs);
    if (!(await claim(_id, now, claimedUntil))) return undefined;
    const moveRecord = recordMover({ files: collections.files, store, now, damaged });
    let bodies = 0;
    const waiting = [...batch];
    const moveNext = async (): Promise<void> => {
      for (let next = waiting.shift(); next !== undefined && !stopping.aborted; next = waiting.shift())
        for (const record of next.records) bodies += await moveRecord(place.companyId, record);
    };
    try {
      await Promise.all(Array.from({ length: atOnce }, moveNext));
    } catch (error) {
      // The batch is done again as soon as the store answers. If this fails too, when the claim ends.
      await coldProgress.updateOne({ _id, claimedUntil }, { $unset: { claimedUntil: '' } });
      throw error;
    }
    const done = stopping.aborted ? {} : { $set: { after: last.position } };
    await coldProgress.updateOne({ _id, claimedUntil }, { ...done, $unset: { claimedUntil: '' } });
    return bodies;
  }

  async function claim(_id: string, now: Date, claimedUntil: Date): Promise<boolean> {
    if (await isInserted(coldProgress.insertOne({ _id, claimedUntil }))) return true;
    const free = { $or: [{ claimedUntil: { $exists: false } }, { claimedUntil: { $lte: now } }] };
    const taken = await coldProgress.updateOne({ _id, ...free }, { $set: { claimedUntil } });
    return taken.matchedCount === 1;
  }
}

interface RecordToMove {
  readonly bodies: readonly Body[];
  readonly of: ColdBody['of'];
  /** Replaces these members, if they are as they were read. */
  readonly replace: (was: Document, refs: Document) => Promise<unknown>;
}

interface Source {
  readonly name: 'vouchers' | 'received';
  /** Oldest first. */
  readonly find: (
    place: Place,
    until: Date,
    after: Position | undefined,
  ) => Promise<readonly { readonly position: Position; readonly records: readonly RecordToMove[] }[]>;
}

/**
 * Vouchers that ended, by the time of their last change. One that is still open when its turn comes is passed over: its end changes that
 * time, so its turn comes again. Earlier attempts of a number go with the latest, which may have the same content.
 */
function voucherSource({ documents, attempts }: Pick<Collections, 'documents' | 'attempts'>): Source {
  return {
    name: 'vouchers',
    find: async (place, until, after) => {
      const found = await documents
        .find(
          { ...place, ...between('changedAt', 'encf', until, after) },
          { hint: 'changed', maxTimeMS: queryLimitMs, projection: { _id: 0, search: 0, pending: 0 } },
        )
        .sort({ changedAt: 1, encf: 1 })
        .limit(batchMax)
        .toArray();
      return Promise.all(
        found.map(async (document) => {
          const { encf, changedAt, final, deliverAt, settleAt } = document;
          const position = { at: changedAt ?? until, key: encf };
          if (!final || deliverAt !== undefined || settleAt !== undefined) return { position, records: [] };
          const earlier = earlierAttemptIds(document, attemptsMax);
          const replaced =
            earlier.length === 0 ? [] : await attempts.find({ _id: { $in: [...earlier] } }).toArray();
          const of = { environment: place.environment, encf };
          const { companyId, environment, attempt } = document;
          const ref = { companyId, environment, encf, attempt };
          return {
            position,
            records: [
              { of, bodies: bodiesOf(document), replace: replacing(documents, { ...ref, final: true }) },
              ...replaced.map((attempt) => ({
                of,
                bodies: bodiesOf({ document: attempt.document }),
                replace: replacing(attempts, { _id: attempt._id }),
              })),
            ],
          };
        }),
      );
    },
  };
}

/** Received vouchers, by their time of arrival. One that still waits for DGII, or has an approval to send, is passed over and stays. */
function receptionSource({ receptions }: Pick<Collections, 'receptions'>): Source {
  return {
    name: 'received',
    find: async (place, until, after) => {
      const found = await receptions
        .find(
          { ...place, ...between('receivedAt', '_id', until, after) },
          { hint: 'received', maxTimeMS: queryLimitMs, projection: { pending: 0 } },
        )
        .sort({ receivedAt: 1, _id: 1 })
        .limit(batchMax)
        .toArray();
      return found.map((reception) => {
        const { _id, receivedAt, encf, rncEmisor, environment, companyId } = reception;
        const key = { companyId, environment, rncEmisor, encf, _id };
        const over = reception.askDgiiAt === undefined && reception.approvalDueAt === undefined;
        const record = {
          of: { environment, encf, rncEmisor },
          bodies: bodiesOf(reception),
          replace: replacing(receptions, key as Filter<ReceptionRecord>),
        };
        return { position: { at: receivedAt, key: _id }, records: over ? [record] : [] };
      });
    },
  };
}

/** The first condition says where to start in the index. */
function between(time: string, key: string, until: Date, after: Position | undefined): Document {
  if (after === undefined) return { [time]: { $lte: until } };
  return {
    [time]: { $gte: after.at, $lte: until },
    $or: [{ [time]: { $gt: after.at } }, { [key]: { $gt: after.key } }],
  };
}

function replacing<Stored extends Document>(collection: Collection<Stored>, key: Filter<Stored>) {
  return (was: Document, refs: Document) =>
    collection.updateOne({ ...key, ...was }, { $set: refs } as Document);
}

/**
 * The members that refer to a content end with `file`. Our acknowledgement of a received voucher stays, because its issuer may ask for it
 * again at any time.
 */
export function bodiesOf(record: object, at = ''): readonly Body[] {
  return Object.entries(record).flatMap(([name, value]: [string, unknown]): readonly Body[] => {
    if (name === 'arecf') return [];
    const path = `${at}${name}`;
    if (/^file$|File$/.test(name) && (typeof value === 'string' || value instanceof Binary))
      return typeof value === 'string' || value.length() >= coldBytesMin ? [{ path, ref: value }] : [];
    const nested =
      typeof value === 'object' && value !== null && !(value instanceof Date) && !(value instanceof Binary);
    return nested ? bodiesOf(value, `${path}.`) : [];
  });
}

interface Mover extends Pick<MoveOptions, 'now' | 'damaged'> {
  readonly files: Collections['files'];
  readonly store: ObjectStore;
}

/** @returns a function that moves the bodies of a record, and returns how many it moved */
function recordMover({ files, store, now, damaged }: Mover) {
  const checkAt = new Date(now.getTime() + checkEveryMs);

  return async (companyId: number, { bodies, of, replace }: RecordToMove): Promise<number> => {
    const cold: ColdBody = { since: now, of, checkAt };
    const was: Record<string, Binary> = {};
    const refs: Record<string, string> = {};
    let moved = 0;
    for (const { path, ref } of bodies) {
      if (typeof ref === 'string') {
        if (await moveFile(companyId, ref, cold)) moved += 1;
        continue;
      }
      const content = await contentOf(ref);
      if (content === undefined) {
        damaged(`${companyId}:${of.environment}:${of.encf} ${path}`);
        continue;
      }
      const _id = fileIdOf(companyId, content);
      await putChecked(store, _id, ref.buffer);
      const { length } = content;
      await isInserted(files.insertOne({ _id, kind: 'from-record', length, createdAt: now, cold }));
      was[path] = ref;
      refs[path] = _id;
      moved += 1;
    }
    if (Object.keys(refs).length > 0) await replace(was, refs);
    return moved;
  };

  /** False: it has moved already, or is damaged. */
  async function moveFile(companyId: number, id: string, cold: ColdBody): Promise<boolean> {
    const file = await files.findOne({ _id: id });
    if (file?.bytes === undefined) return false;
    const content = await contentOf(file.bytes);
    if (content === undefined || fileIdOf(companyId, content) !== id) {
      damaged(id);
      return false;
    }
    await putChecked(store, id, file.bytes.buffer);
    await files.updateOne({ _id: id }, { $set: { cold }, $unset: { bytes: '' } });
    return true;
  }
}

/** Undefined: the bytes are damaged. */
function contentOf({ buffer }: Binary): Promise<Buffer | undefined> {
  return decompress(buffer).catch(() => undefined);
}

async function putChecked(store: ObjectStore, id: string, compressed: Uint8Array): Promise<void> {
  await store.put(id, compressed);
  await readObject(store, id);
}
