/** Runs the jobs of docker-compose.yml. A job that fails is tried again, as Compose does. */
import { delimiter } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { projectFile } from '../../../src/shared/project-file.js';
import { runCommand } from '../../stack/binaries/run-command.js';
import { machineNames, onlyThese } from '../../stack/processes/machine-environment.js';
import { messageOf } from '../../stack/stack-log.js';
import { terminalLog } from '../../stack/terminal-log.js';
import type { ComposeService } from '../compose-file.js';

const triesMax = 3;
const pauseMs = 1_000;
const jobLimitMs = 10 * 60_000;

/** @throws if the last try fails */
export async function runJob(
  name: string,
  { command, environment }: ComposeService,
  programs: string,
): Promise<void> {
  const machine = onlyThese(machineNames, process.env);
  const env = {
    ...machine,
    ...environment,
    PATH: [programs, machine['PATH'] ?? ''].join(delimiter),
  };
  const [program = '', ...args] = command;
  for (let tries = 1; ; tries += 1) {
    try {
      // The job runs in the project's folder, whose files the image has too.
      const output = await runCommand(program, args, { limitMs: jobLimitMs, env, cwd: projectFile('.') });
      terminalLog.info({}, `${name}: ${output.trim().split('\n').at(-1) ?? ''}`);
      return;
    } catch (error) {
      if (tries === triesMax) throw error;
      terminalLog.warn({}, `${name} failed and is tried again: ${messageOf(error)}`);
      await sleep(pauseMs);
    }
  }
}
