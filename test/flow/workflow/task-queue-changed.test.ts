/**
 * TEMPORAL_TASK_QUEUE was changed while vouchers were open, and no worker serves the earlier queue. On the real Temporal and a real
 * ledger: the completer replaces a voucher's run there, and leaves a run of its own queue alone.
 */
import { randomInt, randomUUID } from 'node:crypto';
import { completeOnce } from '../../../src/activities/rounds/completer.js';
import type { Store } from '../../../src/ledger/ledger.js';
import { createLog } from '../../../src/shared/log.js';
import { noTraces } from '../../../src/shared/traces.js';
import { temporalClient } from '../../../src/shared/temporal-client.js';
import {
  inputOf,
  startOptionsOf,
  workflowIdOf,
  workflowType,
  type IssueEcfTimings,
} from '../../../src/workflows/contract/vouchers.js';
import { given } from '../../harness/given.js';
import { admitInput, attemptOf, openLedger, readDocument } from '../../harness/ledger.js';

const client = temporalClient({ address: given('TEST_TEMPORAL_ADDRESS'), namespace: 'default' }, 10_000);
const taskQueue = randomUUID();
const timings = {} as IssueEcfTimings;
const log = createLog({ role: 'test', level: 'silent' });
let store: Store;

beforeAll(async () => {
  ({ store } = await openLedger());
});
afterAll(() => client.connection.close());

test.each([
  { name: 'a voucher that waits for nothing', waits: false },
  { name: 'a voucher that waits', waits: true },
])(
  '$name: its run in another queue is replaced, and the next round leaves the new one',
  async ({ waits }) => {
    const now = new Date();
    const input = admitInput({ now, companyId: randomInt(1_000, 1_000_000_000), firstCheckMs: 0 });
    const ref = attemptOf(input);
    await store.admit(input);
    const times = { now, nextTryAt: now, nextCheckAt: now };
    if (waits) await store.recordWaiting(ref, 'CERTIFICATE_UNUSABLE', times);
    const workflowId = workflowIdOf(ref);
    const earlier = startOptionsOf(randomUUID(), inputOf(await readDocument(store, ref), timings));
    const { firstExecutionRunId } = await client.workflow.start(workflowType, earlier);
    const complete = () =>
      completeOnce(
        // Due again for the next round.
        { store, client, taskQueue, timings, log, traces: noTraces, clock: () => new Date(), claimMs: 1 },
        new AbortController().signal,
      );
    const run = async (runId?: string) => {
      const shown = await client.workflow.getHandle(workflowId, runId).describe();
      return { runId: shown.runId, queue: shown.taskQueue, status: shown.status.name };
    };

    await complete();
    expect(await run(firstExecutionRunId)).toMatchObject({ status: 'TERMINATED' });
    const replaced = await run();
    expect(replaced).toMatchObject({ queue: taskQueue, status: 'RUNNING' });
    await complete();
    expect(await run()).toEqual(replaced);
    await client.workflow.getHandle(workflowId).terminate();
  },
);
