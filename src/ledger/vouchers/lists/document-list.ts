/** What operators read from the ledger: a company's vouchers page by page, and a voucher's earlier attempts. */
import type { Filter } from 'mongodb';
import {
  repeatedSoon,
  waitingReasonList,
  type DocumentState,
  type WaitingReason,
} from '../../../ecf/model/document-states.js';
import type { EcfType } from '../../../ecf/model/ecf-types.js';
import type { Environment } from '../../../ecf/model/environments.js';
import type { Collections } from '../../collections.js';
import { createTurns } from '../../mongo/in-turn.js';
import { attemptId, type DocumentRecord } from '../document-record.js';
import { encfsReserved } from './voucher-pages.js';

export interface DocumentQuery {
  readonly companyId: number;
  readonly environment: Environment;
  readonly type?: EcfType;
  readonly state?: DocumentState;
  readonly pending?: boolean;
  readonly waiting?: WaitingReason | 'any';
  /** Only vouchers whose number a client reserved with this reference. */
  readonly reference?: string;
  /** Only e-NCFs below this one: the last e-NCF of the previous page. */
  readonly beforeEncf?: string;
  readonly limit: number;
}

export interface WaitingQuery {
  readonly reason?: WaitingReason;
  /** The last voucher of the previous page. It need not wait any more. */
  readonly after?: WaitingCursor;
  readonly limit: number;
}

export type WaitingCursor = Pick<DocumentRecord, 'companyId' | 'environment' | 'receivedAt' | 'encf'> & {
  readonly reason: WaitingReason;
};

/** A list follows the index of e-NCFs. If few vouchers match the filter, it may read a large part of the index. */
const listLimitMs = 10_000;

/** A list shows many vouchers. Their contents would be most of the bytes read. */
const withoutContents = {
  projection: {
    _id: 0,
    contentFile: 0,
    'signed.file': 0,
    'signed.summary.file': 0,
    'submissions.replyFile': 0,
    search: 0,
  },
} as const;

const companyOnly = { projection: { _id: 0, companyId: 1 } } as const;

export function createDocumentList({ documents, attempts, reservations }: Collections) {
  const takeCompanies = createTurns<Pick<DocumentRecord, 'companyId'>>();

  return {
    /** The order is descending by e-NCF. */
    listDocuments: async (query: DocumentQuery): Promise<DocumentRecord[]> => {
      const { reference } = query;
      const encfs =
        reference === undefined ? undefined : await encfsReserved({ reservations }, query, reference);
      const filter = { ...filterOf(query), ...(encfs && { $and: [{ encf: { $in: encfs } }] }) };
      return documents
        .find(filter, { ...withoutContents, maxTimeMS: listLimitMs })
        .sort({ encf: -1 })
        .limit(query.limit)
        .toArray();
    },

    /** By company, environment and reason, then newest first. */
    listWaiting: (query: WaitingQuery): Promise<DocumentRecord[]> => {
      const { filter, hint, order } = waitingPlan(query);
      return documents
        .find(filter, { ...withoutContents, hint, maxTimeMS: listLimitMs })
        .sort(order)
        .limit(query.limit)
        .toArray();
    },

    /** Vouchers of all companies without a final state, received until this time. The one that is due longest comes first. */
    listPending: (receivedUntil: Date, limit: number): Promise<DocumentRecord[]> =>
      documents
        .find(
          { final: false, nextCheckAt: { $gte: new Date(0) }, receivedAt: { $lte: receivedUntil } },
          { ...withoutContents, hint: 'nextCheck', maxTimeMS: listLimitMs },
        )
        .sort({ nextCheckAt: 1 })
        .limit(limit)
        .toArray(),

    /** An attempt that a later one replaced. Undefined: there is no such attempt. */
    findEarlierAttempt: async (companyId: number, environment: Environment, encf: string, attempt: number) =>
      (await attempts.findOne({ _id: attemptId({ companyId, environment, encf, attempt }) }))?.document,

    /**
     * Vouchers that wait for one host of DGII in this environment: for `fc` those with a summary, for `ecf` the others. At most `limit`,
     * divided among the companies whose turn it is. From each company come those with the latest next check.
     */
    waitingForDgii: async (
      environment: Environment,
      host: 'ecf' | 'fc',
      limit: number,
    ): Promise<DocumentRecord[]> => {
      const waits = { environment, 'waiting.reason': { $in: repeatedSoon }, final: false };
      const companies: number[] = [];
      await takeCompanies(limit, async (turn) => {
        const next = await documents.findOne(
          { ...waits, companyId: { ...turn, $nin: companies } },
          { ...companyOnly, sort: { companyId: 1 }, hint: 'waiting', maxTimeMS: listLimitMs },
        );
        if (next !== null) companies.push(next.companyId);
        return next;
      });
      const found: DocumentRecord[] = [];
      for (const companyId of companies) {
        const ofCompany = documents
          .find(
            { ...waits, companyId, 'signed.summary': { $exists: host === 'fc' } },
            { ...withoutContents, hint: 'nextCheckInTurn', maxTimeMS: listLimitMs },
          )
          .sort({ nextCheckAt: -1 })
          .limit(Math.ceil(limit / companies.length));
        found.push(...(await ofCompany.toArray()));
      }
      return found.slice(0, limit);
    },
  };
}

/**
 * The index `waiting` has only vouchers that wait, in this order. A page reads the records that it shows, and of its first company the keys
 * of earlier pages. Exported for the explain test.
 */
export function waitingPlan({ reason, after }: Omit<WaitingQuery, 'limit'>) {
  const filter: Filter<DocumentRecord> = {
    // MongoDB uses the index for the reason only if the filter has the index's first field.
    companyId: { $gte: after?.companyId ?? 0 },
    'waiting.reason': reason ?? { $in: waitingReasonList },
    ...(after && { $or: afterWaiting(after) }),
    final: false,
  };
  const order = { companyId: 1, environment: 1, 'waiting.reason': 1, receivedAt: -1, encf: -1 } as const;
  return { filter, hint: 'waiting', order };
}

function afterWaiting({ companyId, environment, reason, receivedAt, encf }: WaitingCursor) {
  const same = { companyId, environment, 'waiting.reason': reason };
  return [
    { companyId: { $gt: companyId } },
    { companyId, environment: { $gt: environment } },
    { companyId, environment, 'waiting.reason': { $gt: reason } },
    { ...same, receivedAt: { $lt: receivedAt } },
    { ...same, receivedAt, encf: { $lt: encf } },
  ];
}

function filterOf(query: DocumentQuery): Filter<DocumentRecord> {
  const { companyId, environment, type, state, pending, waiting, beforeEncf } = query;
  return {
    companyId,
    environment,
    ...encfRange(type, beforeEncf),
    ...(state === undefined ? {} : { state }),
    ...(pending === true || waiting !== undefined ? { final: false } : {}),
    ...(waiting === undefined
      ? {}
      : waiting === 'any'
        ? { waiting: { $exists: true } }
        : { 'waiting.reason': waiting }),
  };
}

/** e-NCFs sort as text: those of type 31 lie between `E31` and `E31:`, because `:` follows `9`. */
function encfRange(type: EcfType | undefined, beforeEncf: string | undefined): Filter<DocumentRecord> {
  const above = type === undefined ? 'E' : `E${type}`;
  const ends = [`${above}:`, ...(beforeEncf === undefined ? [] : [beforeEncf])].sort();
  return { encf: { $gt: above, $lt: ends[0] ?? above } };
}
