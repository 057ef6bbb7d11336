/** A worker that must stop waits for no start of a workflow, also while Temporal takes its calls and answers none. */
import { once } from 'node:events';
import { createServer, type AddressInfo, type Socket } from 'node:net';
import { promisify } from 'node:util';
import type { ActivityDeps } from '../../../src/activities/deps.js';
import { createReceiverSlots } from '../../../src/activities/buyers/receiver-slots.js';
import { createBell } from '../../../src/activities/rounds/bell.js';
import { readConfig } from '../../../src/boot/config.js';
import { startWorkerRounds } from '../../../src/boot/worker-rounds.js';
import { temporalClient } from '../../../src/shared/temporal-client.js';
import { own } from '../../harness/own.js';
import { noTraces } from '../../../src/shared/traces.js';
import { recordingLog, type LogLine } from '../../harness/recording-log.js';

const ofCompany = { companyId: 1, environment: 'production' };
const voucher = { ...ofCompany, encf: 'E310000000001', attempt: 1, tipoeCF: '31', rncEmisor: '131000001' };

test.each([
  { name: 'annulments', claim: 'claimDueAnnulments', due: { ...ofCompany, count: 1 } },
  { name: 'certification runs', claim: 'claimDueRuns', due: ofCompany },
  { name: 'retries of webhooks', claim: 'claimDueWebhooks', due: ofCompany },
  { name: 'vouchers', claim: 'claimDue', due: voucher },
  {
    name: 'vouchers for their buyers',
    claim: 'claimBuyerDeliveries',
    due: { ...voucher, buyerDelivery: {} },
  },
  { name: 'approvals for other taxpayers', claim: 'claimApprovals', due: { ...voucher, heldApproval: {} } },
])('stop does not wait until Temporal answers for twenty due $name', async ({ claim, due }) => {
  const sockets: Socket[] = [];
  const silent = createServer((socket) => sockets.push(socket));
  own('the silent server', () => promisify(silent.close.bind(silent))());
  own('its connections', () => sockets.forEach((socket) => socket.destroy()));
  await once(silent.listen(0, '127.0.0.1'), 'listening');
  const called = once(silent, 'connection');
  const { port } = silent.address() as AddressInfo;
  const client = temporalClient({ address: `127.0.0.1:${port}`, namespace: 'default' }, 60_000);
  own('the client', () => client.connection.close());

  const lines: LogLine[] = [];
  const nothing = () => Promise.resolve([]);
  let claims = 0;
  const records = Array.from({ length: 20 }, (_, n) => ({ ...due, _id: `record-${n}` }));
  const store = {
    claimDue: nothing,
    claimBuyerDeliveries: nothing,
    claimApprovals: nothing,
    claimSuspended: nothing,
    claimQuestion: () => Promise.resolve(undefined),
    claimDueAnnulments: nothing,
    claimDueRuns: nothing,
    claimDueWebhooks: nothing,
    webhooksBehind: nothing,
    certificatesEnding: nothing,
    reportEndingCertificates: () => Promise.resolve(false),
    reportExpiringKeys: () => Promise.resolve(false),
    reportStocks: () => Promise.resolve(undefined),
    reportOutages: nothing,
    indexVouchers: () => Promise.resolve(undefined),
    indexReceptions: () => Promise.resolve(undefined),
    publishPending: () => Promise.resolve({ count: 0, more: false }),
    releaseFeeds: nothing,
    feedsToClose: nothing,
    eachCurrentCertificate: nothing,
    [claim]: () => Promise.resolve(claims++ === 0 ? records : []),
  };
  const clock = () => new Date();
  const deps = {
    store,
    log: recordingLog(lines),
    traces: noTraces,
    clock,
    webhooks: { store, clock, log: recordingLog(lines) },
    receiverSlots: createReceiverSlots(),
    settings: { tokenProbeMs: 1_000 },
  } as unknown as ActivityDeps;
  const rounds = startWorkerRounds(readConfig({}), client, deps, createBell(0));
  await called;
  await rounds.stop();

  // A start that the round had waited for would have ended at its time limit, and a warning would say so.
  expect(lines).toEqual([]);
  expect(claims).toBe(1);
});
