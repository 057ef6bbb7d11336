/** Whether each part of the stack works, and waiting until it does. */
import { MongoClient } from 'mongodb';
import { request } from 'undici';
import type { OwnStack } from '../../own-stack/own-stack.js';
import { waitForAnswer, waitUntil, questionLimitMs } from './wait-until.js';
import { isServing } from './temporal-runs.js';

export type PartHealth = ReturnType<typeof createPartHealth>;

export function createPartHealth(stack: OwnStack) {
  const checks = stack.checks ?? embeddedChecks(stack);
  const pidOf = (part: string) => stack.pids()[part];

  return {
    untilRunning: (part: string) => waitForAnswer(`${part} runs`, () => Promise.resolve(pidOf(part))),
    untilGone: (part: string, pid: number) =>
      waitUntil(`${part} ${pid} is gone`, () => Promise.resolve(pidOf(part) !== pid)),
    untilHealthy,
    async untilAllHealthy(): Promise<void> {
      await Promise.all([...checks.keys()].map(untilHealthy));
    },
  };

  async function untilHealthy(part: string): Promise<void> {
    const check = checks.get(part);
    if (check === undefined) throw new Error(`There is no part ${part}`);
    await waitUntil(`${part} works`, async () => pidOf(part) !== undefined && (await check()));
  }
}

function embeddedChecks(stack: OwnStack): ReadonlyMap<string, () => Promise<boolean>> {
  return new Map([
    ['api', () => answers200(`${stack.apiUrl}/healthz`)],
    ['simulator', () => answers200(`${stack.simulatorUrl}/_simulator/counts`)],
    ['mongod', () => isPrimary(stack.mongoUri)],
    ['temporal', () => isServing(stack.temporal)],
    ...stack.workerAdminUrls.map(
      (url, index) => [workerName(index), () => answers200(`${url}/readyz`)] as const,
    ),
  ]);
}

export function workerName(index: number): string {
  return index === 0 ? 'worker' : `worker-${index + 1}`;
}

export async function answers200(url: string): Promise<boolean> {
  const response = await request(url, { signal: AbortSignal.timeout(questionLimitMs) });
  await response.body.dump();
  return response.statusCode === 200;
}

async function isPrimary(uri: string): Promise<boolean> {
  const limits = { serverSelectionTimeoutMS: questionLimitMs, connectTimeoutMS: questionLimitMs };
  const client = new MongoClient(uri, limits);
  try {
    const { isWritablePrimary } = await client.db('admin').command({ hello: 1 });
    return isWritablePrimary === true;
  } finally {
    await client.close();
  }
}
