/**
 * The first try of a delivery has no workflow. If it does not end the delivery, a workflow tries again at the time of the schedule, and no
 * sooner. Runs that began before workers made first tries do the same.
 */
import { WorkflowNotFoundError } from '@temporalio/client';
import { MongoClient } from 'mongodb';
import { buyerTimingsOf } from '../../../src/boot/config.js';
import {
  approveStartOf,
  deliverStartOf,
  deliverToBuyerType,
  deliverWorkflowIdOf,
} from '../../../src/workflows/contract/buyers.js';
import { inputOf, wakeSignal } from '../../../src/workflows/contract/vouchers.js';
import { given } from '../../harness/given.js';
import { own } from '../../harness/own.js';
import { encfs, sampleEcf } from '../../harness/samples/sample-ecf.js';
import { startService, unlimited, type Service } from '../../harness/service.js';
import { until } from '../../harness/until.js';
import { decideAbout, receivedVoucher, takenBy } from './decided-reception.js';
import { finalDocument } from './final-document.js';

const next = encfs(31);
const withinMs = 60_000;
/** Longer than any test. */
const longMs = 600_000;
let buyers = 104_000_000;
let service: Service;

beforeAll(async () => {
  const pauses = { BUYERS_RETRY_FIRST_MS: String(longMs), BUYERS_RETRY_MAX_MS: String(4 * longMs) };
  service = await startService({ env: { ...unlimited, ...pauses } });
}, 150_000);

const documentOf = (encf: string) => service.store.findDocument(service.companyId, 'pre-certification', encf);

async function send(answers: readonly string[]): Promise<string> {
  buyers += 1;
  const rnc = String(buyers);
  await service.simulate({ buyers: [{ rnc, answers }] });
  const encf = next();
  const ecf = sampleEcf({ encf });
  Object.assign(ecf.ECF.Encabezado.Comprador, { RNCComprador: rnc });
  await service.post('/api/v2/dgii-ecf/send?waitForFinal=20s', ecf);
  return encf;
}

const triedOnce = (encf: string) =>
  until(
    `${encf} was tried`,
    async () => {
      const delivery = (await documentOf(encf))?.buyerDelivery;
      return delivery?.last?.outcome !== undefined && delivery;
    },
    { withinMs },
  );

const runOf = (encf: string) =>
  service.temporal.workflow.getHandle(
    deliverWorkflowIdOf({
      companyId: service.companyId,
      environment: 'pre-certification',
      encf,
      attempt: 1,
    }),
  );

test('a voucher that its buyer takes at once gets there without a workflow', async () => {
  const encf = await send(['acknowledge']);
  expect(await triedOnce(encf)).toMatchObject({ state: 'delivered', attempts: 1 });
  await expect(runOf(encf).describe()).rejects.toThrow(WorkflowNotFoundError);
  expect(await documentOf(encf)).not.toHaveProperty('deliverAt');
}, 150_000);

test('a run begins with the pause after the first try, shows that try, and continues the schedule', async () => {
  const encf = await send(['unavailable', 'unavailable', 'acknowledge']);
  const first = await triedOnce(encf);
  expect(first).toMatchObject({ state: 'waiting', attempts: 1, reason: 'BUYER_NO_ACKNOWLEDGEMENT' });
  const timers = () =>
    until('the run waits', async () => {
      const { events = [] } =
        (await runOf(encf)
          .fetchHistory()
          .catch(() => undefined)) ?? {};
      const pauses = events!.flatMap(({ timerStartedEventAttributes: timer }) =>
        timer?.startToFireTimeout?.seconds === undefined ? [] : Number(timer.startToFireTimeout.seconds),
      );
      return pauses.length > 0 && pauses;
    });
  expect(await timers()).toEqual([longMs / 1_000]);
  const { buyerDelivery, deliverAt } = (await documentOf(encf))!;
  expect(buyerDelivery).toEqual(first);
  // A round checks only after the run's own try.
  expect(deliverAt!.getTime()).toBeGreaterThan(first.nextTryAt!.getTime());

  await runOf(encf).signal(wakeSignal);
  await until('it was tried again', async () => (await documentOf(encf))?.buyerDelivery?.attempts === 2);
  await runOf(encf).signal(wakeSignal);
  expect(await runOf(encf).result()).toBe('delivered');
  const asked = (await takenBy(service, 'to-buyer', encf)).map(({ motivo }) => motivo);
  expect(asked).toEqual(['not-taken', 'not-taken', '']);
}, 150_000);

test('a run from before, and the round: the buyer is asked once', async () => {
  const encf = await send(['acknowledge']);
  const document = await finalDocument(service, encf);
  // As a worker of an earlier version starts it: without a first try.
  const { taskQueue } = service.config.temporal;
  const start = deliverStartOf(taskQueue, inputOf(document, buyerTimingsOf(service.config)));
  const run = await service.temporal.workflow.start(deliverToBuyerType, start);
  expect(await triedOnce(encf)).toMatchObject({ state: 'delivered', attempts: 1 });
  // If the round was first, the run waits for the end of that try; it may also have ended.
  await run.signal(wakeSignal).catch(() => undefined);
  expect(await run.result()).toBe('delivered');
  expect(await takenBy(service, 'to-buyer', encf)).toHaveLength(1);
}, 150_000);

test('an approval that issuer and DGII take at once gets there without a workflow', async () => {
  const mongo = await new MongoClient(given('TEST_MONGODB_URI')).connect();
  own('the connection to MongoDB', () => mongo.close());
  const issuer = await service.addCompany();
  await service.simulate({ buyers: [{ rnc: issuer.rnc }] });
  const parties = { service, issuer, database: mongo.db(service.config.mongo.database) };
  const { id, encf } = await receivedVoucher(parties, next(), true);
  await decideAbout(parties, id);
  const approval = await until('both have it', async () => {
    const found = await service.store.findReceptionById(id);
    return found?.approvalDueAt === undefined && found?.approval;
  });
  const delivered = { state: 'delivered', attempts: 1 };
  expect(approval).toMatchObject({ issuer: delivered, dgii: delivered });
  const { workflowId } = approveStartOf(
    '',
    { ...issuer, environment: '', encf },
    {
      receptionId: id,
      timings: buyerTimingsOf(service.config),
    },
  );
  await expect(service.temporal.workflow.getHandle(workflowId).describe()).rejects.toThrow(
    WorkflowNotFoundError,
  );
}, 150_000);
