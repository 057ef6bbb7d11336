/**
 * Admits vouchers to the ledger. The unique index on (companyId, environment, e-NCF) decides which request creates the document.
 * For a new attempt, a compare-and-set on `attempt` decides.
 */
import type { Environment } from '../../ecf/model/environments.js';
import { withoutId, type Collections } from '../collections.js';
import { replacedWith } from '../events/event-writes.js';
import type { Files } from '../files.js';
import { confirmed } from '../mongo/confirmed.js';
import { isInserted } from '../mongo/guard.js';
import { LedgerUnavailableError } from '../unavailable.js';
import {
  type Admission,
  type AdmitInput,
  contentsRoomBytes,
  trackIdsKept,
  type DocumentRecord,
  type FileRef,
} from './document-record.js';
import { keepAttempt } from './attempts.js';
import { mayTryAgain, mayRepeat } from './live-document.js';
import { issuedDayOf } from './lists/voucher-pages.js';
import { voucherSearchOf } from './lists/voucher-search.js';

export function createAdmission({ documents, attempts }: Collections, files: Files) {
  const findDocument = async (
    companyId: number,
    environment: Environment,
    encf: string,
  ): Promise<DocumentRecord | undefined> => {
    const filter = { companyId, environment, encf };
    const found = await documents.findOne(filter, withoutId);
    return found ?? (await documents.findOne(filter, { ...withoutId, ...confirmed })) ?? undefined;
  };

  return {
    findDocument,

    admit: async (input: AdmitInput): Promise<Admission> => {
      const { companyId, content, now } = input;
      // The signed XML, which we send, needs the rest of the room.
      const room = contentsRoomBytes / 2;
      const { ref } = await files.keepContent({ companyId, kind: 'content', content, now, roomBytes: room });
      const document = firstAttempt(input, ref);
      const created = await isInserted(documents.insertOne(withSearch(document)));
      return created ? { outcome: 'created', document } : admitAgain(input, document);
    },
  };

  /** The existing document is ours after a retried write, another request's, or one that permits a new attempt. */
  async function admitAgain(input: AdmitInput, fresh: DocumentRecord): Promise<Admission> {
    const { companyId, environment, encf } = input;
    const existing = await findDocument(companyId, environment, encf);
    // The record is on the primary, but no majority has it yet: an earlier try ended with that failure.
    if (existing === undefined) throw new LedgerUnavailableError();
    if (existing.requestId === input.requestId) return { outcome: 'created', document: existing };
    const { contentHash, suspended = false, resend = false, replaces, now } = input;
    // A person ordered the attempt after another one than this.
    const isOutdated = replaces !== undefined && replaces !== existing.attempt;
    const mayReplace =
      !isOutdated &&
      (mayTryAgain(existing, contentHash, suspended, { now, resend }) || mayRepeat(existing, replaces));
    if (!mayReplace) return { outcome: 'existing', document: existing };

    // DGII lists the trackIds of earlier attempts too, and they say nothing about this one.
    const earlierTrackIds = [...existing.earlierTrackIds, ...existing.trackIds].slice(-trackIdsKept);
    const next = { ...fresh, attempt: existing.attempt + 1, earlierTrackIds };
    await keepAttempt(attempts, existing);
    const replaced = await documents.updateOne(
      { companyId, environment, encf, attempt: existing.attempt, state: existing.state },
      replacedWith(withSearch(next)),
    );
    if (replaced.matchedCount === 1) return { outcome: 'created', document: next };
    const winner = await findDocument(companyId, environment, encf);
    if (winner === undefined) throw new Error(`Document ${encf} is gone from the ledger`);
    return { outcome: winner.requestId === input.requestId ? 'created' : 'existing', document: winner };
  }
}

/** The record with what it is found by. It is a copy: the driver adds an `_id` to the object it inserts. */
function withSearch(document: DocumentRecord): DocumentRecord {
  return { ...document, search: voucherSearchOf(document) };
}

function firstAttempt(input: AdmitInput, contentFile: FileRef): DocumentRecord {
  const {
    content: _content,
    now,
    firstCheckMs,
    suspended: _suspended,
    resend: _resend,
    replaces: _replaces,
    ...identity
  } = input;
  return {
    ...identity,
    attempt: 1,
    contentFile,
    state: 'admitted',
    final: false,
    submissionCount: 0,
    submissions: [],
    trackIds: [],
    earlierTrackIds: [],
    receivedAt: now,
    changedAt: now,
    issuedDay: issuedDayOf(identity.fechaEmision),
    nextCheckAt: new Date(now.getTime() + firstCheckMs),
  };
}
