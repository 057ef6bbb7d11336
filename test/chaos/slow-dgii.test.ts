/**
 * A host of DGII stops answering, or its answers to questions do: what other companies send to the other host becomes final as
 * before, and what waited is issued exactly once when the host answers again.
 */
import { randomUUID } from 'node:crypto';
import { inquiryTimingsOf } from '../../src/boot/config.js';
import { inquiryStartOf, inquiryWorkflowType } from '../../src/workflows/contract/inquiries.js';
import { workflowIdOf } from '../../src/workflows/contract/vouchers.js';
import { encfs, sampleEcf } from '../harness/samples/sample-ecf.js';
import { startService, type OtherCompany, type Seen, type Service } from '../harness/service.js';
import { inSomeTry } from '../harness/tries.js';
import { until } from '../harness/until.js';

/** More than a worker has slots, so that some wait in Temporal. */
const vouchersHeld = 110;
const questionsHeld = 110;
/** The median of these vouchers, sent at the same time, is what is measured. */
const measured = 3;
/** While another host hangs, a voucher may take this many times as long as before. */
const timesQuietMax = 3;
/** A shorter time says little on a busy machine. */
const quietMsMin = 500;
/** A hanging host would make each measurement slow, a pause of the machine hardly all of them. */
const triesMax = 4;

/** How DGII's host for full vouchers and its host for summaries are used. */
const hosts = {
  ecf: { type: 31, delivery: 'recepcion', services: ['semilla', 'recepcion', 'resultado', 'trackids'] },
  fc: { type: 32, delivery: 'recepcionfc', services: ['recepcionfc', 'consultarfce'] },
} as const;
type Host = keyof typeof hosts;

let service: Service;
let busy: OtherCompany;
let other: OtherCompany;
const next = { ecf: encfs(31), fc: encfs(32) };

beforeAll(async () => {
  // A held request stays held until the test releases it. A voucher that waited for it would exceed its own wait (`send`).
  const limits = {
    DGII_SUBMIT_TIMEOUT_MS: '115000',
    DGII_QUERY_TIMEOUT_MS: '115000',
    ECF_HEARTBEAT_MS: '20000',
  };
  service = await startService({ env: limits });
  [busy, other] = [await service.addCompany(), await service.addCompany()];
  // Both companies have tokens, and both hosts count as quick.
  for (const company of [busy, other]) for (const host of ['ecf', 'fc'] as const) await send(company, host);
}, 120_000);
afterEach(release);

test.each([
  { hanging: 'fc', free: 'ecf' },
  { hanging: 'ecf', free: 'fc' },
] as const)(
  `the host $hanging hangs with ${vouchersHeld} vouchers: another company's voucher for $free is not slower`,
  async ({ hanging, free }) => {
    const before = await heldSoFar();
    const held = Array.from({ length: vouchersHeld }, next[hanging]);
    await expectAsQuickAsBefore(free, hosts[hanging].services, async () => {
      for (let at = 0; at < held.length; at += 25)
        await Promise.all(held.slice(at, at + 25).map((encf) => send(busy, hanging, encf, '0s')));
      await allWait(held.map(workflowOf));
      // As many as wait for it in the lane; quick tries come on top.
      await until('the host hangs', async () => (await heldSoFar()) - before >= 32);
    });
    expect(await openVouchers()).toBe(vouchersHeld);
    await release();
    // On a busy machine a try may miss its heartbeat. Then the next one waits until the lease of the submission has ended.
    await until('all are final', async () => (await openVouchers()) === 0, { withinMs: 180_000 });
    const response = await fetch(`${service.simulatorUrl}/_simulator/submissions?rnc=${busy.rnc}`);
    const { received } = (await response.json()) as Seen;
    const outcomes = held.map((encf) =>
      received.filter((one) => one.encf === encf).map((one) => one.outcome),
    );
    expect(outcomes).toEqual(held.map(() => ['accepted']));
  },
  300_000,
);

test(`${questionsHeld} questions of a company hang: another company's voucher is not slower`, async () => {
  const before = await heldSoFar();
  const ids = Array.from({ length: questionsHeld }, () => randomUUID());
  await expectAsQuickAsBefore('ecf', ['estado'], async () => {
    await allWait(await Promise.all(ids.map(ask)));
    await until('DGII holds questions', async () => (await heldSoFar()) - before >= 16);
  });
  await release();
  const answered = async () => {
    const inquiries = await Promise.all(ids.map((id) => service.store.findInquiry(id)));
    return inquiries.every((inquiry) => inquiry?.answer !== undefined);
  };
  await until('all are answered', answered, { withinMs: 60_000 });
}, 300_000);

