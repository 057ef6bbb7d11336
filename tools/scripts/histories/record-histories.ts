/**
 * `npm run record-histories`: records the histories that the replay tests check today's workflow against. They come from real
 * runs on a separate Temporal, with activities that follow a script (history-scenarios.mjs). Each goes to
 * test/replay/histories/{scenario}-v{version}.json; an existing one is not changed.
 *
 *   npm run record-histories                                records what is missing of version 1
 *   npm run record-histories -- --version 2                 all again beside the old ones, after a change under `patched`
 *   npm run record-histories -- --only accepted --overwrite one again; only before any voucher ran with it
 */
import { Buffer } from 'node:buffer';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { homedir, hostname, tmpdir, userInfo } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { Context } from '@temporalio/activity';
import { Client, Connection, WithStartWorkflowOperation } from '@temporalio/client';
import { ApplicationFailure } from '@temporalio/common';
import { NativeConnection, Runtime, Worker } from '@temporalio/worker';
import { stepResultOf } from '../../dist/src/activities/issue/step-result.js';
import { startTemporal } from '../../dist/tools/stack/start-temporal.js';
import * as contract from '../../dist/src/workflows/contract.js';
import { scenarios } from './history-scenarios.mjs';

/**
 * @typedef {object} Scenario
 * @property {string} name names the file
 * @property {Readonly<Record<string, readonly string[]>>} [script] of a voucher
 * @property {readonly string[]} [inquiry] of a question to DGII: what its one activity answers
 * @property {readonly string[]} [registry] of the registry's renewal: what its one activity answers
 * @property {object} [timings] other intervals than the recorder's short ones, in milliseconds
 * @property {(run: ReturnType<typeof openRun>) => Promise<void>} drive ends when the history is to be taken
 */

const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))));
const target = join(root, 'test/replay/histories');
const taskQueue = 'ecf-recording';
/** Replaces process id and host name, which the SDK would put into every event. */
const identity = 'recorder';
/** A recording takes a second or two; if it takes this long, it hangs. */
const runLimitMs = 30_000;
const lookEveryMs = 25;
/** The duration that each step reports: the same in every recording. */
const ms = 5;
const steps = ['prepare', 'submit', 'query', 'park', 'answerInquiry', 'refreshRegistry'];
const timings = {
  pollFirstMs: 20,
  pollMaxMs: 80,
  retryFirstMs: 20,
  retryMaxMs: 80,
  runMaxMs: 60_000,
  submitTimeoutMs: 10_000,
  quickSubmitTimeoutMs: 3_000,
  quickQueryTimeoutMs: 1_000,
  queryTimeoutMs: 5_000,
  heartbeatMs: 5_000,
};

const { values: options } = parseArgs({
  options: {
    version: { type: 'string', default: '1' },
    only: { type: 'string' },
    overwrite: { type: 'boolean', default: false },
  },
});
if (!/^[1-9]\d{0,2}$/.test(options.version)) throw new Error(`--version ${options.version} is not a number`);
const wanted = scenarios.filter(({ name }) => options.only === undefined || name === options.only);
if (wanted.length === 0) throw new Error(`No scenario ${options.only}`);
const missing = wanted.filter((scenario) => options.overwrite || !existsSync(fileOf(scenario)));
for (const scenario of wanted.filter((one) => !missing.includes(one)))
  console.log(`kept      ${fileOf(scenario)}`);
if (missing.length > 0) await record(missing);

function fileOf({ name }) {
  return join(target, `${name}-v${options.version}.json`);
}

