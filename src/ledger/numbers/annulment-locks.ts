/**
 * Locks numbers before DGII is asked to void them (range-annulments.ts). **The record in `annulments` is the lock**: a send finds it
 * when it marks its number, and `next` skips it. So it also locks a number that was never handed out, without a gap in the numbering.
 * We write the lock first and then search for a document. A send at the same moment either finds the lock, or it came first, and
 * then we remove the lock. Each function may run again after its process died.
 */
import { refusals } from '../../ecf/messages/refusals.js';
import { parseEncf } from '../../ecf/model/encf.js';
import type { Collections } from '../collections.js';
import { withEvent } from '../events/event-writes.js';
import { insertNew } from '../mongo/guard.js';
import { earlierAttemptIds, ownVerdict, type DocumentRecord } from '../vouchers/document-record.js';
import { shownChange, voucherMembers, type VoucherBefore } from '../vouchers/document-writes.js';
import { checkNotesAt } from '../vouchers/documents.js';
import { endEvent, pendingWithEnd } from '../vouchers/voucher-events.js';
import { useOf, type EarlierAttempt, type LockRefusal } from './annulment-rules.js';
import { readSequences } from './authorizations.js';
import { assignsItsOwnNumbers, idOfEncf, reservationOf, serialOf, type AnnulmentRecord } from './numbers.js';
import type { Company } from '../companies/company.js';

export interface Locker {
  readonly id: string;
  readonly companyId: number;
  readonly environment: Company['environment'];
  readonly note: string;
  readonly now: Date;
  /** Gets each voucher whose state the annulment changed. */
  readonly onEnded?: (document: VoucherBefore) => void;
}

export type LockResult = 'locked' | LockRefusal;

const chunk = 1_000;
/** If a voucher has more attempts, we assume that DGII got an earlier one. */
const attemptsMax = 20;

export function createAnnulmentLocks(collections: Collections) {
  const { annulments, documents, companies, reservations } = collections;

  return {
    /** @param encfs valid e-NCFs, each once. @returns the result of each; a number that was not locked stays as it was */
    lockNumbers: async (
      locker: Locker,
      encfs: readonly string[],
    ): Promise<ReadonlyMap<string, LockResult>> => {
      const results = new Map<string, LockResult>();
      const locks = locksOf(collections, locker);
      const company = await companies.findOne({ _id: locker.companyId });
      const allowRejected = company?.annulRejected === 'allow';
      const ownNumbers = company !== null && assignsItsOwnNumbers(company, locker.environment);
      const authorized = ownNumbers ? () => true : await authorizedNumbers(collections, locker);
      for (const some of chunksOf(encfs)) {
        for (const encf of some) if (!authorized(encf)) results.set(encf, 'NOT_AUTHORIZED');
        const written = await writeLocks(collections, locker, some.filter(authorized));
        const withdrawn = await withdrawUsed(collections, locker, lockedOf(written), { allowRejected });
        for (const [encf, result] of [...written, ...withdrawn]) results.set(encf, result);
        const locked = some.filter((encf) => results.get(encf) === 'locked');
        await locks.mark(locked);
        // If this process stood still, another one may have ended the annulment and removed the locks before our marks.
        const kept = new Set(await locks.present(locked));
        await locks.unmark(locked.filter((encf) => !kept.has(encf)));
      }
      return results;
    },

    /** Marks numbers that must never be sent: DGII voided them, or has vouchers with them. Numbers of other locks stay as they are. */
    closeLocked: async (locker: Locker, encfs: readonly string[]): Promise<void> => {
      const { companyId, environment, note, now, onEnded } = locker;
      const locks = locksOf(collections, locker);
      for (const some of chunksOf(encfs)) {
        const mine = await locks.present(some);
        const refused = { companyId, environment, encf: { $in: mine }, state: 'refused' } as const;
        const ended = await documents
          .find<VoucherBefore>(refused, { projection: voucherMembers })
          .limit(chunk)
          .toArray();
        const end = { state: 'annulled', verdict: ownVerdict('ENCF_ANNULLED', note) } as const;
        const { state } = end;
        const verdict = { $literal: end.verdict };
        await documents.updateMany(
          refused,
          shownChange([{ $set: { state, verdict, pending: pendingWithEnd(end, now) } }]),
        );
        for (const document of ended) onEnded?.(document);
        await reservations.updateMany(locks.reservationsOf(mine), {
          $set: { state: 'annulled', note },
          $unset: { otherwise: '' },
        });
        // The locks are removed last, so that a call that is repeated after a crash still finds the numbers.
        await annulments.updateMany(locks.of(mine), {
          $set: { annulledAt: now, note },
          $unset: { lock: '' },
        });
      }
    },

    /** Removes the locks, because DGII certainly did not void the numbers. */
    releaseLocked: async (locker: Locker, encfs: readonly string[]): Promise<void> => {
      const locks = locksOf(collections, locker);
      for (const some of chunksOf(encfs)) await locks.remove(await locks.present(some));
    },
  };
}