/** Measures vouchers of `other` before and after `hang`, while DGII holds its answers of `services`. */
async function expectAsQuickAsBefore(
  host: Host,
  services: readonly string[],
  hang: () => Promise<void>,
): Promise<void> {
  const measure = async (numbers: readonly string[]) => {
    // All at once: if the first one waited until the hanging ends, the next ones would not notice it any more.
    const took = await Promise.all(numbers.map((encf) => send(other, host, encf)));
    return took.sort((a, b) => a - b)[Math.floor(measured / 2)]!;
  };
  const [first = [], ...later] = Array.from({ length: 1 + triesMax }, () =>
    Array.from({ length: measured }, next[host]),
  );
  // After such a refusal the next delivery is an activity of its own, as most are while DGII takes seconds.
  const refused = [...first, ...later.flat()].map((encf) => {
    return { service: hosts[host].delivery, action: 'status-429', times: 1, encf };
  });
  await service.simulate({ faults: refused });
  const limitMs = timesQuietMax * Math.max(await measure(first), quietMsMin);
  await service.simulate({
    faults: [...refused, ...services.map((name) => ({ service: name, action: 'hold', times: 10_000 }))],
  });
  await hang();
  const tookMs = await inSomeTry(
    triesMax,
    (tried) => measure(later[tried]!),
    (ms) => ms < limitMs,
  );
  expect(tookMs).toBeLessThan(limitMs);
}

/** @returns after how many milliseconds it was answered */
async function send(
  company: OtherCompany,
  host: Host,
  encf = next[host](),
  waitForFinal = '60s',
): Promise<number> {
  const startedMs = performance.now();
  const ecf = sampleEcf({ encf, rncEmisor: company.rnc, price: 1_000 });
  const sent = await company.post(`/api/v2/dgii-ecf/send?waitForFinal=${waitForFinal}`, ecf);
  if (waitForFinal !== '0s') expect(sent.body.data).toMatchObject({ ecf: encf, accepted: 1 });
  return performance.now() - startedMs;
}

/** As the api does it. @returns the workflow's id */
async function ask(id: string): Promise<string> {
  const question = { rncEmisor: busy.rnc, encf: 'E310000000001', rncComprador: busy.rnc };
  const about = { companyId: busy.companyId, environment: 'pre-certification', question } as const;
  await service.store.putInquiry({ id, kind: 'external-status', about }, new Date());
  const input = { inquiryId: id, ...inquiryTimingsOf(service.config) };
  const topic = { kind: 'external-status', companyId: busy.companyId };
  const start = inquiryStartOf(service.config.temporal.taskQueue, topic, input);
  await service.temporal.workflow.start(inquiryWorkflowType, start);
  return start.workflowId;
}

const workflowOf = (encf: string) =>
  workflowIdOf({ companyId: busy.companyId, environment: 'pre-certification', encf, attempt: 1 });

/** Waits until each of these workflows waits for an activity. So they cost no time while others are measured. */
async function allWait(workflowIds: readonly string[]): Promise<void> {
  let left = workflowIds;
  const waits = async (id: string) => {
    const { raw } = await service.temporal.workflow.getHandle(id).describe();
    return (raw.pendingActivities ?? []).length > 0;
  };
  const look = async () => {
    // A send with `waitForFinal=0s` may be answered before its workflow has started.
    const found = await Promise.all(left.map((id) => waits(id).catch(() => false)));
    left = left.filter((_, at) => !found[at]);
    return left.length === 0;
  };
  await until('each waits for an activity', look, { withinMs: 60_000, everyMs: 250 });
}

async function openVouchers(): Promise<number> {
  const { open } = await service.store.ledgerOverview(new Date());
  return open.reduce((sum, { count }) => sum + count, 0);
}

async function heldSoFar(): Promise<number> {
  const response = await fetch(`${service.simulatorUrl}/_simulator/counts`);
  const { faults } = (await response.json()) as { faults: Record<string, number> };
  return faults['hold'] ?? 0;
}

async function release(): Promise<void> {
  await service.simulate({ faults: [] });
  await fetch(`${service.simulatorUrl}/_simulator/release`, { method: 'POST' });
}
