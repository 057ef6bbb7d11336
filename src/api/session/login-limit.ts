/**
 * Limits failed logins, over all api processes (docs/develop/adr/0008). There are three limits: for each user and address; for each
 * address, against one password tried with many users; and for each user, against many passwords tried from many addresses.
 * At an address where a user logged in recently only the first limit applies, so that strangers cannot lock the user out there.
 * Once a limit is reached, even the right password is refused: otherwise an attacker could go on guessing.
 */
import { createHash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { LRUCache } from 'lru-cache';
import { dayMs } from '../../ecf/durations.js';
import { ServiceError } from '../../shared/errors.js';
import type { CounterStore } from '../../ledger/counters.js';
import type { Client } from '../http/client-address.js';

export interface LoginLimitConfig {
  /** Failures of one user from one address in 15 minutes; 0: no limit. */
  readonly userFailuresMax: number;
  /** Failures from one address in 15 minutes, all users together; 0: no limit. */
  readonly addressFailuresMax: number;
  /** Failures of one user in 15 minutes, all addresses together; 0: no limit. */
  readonly everywhereFailuresMax: number;
}

interface LoginTry {
  readonly usuario: string;
  readonly rnc: string;
  /** Whose quick password checks count together: the company of an integration, or the person. Absent: the check costs no work to limit. */
  readonly owner?: string;
  readonly client: Client;
}

const windowMs = 15 * 60_000;
/** A password check takes a fraction of a second and a full queue a few seconds. After this, the checks under way are done. */
const inFlightRetryMs = 2_000;
/**
 * For this long a refusal is repeated without reading the counters, and each repetition is delayed by the same time. Somebody who guesses
 * tries again as soon as an answer arrives, so the delay allows far fewer tries on the same number of connections.
 */
const rememberedMs = 1_000;
/** Refusals that are remembered. Each takes about 200 bytes. */
const rememberedMax = 10_000;
/** An address that many callers may share gets this many times the limit of a normal address, see client-address.ts. */
const sharedFactor = 20;
/**
 * Passwords of one owner in a quarter of an hour that are checked at the priority of the process. A token is valid for two hours, so a
 * company with a hundred tills needs thirteen. Without this limit a company that logs in again and again keeps two processors busy.
 */
const quickChecksMax = 100;
/** We remember a success until the end of the next period: 30 to 60 days. Integrations log in every two hours. */
const knownPeriodMs = 30 * dayMs;

export interface LoginLimit {
  /**
   * Runs `check`, which returns undefined when the credentials are wrong, and then counts a failure. When a limit is reached
   * it throws TOO_MANY_REQUESTS and does not run `check`. `isKnown`: the user logged in recently from this network. `quick`: and its owner
   * not too often.
   */
  guard<T>(
    tried: LoginTry,
    check: (quick: boolean, isKnown: boolean) => Promise<T | undefined>,
  ): Promise<T | undefined>;
}

export function createLoginLimit(
  store: CounterStore,
  config: LoginLimitConfig,
  clock: () => Date,
): LoginLimit {
  /** Tries under way in this process. They may all fail, so they count too; otherwise a burst would exceed the limit by far. */
  const inFlight = new Map<string, number>();
  /** By user and address: until when tries are refused, in milliseconds. */
  const refusedUntil = new LRUCache<string, number>({ max: rememberedMax, ttl: rememberedMs });
  const add = (key: string, by: number) => {
    const count = (inFlight.get(key) ?? 0) + by;
    if (count === 0) inFlight.delete(key);
    else inFlight.set(key, count);
  };

  const refuseIfRemembered = async (tryKey: string, nowMs: number) => {
    const untilMs = refusedUntil.get(tryKey);
    if (untilMs === undefined || untilMs <= nowMs) return;
    await sleep(rememberedMs, undefined, { ref: false });
    throw refusal(untilMs, nowMs);
  };

  return {
    guard: async (tried, check) => {
      const nowMs = clock().getTime();
      const tryKey = keyOf('user', tried.rnc, tried.usuario, tried.client.network);
      await refuseIfRemembered(tryKey, nowMs);
      const counters = countersOf(config, tried, nowMs);
      const ids = counters.limits.map(({ id }) => id);
      const underWay = ids.map((id) => inFlight.get(id) ?? 0);
      for (const id of ids) add(id, 1);
      try {
        const counts = await readCounts(store, counters);
        const untilMs = fullUntilMs(counters, { ...counts, underWay }, nowMs);
        if (untilMs !== undefined) {
          refusedUntil.set(tryKey, untilMs);
          throw refusal(untilMs, nowMs);
        }
        const quick = counts.isKnown && counts.ofOwner < quickChecksMax;
        // The check takes longer than this write, so nobody waits for it.
        const often = quick ? counters.often : [];
        const countQuick = often.map((id) => store.count(id, 1, new Date(counters.endMs)));
        const [outcome] = await Promise.all([check(quick, counts.isKnown), ...countQuick]);
        await countOutcome(store, outcome !== undefined, counters, counts);
        return outcome;
      } finally {
        for (const id of ids) add(id, -1);
      }
    },
  };
}

type Counters = ReturnType<typeof countersOf>;
type Counts = Awaited<ReturnType<typeof readCounts>>;

function countersOf(config: LoginLimitConfig, tried: LoginTry, nowMs: number) {
  const window = Math.floor(nowMs / windowMs);
  return {
    limits: limitsOf(config, tried, window),
    known: knownOf(tried, nowMs),
    often: tried.owner === undefined ? [] : [`login-often:${window}:${keyOf('often', tried.owner)}`],
    endMs: (window + 1) * windowMs,
  };
}

function limitsOf(
  { userFailuresMax, addressFailuresMax, everywhereFailuresMax }: LoginLimitConfig,
  { usuario, rnc, client: { network, shared } }: LoginTry,
  window: number,
) {
  const addressMax = shared ? addressFailuresMax * sharedFactor : addressFailuresMax;
  return [
    { key: keyOf('user', rnc, usuario, network), max: userFailuresMax, alsoWhereKnown: true },
    { key: keyOf('address', network), max: addressMax, alsoWhereKnown: false },
    { key: keyOf('everywhere', rnc, usuario), max: everywhereFailuresMax, alsoWhereKnown: false },
  ]
    .filter(({ max }) => max > 0)
    .map(({ key, ...limit }) => ({ id: `login:${window}:${key}`, ...limit }));
}

async function readCounts(store: CounterStore, { limits, known, often }: Counters) {
  const ids = limits.map(({ id }) => id);
  const counted = await store.counted([known.current, known.before, ...ids, ...often]);
  const [successes = 0, successesBefore = 0, ...others] = counted;
  return {
    successes,
    isKnown: successes > 0 || successesBefore > 0,
    failures: others.slice(0, ids.length),
    ofOwner: others[ids.length] ?? 0,
  };
}

function fullUntilMs(
  { limits, endMs }: Counters,
  { isKnown, failures, underWay }: Counts & { readonly underWay: readonly number[] },
  nowMs: number,
): number | undefined {
  const held = limits
    .map((limit, index) => ({ ...limit, failed: failures[index] ?? 0, pending: underWay[index] ?? 0 }))
    .filter(({ alsoWhereKnown }) => alsoWhereKnown || !isKnown);
  if (!held.some(({ max, failed, pending }) => pending + failed >= max)) return undefined;
  return held.some(({ max, failed }) => failed >= max) ? endMs : nowMs + inFlightRetryMs;
}

async function countOutcome(
  store: CounterStore,
  succeeded: boolean,
  { limits, known, endMs }: Counters,
  { successes }: Counts,
): Promise<void> {
  if (!succeeded) await Promise.all(limits.map(({ id }) => store.count(id, 1, new Date(endMs))));
  else if (successes === 0) await store.count(known.current, 1, known.expiresAt);
}

function refusal(untilMs: number, nowMs: number): ServiceError {
  return new ServiceError('TOO_MANY_REQUESTS', { retryAfterSeconds: Math.ceil((untilMs - nowMs) / 1000) });
}

function knownOf({ usuario, rnc, client: { network } }: LoginTry, nowMs: number) {
  const period = Math.floor(nowMs / knownPeriodMs);
  const id = (of: number) => `login-known:${of}:${keyOf('known', rnc, usuario, network)}`;
  return { current: id(period), before: id(period - 1), expiresAt: new Date((period + 2) * knownPeriodMs) };
}

/** A hash: it has the same length for any input, and it keeps user names out of the counters' collection. */
function keyOf(...parts: readonly string[]): string {
  return createHash('sha256').update(JSON.stringify(parts)).digest('base64url');
}
