/** Approvals and rejections that buyers send about our vouchers. All are kept; the voucher shows the latest one. */
import type { Collections } from '../mongo/collections.js';
import type { Files } from '../mongo/files.js';
import { isInserted } from '../mongo/guard.js';
import { contentsRoomBytes } from '../vouchers/document-record.js';
import type { IncomingApprovalRecord } from './reception-record.js';

export type IncomingApproval = Omit<IncomingApprovalRecord, '_id' | 'file' | 'sha256'>;

export function createIncomingApprovals(
  { incomingApprovals, documents }: Pick<Collections, 'incomingApprovals' | 'documents'>,
  files: Files,
) {
  return {
    /**
     * Keeps the approval, then shows it on the voucher. The same bytes twice are one approval.
     * @param attempt of our voucher that it is about; undefined: we have no such voucher
     */
    keepApproval: async (
      approval: IncomingApproval,
      bytes: Uint8Array,
      attempt: number | undefined,
    ): Promise<void> => {
      const { companyId, environment, encf, decision: estado, motivo, fecha, signer, receivedAt } = approval;
      const kept = await files.keepText(
        ...([companyId, 'received-approval', bytes, receivedAt, contentsRoomBytes] as const),
      );
      const _id = `${companyId}:${environment}:${encf}:${kept.sha256}`;
      const record = { _id, ...approval, file: kept.ref, sha256: kept.sha256 };
      const isNew = await isInserted(incomingApprovals.insertOne(record));
      if (attempt === undefined) return;
      // An old approval that comes again replaces nothing. But the process that kept it may have died before this line.
      const unseen = isNew ? {} : { buyerApproval: { $exists: false } };
      // Anybody can make a certificate, so one that nobody vouches for does not replace what a trusted one signed.
      const believed = signer.chain === 'trusted' ? {} : { 'buyerApproval.signer.chain': { $ne: 'trusted' } };
      const reason = motivo === undefined ? {} : { motivo };
      const buyerApproval = { estado, ...reason, fecha, signer, receivedAt };
      await documents.updateOne(
        { companyId, environment, encf, attempt, $and: [unseen, believed] },
        { $set: { buyerApproval } },
      );
    },
  };
}
