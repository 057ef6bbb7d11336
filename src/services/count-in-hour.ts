/** Counts in the ledger what a company or a person has caused in this hour or on this day, over all processes. */
import { createHash } from 'node:crypto';
import { dayMs, hourOf } from '../ecf/durations.js';
import { localDate, startOfDay } from '../ecf/model/dates.js';
import type { Ledger } from './deps.js';

/**
 * @param name of the counter, without the hour, such as `contests:7`
 * @returns the count with the amount that was added now, and the seconds until it starts again at zero; at least one
 */
export async function countInHour({ store, clock }: Ledger<'count'>, name: string, amount: number) {
  const nowMs = clock().getTime();
  const { hour, endMs } = hourOf(nowMs);
  return countUntil({ store, nowMs }, `${name}:${hour}`, { amount, endMs });
}

/** The same for the day in Santo Domingo. */
export async function countInDay({ store, clock }: Ledger<'count'>, name: string, amount: number) {
  const nowMs = clock().getTime();
  const day = localDate(nowMs);
  return countUntil({ store, nowMs }, `${name}:${day}`, { amount, endMs: startOfDay(day) + dayMs });
}

async function countUntil(
  { store, nowMs }: Pick<Ledger<'count'>, 'store'> & { readonly nowMs: number },
  name: string,
  { amount, endMs }: { readonly amount: number; readonly endMs: number },
) {
  const count = await store.count(name, amount, new Date(endMs));
  return { count, leftSeconds: Math.ceil((endMs - nowMs) / 1_000) };
}

/** A text as a part of a name: always of the same length, and it keeps addresses out of the names of counters. */
export function hashedName(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 32);
}
