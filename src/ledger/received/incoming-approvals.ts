/** Approvals and rejections that buyers send about our vouchers. Strangers can send them too, so the ledger keeps a limited number. */
import { createHash } from 'node:crypto';
import { dayMs } from '../../ecf/durations.js';
import type { Collections } from '../collections.js';
import type { Files } from '../files.js';
import { isInserted } from '../mongo/guard.js';
import { LedgerUnavailableError } from '../unavailable.js';
import { attemptId, type DocumentRecord } from '../vouchers/document-record.js';
import { shownChange } from '../vouchers/document-writes.js';
import { pendingWithDecision } from '../vouchers/voucher-events.js';
import type { IncomingApprovalRecord } from './reception-record.js';

export type ShownApproval = Pick<DocumentRecord, 'companyId' | 'environment' | 'encf' | 'buyerApproval'>;

export type IncomingApproval = Omit<
  IncomingApprovalRecord,
  '_id' | 'file' | 'sha256' | 'unknownVoucher' | 'expireAt'
>;

/** The most approvals of one voucher that are kept without a trusted certificate. Anybody can make a certificate. */
export const untrustedApprovalsMax = 20;
/** Of these, one key may have this many. A genuine buyer sends one or two approvals; a third one takes the place of its oldest. */
export const approvalsOfSignerMax = 2;
/** And one network this many: a stranger makes a new key in a moment, but has few networks. */
export const approvalsOfNetworkMax = 5;
/** DGII's certification tests send a few approvals of vouchers that another program issued. */
export const unknownApprovalsMax = 1_000;
const findLimitMs = 5_000;
const unknownKeptMs = 90 * dayMs;

type ApprovalCollections = Pick<Collections, 'incomingApprovals' | 'documents' | 'attempts'>;

export function createIncomingApprovals(collections: ApprovalCollections, files: Files) {
  const { incomingApprovals } = collections;
  const roomFor = async (record: IncomingApprovalRecord): Promise<Room> => {
    const { _id, companyId, environment, encf } = record;
    const others = await incomingApprovals
      .find(
        { companyId, environment, encf, 'signer.chain': { $ne: 'trusted' }, _id: { $ne: _id } },
        {
          projection: { signer: 1, network: 1, receivedAt: 1 },
          sort: { receivedAt: 1 },
          hint: 'voucher',
          // Approvals at the same moment may exceed the room by a few.
          limit: 2 * untrustedApprovalsMax,
          maxTimeMS: findLimitMs,
        },
      )
      .toArray();
    return roomAmong(others, record);
  };

  return {
    /**
     * Keeps the approval and then shows it on the voucher. The same signature sent twice is one approval. False if there is no room for one
     * more untrusted approval.
     * @param attempt the attempt of our voucher that the approval is about
     */
    keepApproval: async (
      approval: IncomingApproval,
      bytes: Uint8Array,
      attempt: number,
    ): Promise<boolean> => {
      const { companyId, signer, receivedAt } = approval;
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
      const isKnown = (await incomingApprovals.findOne({ _id }, { projection: { _id: 1 } })) !== null;
      const room = trusted || isKnown ? 'free' : await roomFor(record);
      if (room === 'full') return false;
      const isNew = await isInserted(incomingApprovals.insertOne(record));
      if (isNew && room !== 'free') await incomingApprovals.deleteOne({ _id: room.displaced });
      // A copy with a certificate that nobody trusts may have come first.
      if (!isNew && trusted)
        await incomingApprovals.updateOne({ _id, 'signer.chain': { $ne: 'trusted' } }, { $set: { signer } });
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
      const count = { hint: 'unknown', limit: unknownApprovalsMax };
      if ((await incomingApprovals.countDocuments(known, count)) >= unknownApprovalsMax) return false;
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

type Room = 'free' | 'full' | { readonly displaced: string };
type Kept = Pick<IncomingApprovalRecord, '_id' | 'signer' | 'network'>;

/**
 * A new signer never has to wait for a stranger who repeats: the approval takes the place of the oldest one of a key that has several, or
 * else of the newest one of a network that has several. A network beyond its share finds a place only among its own.
 * @param others oldest first
 */
export function roomAmong(others: readonly Kept[], one: Kept): Room {
  const ofSigner = others.filter((other) => keyOf(other) === keyOf(one));
  if (ofSigner.length >= approvalsOfSignerMax) return displacing(ofSigner[0]);
  const ofNetwork = others.filter(({ network }) => network !== undefined && network === one.network);
  if (ofNetwork.length >= approvalsOfNetworkMax) return displacing(repeated(ofNetwork, keyOf)[0]);
  if (others.length < untrustedApprovalsMax) return 'free';
  return displacing(repeated(others, keyOf)[0] ?? repeated(others, ({ network }) => network).at(-1));
}

function displacing(displaced: Kept | undefined): Room {
  return displaced === undefined ? 'full' : { displaced: displaced._id };
}

/** The approvals of the one who has most of them; empty if nobody has more than one. */
function repeated(approvals: readonly Kept[], by: (one: Kept) => string | undefined): readonly Kept[] {
  const groups = new Map<string, Kept[]>();
  for (const one of approvals) {
    const key = by(one);
    if (key !== undefined) groups.set(key, [...(groups.get(key) ?? []), one]);
  }
  const [largest = []] = [...groups.values()].sort((a, b) => b.length - a.length);
  return largest.length > 1 ? largest : [];
}

function keyOf({ signer: { publicKeyHash, fingerprint } }: Kept): string {
  return publicKeyHash ?? fingerprint;
}

async function showOnVoucher(
  { documents, attempts }: ApprovalCollections,
  approval: IncomingApprovalRecord,
  attempt: number,
): Promise<void> {
  const { _id, companyId, environment, encf, decision: estado, motivo, fecha, signer, receivedAt } = approval;
  const reason = motivo === undefined ? {} : { motivo };
  const buyerApproval = { estado, ...reason, fecha, signer, receivedAt };
  const voucher = { companyId, environment, encf, attempt };
  const shown = { ...buyerApproval, hash: _id.slice(_id.lastIndexOf(':') + 1) };
  const { matchedCount } = await documents.updateOne(
    { ...voucher, ...givesWayTo('buyerApproval', approval) },
    shownChange([
      { $set: { buyerApproval: { $literal: buyerApproval }, pending: pendingWithDecision(shown, '$') } },
    ]),
  );
  if (matchedCount === 1) return;
  await attempts.updateOne({ _id: attemptId(voucher), ...givesWayTo('document.buyerApproval', approval) }, [
    {
      $set: {
        'document.buyerApproval': { $literal: buyerApproval },
        pending: pendingWithDecision(shown, '$document.'),
      },
    },
  ]);
}

/**
 * The latest approval is shown, in whatever order processes write. Of two at the same moment a rejection is shown, because it costs more to
 * overlook it. Anybody can make a certificate, so an untrusted approval never replaces one with a trusted certificate, and a trusted one
 * replaces every untrusted one.
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

/** By the signature where it is known, because anybody can send a copy in other bytes or with another certificate of the same key. */
function idOf(
  { companyId, environment, encf, signer, signatureHash }: IncomingApproval,
  sha256: string,
): string {
  const { publicKeyHash } = signer;
  const isSigned = publicKeyHash !== undefined && signatureHash !== undefined;
  const said = isSigned
    ? createHash('sha256').update(`${publicKeyHash}:${signatureHash}`).digest('hex')
    : sha256;
  return `${companyId}:${environment}:${encf}:${said}`;
}
