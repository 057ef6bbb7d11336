/**
 * Breaks parts of a running stack, one at a time, and waits until each one has recovered. Also brings one company into trouble,
 * until DGII gives it a token again.
 */
import { readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { clearTimeout, setTimeout } from 'node:timers';
import { setTimeout as sleep } from 'node:timers/promises';
import { MongoClient } from 'mongodb';
import { request } from 'undici';
import { Client, Connection, WorkflowNotFoundError } from '@temporalio/client';
import { issuingOf } from './downtimes.mjs';

/** mongod replays its journal and a worker loads its bundle: seconds, or a minute on a busy machine. */
const recoveryLimitMs = 240_000;
const lookEveryMs = 50;
const questionLimitMs = 2_000;

/**
 * @param {object} options
 * @param {Awaited<ReturnType<import('../own-stack/own-stack.mjs')['startOwnStack']>>} options.stack
 * @param {ReturnType<import('./downtimes.mjs')['createDowntimes']>} options.downtimes
 * @param {ReturnType<import('./office.mjs')['createOffice']>} options.office
 * @param {object} options.clients the companies' clients; they see the answers that a company in trouble gets
 * @param {{ tellAgain(): Promise<void>, count(): Promise<void> }} options.desk the simulator's desk: a restart forgets its settings
 */
export function createHavoc({ stack, downtimes, office, clients, desk }) {
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
    /**
     * Runs a round's outage; resolves when everything works again.
     * @param {() => void} strike called at the moment of the damage
     */
    async play({ part, how, freezeMs }, company, strike) {
      switch (how) {
        case 'kill':
          return endAndRecover(part, 'SIGKILL', strike);
        case 'stop':
          return endAndRecover(part, 'SIGTERM', strike);
        case 'forget':
          return forgetTemporal(strike);
        case 'freeze':
          return freeze(part, freezeMs, strike);
        case 'revoke-tokens':
          return revokeTokens(strike);
        case 'lose':
          return loseDelegation(company, freezeMs, strike);
        case 'replace':
          return replaceCertificate(company, freezeMs, strike);
        default:
          throw new Error(`Unknown outage: ${part} ${how}`);
      }
    },
    /**
     * Kills the workers in turn until `ended`. Each one first lives as long as the plan says, and until vouchers made as many steps
     * as the plan says; otherwise, on a busy machine, workers would die before they did anything. It kills only while a voucher
     * is open.
     */
    async killWorkers(lives, ended, struck) {
      for (let n = 0; !ended.aborted; n += 1) {
        const worker = workerName(n % stack.workerAdminUrls.length);
        const { ms, moves } = lives[n % lives.length];
        await untilHealthy(worker);
        const enough = clients.counts.moves + moves;
        await sleep(ms, undefined, { signal: ended }).catch(() => undefined);
        // No limit here: the run's watch has one.
        while ((clients.counts.moves < enough || clients.open() === 0) && !ended.aborted)
          await sleep(lookEveryMs);
        if (ended.aborted) return;
        await endAndRecover(worker, 'SIGKILL', () => struck(clients.open()));
      }
    },
    /** All parts answer. */
    async recovered() {
      await Promise.all(Object.keys(healthy).map(untilHealthy));
    },
  };

  async function endAndRecover(part, signal, strike) {
    // A restart of the simulator loses its counts.
    if (part === 'simulator') await desk.count();
    const pid = await pidOf(part);
    const end = downtimes.begin(part);
    process.kill(pid, signal);
    strike();
    await until(`${part} ${pid} is gone`, async () => stack.pids()[part] !== pid);
    await untilHealthy(part);
    end();
    if (part === 'simulator') await desk.tellAgain();
  }

  /** Deletes the files while the server has them open, so that it cannot restore them. */
  async function forgetTemporal(strike) {
    const run = await until('Temporal knows a run', () => someRun(stack.temporalAddress));
    const folder = join(stack.dataDir, 'temporal');
    for (const name of readdirSync(folder)) rmSync(join(folder, name));
    await endAndRecover('temporal', 'SIGKILL', strike);
    await until('Temporal tells whether it knows the run', () => isForgotten(stack.temporalAddress, run));
  }

  async function loseDelegation(company, ms, strike) {
    const end = downtimes.begin(issuingOf(company.companyId));
    office.undelegate(company);
    strike();
    // The service finds out by a delivery or a token request: nobody informs it.
    await until('the company is suspended', () => office.suspension(company));
    await clients.heardSuspended(company);
    await sleep(ms);
    office.delegate(company);
    await issuesAgain(company);
    end();
  }

  async function replaceCertificate(company, ms, strike) {
    const end = downtimes.begin(issuingOf(company.companyId));
    await office.importCertificate(company, false);
    strike();
    await until('the company is suspended', async () => {
      const reason = await office.suspension(company);
      // Deliveries right after the import may still use the old signature, so the operator runs a check.
      if (reason === null) await office.check(company);
      return reason ?? undefined;
    });
    await clients.heardSuspended(company);
    await sleep(ms);
    await office.importCertificate(company, true);
    await issuesAgain(company);
    end();
  }

  /** Needs no action: a worker asks DGII for a token at intervals. */
  async function issuesAgain(company) {
    await until('the company issues again', async () => (await office.suspension(company)) === null);
    await clients.heardNumber(company);
  }

  async function freeze(part, ms, strike) {
    const pid = await pidOf(part);
    const end = downtimes.begin(part);
    process.kill(pid, 'SIGSTOP');
    strike();
    // Resume it in any case: a stopped process would never end.
    try {
      await sleep(ms);
    } finally {
      resume(pid);
    }
    await untilHealthy(part);
    end();
  }

  async function revokeTokens(strike) {
    const response = await request(`${stack.simulatorUrl}/_simulator/revoke-tokens`, { method: 'POST' });
    await response.body.dump();
    strike();
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
    // It was killed while it was stopped.
    if (error.code !== 'ESRCH') throw error;
  }
}

async function until(what, look) {
  const end = Date.now() + recoveryLimitMs;
  for (;;) {
    const seen = await look().catch((error) => {
      if (error instanceof NotForgottenError) throw error;
    });
    if (seen !== undefined && seen !== null && seen !== false) return seen;
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

function isServing(address) {
  return askTemporal(address, async ({ workflowService }) => {
    await workflowService.describeNamespace({ namespace: 'default' });
    return true;
  });
}

/** @returns a run; undefined when Temporal has no run */
function someRun(address) {
  return askTemporal(address, async (connection) => {
    for await (const { workflowId, runId } of new Client({ connection }).workflow.list({
      query: `WorkflowType = 'issueEcf'`,
    }))
      return { workflowId, runId };
    return undefined;
  });
}

/** @throws when the server still knows the run although its database was deleted */
function isForgotten(address, { workflowId, runId }) {
  return askTemporal(address, async (connection) => {
    try {
      await new Client({ connection }).workflow.getHandle(workflowId, runId).describe();
    } catch (error) {
      if (error instanceof WorkflowNotFoundError) return true;
      throw error;
    }
    throw new NotForgottenError(`Temporal still knows ${workflowId}`);
  });
}

class NotForgottenError extends Error {}

async function askTemporal(address, ask) {
  const connection = await Connection.connect({ address, connectTimeout: questionLimitMs });
  try {
    return await connection.withDeadline(Date.now() + questionLimitMs, () => ask(connection));
  } finally {
    await connection.close();
  }
}
