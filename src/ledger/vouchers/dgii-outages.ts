/**
 * Finds when DGII stops taking a company's vouchers, and when it takes them again. Workers do it in a round, because no single write to a
 * voucher knows that it is the first or the last one.
 */
import { repeatedSoon } from '../../ecf/model/document-states.js';
import type { Environment } from '../../ecf/model/environments.js';
import type { EventType } from '../../ecf/messages/event-types.js';
import type { Collections } from '../collections.js';
import type { EventEntry } from '../events/event-record.js';
import { withEvent } from '../events/event-writes.js';
import { isInserted } from '../mongo/guard.js';
import { createTurns } from '../mongo/in-turn.js';
import { pageLimitMs } from '../mongo/pages.js';
import type { DgiiOutageRecord, Host } from './dgii-outage-record.js';
import type { DocumentRecord } from './document-record.js';

/** DGII usually answers within seconds, and short failures end by themselves. A shorter wait is no news for a company. */
export const outageAfterMs = 60_000;
/**
 * Vouchers that waited when an outage ended try again after their own pauses, of a minute at most. Only if one of them still waits after this
 * time, DGII is down again. A voucher that began to wait later counts at once.
 */
const stillDownAfterMs = 5 * 60_000;
/** Companies and outages that one round reads. */
const readMax = 200;
/** Vouchers of a company that one round reads. */
const oldestMax = 50;
/** A person may void one of them. */
const waitingMax = 5;

interface Waiting {
  readonly environment: Environment;
  readonly host: Host;
  readonly encf: string;
  readonly since: Date;
}

export function createDgiiOutages(collections: Pick<Collections, 'documents' | 'dgiiOutages'>) {
  const { documents, dgiiOutages } = collections;
  const takeCompanies = createTurns<Pick<DocumentRecord, 'companyId'>>();
  let lastRead = '';

  return {
    reportOutages: async (now: Date): Promise<void> => {
      for (const companyId of await waitingCompanies()) await start(companyId, now);
      const open = await dgiiOutages
        .find(
          { since: { $gte: new Date(0) }, _id: { $gt: lastRead } },
          { hint: 'open', maxTimeMS: pageLimitMs },
        )
        .sort({ _id: 1 })
        .limit(readMax)
        .toArray();
      lastRead = open.length === readMax ? (open.at(-1)?._id ?? '') : '';
      for (const outage of open) await endIfOver(outage, now);
    },
  };

  async function waitingCompanies(): Promise<readonly number[]> {
    const companies: number[] = [];
    await takeCompanies(readMax, async (turn) => {
      const next = await documents.findOne(
        { companyId: { ...turn, $nin: companies }, 'waiting.reason': 'DGII_UNAVAILABLE', final: false },
        {
          projection: { _id: 0, companyId: 1 },
          sort: { companyId: 1 },
          hint: 'waiting',
          maxTimeMS: pageLimitMs,
        },
      );
      if (next !== null) companies.push(next.companyId);
      return next;
    });
    return companies;
  }

  /** The oldest vouchers of the company that have waited long enough for DGII. The index has them in this order, read backwards. */
  async function waitingLong(companyId: number, now: Date): Promise<Waiting[]> {
    const found = await documents
      .find<Pick<DocumentRecord, 'environment' | 'encf' | 'waiting' | 'signed'>>(
        { companyId, 'waiting.reason': 'DGII_UNAVAILABLE', final: false },
        {
          projection: { _id: 0, environment: 1, encf: 1, 'waiting.since': 1, 'signed.summary.sha256': 1 },
          hint: 'waiting',
          maxTimeMS: pageLimitMs,
        },
      )
      .sort({ companyId: -1, environment: -1, 'waiting.reason': -1, receivedAt: 1, encf: 1 })
      .limit(oldestMax)
      .toArray();
    return found.flatMap(({ environment, encf, waiting, signed }) => {
      const host = signed?.summary === undefined ? 'ecf' : 'fc';
      const since = waiting?.since;
      const isLong = since !== undefined && now.getTime() - since.getTime() >= outageAfterMs;
      return isLong ? [{ environment, host, encf, since }] : [];
    });
  }

  async function start(companyId: number, now: Date): Promise<void> {
    const found = await waitingLong(companyId, now);
    const places = new Map(
      found.map(({ environment, host }) => [`${environment}:${host}`, { environment, host }]),
    );
    for (const { environment, host } of places.values()) {
      const _id = `${companyId}:${environment}:${host}`;
      const was = await dgiiOutages.findOne({ _id });
      if (was?.since !== undefined) continue;
      const endedMs = was?.endedAt?.getTime() ?? 0;
      const isDownAgain = now.getTime() - endedMs >= stillDownAfterMs;
      const some = found.filter(
        (one) => isOf(one, { environment, host }) && (isDownAgain || one.since.getTime() > endedMs),
      );
      if (some.length === 0) continue;
      const since = new Date(Math.max(endedMs, Math.min(...some.map((one) => one.since.getTime()))));
      const waiting = encfsOf(some);
      const event = eventOf({ companyId, environment, host }, 'dgii.unavailable', since, now);
      if (was === null) {
        const first = { _id, companyId, environment, host, since, waiting, pending: [event] };
        await isInserted(dgiiOutages.insertOne(first));
      } else {
        await dgiiOutages.updateOne(
          { _id, since: { $exists: false } },
          withEvent<DgiiOutageRecord>({ $set: { since, waiting } }, event),
        );
      }
    }
  }

  async function endIfOver(outage: DgiiOutageRecord, now: Date): Promise<void> {
    const { _id, companyId, environment, since, waiting = [] } = outage;
    if (since === undefined) return;
    const watched = await documents
      .find<Watched>({ companyId, environment, encf: { $in: [...waiting] } }, { projection: watchedMembers })
      .limit(waitingMax)
      .toArray();
    let taken = watched.find((one) => isTaken(one, since));
    if (taken === undefined && !watched.some(waitsForDgii)) {
      // Each of them ended in another way. Others may wait; if none does, DGII may have taken a later one.
      const others = (await waitingLong(companyId, now)).filter((one) => isOf(one, outage));
      if (others.length > 0) {
        await dgiiOutages.updateOne({ _id, since }, { $set: { waiting: encfsOf(others) } });
        return;
      }
      taken = await latelyTaken(outage, since);
    }
    if (taken === undefined) return;
    const endedAt = takenAt(taken, since) ?? now;
    await dgiiOutages.updateOne(
      { _id, since },
      withEvent<DgiiOutageRecord>(
        { $set: { endedAt }, $unset: { since: '', waiting: '' } },
        eventOf(outage, 'dgii.available', since, endedAt),
      ),
    );
  }

  async function latelyTaken(
    { companyId, environment, host }: DgiiOutageRecord,
    since: Date,
  ): Promise<Watched | undefined> {
    const found = await documents.findOne<Watched>(
      {
        companyId,
        environment,
        changedAt: { $gte: since },
        submittedAt: { $gte: since },
        'signed.summary': { $exists: host === 'fc' },
      },
      { projection: watchedMembers, hint: 'changed', maxTimeMS: pageLimitMs },
    );
    return found ?? undefined;
  }
}