async function record(list) {
  const dataDir = mkdtempSync(join(tmpdir(), 'ecf-record-'));
  const say = (_fields, message) => console.log(message);
  const temporal = await startTemporal({
    dataDir,
    port: 0,
    uiPort: 0,
    searchAttributes: contract.searchAttributes,
    log: { info: say, warn: say, error: say },
  });
  try {
    Runtime.install({
      logger: { log() {}, trace() {}, debug() {}, info() {}, warn() {}, error: console.error },
    });
    const connection = await Connection.connect({ address: temporal.address });
    const native = await NativeConnection.connect({ address: temporal.address });
    const client = new Client({ connection, identity });
    const activities = scriptedActivities();
    const worker = await Worker.create({
      connection: native,
      taskQueue,
      identity,
      workflowBundle: { codePath: join(root, 'dist/workflow-bundle.js') },
      activities: activities.byName,
      shutdownGraceTime: '1s',
      shutdownForceTime: '5s',
    });
    await worker.runUntil(async () => {
      for (const scenario of list) {
        const serial = scenarios.indexOf(scenario) + 1;
        const run = { ...openOf(client, scenario, serial), release: activities.release };
        activities.follow(
          run.input.encf ?? run.input.inquiryId,
          scenario.script ?? { answerInquiry: scenario.inquiry, refreshRegistry: scenario.registry },
        );
        await within(runLimitMs, scenario.name, scenario.drive(run));
        const json = scrubbed(await run.history());
        assertNothingOfThisMachine(scenario.name, json, [dataDir, temporal.address]);
        writeFileSync(fileOf(scenario), json);
        console.log(`recorded  ${fileOf(scenario)}`);
        await run.discard();
      }
    });
    await native.close();
    await connection.close();
  } finally {
    await temporal.stop();
    rmSync(dataDir, { recursive: true, force: true });
  }
}

/** Activities for all recordings. The e-NCF selects the script. */
function scriptedActivities() {
  const scripts = new Map();
  /** Steps that wait until their scenario releases them. */
  const releases = [];
  const step = (name) => async (about) => {
    // A renewal has no e-NCF.
    const id = about?.encf ?? about;
    const answers = scripts.get(id)?.[name];
    if (answers === undefined) throw new Error(`No script for ${name} of ${id}`);
    const answer = answers.length > 1 ? answers.shift() : answers[0];
    if (answer === 'dies') return Context.current().cancelled;
    if (answer === 'unavailable')
      throw ApplicationFailure.create({ message: 'LEDGER_UNAVAILABLE', type: 'LEDGER_UNAVAILABLE' });
    if (name === 'answerInquiry') return answer;
    if (name === 'refreshRegistry')
      return { outcome: answer, rows: 788_700, malformed: 3, dataDate: '29-08-2026' };
    if (answer === 'not-tried') return { text: 'No se hace al momento', notTried: 'dgii-slow', ms };
    const [result, held] = answer.split('+');
    if (held !== undefined) await new Promise((resolve) => releases.push(resolve));
    const [state, reason] = result.split('/');
    return { ...stepResultOf({ state, ...(reason === undefined ? {} : { waiting: { reason } }) }), ms };
  };
  return {
    byName: Object.fromEntries(steps.map((name) => [name, step(name)])),
    release: () => releases.splice(0).forEach((resolve) => resolve()),
    follow: (id, script) =>
      scripts.set(id, Object.fromEntries(steps.map((name) => [name, [...(script[name] ?? [])]]))),
  };
}

