/** The certificate of the service for Temporal was renewed while it ran. After the first one has ended, all goes on with the new one. */
import { setTimeout as sleep } from 'node:timers/promises';
import { request } from 'undici';
import { temporalFault } from '../../src/shared/temporal-fault.js';
import { startService } from '../bench/service.js';
import { createPartHealth } from '../torture/outages/part-health.js';
import { questionLimitMs, waitUntil } from '../torture/outages/wait-until.js';
import type { RehearsalStack } from './rehearsal-stack.js';

export async function checkRenewed(stack: RehearsalStack): Promise<readonly string[]> {
  const { first } = stack.temporalCertificates;
  await sleep(Math.max(0, first.ends.getTime() - Date.now()));
  const problems = await strangersWhoGetIn(stack);
  // A certificate is checked when a connection begins, so all connections are cut.
  const health = createPartHealth(stack);
  const pid = await health.untilRunning('temporal');
  process.kill(pid, 'SIGKILL');
  await health.untilGone('temporal', pid);
  await health.untilAllHealthy();
  for (const url of stack.apiAdminUrls)
    await waitUntil(`the api at ${url} reaches Temporal`, async () => (await statusOf(url)) === 'ready');
  const service = await startService({ running: stack });
  await service.send().finally(() => service.stop());
  return problems;
}

async function statusOf(adminUrl: string): Promise<unknown> {
  const { body } = await request(`${adminUrl}/readyz`, { signal: AbortSignal.timeout(questionLimitMs) });
  return ((await body.json()) as { readonly status?: unknown }).status;
}

/** Without a certificate, and with the one that has ended. */
async function strangersWhoGetIn({ temporal, temporalCertificates }: RehearsalStack): Promise<string[]> {
  const { ca, serverName } = temporal.access?.().tls ?? {};
  const server = { ...(ca && { ca }), ...(serverName !== undefined && { serverName }) };
  const strangers = {
    'no certificate': server,
    'an ended certificate': { ...server, client: temporalCertificates.first },
  };
  const problems: string[] = [];
  for (const [name, tls] of Object.entries(strangers)) {
    const fault = await temporalFault(temporal.address, tls);
    if (fault === undefined) problems.push(`TEMPORAL-OPEN: Temporal lets in a client with ${name}`);
  }
  return problems;
}