const watchedMembers = { _id: 0, final: 1, waiting: 1, submittedAt: 1, finalAt: 1, verdict: 1 } as const;
type Watched = Pick<DocumentRecord, 'final' | 'waiting' | 'submittedAt' | 'finalAt' | 'verdict'>;

function waitsForDgii({ final, waiting }: Watched): boolean {
  return !final && repeatedSoon.some((reason) => reason === waiting?.reason);
}

function isTaken(voucher: Watched, since: Date): boolean {
  return takenAt(voucher, since) !== undefined;
}

/** DGII took the voucher, or gave its result, in the outage. The service's own verdicts have no state of DGII. */
function takenAt({ submittedAt, finalAt, verdict }: Watched, since: Date): Date | undefined {
  if (submittedAt !== undefined && submittedAt >= since) return submittedAt;
  return finalAt !== undefined && finalAt >= since && verdict?.estado !== '' ? finalAt : undefined;
}

function isOf(one: Waiting, { environment, host }: Pick<DgiiOutageRecord, 'environment' | 'host'>): boolean {
  return one.environment === environment && one.host === host;
}

function encfsOf(vouchers: readonly Waiting[]): readonly string[] {
  return vouchers.slice(0, waitingMax).map(({ encf }) => encf);
}

function eventOf(
  { companyId, environment, host }: Pick<DgiiOutageRecord, 'companyId' | 'environment' | 'host'>,
  type: EventType,
  since: Date,
  at: Date,
): EventEntry {
  const key = `dgii:${host}:${since.getTime()}:${type}`;
  return { companyId, environment, key, type, at, data: { environment, servicio: host, desde: since } };
}
