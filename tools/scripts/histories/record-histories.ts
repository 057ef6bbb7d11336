/**
 * `npm run record-histories`: records the histories that the replay tests check today's workflow against. They come from real
 * runs on a separate Temporal, with activities that follow a script (scenarios.ts). Each goes to
 * test/replay/histories/{scenario}-v{version}.json; an existing one is not changed.
 *
 *   npm run record-histories                                records what is missing of version 1
 *   npm run record-histories -- --version 2                 all again beside the old ones, after a change under `patched`
 *   npm run record-histories -- --only accepted --overwrite one again; only before any voucher ran with it
 */
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { Client, Connection } from '@temporalio/client';
import { NativeConnection, Runtime, Worker } from '@temporalio/worker';
import { projectFile } from '../../../src/shared/project-file.js';
import { searchAttributes } from '../../../src/workflows/contract/vouchers.js';
import { laneQueueOf, lanes } from '../../../src/workflows/lanes.js';
import type { StackLog } from '../../stack/stack-log.js';
import { startTemporal } from '../../stack/start-temporal.js';
import { assertNothingOfThisMachine, historyText } from './history-file.js';
import { openRun, openVoucher, taskQueue } from './runs.js';
import type { Scenario } from './scenario.js';
import { scenarios } from './scenarios.js';
import { createScriptedActivities } from './scripted-activities.js';

type Activities = ReturnType<typeof createScriptedActivities>;

/** Replaces process id and host name, which the SDK would put into every event. */
const identity = 'recorder';
/** A recording takes a second or two; if it takes this long, it hangs. */
const runLimitMs = 30_000;

const print = (line: string) => process.stdout.write(`${line}\n`);

const { values: options } = parseArgs({
  options: {
    version: { type: 'string', default: '1' },
    only: { type: 'string' },
    overwrite: { type: 'boolean', default: false },
  },
});
if (!/^[1-9]\d{0,2}$/.test(options.version)) throw new Error(`--version ${options.version} is not a number`);
const wanted = scenarios.filter(({ name }) => options.only === undefined || name === options.only);
if (wanted.length === 0) throw new Error(`No scenario ${options.only ?? ''}`);
const missing = wanted.filter((scenario) => options.overwrite || !existsSync(fileOf(scenario)));
for (const scenario of wanted.filter((one) => !missing.includes(one))) print(`kept      ${fileOf(scenario)}`);
if (missing.length > 0) await recordOnOwnTemporal(missing);

function fileOf({ name }: Scenario): string {
  return projectFile(`test/replay/histories/${name}-v${options.version}.json`);
}

async function recordOnOwnTemporal(list: readonly Scenario[]): Promise<void> {
  const dataDir = mkdtempSync(join(tmpdir(), 'ecf-record-'));
  const say: StackLog['info'] = (_fields, message) => print(message);
  const log: StackLog = { info: say, warn: say, error: say };
  const temporal = await startTemporal({ dataDir, port: 0, uiPort: 0, searchAttributes, log });
  try {
    await record(list, temporal.address, [dataDir, temporal.address]);
  } finally {
    await temporal.stop();
    rmSync(dataDir, { recursive: true, force: true });
  }
}

async function record(list: readonly Scenario[], address: string, machineNames: readonly string[]) {
  const quiet = () => undefined;
  const error = (message: string) => void process.stderr.write(`${message}\n`);
  Runtime.install({
    logger: { log: quiet, trace: quiet, debug: quiet, info: quiet, warn: quiet, error },
  });
  const connection = await Connection.connect({ address });
  const native = await NativeConnection.connect({ address });
  const client = new Client({ connection, identity });
  const activities = createScriptedActivities();
  const options = {
    connection: native,
    identity,
    activities: activities.byName,
    shutdownGraceTime: '1s',
    shutdownForceTime: '5s',
  } as const;
  const workflowBundle = { codePath: projectFile('dist/workflow-bundle.js') };
  const worker = await Worker.create({ ...options, taskQueue, workflowBundle });
  const laneWorkers = await Promise.all(
    lanes.map((lane) => Worker.create({ ...options, taskQueue: laneQueueOf(taskQueue, lane) })),
  );
  const running = laneWorkers.map((one) => one.run());
  await worker.runUntil(async () => {
    for (const scenario of list) {
      const text = historyText(await play(scenario, client, activities));
      assertNothingOfThisMachine(scenario.name, text, machineNames);
      writeFileSync(fileOf(scenario), text);
      print(`recorded  ${fileOf(scenario)}`);
    }
  });
  for (const one of laneWorkers) one.shutdown();
  await Promise.all(running);
  await native.close();
  await connection.close();
}

async function play(scenario: Scenario, client: Client, activities: Activities) {
  const { driven, handle } = begin(scenario, client, activities);
  await within(runLimitMs, scenario.name, driven);
  const history = await handle.fetchHistory();
  // The worker would continue an open run while the next ones are recorded.
  const { status } = await handle.describe();
  if (status.name === 'RUNNING') await handle.terminate('recorded');
  return history;
}

function begin(scenario: Scenario, client: Client, activities: Activities) {
  const serial = scenarios.indexOf(scenario) + 1;
  if (scenario.kind === 'voucher') {
    const { id, run, handle } = openVoucher(client, scenario, serial, activities.release);
    activities.follow(id, scenario);
    return { driven: scenario.drive(run), handle };
  }
  const { id, run, handle } = openRun(client, scenario, serial);
  activities.follow(id, scenario);
  return { driven: scenario.drive(run), handle };
}

async function within(limitMs: number, what: string, work: Promise<void>): Promise<void> {
  const late = delay(limitMs, 'late', { ref: false });
  if ((await Promise.race([work, late])) === 'late') throw new Error(`${what}: not within ${limitMs} ms`);
}
