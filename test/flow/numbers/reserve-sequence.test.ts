/** A workflow reserves its number with the same function as the api, and gets the same number after a crash. */
import { randomUUID } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import type { Client } from '@temporalio/client';
import { createActivities, type NumberingActivities } from '../../../src/activities/create-activities.js';
import type { ActivityDeps } from '../../../src/activities/deps.js';
import { createLog } from '../../../src/shared/log.js';
import type { Store } from '../../../src/ledger/ledger.js';
import { LedgerUnavailableError } from '../../../src/ledger/unavailable.js';
import { openLedger } from '../../harness/ledger.js';
import { addNumberedCompany } from '../../harness/numbers.js';
import type { takeNumbers } from '../../harness/numbers-workflow.js';
import { takeTemporalLog } from '../../harness/temporal-log.js';
import { startTestWorker } from '../../harness/temporal.js';

const taskQueue = `reserve-${randomUUID()}`;
const now = new Date('2026-11-20T15:00:00Z');
const log = createLog({ role: 'test', level: 'silent' });
let store: Store;
let client: Client;
/** Faults for the next calls to the ledger. */
const outages: Error[] = [];

beforeAll(async () => {
  await takeTemporalLog(log);
  ({ store } = await openLedger());
  await addNumberedCompany(store, { companyId: 1, now });
  await addNumberedCompany(store, { companyId: 2, now, environment: 'certification', origin: 'client' });
  await addNumberedCompany(store, { companyId: 3, now, origin: 'client' });
  for (const [companyId, environment] of [
    [1, 'pre-certification'],
    [2, 'certification'],
  ] as const) {
    await store.addAuthorization({
      companyId,
      environment,
      ecfType: 31,
      from: 1,
      to: 100,
      expiresOn: '31-12-2028',
      authorizationNumber: 'A-1',
      now,
    });
  }
  const deps = {
    store: {
      ...store,
      nextNumber: (request: Parameters<Store['nextNumber']>[0]) => {
        const outage = outages.shift();
        return outage === undefined ? store.nextNumber(request) : Promise.reject(outage);
      },
    },
    clock: () => now,
    log,
  } as unknown as ActivityDeps;
  const activities: Pick<NumberingActivities, 'reserveSequence'> = createActivities(deps);
  client = await startTestWorker({
    taskQueue,
    workflowsPath: fileURLToPath(new URL('../../harness/numbers-workflow.ts', import.meta.url)),
    activities: { ...activities },
  });
}, 60_000);
const take = (
  companyId: number,
  environment: 'pre-certification' | 'certification',
  ecfType = 31,
  workflowId = `take-${randomUUID()}`,
) =>
  client.workflow.execute<typeof takeNumbers>('takeNumbers', {
    taskQueue,
    workflowId,
    args: [companyId, environment, ecfType],
  });

test('a workflow gets a number, and the same one when it asks again', async () => {
  const [first, again] = await take(1, 'pre-certification');
  expect(first).toEqual({ reserved: true, encf: 'E310000000001', expiresOn: '31-12-2028', reused: false });
  expect(again).toEqual({ ...first, reused: true });
});

test('in certification it gets a number whatever the origin: the web application issues there', async () => {
  const [first] = await take(2, 'certification');
  expect(first).toMatchObject({ reserved: true, encf: 'E310000000001' });
});

test.each([
  {
    name: 'no range for that type',
    companyId: 1,
    ecfType: 45,
    code: 'SEQUENCE_NOT_AVAILABLE',
    reason: 'SIN_RANGO',
  },
  {
    name: 'a company that numbers itself',
    companyId: 3,
    ecfType: 31,
    code: 'SEQUENCE_MANAGED_EXTERNALLY',
    reason: null,
  },
])('$name: refused by value', async ({ companyId, ecfType, code, reason }) => {
  const [first] = await take(companyId, 'pre-certification', ecfType);
  expect(first).toEqual({ reserved: false, code, reason });
});

test('it is retried while the ledger is unreachable; history holds only the error code', async () => {
  outages.push(new LedgerUnavailableError({ cause: new Error('secret-host:27017') }));
  const workflowId = `take-${randomUUID()}`;
  const [first] = await take(1, 'pre-certification', 31, workflowId);
  expect(first).toMatchObject({ reserved: true, encf: 'E310000000002' });
  const history = await client.workflow.getHandle(workflowId).fetchHistory();
  const text = JSON.stringify(history);
  expect(text).toContain('LEDGER_UNAVAILABLE');
  expect(text).not.toContain('secret-host');
});
