/**
 * The round that makes the manifest of each finished day, for each company and environment. A day's manifest has the events of the feed up
 * to the last one that was published on that day. What comes later, also about an earlier day, is in the next manifest, so nothing is left
 * out (docs/develop/adr/0042-evidence-archive.md).
 */
import { randomUUID } from 'node:crypto';
import { performance } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import { dayMs, hourMs } from '../../ecf/durations.js';
import type { Environment } from '../../ecf/model/environments.js';
import { dayAt, endOfDay } from '../../ledger/archive/days.js';
import type { Day } from '../../ledger/archive/manifest-record.js';
import type { FeedRef } from '../../ledger/events/feed-reader.js';
import type { Log } from '../../shared/log.js';
import { makePart, type PartStore } from './make-part.js';
import type { Store } from '../../ledger/ledger.js';

export const closingIntervalMs = 60_000;
/** Clocks differ, and an event is published a moment after it happened. */
const marginMs = hourMs / 4;
const eventsOfPart = 1_000;

export interface ClosingDeps {
  readonly store: PartStore &
    Pick<
      Store,
      | 'feedsToClose'
      | 'leaseDays'
      | 'endDays'
      | 'openDay'
      | 'addPart'
      | 'closeDay'
      | 'readFeed'
      | 'findCompany'
    >;
  readonly clock: () => Date;
  readonly log: Log;
  /** Whether an authority stamps the manifests. */
  readonly stamped: boolean;
}

/** @returns a round for `startRounds` */
export function createClosingRound(deps: ClosingDeps): (stopping: AbortSignal) => Promise<boolean> {
  const { store, clock, log } = deps;
  const worker = randomUUID();
  let doneThrough: Day = '';
  let after = '';
  let leftSome = false;

  return async (stopping) => {
    const day = dayAt(new Date(clock().getTime() - marginMs - dayMs));
    if (day <= doneThrough) return false;
    const feeds = await store.feedsToClose(after, day);
    for (const id of feeds) {
      if (stopping.aborted) return false;
      after = id;
      // One feed that cannot be closed must not hold the others back.
      const closed = await closeFeed(deps, { feed: feedNamed(id), worker, day, stopping }).catch(
        (error: unknown) => {
          log.warn({ err: error, feed: id }, 'the manifest of a day was not made');
          return false;
        },
      );
      leftSome ||= !closed;
    }
    if (feeds.length > 0) return true;
    if (!leftSome) doneThrough = day;
    after = '';
    leftSome = false;
    return false;
  };
}

interface Closing {
  readonly feed: FeedRef;
  readonly worker: string;
  readonly day: Day;
  readonly stopping: AbortSignal;
}

/** Makes every manifest of the feed up to the day. @returns false if another worker does it, or this one stops */
async function closeFeed(
  deps: ClosingDeps,
  { feed, worker, day: lastDay, stopping }: Closing,
): Promise<boolean> {
  const { store, clock, stamped } = deps;
  while (!stopping.aborted) {
    if (!(await store.leaseDays(feed, worker))) return false;
    const startedMs = performance.now();
    const { last, part } = await store.openDay(feed);
    const after = part?.toSeq ?? last?.toSeq ?? 0;
    const { events } = await store.readFeed({ ...feed, after, limit: eventsOfPart });
    const day = part?.day ?? firstDay(last?.day, events[0]?.createdAt, lastDay);
    const now = clock();
    const ofDay = day > lastDay ? [] : events.slice(0, endIn(events, endOfDay(day), now));
    const unacknowledged = part === undefined && day <= lastDay ? (last?.unacknowledged ?? []) : [];
    if (ofDay.length > 0 || unacknowledged.length > 0) {
      const number = (last?.number ?? 0) + 1;
      const order = { feed, number, part: (part?.part ?? -1) + 1, day, lastDay: last?.day, after, now };
      const made = await makePart(store, { ...order, events: ofDay, unacknowledged });
      // Nothing happened, and no acknowledgement came.
      if (ofDay.length > 0 || made.files > 0) {
        await store.addPart(made);
        await pauseFor(startedMs, stopping);
        continue;
      }
    }
    if (part === undefined) {
      await store.endDays(feed, worker, lastDay);
      return true;
    }
    const { rnc } = await ownerOf(store, feed);
    await store.closeDay({ last, part }, { rnc, now, stamped });
  }
  return false;
}

/**
 * The day of the manifest that begins with this event. It is after the last manifest's, so a late event belongs to the next day. Without an
 * event: the last finished day.
 */
function firstDay(last: Day | undefined, first: Date | undefined, lastDay: Day): Day {
  const own = first === undefined ? lastDay : dayAt(first);
  const next = last === undefined ? own : dayAt(new Date(endOfDay(last)));
  return own > next ? own : next;
}

/** A clock that was ahead dated an event in the future: it belongs where it lies in the feed. */
function endIn(events: readonly { readonly createdAt: Date }[], end: Date, now: Date): number {
  const later = events.findIndex(({ createdAt }) => createdAt >= end && createdAt <= now);
  return later === -1 ? events.length : later;
}

async function ownerOf(store: ClosingDeps['store'], { companyId }: FeedRef): Promise<{ rnc: string }> {
  const company = await store.findCompany(companyId);
  if (company === undefined) throw new Error(`The company ${companyId} of a feed does not exist`);
  return company;
}

/** As long a pause, so that vouchers that are being issued find the worker and the ledger free half of the time. */
async function pauseFor(startedMs: number, signal: AbortSignal): Promise<void> {
  // It rejects when the worker stops.
  await sleep(performance.now() - startedMs, undefined, { signal }).catch(() => undefined);
}

function feedNamed(id: string): FeedRef {
  const at = id.indexOf(':');
  return { companyId: Number(id.slice(0, at)), environment: id.slice(at + 1) as Environment };
}
