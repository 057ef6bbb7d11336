/** Breaks parts of a running stack, one at a time, and waits until each one has recovered. */
import { readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { request } from 'undici';
import { assertNever } from '../../../src/shared/errors.js';
import type { DemoCompany } from '../../demo/demo-data.js';
import type { OwnStack } from '../../own-stack/own-stack.js';
import { signal } from '../../stack/processes/processes.js';
import type { PlannedOutage } from '../plan/plan.js';
import { waitForAnswer } from './wait-until.js';
import { createCompanyTrouble, type CompanyTroubleDependencies } from './company-trouble.js';
import type { DgiiFaults } from './dgii-faults.js';
import type { PartHealth } from './part-health.js';
import { isKnown, someRun } from './temporal-runs.js';

export interface OutageDependencies extends CompanyTroubleDependencies {
  readonly stack: OwnStack;
  readonly health: PartHealth;
  /** A restart of the simulator loses its counts and its settings. */
  readonly dgii: Pick<DgiiFaults, 'saveCounts' | 'repeatSettings'>;
}

type Strike = () => void;

export type Outages = ReturnType<typeof createOutages>;

export function createOutages(dependencies: OutageDependencies) {
  const { stack, health, downtimes, dgii } = dependencies;
  const trouble = createCompanyTrouble(dependencies);
  /** During an election there is no primary, so this waits. */
  const processOf = (part: string) =>
    waitForAnswer(`there is a ${part}`, async () => (await stack.processOf?.(part)) ?? part);

  return {
    /** @param company gets into trouble if the outage is about a company */
    async play(outage: PlannedOutage, company: DemoCompany, strike: Strike): Promise<void> {
      const { part, how, freezeMs } = outage;
      switch (how) {
        case 'kill':
          return endAndRecover(part, 'SIGKILL', strike);
        case 'stop':
          return endAndRecover(part, 'SIGTERM', strike);
        case 'freeze':
          return freeze(part, freezeMs, strike);
        case 'forget':
          return forgetTemporal(strike);
        case 'revoke-tokens':
          return revokeTokens(strike);
        case 'lose':
          return trouble.loseDelegation(company, freezeMs, strike);
        case 'replace':
          return trouble.replaceCertificate(company, freezeMs, strike);
        default:
          return assertNever(how);
      }
    },
    kill: (part: string, strike: Strike) => endAndRecover(part, 'SIGKILL', strike),
  };

  async function endAndRecover(part: string, how: 'SIGKILL' | 'SIGTERM', strike: Strike): Promise<void> {
    if (part === 'simulator') await dgii.saveCounts();
    const name = await processOf(part);
    const pid = await health.untilRunning(name);
    const end = downtimes.begin(part);
    process.kill(pid, how);
    strike();
    await health.untilGone(name, pid);
    await health.untilHealthy(name);
    end();
    if (part === 'simulator') await dgii.repeatSettings();
  }

  async function freeze(part: string, ms: number, strike: Strike): Promise<void> {
    const name = await processOf(part);
    const pid = await health.untilRunning(name);
    const end = downtimes.begin(part);
    process.kill(pid, 'SIGSTOP');
    strike();
    // Resume it in any case: a stopped process would never end. It may have been killed since then.
    try {
      await sleep(ms);
    } finally {
      signal(pid, 'SIGCONT');
    }
    await health.untilHealthy(name);
    end();
  }

  /** Deletes the files while the server has them open, so that it cannot restore them. */
  async function forgetTemporal(strike: Strike): Promise<void> {
    const { temporal, dataDir } = stack;
    const run = await waitForAnswer('Temporal knows a run', () => someRun(temporal));
    const folder = join(dataDir, 'temporal');
    for (const name of readdirSync(folder)) rmSync(join(folder, name));
    await endAndRecover('temporal', 'SIGKILL', strike);
    const known = await waitForAnswer('Temporal answers whether it knows the run', () =>
      isKnown(temporal, run),
    );
    if (known) throw new Error(`Temporal still knows ${run.workflowId}`);
  }

  async function revokeTokens(strike: Strike): Promise<void> {
    const response = await request(`${stack.simulatorUrl}/_simulator/revoke-tokens`, { method: 'POST' });
    await response.body.dump();
    strike();
  }
}
