/** Breaks down the parts of a running stack, one at a time, and waits until each one has recovered. */
import { readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { clearTimeout, setTimeout } from 'node:timers';
import { setTimeout as sleep } from 'node:timers/promises';
import { MongoClient } from 'mongodb';
import { request } from 'undici';
import { Connection } from '@temporalio/client';

/** mongod replays its journal, a worker loads its bundle: seconds, on a busy machine tens of them. */
const recoveryLimitMs = 120_000;
const lookEveryMs = 50;
const questionLimitMs = 2_000;

/**
 * @param {object} options
 * @param {Awaited<ReturnType<import('../bench/own-stack.mjs')['startOwnStack']>>} options.stack
 * @param {ReturnType<import('./downtimes.mjs')['createDowntimes']>} options.downtimes
 * @param {() => Promise<void>} options.simulatorBack told when the simulator was started again: it forgot its settings
 */
export function createHavoc({ stack, downtimes, simulatorBack }) {
  const counts = {};
  const healthy = {
    api: () => answers200(`${stack.apiUrl}/healthz`),
    ...Object.fromEntries(
      stack.workerAdminUrls.map((url, index) => [workerName(index), () => answers200(`${url}/readyz`)]),
    ),
    simulator: () => answers200(`${stack.simulatorUrl}/_simulator/counts`),
    mongod: () => isPrimary(stack.mongoUri),
    temporal: () => isServing(stack.temporalAddress),
  };

  return {
    counts,
    /** What the plan has for a round; resolves when the part is well again. */
    async play({ part, how, freezeMs }) {
      const name = `${part} ${how}`;
      counts[name] = (counts[name] ?? 0) + 1;
      switch (how) {
        case 'kill':
          return endAndRecover(part, 'SIGKILL');
        case 'stop':
          return endAndRecover(part, 'SIGTERM');
        case 'forget':
          return forgetTemporal();
        case 'freeze':
          return freeze(part, freezeMs);
        case 'revoke-tokens':
          return revokeTokens();
        default:
          throw new Error(`Unknown outage: ${name}`);
      }
    },
    /**
     * Kills the workers in turn until told to end, each when it has lived as long as the plan lets it and some voucher moved:
     * killed before they have done anything, on a busy machine, they would never get anywhere.
     */
    async killWorkers(livesMs, ended, moves) {
      counts['worker kill'] = 0;
      for (let n = 0; !ended.aborted; n += 1) {
        const worker = workerName(n % stack.workerAdminUrls.length);
        await untilHealthy(worker);
        const before = moves();
        await sleep(livesMs[n % livesMs.length], undefined, { signal: ended }).catch(() => undefined);
        // Without an end of its own: the run's watch has one.
        while (moves() === before && !ended.aborted) await sleep(lookEveryMs);
        if (ended.aborted) return;
        counts['worker kill'] += 1;
        await endAndRecover(worker, 'SIGKILL');
      }
    },
    /** All parts answer. */
    async recovered() {
      await Promise.all(Object.keys(healthy).map(untilHealthy));
    },
  };

  async function endAndRecover(part, signal) {
    const pid = await pidOf(part);
    const end = downtimes.begin(part);
    process.kill(pid, signal);
    await until(`${part} ${pid} is gone`, async () => stack.pids()[part] !== pid);
    await untilHealthy(part);
    end();
    if (part === 'simulator') await simulatorBack();
  }

  /** The files go while the server has them open, so that it cannot come back with them. */
  async function forgetTemporal() {
    const folder = join(stack.dataDir, 'temporal');
    for (const name of readdirSync(folder)) rmSync(join(folder, name));
    await endAndRecover('temporal', 'SIGKILL');
  }

  async function freeze(part, ms) {
    const pid = await pidOf(part);
    const end = downtimes.begin(part);
    process.kill(pid, 'SIGSTOP');
    // Whatever happens meanwhile: a process that stands still for ever would never end.
    try {
      await sleep(ms);
    } finally {
      resume(pid);
    }
    await untilHealthy(part);
    end();
  }

  async function revokeTokens() {
    const response = await request(`${stack.simulatorUrl}/_simulator/revoke-tokens`, { method: 'POST' });
    await response.body.dump();
  }

  async function pidOf(part) {
    return until(`${part} runs`, async () => stack.pids()[part]);
  }

  async function untilHealthy(part) {
    await until(`${part} is well`, async () => stack.pids()[part] !== undefined && (await healthy[part]()));
  }
}

function workerName(index) {
  return index === 0 ? 'worker' : `worker-${index + 1}`;
}

function resume(pid) {
  try {
    process.kill(pid, 'SIGCONT');
  } catch (error) {
    // It was killed while it stood still.
    if (error.code !== 'ESRCH') throw error;
  }
}

async function until(what, look) {
  const end = Date.now() + recoveryLimitMs;
  for (;;) {
    const seen = await look().catch(() => undefined);
    if (seen !== undefined && seen !== false) return seen;
    if (Date.now() > end) throw new Error(`Not within ${recoveryLimitMs} ms: ${what}`);
    await sleep(lookEveryMs);
  }
}

async function answers200(url) {
  const limit = new AbortController();
  const timer = setTimeout(() => limit.abort(), questionLimitMs);
  try {
    const response = await request(url, { signal: limit.signal });
    await response.body.dump();
    return response.statusCode === 200;
  } finally {
    clearTimeout(timer);
  }
}

async function isPrimary(uri) {
  const limits = { serverSelectionTimeoutMS: questionLimitMs, connectTimeoutMS: questionLimitMs };
  const client = new MongoClient(uri, limits);
  try {
    return (await client.db('admin').command({ hello: 1 })).isWritablePrimary === true;
  } finally {
    await client.close();
  }
}

async function isServing(address) {
  const connection = await Connection.connect({ address, connectTimeout: questionLimitMs });
  try {
    const limit = Date.now() + questionLimitMs;
    await connection.withDeadline(limit, () =>
      connection.workflowService.describeNamespace({ namespace: 'default' }),
    );
    return true;
  } finally {
    await connection.close();
  }
}
