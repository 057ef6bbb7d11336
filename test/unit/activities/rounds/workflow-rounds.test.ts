/** How many workflows a round starts at the same time. */
import { startAnnulments, startBuyerDeliveries } from '../../../../src/activities/rounds/workflow-rounds.js';
import { buyerTimingsOf, readConfig, timingsOf } from '../../../../src/boot/config.js';

const config = readConfig({});
const ofCompany = { companyId: 1, environment: 'production', count: 1 };
const due = Array.from({ length: 8 }, (_, n) => ({
  ...ofCompany,
  _id: `record-${n}`,
  encf: `E31000000000${n}`,
  attempt: 1,
  tipoeCF: '31',
  // They were tried before: what was not gets no workflow at first.
  buyerDelivery: { state: 'waiting' },
  heldApproval: { state: 'waiting' },
}));

/** A ledger in which eight records of one kind are due. */
function ledgerWith(claim: string) {
  const nothing = () => Promise.resolve([]);
  return { claimBuyerDeliveries: nothing, claimApprovals: nothing, [claim]: () => Promise.resolve(due) };
}

/** A Temporal that answers each start in the next turn of the event loop, and counts how many it has at once. */
function slowTemporal() {
  let open = 0;
  let most = 0;
  let starts = 0;
  const start = async () => {
    open += 1;
    starts += 1;
    most = Math.max(most, open);
    await new Promise((resolve) => setImmediate(resolve));
    open -= 1;
  };
  const withDeadline = (_: number, work: () => Promise<void>) => work();
  return {
    client: { withDeadline, workflow: { start, signalWithStart: start } },
    seen: () => ({ most, starts }),
  };
}

test.each([
  { name: 'two deliveries to buyers', claim: 'claimBuyerDeliveries', round: startBuyerDeliveries, most: 2 },
  { name: 'two approvals', claim: 'claimApprovals', round: startBuyerDeliveries, most: 2 },
  { name: 'five annulments', claim: 'claimDueAnnulments', round: startAnnulments, most: 5 },
])('a round starts $name at the same time, until all eight are started', async ({ claim, round, most }) => {
  const temporal = slowTemporal();
  const deps = {
    store: ledgerWith(claim),
    client: temporal.client,
    taskQueue: 'ecf',
    firstDeliveries: { room: () => 32, fullCompanies: () => [] },
    timings: { ...timingsOf(config), ...buyerTimingsOf(config) },
    clock: () => new Date(),
    log: { info: () => undefined, debug: () => undefined, warn: fail },
    claimMs: 30_000,
  };
  await round(deps as never, new AbortController().signal);
  expect(temporal.seen()).toEqual({ most, starts: due.length });
});

function fail(fields: { readonly err: unknown }): never {
  throw fields.err;
}
