/**
 * The audit log of the web application: who did what, when, and with what result. It only grows. An act is written before its effect, and
 * its result after it. An act without a result may have happened or not, because the process died or the ledger could not be reached.
 */
import type { Collections } from '../mongo/collections.js';
import type { Act, ActResult } from './act.js';

export interface AuditEntry extends Act {
  /** Absent if the result is unknown. */
  readonly result?: ActResult;
}

export interface AuditCursor {
  readonly at: Date;
  readonly actId: string;
}

export interface AuditQuery {
  readonly companyId: number;
  readonly action?: string;
  readonly personId?: string;
  /** Only acts older than this one. */
  readonly before?: AuditCursor;
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
    listActs: async (query: AuditQuery): Promise<AuditEntry[]> => {
      const { companyId, action, personId, before, limit } = query;
      const acts = await audit
        .find({
          kind: 'act',
          companyIds: companyId,
          ...(action === undefined ? {} : { action }),
          ...(personId === undefined ? {} : { personId }),
          ...(before === undefined
            ? {}
            : { $or: [{ at: { $lt: before.at } }, { at: before.at, _id: { $lt: before.actId } }] }),
        })
        .sort({ at: -1, _id: -1 })
        .limit(limit)
        .toArray();
      const results = await audit.find({ _id: { $in: acts.map(({ _id }) => resultId(_id)) } }).toArray();
      return acts.flatMap((record) => {
        if (record.kind !== 'act') return [];
        const { _id, kind: _kind, ...act } = record;
        const found = results.find((one) => one._id === resultId(_id));
        return [found?.kind === 'result' ? { ...act, result: resultOf(found) } : act];
      });
    },
  };
}

function resultOf({ at, outcome, code, target }: ActResult): ActResult {
  return {
    at,
    outcome,
    ...(code === undefined ? {} : { code }),
    ...(target === undefined ? {} : { target }),
  };
}