/** One run, as a scenario drives it from outside. */
function openRun(client, scenario, serial) {
  const input = {
    companyId: 1,
    environment: 'pre-certification',
    encf: `E31${String(serial).padStart(10, '0')}`,
    attempt: 1,
    tipoeCF: 31,
    correlationId: 'recording',
    timings: { ...timings, ...scenario.timings },
  };
  const start = contract.startOptionsOf(taskQueue, input);
  const handle = client.workflow.getHandle(contract.workflowIdOf(input));
  return {
    input,
    start: () => client.workflow.start(contract.workflowType, start),
    send: (update) =>
      client.workflow.executeUpdateWithStart(contract.updates[update], {
        updateId: contract.updateIds[update],
        startWorkflowOperation: new WithStartWorkflowOperation(contract.workflowType, start),
      }),
    retryNow: () => handle.executeUpdate(contract.updates.retryNow, { updateId: 'retry-now' }),
    wake: () => handle.signal(contract.wakeSignal),
    until: async (holds) => {
      while (!holds(await handle.query(contract.stateQuery))) await delay(lookEveryMs);
    },
    /** Waits until the run has had this many workflow tasks, including the current one. */
    untilTasks: async (count) => {
      const started = ({ events }) =>
        events.filter(({ workflowTaskStartedEventAttributes: task }) => task != null).length;
      while (started(await handle.fetchHistory()) < count) await delay(lookEveryMs);
    },
    end: () => handle.result(),
    history: () => handle.fetchHistory(),
    /** The worker would continue an open run while the next ones are recorded. */
    discard: async () => {
      const { status } = await handle.describe();
      if (status.name === 'RUNNING') await handle.terminate('recorded');
    },
  };
}

function openOf(client, scenario, serial) {
  if (scenario.inquiry !== undefined) return openInquiry(client, serial);
  return scenario.registry === undefined ? openRun(client, scenario, serial) : openRegistry(client);
}

/** One renewal of the registry, as the Schedule starts it. */
function openRegistry(client) {
  const timings = { tryMs: 5_000, giveUpMs: 2_000, retryFirstMs: 20, retryMaxMs: 80, heartbeatMs: 500 };
  const workflowId = 'registry-recording';
  const handle = client.workflow.getHandle(workflowId);
  return {
    input: {},
    start: () =>
      client.workflow.start(contract.registryWorkflowType, { workflowId, taskQueue, args: [timings] }),
    end: () => handle.result(),
    failure: () => failureOf(handle),
    history: () => handle.fetchHistory(),
    discard: () => Promise.resolve(),
  };
}

function failureOf(handle) {
  return handle.result().then(
    () => {
      throw new Error('The run was expected to fail');
    },
    () => undefined,
  );
}

/** One question to DGII. */
function openInquiry(client, serial) {
  const inquiryId = `00000000-0000-4000-8000-${String(serial).padStart(12, '0')}`;
  const input = { inquiryId, answerTimeoutMs: 500, giveUpMs: 2_000 };
  const start = contract.inquiryStartOf(taskQueue, 'external-status', input);
  const handle = client.workflow.getHandle(start.workflowId);
  return {
    input,
    start: () => client.workflow.start(contract.inquiryWorkflowType, start),
    end: () => handle.result(),
    failure: () => failureOf(handle),
    history: () => handle.fetchHistory(),
    discard: () => Promise.resolve(),
  };
}

/**
 * As protobufjs writes and reads JSON. The SDK's own historyToJSON throws "type must be a Type" where npm installs several
 * copies of protobufjs, as it does here. Stack traces contain paths of the machine; a replay ignores them.
 */
function scrubbed(history) {
  const withoutTraces = (key, value) => (key === 'stackTrace' ? '' : value);
  return `${JSON.stringify(JSON.parse(JSON.stringify(history)), withoutTraces, 1)}\n`;
}

function assertNothingOfThisMachine(name, json, others) {
  const decoded = json.replace(/"data": "([^"]*)"/g, (_, data) =>
    Buffer.from(data, 'base64').toString('utf8'),
  );
  const telling = [hostname(), homedir(), root, userInfo().username, tmpdir(), ...others];
  const pattern = (text) => new RegExp(`(^|[^\\w])${text.replace(/[^\w]/g, '\\$&')}([^\\w]|$)`);
  const found = telling.filter((text) => pattern(text).test(decoded));
  if (found.length > 0) throw new Error(`${name}: the history names ${found.join(', ')} of this machine`);
}

async function within(limitMs, what, work) {
  const late = delay(limitMs, 'late', { ref: false });
  if ((await Promise.race([work, late])) === 'late') throw new Error(`${what}: not within ${limitMs} ms`);
}
