/**
 * Permits one import of the registry at a time, over all processes. The lock is a lease in the ledger, by the server's clock.
 * A running import renews it. After an import died, its lease ends and the next import can start.
 */
import type { Db } from 'mongodb';

export interface RunningImport {
  readonly source: string;
  readonly startedAt: Date;
  readonly rows: number;
}

export interface LastImport {
  readonly source: string;
  readonly at: Date;
  readonly outcome: 'imported' | 'too-few' | 'superseded' | 'failed';
}

export type ImportLock = ReturnType<typeof importLock>;

type Claim = { readonly mine: true } | { readonly mine: false; readonly running: RunningImport };

/** A batch takes milliseconds and the last step a second. An import that is silent for this long has died. */
const leaseMs = 30_000;
const renewMs = leaseMs / 6;

const collectionName = 'registryImports';

interface LeaseRecord extends RunningImport {
  readonly _id: 'running';
  readonly holder: string;
  readonly until: Date;
}
interface LastRecord extends LastImport {
  readonly _id: 'last';
}
export function importLock(db: Db) {
  const leases = db.collection<LeaseRecord>(collectionName);
  const lasts = db.collection<LastRecord>(collectionName);
  const renew = async (holder: string, rows: number) => {
    const { matchedCount } = await leases.updateOne({ _id: 'running', holder }, [{ $set: { rows, until } }]);
    return matchedCount === 1;
  };

  return {
    claim: async (holder: string, source: string): Promise<Claim> => {
      const mine = {
        _id: 'running',
        holder,
        source: { $literal: source },
        rows: { $literal: 0 },
        startedAt: '$$NOW',
        until,
      };
      // One step on the server: a lease that has not ended stays. Otherwise ours takes over.
      const step = { $replaceWith: { $cond: [{ $gt: ['$until', '$$NOW'] }, '$$ROOT', mine] } };
      const lease = await leases.findOneAndUpdate({ _id: 'running' }, [step], {
        upsert: true,
        returnDocument: 'after',
      });
      if (lease === null) throw new Error('An upsert gave no document');
      return lease.holder === holder ? { mine: true } : { mine: false, running: shown(lease) };
    },

    keep: (holder: string) => {
      let rows = 0;
      let lost = false;
      const timer = setInterval(() => {
        // An outage does not lose the lease: it is valid until its end, and the last step renews it again.
        renew(holder, rows).then(
          (held) => (lost ||= !held),
          () => undefined,
        );
      }, renewMs);
      return {
        report: (count: number) => (rows = count),
        /** Whether a renewal has shown that another import has the lease. */
        lost: () => lost,
        /** Renews the lease now. @returns false when another import has it */
        confirm: () => renew(holder, rows),
        stop: () => clearInterval(timer),
      };
    },

    release: async (holder: string, last: LastImport) => {
      const { deletedCount } = await leases.deleteOne({ _id: 'running', holder });
      if (deletedCount === 1) await lasts.replaceOne({ _id: 'last' }, { ...last }, { upsert: true });
    },

    read: async () => {
      const [lease, last] = await Promise.all([
        leases.findOne({ _id: 'running', $expr: { $gt: ['$until', '$$NOW'] } }),
        lasts.findOne({ _id: 'last' }, { projection: { _id: 0 } }),
      ]);
      return { running: lease === null ? undefined : shown(lease), last: last ?? undefined };
    },
  };
}

const until = { $add: ['$$NOW', leaseMs] };

function shown({ source, startedAt, rows }: LeaseRecord): RunningImport {
  return { source, startedAt, rows };
}
