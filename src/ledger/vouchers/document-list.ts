/** The ledger as an operator reads it: a company's vouchers page by page, and the attempts that a voucher had. */
import type { Filter } from 'mongodb';
import type { DocumentState, WaitingReason } from '../../ecf/model/document-states.js';
import type { EcfType } from '../../ecf/model/ecf-types.js';
import type { Environment } from '../../ecf/model/environments.js';
import type { Collections } from '../mongo/collections.js';
import type { DocumentRecord } from './document-record.js';
import { guard } from '../mongo/guard.js';

export interface DocumentQuery {
  readonly companyId: number;
  readonly environment: Environment;
  readonly type?: EcfType;
  readonly state?: DocumentState;
  /** Only those that are not final. */
  readonly pending?: boolean;
  /** Only those that wait, for this reason or for any. */
  readonly waiting?: WaitingReason | 'any';
  /** Go on below this e-NCF. */
  readonly beforeEncf?: string;
  readonly limit: number;
}

export interface DocumentList {
  /** In descending order of e-NCF: of one type, the newest number first. */
  listDocuments(query: DocumentQuery): Promise<DocumentRecord[]>;
  /** An attempt that a later one took the place of; undefined when there was none of this number. */
  findEarlierAttempt(
    companyId: number,
    environment: Environment,
    encf: string,
    attempt: number,
  ): Promise<DocumentRecord | undefined>;
  /** Some of those that wait for DGII there, of all companies; those that would wait longest first. */
  waitingForDgii(environment: Environment, limit: number): Promise<DocumentRecord[]>;
  /** By environment, how many vouchers are not final; environments without any are left out. */
  countPending(companyId: number): Promise<Partial<Record<Environment, number>>>;
}

/** A list is walked along the index of e-NCFs; a filter that few vouchers meet may walk far. */
const listLimitMs = 10_000;
/** Beyond this the number tells no more than "many". */
const pendingCountMax = 100_000;

/** Lists tell of many vouchers; their contents would be most of what is read. */
const withoutContents = {
  projection: {
    _id: 0,
    contentFile: 0,
    'signed.file': 0,
    'signed.summary.file': 0,
    'submissions.replyFile': 0,
  },
} as const;

export function createDocumentList({ documents, attempts }: Collections): DocumentList {
  return {
    listDocuments: (query) =>
      guard(() =>
        documents
          .find(filterOf(query), { ...withoutContents, maxTimeMS: listLimitMs })
          .sort({ encf: -1 })
          .limit(query.limit)
          .toArray(),
      ),
    findEarlierAttempt: (companyId, environment, encf, attempt) =>
      guard(
        async () =>
          (await attempts.findOne({ _id: `${companyId}:${environment}:${encf}:${attempt}` }))?.document,
      ),
    waitingForDgii: (environment, limit) =>
      guard(() =>
        documents
          .find(
            {
              final: false,
              nextCheckAt: { $gt: new Date(0) },
              environment,
              'waiting.reason': 'DGII_UNAVAILABLE',
            },
            { ...withoutContents, hint: 'nextCheck', maxTimeMS: listLimitMs },
          )
          .sort({ nextCheckAt: -1 })
          .limit(limit)
          .toArray(),
      ),
    countPending: (companyId) =>
      guard(async () => {
        const rows = await documents
          .aggregate<{ _id: Environment; count: number }>(
            [
              { $match: { companyId, final: false, nextCheckAt: { $gt: new Date(0) } } },
              { $limit: pendingCountMax },
              { $group: { _id: '$environment', count: { $sum: 1 } } },
            ],
            // Final vouchers are not in this index: it stays small, whatever the ledger holds.
            { hint: 'nextCheck', maxTimeMS: listLimitMs },
          )
          .toArray();
        return Object.fromEntries(rows.map(({ _id, count }) => [_id, count]));
      }),
  };
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

/** e-NCFs sort as text: those of a type lie between `E31` and `E31:`, the character after 9. */
function encfRange(type: EcfType | undefined, beforeEncf: string | undefined): Filter<DocumentRecord> {
  const above = type === undefined ? 'E' : `E${type}`;
  const ends = [`${above}:`, ...(beforeEncf === undefined ? [] : [beforeEncf])].sort();
  return { encf: { $gt: above, $lt: ends[0] ?? above } };
}
