/** The inbox of a company: what it received, newest first, and what it decided about it. */
import type { Filter } from 'mongodb';
import type { Environment } from '../../ecf/model/environments.js';
import { tryAgain } from '../buyers/sent-approvals.js';
import type { Collections } from '../mongo/collections.js';
import type { Decision, ReceptionRecord } from './reception-record.js';
import type { ReceptionKey } from './receptions.js';

export const inboxPageMax = 1_000;

export interface InboxQuery {
  readonly companyId: number;
  readonly environment: Environment;
  readonly rncEmisor?: string;
  readonly encf?: string;
  /** `pendiente`: without a decision. */
  readonly estado?: 'pendiente' | Decision['estado'];
  /** Received at this moment or later, and before the other one. */
  readonly from?: Date;
  readonly before?: Date;
  readonly cursor?: InboxCursor;
  readonly limit: number;
}

/** The last reception of a page. */
export interface InboxCursor {
  readonly receivedAt: Date;
  readonly id: string;
}

export interface InboxPage {
  readonly receptions: readonly InboxRow[];
  readonly next: InboxCursor | undefined;
}

/** Without the contents. */
export type InboxRow = Omit<ReceptionRecord, 'file'>;

export type Decided =
  | { readonly outcome: 'decided'; readonly reception: ReceptionRecord }
  /** `same`: the earlier decision is this one. */
  | { readonly outcome: 'decided-before'; readonly same: boolean; readonly reception: ReceptionRecord }
  /** The number has another voucher than the one that the decision is about. */
  | { readonly outcome: 'changed' }
  | { readonly outcome: 'unknown' };

export function createInbox({ receptions }: Pick<Collections, 'receptions'>) {
  return {
    findReceptions: async (query: InboxQuery): Promise<InboxPage> => {
      const limit = Math.min(query.limit, inboxPageMax);
      const found = await receptions
        .find<InboxRow>(filterOf(query), {
          projection: { file: 0, 'arecf.file': 0, 'approval.file': 0 },
          hint: indexFor(query),
        })
        .sort({ receivedAt: -1, _id: -1 })
        // One more than the page shows whether there is another page.
        .limit(limit + 1)
        .toArray();
      const rows = found.slice(0, limit);
      const last = rows.at(-1);
      const more = found.length > rows.length && last !== undefined;
      return { receptions: rows, next: more ? { receivedAt: last.receivedAt, id: last._id } : undefined };
    },

    /** How many received vouchers have no decision, up to `max`. */
    countUndecided: (companyId: number, environment: Environment, max: number): Promise<number> =>
      receptions.countDocuments(filterOf({ companyId, environment, estado: 'pendiente', limit: max }), {
        limit: max,
        hint: 'decision',
      }),

    /**
     * The first decision stays: the issuer and DGII may have it already. It makes our approval due. The same decision again makes it
     * due again if it was given up.
     * @param sha256 of the voucher that was decided about; undefined: of the one that has the number
     */
    decideReception: async (key: ReceptionKey, decision: Decision, sha256?: string): Promise<Decided> => {
      const { companyId, environment, rncEmisor, encf } = key;
      const voucher = { companyId, environment, rncEmisor, encf };
      const reception = await receptions.findOneAndUpdate(
        { ...voucher, ...(sha256 !== undefined && { sha256 }), decision: { $exists: false } },
        { $set: { decision, approvalDueAt: decision.at } },
        { returnDocument: 'after' },
      );
      if (reception !== null) return { outcome: 'decided', reception };
      const earlier = await receptions.findOne(voucher);
      if (earlier === null) return { outcome: 'unknown' };
      if (sha256 !== undefined && earlier.sha256 !== sha256) return { outcome: 'changed' };
      // It came, or came back, between the two reads.
      if (earlier.decision === undefined) return { outcome: sha256 === undefined ? 'unknown' : 'changed' };
      const { estado, motivo } = earlier.decision;
      const same = estado === decision.estado && motivo === decision.motivo;
      const again = same ? tryAgain(earlier, decision.at) : undefined;
      const changed =
        again && (await receptions.findOneAndUpdate(again.filter, again.update, { returnDocument: 'after' }));
      return { outcome: 'decided-before', same, reception: changed ?? earlier };
    },
  };
}

/** The filter that leaves the fewest receptions decides. Each index has them in the order of the list. */
function indexFor({ encf, rncEmisor, estado }: InboxQuery): string {
  if (encf !== undefined) return 'number';
  if (rncEmisor !== undefined) return 'issuer';
  return estado === undefined ? 'received' : 'decision';
}

function filterOf({ companyId, environment, rncEmisor, encf, estado, from, before, cursor }: InboxQuery) {
  const within = { ...(from && { $gte: from }), ...(before && { $lt: before }) };
  const conditions: Filter<ReceptionRecord>[] = [{ companyId, environment }];
  if (Object.keys(within).length > 0) conditions.push({ receivedAt: within });
  if (rncEmisor !== undefined) conditions.push({ rncEmisor });
  if (encf !== undefined) conditions.push({ encf });
  // Null finds those without a decision by the index.
  if (estado !== undefined) conditions.push({ 'decision.estado': estado === 'pendiente' ? null : estado });
  if (cursor !== undefined) {
    const { receivedAt, id } = cursor;
    conditions.push({ receivedAt: { $lte: receivedAt } });
    conditions.push({ $or: [{ receivedAt: { $lt: receivedAt } }, { _id: { $lt: id } }] });
  }
  return { $and: conditions };
}
