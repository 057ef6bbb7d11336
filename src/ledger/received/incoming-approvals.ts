/**
 * Approvals and rejections that buyers send about our vouchers. A voucher shows the latest one. Strangers can send them too, so the ledger
 * keeps a limited number. The bytes are within the record.
 */
import { createHash } from 'node:crypto';
import type { Filter } from 'mongodb';
import { dayMs } from '../../ecf/durations.js';
import type { Collections } from '../mongo/collections.js';
import type { Files } from '../mongo/files.js';
import { isInserted } from '../mongo/guard.js';
import { LedgerUnavailableError } from '../unavailable.js';
import { attemptId, type DocumentRecord } from '../vouchers/document-record.js';
import type { IncomingApprovalRecord } from './reception-record.js';

export type ShownApproval = Pick<DocumentRecord, 'companyId' | 'environment' | 'encf' | 'buyerApproval'>;

export type IncomingApproval = Omit<
  IncomingApprovalRecord,
  '_id' | 'file' | 'sha256' | 'unknownVoucher' | 'expireAt'
>;

/**
 * The most approvals of one voucher that are kept without a trusted certificate. Anybody can make a certificate, and a genuine buyer sends
 * one or two approvals.
 */
export const untrustedApprovalsMax = 20;
/** DGII's certification tests send a few approvals of vouchers that another program issued. */
export const unknownApprovalsMax = 1_000;
/** One voucher has a few approvals. */
const findLimitMs = 5_000;
const unknownKeptMs = 90 * dayMs;

type ApprovalCollections = Pick<Collections, 'incomingApprovals' | 'documents' | 'attempts'>;

export function createIncomingApprovals(collections: ApprovalCollections, files: Files) {
  const { incomingApprovals } = collections;
  const isFull = async (filter: Filter<IncomingApprovalRecord>, hint: string, limit: number) =>
    (await incomingApprovals.countDocuments(filter, { hint, limit })) >= limit;

  return {
    /**
     * Keeps the approval and then shows it on the voucher. The same bytes sent twice are one approval. False if the voucher already has too
     * many untrusted approvals.
     * @param attempt the attempt of our voucher that the approval is about
     */
    keepApproval: async (
      approval: IncomingApproval,
      bytes: Uint8Array,
      attempt: number,
    ): Promise<boolean> => {
      const { companyId, environment, encf, signer, receivedAt } = approval;
      const kept = await files.keepContent({
        companyId,
        kind: 'received-approval',
        content: bytes,
        now: receivedAt,
        roomBytes: Infinity,
      });
      const _id = idOf(approval, kept.sha256);
      const record = { _id, ...approval, file: kept.ref, sha256: kept.sha256 };
      const trusted = signer.chain === 'trusted';
      const others = {
        companyId,
        environment,
        encf,
        'signer.chain': { $ne: 'trusted' },
        _id: { $ne: _id },
      } as const;
      if (!trusted && (await isFull(others, 'voucher', untrustedApprovalsMax))) return false;
      const isNew = await isInserted(incomingApprovals.insertOne(record));
      // The process that kept it first may have died before it showed it, so a copy shows it as it was kept.
      const first = isNew ? record : await incomingApprovals.findOne({ _id });
      // The record is on the primary, but no majority has it yet: an earlier try ended with that failure.
      if (first === null) throw new LedgerUnavailableError();
      await showOnVoucher(collections, first, attempt);
      return true;
    },

    /** The record, with its bytes, of the approval that the voucher shows. */
    findShownApproval: async ({
      companyId,
      environment,
      encf,
      buyerApproval,
    }: ShownApproval): Promise<IncomingApprovalRecord | undefined> => {
      if (buyerApproval === undefined) return undefined;
      const { estado: decision, fecha, signer } = buyerApproval;
      const said = { decision, fecha, 'signer.fingerprint': signer.fingerprint };
      // Not by the moment of reception: earlier versions showed another one if a process died after it had kept the approval.
      const found = await incomingApprovals.findOne(
        { companyId, environment, encf, ...said },
        { sort: { receivedAt: -1 }, hint: 'voucher', maxTimeMS: findLimitMs },
      );
      return found ?? undefined;
    },

    /**
     * Notes an approval of a voucher that we do not have, without its bytes and for 90 days. False if the company already has too many of
     * them, so this one is not kept.
     */
    noteUnknownApproval: async (approval: IncomingApproval, bytes: Uint8Array): Promise<boolean> => {
      const { companyId, environment, receivedAt } = approval;
      const known = { companyId, environment, unknownVoucher: true } as const;
      if (await isFull(known, 'unknown', unknownApprovalsMax)) return false;
      const sha256 = createHash('sha256').update(bytes).digest('hex');
      const expireAt = new Date(receivedAt.getTime() + unknownKeptMs);
      const record = {
        _id: idOf(approval, sha256),
        ...approval,
        sha256,
        expireAt,
        unknownVoucher: true,
      } as const;
      await isInserted(incomingApprovals.insertOne(record));
      return true;
    },
  };
}

/** Shows the approval on its attempt, in the voucher's own record or among the earlier attempts. */
async function showOnVoucher(
  { documents, attempts }: ApprovalCollections,
  approval: IncomingApprovalRecord,
  attempt: number,
): Promise<void> {
  const { companyId, environment, encf, decision: estado, motivo, fecha, signer, receivedAt } = approval;
  const reason = motivo === undefined ? {} : { motivo };
  const buyerApproval = { estado, ...reason, fecha, signer, receivedAt };
  const voucher = { companyId, environment, encf, attempt };
  const { matchedCount } = await documents.updateOne(
    { ...voucher, ...givesWayTo('buyerApproval', approval) },
    { $set: { buyerApproval } },
  );
  if (matchedCount === 1) return;
  await attempts.updateOne(
    { _id: attemptId(voucher), ...givesWayTo('document.buyerApproval', approval) },
    { $set: { 'document.buyerApproval': buyerApproval } },
  );
}

/**
 * The condition that the shown approval gives way to this one. The latest approval is shown, in whatever order processes write. Of two at
 * the same moment a rejection is shown, because it costs more to overlook it. Anybody can make a certificate, so an untrusted approval never
 * replaces one with a trusted certificate, and a trusted one replaces every untrusted one.
 * @param member where the record shows an approval
 */
function givesWayTo(
  member: 'buyerApproval' | 'document.buyerApproval',
  { signer, decision, receivedAt }: IncomingApprovalRecord,
) {
  const untrusted = { [`${member}.signer.chain`]: { $ne: 'trusted' } };
  const at = `${member}.receivedAt`;
  const earlier = {
    $or: [
      { [at]: { $lt: receivedAt } },
      ...(decision === 'rechazado' ? [{ [at]: receivedAt, [`${member}.estado`]: 'aprobado' }] : []),
    ],
  };
  if (signer.chain === 'trusted') return { $or: [untrusted, earlier] };
  return { $or: [{ [member]: { $exists: false } }, { ...untrusted, ...earlier }] };
}

function idOf({ companyId, environment, encf }: IncomingApproval, sha256: string): string {
  return `${companyId}:${environment}:${encf}:${sha256}`;
}
