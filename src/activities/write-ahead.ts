/** What every sender writes ahead of a transmission (docs/develop/adr/0003-write-ahead.md), and whether it may still send after that. */
import { hostname } from 'node:os';
import type { WrittenAhead } from '../ledger/written-ahead.js';
import type { ActivityDeps } from './deps.js';

const thisProcess = `${hostname()}:${process.pid}`;

type Timed = Pick<ActivityDeps, 'clock' | 'settings'>;

/** The record of a transmission that starts now, to write before its first byte. @param timeoutMs its time limit */
export function writeAheadRecord({ clock, settings }: Timed, n: number, timeoutMs: number): WrittenAhead {
  const startedAt = clock();
  const leaseUntil = new Date(startedAt.getTime() + timeoutMs + settings.leaseMarginMs);
  return { n, startedAt, leaseUntil, host: thisProcess };
}

/** This process was paused since it wrote the record. The lease could end before the deadline, so it must not send now. */
export function wasPausedTooLong({ clock, settings }: Timed, { startedAt }: WrittenAhead): boolean {
  return clock().getTime() - startedAt.getTime() > settings.leaseMarginMs;
}