function locksOf(
  { annulments, reservations }: Pick<Collections, 'annulments' | 'reservations'>,
  locker: Locker,
) {
  const of = (encfs: readonly string[]) => ({
    _id: { $in: encfs.map((encf) => idOf(locker, encf)) },
    lock: locker.id,
  });

  /** The filter has the keys, so a sharded ledger asks only the shards of these numbers. */
  const reservationsOf = (encfs: readonly string[]) => {
    const each = encfs.map((encf) => reservationOf(idOf(locker, encf)));
    const keys = new Set(each.map(({ key }) => key));
    return { _id: { $in: each.map(({ _id }) => _id) }, key: { $in: [...keys] } };
  };

  const unmark = async (encfs: readonly string[]): Promise<void> => {
    if (encfs.length === 0) return;
    await reservations.updateMany(
      { ...reservationsOf(encfs), state: 'annulling', otherwise: { $exists: true } },
      [{ $set: { state: '$otherwise' } }, { $unset: 'otherwise' }],
    );
  };

  return {
    of,
    reservationsOf,
    unmark,

    present: async (encfs: readonly string[]): Promise<string[]> => {
      const found = annulments.find(of(encfs), { projection: { encf: 1 } }).limit(Math.max(1, encfs.length));
      return (await found.toArray()).map(({ encf }) => encf);
    },

    mark: async (encfs: readonly string[]): Promise<void> => {
      const before = { $cond: [{ $eq: ['$state', 'abandoned'] }, 'abandoned', 'reserved'] };
      await reservations.updateMany(
        { ...reservationsOf(encfs), state: { $in: ['reserved', 'used', 'abandoned'] } },
        [{ $set: { state: 'annulling', otherwise: before } }],
      );
    },

    remove: async (encfs: readonly string[]): Promise<void> => {
      if (encfs.length === 0) return;
      await unmark(encfs);
      await annulments.deleteMany(of(encfs));
    },
  };
}

/**
 * A company whose numbers the service assigns annuls only numbers that DGII granted it. We do not know which numbers DGII granted to the
 * others.
 */
async function authorizedNumbers(
  collections: Collections,
  { companyId, environment }: Locker,
): Promise<(encf: string) => boolean> {
  const ranges = (await readSequences(collections, companyId, environment)).flatMap((record) =>
    record.authorizations.map(({ ecfType, from, to }) => ({ ecfType, from, to })),
  );
  return (encf) => {
    const type = parseEncf(encf)?.type;
    const serial = serialOf(encf);
    return ranges.some((range) => range.ecfType === type && range.from <= serial && serial <= range.to);
  };
}

/** @returns `locked` also if this annulment locked the number before */
async function writeLocks(
  collections: Pick<Collections, 'annulments'>,
  locker: Locker,
  encfs: readonly string[],
): Promise<ReadonlyMap<string, LockResult>> {
  if (encfs.length === 0) return new Map();
  const { id: lock, companyId, environment, note, now } = locker;
  const records = encfs.map((encf): AnnulmentRecord => {
    return { _id: idOf(locker, encf), companyId, environment, encf, note, annulledAt: now, lock };
  });
  await insertNew(collections.annulments, records, { ordered: false });
  const found = await collections.annulments
    .find({ _id: { $in: records.map(({ _id }) => _id) } }, { projection: { encf: 1, lock: 1 } })
    .limit(records.length)
    .toArray();
  // A number without a record had one when we inserted: another request has released it since. The client may ask for it again.
  const results = new Map<string, LockResult>(encfs.map((encf) => [encf, 'BEING_ANNULLED']));
  for (const { encf, lock: by } of found) {
    if (by === lock) results.set(encf, 'locked');
    if (by === undefined) results.set(encf, 'ALREADY_ANNULLED');
  }
  return results;
}

