/**
 * The audit log of the web application and the command line: who did what, when, with what result. It only grows. An act is written
 * before its effect, and its result after it. An act without a result may have happened or not, because the process died, the ledger
 * could not be reached, or a worker did not say how its change ended.
 */
import type { Filter } from 'mongodb';
import type { Collections } from '../collections.js';
import { between, olderThan, pageLimitMs, readPage } from '../mongo/pages.js';
import type { Page, PageCursor } from '../pages.js';
import type { Act, ActResult, AuditRecord } from './act.js';

export type AuditEntry = Act & { readonly result?: ActResult };

export interface AuditQuery {
  /** Absent: the log of the platform. */
  readonly companyId?: number;
  readonly action?: string;
  readonly personId?: string;
  /** Only acts at `from` or later, and earlier than `before`. */
  readonly from?: Date;
  readonly before?: Date;
  readonly cursor?: PageCursor;
  readonly limit: number;
}

const resultId = (actId: string) => `${actId}:result`;

export function createAudit({ audit }: Pick<Collections, 'audit'>) {
  return {
    recordAct: async (act: Act): Promise<void> => {
      await audit.insertOne({ _id: act.actId, kind: 'act', ...act });
    },

    recordResult: async (actId: string, result: ActResult): Promise<void> => {
      await audit.insertOne({ _id: resultId(actId), kind: 'result', actId, ...result });
    },

    /** Newest first. */
    listActs: async (query: AuditQuery): Promise<Page<AuditEntry>> => {
      const { rows: acts, next } = await readPage<AuditRecord>(
        audit,
        { ...auditPlan(query), order: { at: -1, _id: -1 }, limit: query.limit },
        ({ at, _id }) => ({ at, id: _id }),
      );
      const results = await audit
        .find({ _id: { $in: acts.map(({ _id }) => resultId(_id)) } }, { maxTimeMS: pageLimitMs })
        .toArray();
      const rows = acts.flatMap((record) => {
        if (record.kind !== 'act') return [];
        const { _id, kind: _kind, ...act } = record;
        const found = results.find((one) => one._id === resultId(_id));
        if (found?.kind !== 'result') return [act];
        const { _id: _resultId, kind: _resultKind, actId: _actId, ...result } = found;
        return [{ ...act, result }];
      });
      return { rows, next };
    },
  };
}

/** The index has exactly the acts of the filter, newest first. Exported for a test of what a page reads. */
export function auditPlan(query: AuditQuery): {
  readonly filter: Filter<AuditRecord>;
  readonly hint: string;
} {
  const { companyId, action, personId, cursor } = query;
  const acts = {
    kind: 'act' as const,
    ...(companyId === undefined ? { platform: true as const } : { companyIds: companyId }),
    ...between('at', query),
    ...(action !== undefined && { action }),
    ...(personId !== undefined && { personId }),
  };
  const older = cursor === undefined ? [] : [olderThan('at', cursor)];
  const filter = { $and: [acts, ...older] };
  // Few people belong to the platform, so one index serves all filters.
  if (companyId === undefined) return { filter, hint: 'platform' };
  const ofAction = action === undefined ? 'company' : 'action';
  const ofPerson = action === undefined ? 'person' : 'personAction';
  return { filter, hint: personId === undefined ? ofAction : ofPerson };
}
