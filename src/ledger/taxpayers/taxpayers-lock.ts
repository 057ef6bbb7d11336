/**
 * Permits one import of the registry at a time, over all processes. The lock is a lease in the ledger, by the server's clock.
 * A running import renews it. After an import died, its lease ends and the next import can start.
 */
import type { Collection, Db } from 'mongodb';

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

export interface ImportLock {
  claim(
    holder: string,
    source: string,
  ): Promise<{ readonly mine: true } | { readonly mine: false; readonly running: RunningImport }>;
  /** Renews the lease until `stop`. */
  keep(holder: string): {
    /** Reports the rows written so far. `read` returns them while the import runs. */
    tell(rows: number): void;
    /** Whether a renewal has shown that another import has the lease. */
    lost(): boolean;
    /** Renews the lease now. @returns false when another import has it */
    confirm(): Promise<boolean>;
    stop(): void;
  };
  release(holder: string, last: LastImport): Promise<void>;
  read(): Promise<{
    readonly running: RunningImport | undefined;
    readonly last: LastImport | undefined;
  }>;
}

/** A batch takes milliseconds and the last step a second. An import that is silent for this long has died. */
export const leaseMs = 30_000;
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
export function importLock(db: Db): ImportLock {
  const leases = db.collection<LeaseRecord>(collectionName);
  const lasts = db.collection<LastRecord>(collectionName);
  const renew = async (holder: string, rows: number) => {
    const { matchedCount } = await leases.updateOne({ _id: 'running', holder }, [{ $set: { rows, until } }]);
    return matchedCount === 1;
  };

  return {
    async claim(holder, source) {
      const mine = {
        ...{ _id: 'running', holder, source: { $literal: source }, rows: { $literal: 0 } },
        ...{ startedAt: '$$NOW', until },
      };
      // One step on the server: a lease that has not ended stays. Otherwise ours takes over.
      const step = { $replaceWith: { $cond: [{ $gt: ['$until', '$$NOW'] }, '$$ROOT', mine] } };
      const lease = await leases.findOneAndUpdate({ _id: 'running' }, [step], {
        upsert: true,
        returnDocument: 'after',
      });
      if (lease === null) throw new Error('An upsert gave no document');
      return lease.holder === holder ? { mine: true } : { mine: false, running: told(lease) };
    },
    keep(holder) {
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
        tell: (count) => (rows = count),
        lost: () => lost,
        confirm: () => renew(holder, rows),
        stop: () => clearInterval(timer),
      };
    },
    async release(holder, last) {
      const { deletedCount } = await leases.deleteOne({ _id: 'running', holder });
      if (deletedCount === 1) await lasts.replaceOne({ _id: 'last' }, { ...last }, { upsert: true });
    },
    async read() {
      const [lease, last] = await Promise.all([aliveIn(leases), lasts.findOne({ _id: 'last' })]);
      if (last === null) return { running: lease, last: undefined };
      const { source, at, outcome } = last;
      return { running: lease, last: { source, at, outcome } };
    },
  };
}

const until = { $add: ['$$NOW', leaseMs] };

async function aliveIn(leases: Collection<LeaseRecord>): Promise<RunningImport | undefined> {
  const lease = await leases.findOne({ _id: 'running', $expr: { $gt: ['$until', '$$NOW'] } });
  return lease === null ? undefined : told(lease);
}

function told({ source, startedAt, rows }: LeaseRecord): RunningImport {
  return { source, startedAt, rows };
}
