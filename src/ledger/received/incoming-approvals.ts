/**
 * Approvals and rejections that buyers send about our vouchers. The voucher shows the latest one. Strangers can send them too, so what is
 * kept is bounded. The bytes are within the record.
 */
import { createHash } from 'node:crypto';
import type { Filter } from 'mongodb';
import type { Collections } from '../mongo/collections.js';
import type { Files } from '../mongo/files.js';
import { isInserted } from '../mongo/guard.js';
import type { IncomingApprovalRecord } from './reception-record.js';

export type IncomingApproval = Omit<
  IncomingApprovalRecord,
  '_id' | 'file' | 'sha256' | 'unknownVoucher' | 'expireAt'
>;

/** A buyer sends one or two about a voucher. Anybody can make certificates, so of those that nobody vouches for so many are kept. */
export const untrustedApprovalsMax = 20;
/** DGII's rehearsal sends a few approvals of vouchers that another program issued. */
export const unknownApprovalsMax = 1_000;
const unknownKeptMs = 90 * 86_400_000;

export function createIncomingApprovals(
  { incomingApprovals, documents }: Pick<Collections, 'incomingApprovals' | 'documents'>,
  files: Files,
) {
  const isFull = async (filter: Filter<IncomingApprovalRecord>, hint: string, limit: number) =>
    (await incomingApprovals.countDocuments(filter, { hint, limit })) >= limit;

  return {
    /**
     * Keeps the approval, then shows it on the voucher. The same bytes twice are one approval. False: the voucher has too many of them.
     * @param attempt of our voucher that it is about
     */
    keepApproval: async (
      approval: IncomingApproval,
      bytes: Uint8Array,
      attempt: number,
    ): Promise<boolean> => {
      const { companyId, environment, encf, decision: estado, motivo, fecha, signer, receivedAt } = approval;
      const kept = await files.keepText(companyId, 'received-approval', bytes, receivedAt, Infinity);
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
      // An old approval that comes again replaces nothing. But the process that kept it may have died before this line.
      const unseen = isNew ? {} : { buyerApproval: { $exists: false } };
      // Anybody can make a certificate, so one that nobody vouches for does not replace what a trusted one signed.
      const believed = trusted ? {} : { 'buyerApproval.signer.chain': { $ne: 'trusted' } };
      const reason = motivo === undefined ? {} : { motivo };
      const buyerApproval = { estado, ...reason, fecha, signer, receivedAt };
      await documents.updateOne(
        { companyId, environment, encf, attempt, $and: [unseen, believed] },
        { $set: { buyerApproval } },
      );
      return true;
    },

    /**
     * Notes an approval of a voucher that we do not have, without its bytes, for 90 days. False: the company has so many of them that
     * this one is not kept.
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

function idOf({ companyId, environment, encf }: IncomingApproval, sha256: string): string {
  return `${companyId}:${environment}:${encf}:${sha256}`;
}
