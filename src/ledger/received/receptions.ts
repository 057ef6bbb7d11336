/** Receptions in the ledger. The unique index decides which voucher gets a number; a compare-and-set decides every later change. */
import { createHash, randomUUID } from 'node:crypto';
import type { SignerFacts } from '../../ecf/codes/reception-states.js';
import { dayMs } from '../../ecf/durations.js';
import type { Environment } from '../../ecf/model/environments.js';
import type { Collections } from '../collections.js';
import type { Files } from '../files.js';
import { isInserted } from '../mongo/guard.js';
import { LedgerUnavailableError } from '../unavailable.js';
import { contentsRoomBytes } from '../vouchers/document-record.js';
import { issuedDayOf } from '../vouchers/lists/voucher-pages.js';
import { isKnownSigner } from './confirmed-signers.js';
import { createdEvent, refusedEvent } from './reception-events.js';
import { receptionSearchOf } from './reception-search.js';
import {
  receptionRef,
  type ReceivedVoucher,
  type ReceptionRecord,
  type ReceptionRef,
  type RefusalCode,
  type RefusedReceptionRecord,
  type StoredAcknowledgement,
} from './reception-record.js';

export interface ReceptionKey {
  readonly companyId: number;
  readonly environment: Environment;
  readonly rncEmisor: string;
  readonly encf: string;
}

export type Claim = {
  /** `existing`: the company has already received a voucher with this number, perhaps with other bytes. */
  readonly outcome: 'created' | 'existing';
  readonly reception: ReceptionRecord;
};

export type Refusal = Omit<RefusedReceptionRecord, '_id' | 'expireAt' | 'arecf'>;

export interface ToAcknowledge extends ReceptionRef {
  readonly rncComprador: string;
  /** Absent if the voucher was received. */
  readonly code?: RefusalCode;
  readonly arecf?: StoredAcknowledgement;
}

/** The record has room for contents: half of it is for the voucher, the other half for the ARECF. */
export const voucherRoomBytes = contentsRoomBytes / 2;
const refusalsKeptMs = 90 * dayMs;
/** DGII usually has the voucher before the buyer does, and gives its result within seconds. */
const firstQuestionMs = 60_000;

export function createReceptions(
  { receptions, refusedReceptions }: Pick<Collections, 'receptions' | 'refusedReceptions'>,
  files: Files,
) {
  const findReception = async ({ companyId, environment, rncEmisor, encf }: ReceptionKey) =>
    (await receptions.findOne({ companyId, environment, rncEmisor, encf })) ?? undefined;

  return {
    findReception,

    findReceptionById: async (id: string): Promise<ReceptionRecord | undefined> =>
      (await receptions.findOne({ _id: id })) ?? undefined,

    /**
     * Inserts the reception, or returns the one that has this number. A large voucher is written to a file first, so the caller first
     * checks for an earlier reception: repeated vouchers are more usual than races.
     */
    claimReception: async (voucher: ReceivedVoucher, bytes: Uint8Array, now: Date): Promise<Claim> => {
      const kept = await files.keepContent({
        companyId: voucher.companyId,
        kind: 'received-ecf',
        content: bytes,
        now,
        roomBytes: voucherRoomBytes,
      });
      const known = await isKnownSigner({ receptions }, voucher);
      const reception: ReceptionRecord = {
        _id: randomUUID(),
        ...voucher,
        ...(!known && { signerUnknown: true }),
        file: kept.ref,
        sha256: kept.sha256,
        receivedAt: now,
        issuedDay: issuedDayOf(voucher.fechaEmision),
        search: receptionSearchOf(voucher),
        // Also in certification, where DGII is not asked: a worker then signs the ARECF if it is missing.
        askDgiiAt: new Date(now.getTime() + firstQuestionMs),
      };
      const pending = [createdEvent(reception, now)];
      if (await isInserted(receptions.insertOne({ ...reception, pending })))
        return { outcome: 'created', reception };
      const winner = await findReception(voucher);
      // The record is on the primary, but no majority has it yet: an earlier try ended with that failure.
      if (winner === undefined) throw new LedgerUnavailableError();
      return { outcome: winner._id === reception._id ? 'created' : 'existing', reception: winner };
    },

    /** The same voucher came again with a trusted certificate of the same key, so the reception now shows that certificate. */
    trustSigner: async (reception: ReceptionRecord, signer: SignerFacts): Promise<void> => {
      const untrusted = { ...receptionRef(reception), 'signer.chain': { $ne: 'trusted' as const } };
      await receptions.updateOne(untrusted, { $set: { signer }, $unset: { signerUnknown: true } });
    },

    /** The earlier refusal of the same bytes with the same code. */
    findRefusal: async (refusal: Refusal): Promise<RefusedReceptionRecord | undefined> =>
      (await refusedReceptions.findOne({ _id: refusalIdOf(refusal) })) ?? undefined,

    /** Records the refusal of a voucher, or returns the earlier refusal of the same bytes. */
    refuseReception: async (refusal: Refusal): Promise<RefusedReceptionRecord> => {
      const expireAt = new Date(refusal.receivedAt.getTime() + refusalsKeptMs);
      const record = { _id: refusalIdOf(refusal), ...refusal, expireAt };
      const pending = [refusedEvent(record)];
      if (await isInserted(refusedReceptions.insertOne({ ...record, pending }))) return record;
      return (await refusedReceptions.findOne({ _id: record._id })) ?? record;
    },

    findToAcknowledge: async (id: string): Promise<ToAcknowledge | undefined> =>
      (await receptions.findOne({ _id: id })) ?? (await refusedReceptions.findOne({ _id: id })) ?? undefined,

    /** The first acknowledgement stays. @param reception with the hash of the acknowledged voucher, which may have lost its number since */
    recordAcknowledgement: async (reception: ReceptionRef, arecf: StoredAcknowledgement): Promise<void> => {
      const unsigned = { ...receptionRef(reception), arecf: { $exists: false } };
      const change = { $set: { arecf } };
      const { matchedCount } = await receptions.updateOne(unsigned, change);
      if (matchedCount === 0) await refusedReceptions.updateOne(unsigned, change);
    },
  };
}

/** The same bytes with the same code have the same id, so a flood of copies makes one record and one signature. */
function refusalIdOf({ companyId, environment, code, sha256 }: Refusal): string {
  return createHash('sha256').update(`${companyId}:${environment}:${code}:${sha256}`).digest('hex');
}
