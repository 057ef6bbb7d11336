/** The inbox of a company: what it received, newest first, and what it decided about it. */
import type { Filter } from 'mongodb';
import type { Environment } from '../../ecf/model/environments.js';
import { tryAgain } from '../buyers/sent-approvals.js';
import type { Collections } from '../mongo/collections.js';
import { olderThan, type ListCursor } from '../mongo/list-cursor.js';
import type { Decision, ReceptionRecord } from './reception-record.js';
import type { ReceptionKey } from './receptions.js';

export const inboxPageMax = 1_000;

export interface InboxQuery {
  readonly companyId: number;
  readonly environment: Environment;
  readonly rncEmisor?: string;
  /** An e-NCF, or how it begins. With a beginning, the pages are in the order of the e-NCFs. */
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
export interface InboxCursor extends ListCursor {
  /** For pages in the order of the e-NCFs. */
  readonly encf?: string | undefined;
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
      const { filter, hint, order } = planOf(query);
      const found = await receptions
        .find<InboxRow>(filter, { projection: { file: 0, 'arecf.file': 0, 'approval.file': 0 }, hint })
        .sort(order)
        // One more than the page shows whether there is another page.
        .limit(limit + 1)
        .toArray();
      const rows = found.slice(0, limit);
      const last = rows.at(-1);
      const more = found.length > rows.length && last !== undefined;
      if (!more) return { receptions: rows, next: undefined };
      return { receptions: rows, next: { at: last.receivedAt, id: last._id, encf: last.encf } };
    },

    /** How many received vouchers have no decision, up to `max`. */
    countUndecided: (companyId: number, environment: Environment, max: number): Promise<number> =>
      receptions.countDocuments(
        { companyId, environment, 'decision.estado': null },
        { limit: max, hint: 'decision' },
      ),

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

const encfLength = 13;
const latestFirst = { receivedAt: -1, _id: -1 } as const;

interface Plan {
  readonly filter: Filter<ReceptionRecord>;
  readonly hint: string;
  readonly order: Readonly<Record<string, 1 | -1>>;
}

/** The filter that leaves the fewest receptions decides. Each index has them in the order of the list. */
function planOf(query: InboxQuery): Plan {
  const { encf, rncEmisor, estado, cursor } = query;
  if (encf !== undefined && encf.length < encfLength) return planOfBeginning(query, encf);
  const filter = {
    $and: [
      filterOf(query),
      ...(encf === undefined ? [] : [{ encf }]),
      ...(cursor === undefined ? [] : [olderThan('receivedAt', cursor)]),
    ],
  };
  const ofDecision = estado === undefined ? 'received' : 'decision';
  const ofIssuer = rncEmisor === undefined ? ofDecision : 'issuer';
  return { filter, hint: encf === undefined ? ofIssuer : 'number', order: latestFirst };
}

/**
 * The numbers with this beginning, highest first: only that order has an index. Several issuers have the same numbers. e-NCFs sort as
 * text: those that begin with `E31` lie between `E31` and `E31:`, because `:` follows `9`.
 */
function planOfBeginning(query: InboxQuery, beginning: string): Plan {
  const { rncEmisor, cursor: { encf, at, id } = {} } = query;
  // The cursor of another list says nothing here.
  const last = encf?.startsWith(beginning) === true ? encf : undefined;
  const others = filterOf(query);
  const numbers = { $gte: beginning, $lt: last ?? `${beginning}:` };
  const lower = { ...others, encf: numbers };
  // An issuer has each number once.
  if (rncEmisor !== undefined) return { filter: lower, hint: 'voucher', order: { encf: -1 } };
  const order = { encf: -1, receivedAt: 1, _id: 1 } as const;
  if (last === undefined || at === undefined || id === undefined)
    return { filter: lower, hint: 'number', order };
  // MongoDB merges the two parts in this order. Then earlier vouchers with the last number cost nothing.
  const sameNumber = {
    $and: [
      { ...others, encf: last },
      { receivedAt: { $gte: at } },
      { $or: [{ receivedAt: { $gt: at } }, { _id: { $gt: id } }] },
    ],
  };
  return { filter: { $or: [sameNumber, lower] }, hint: 'number', order };
}

/** All filters but that of the number. */
function filterOf({ companyId, environment, rncEmisor, estado, from, before }: InboxQuery) {
  const within = { ...(from && { $gte: from }), ...(before && { $lt: before }) };
  return {
    ...{ companyId, environment },
    ...(Object.keys(within).length > 0 && { receivedAt: within }),
    ...(rncEmisor !== undefined && { rncEmisor }),
    // Null finds those without a decision by the index.
    ...(estado !== undefined && { 'decision.estado': estado === 'pendiente' ? null : estado }),
  };
}