function lockedOf(results: ReadonlyMap<string, LockResult>): string[] {
  return [...results].filter(([, result]) => result === 'locked').map(([encf]) => encf);
}

/**
 * Removes the locks of numbers that a document uses. But a voucher that waits and was certainly never sent is ended, and its lock stays.
 */
async function withdrawUsed(
  collections: Pick<Collections, 'annulments' | 'attempts' | 'documents' | 'reservations'>,
  locker: Locker,
  encfs: readonly string[],
  rule: { readonly allowRejected: boolean },
): Promise<ReadonlyMap<string, LockRefusal>> {
  const { companyId, environment } = locker;
  const found = await collections.documents
    .find({ companyId, environment, encf: { $in: [...encfs] } }, { projection: { _id: 0 } })
    .limit(encfs.length)
    .toArray();
  const earlier = await earlierAttempts(collections, found);
  const withdrawn = new Map<string, LockRefusal>();
  for (const document of found) {
    const use = useOf(document, earlier.get(document.encf) ?? [], rule);
    const ended = use === 'waits-unsent' && (await endUnsent(collections, document, locker));
    if (use === 'free' || ended) continue;
    withdrawn.set(document.encf, use === 'waits-unsent' ? 'IN_PROCESS' : use);
  }
  const voided = [...withdrawn].filter(([, reason]) => reason === 'ALREADY_ANNULLED');
  const locks = locksOf(collections, locker);
  // A person voided the number at this moment. Without `lock` the record says that it is voided.
  await collections.annulments.updateMany(locks.of(voided.map(([encf]) => encf)), { $unset: { lock: '' } });
  // An earlier run of this step may have marked them before its process died, and before the voucher was admitted.
  await locks.remove([...withdrawn.keys()]);
  return withdrawn;
}

/** The earlier attempts of these vouchers, by their e-NCF. A voucher with too many attempts has none here. */
async function earlierAttempts(
  { attempts }: Pick<Collections, 'attempts'>,
  documents: readonly DocumentRecord[],
): Promise<ReadonlyMap<string, readonly EarlierAttempt[]>> {
  const ids = documents
    .filter(({ attempt }) => attempt <= attemptsMax)
    .flatMap((document) => earlierAttemptIds(document, attemptsMax));
  if (ids.length === 0) return new Map();
  const members = ['encf', 'state', 'trackIds', 'submissionCount', 'submissions.outcome', 'signed.signedAt'];
  const projection = Object.fromEntries(members.map((member) => [`document.${member}`, 1]));
  const found = await attempts
    .find({ _id: { $in: ids } }, { projection })
    .limit(ids.length)
    .toArray();
  const earlier = new Map<string, EarlierAttempt[]>(documents.map(({ encf }) => [encf, []]));
  for (const { document } of found) earlier.get(document.encf)?.push(document);
  return earlier;
}

/** False: the voucher's workflow continued at the same moment. */
async function endUnsent(
  { documents }: Pick<Collections, 'documents'>,
  document: DocumentRecord,
  { now, onEnded }: Pick<Locker, 'now' | 'onEnded'>,
): Promise<boolean> {
  const { companyId, environment, encf, attempt, state, submissions } = document;
  const verdict = ownVerdict('ENCF_BEING_ANNULLED', refusals.ENCF_BEING_ANNULLED.mensaje);
  const ended = await documents.updateOne(
    { companyId, environment, encf, attempt, state, final: false, submissions },
    shownChange(
      withEvent<DocumentRecord>(
        {
          $set: { state: 'refused', final: true, finalAt: now, verdict },
          $unset: { waiting: '', nextCheckAt: '' },
        },
        endEvent(document, { state: 'refused', verdict }, now),
      ),
    ),
  );
  if (ended.matchedCount === 0) return false;
  await checkNotesAt({ documents }, document, now);
  onEnded?.(document);
  return true;
}

function idOf({ companyId, environment }: Locker, encf: string): string {
  const id = idOfEncf(companyId, environment, encf);
  if (id === undefined) throw new Error(`Not an e-NCF: ${encf}`);
  return id;
}

function* chunksOf(encfs: readonly string[]): Generator<string[]> {
  for (let from = 0; from < encfs.length; from += chunk) yield encfs.slice(from, from + chunk);
}
