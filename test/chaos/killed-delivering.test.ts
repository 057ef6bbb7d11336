/**
 * kill -9 of the worker while a buyer reads our voucher, or while issuer or DGII read our approval: the next worker sends the same
 * bytes to the one that did not answer, and nothing to the one that did.
 */
import { MongoClient } from 'mongodb';
import { given } from '../harness/given.js';
import { endLeases } from '../harness/leases.js';
import { own } from '../harness/own.js';
import type { RoleProcess } from '../harness/processes/role-process.js';
import { workersOfEachTest } from '../harness/processes/workers-of-each-test.js';
import { encfs, sampleEcf } from '../harness/samples/sample-ecf.js';
import { patient, startService, type Service } from '../harness/service.js';
import { until } from '../harness/until.js';
import { approvalsSeenBy, decideAbout, receivedVoucher, takenBy } from '../flow/buyers/decided-reception.js';

const buyer = '101000777';
/** Longer than any test: an answer stays out until the worker is killed. */
const lateMs = 100_000;
const next = encfs(31);

let service: Service;

beforeAll(async () => {
  const limits = {
    ...patient,
    ECF_HEARTBEAT_MS: '1000',
    BUYERS_TIMEOUT_MS: String(lateMs),
    DGII_SUBMIT_TIMEOUT_MS: String(lateMs),
    ECF_LEASE_MARGIN_MS: '10000',
  };
  service = await startService({ workerless: true, env: limits });
}, 60_000);

const startWorker = workersOfEachTest(() => service.env);

/** Leases outlive the worker; they end at once here. */
async function kill(worker: RoleProcess): Promise<void> {
  await worker.kill();
  await endLeases(service);
}

test('after the buyer took it, before its answer is stored', async () => {
  await service.simulate({ buyers: [{ rnc: buyer, answers: ['late', 'acknowledge'], lateMs }] });
  const encf = next();
  const worker = await startWorker();
  const ecf = sampleEcf({ encf });
  Object.assign(ecf.ECF.Encabezado.Comprador, { RNCComprador: buyer });
  await service.post('/api/v2/dgii-ecf/send?waitForFinal=20s', ecf);
  await until('the buyer has it', async () => (await takenBy(service, 'to-buyer', encf)).length === 1);
  await kill(worker);
  const document = () => service.store.findDocument(service.companyId, 'pre-certification', encf);
  const open = (await document())?.buyerDelivery;
  expect(open).toMatchObject({ state: 'waiting', attempts: 1 });
  expect(open?.last).not.toHaveProperty('outcome');

  await startWorker();
  const ended = await until(
    'the delivery ends',
    async () => {
      const delivery = (await document())?.buyerDelivery;
      return delivery !== undefined && delivery.state !== 'waiting' ? delivery : undefined;
    },
    { withinMs: 60_000 },
  );
  expect(ended).toMatchObject({ state: 'delivered', code: '3', attempts: 2, mayHaveArrived: true });
  const taken = await takenBy(service, 'to-buyer', encf);
  expect(taken.filter(({ motivo }) => motivo === '')).toHaveLength(1);
  expect(new Set(taken.map(({ sha256 }) => sha256)).size).toBe(1);
}, 150_000);

test.each([
  {
    reading: 'the issuer',
    simulated: (issuer: string) => ({
      buyers: [{ rnc: issuer, approvalAnswers: ['late', 'acknowledge'], lateMs }],
    }),
    seen: 'to-buyer',
    open: { issuer: { state: 'waiting', attempts: 1 }, dgii: { state: 'waiting', attempts: 0 } },
    ended: { issuer: { state: 'delivered', attempts: 2 }, dgii: { state: 'delivered', attempts: 1 } },
    times: { issuer: 2, dgii: 1 },
  },
  {
    reading: 'DGII, after the issuer has it,',
    simulated: (issuer: string) => ({
      buyers: [{ rnc: issuer }],
      faults: [{ service: 'aprobacion', action: 'slow', slowMs: lateMs, times: 1 }],
    }),
    seen: 'approved',
    open: { issuer: { state: 'delivered', attempts: 1 }, dgii: { state: 'waiting', attempts: 1 } },
    ended: { issuer: { state: 'delivered', attempts: 1 }, dgii: { state: 'delivered', attempts: 2 } },
    times: { issuer: 1, dgii: 2 },
  },
] as const)(
  'while $reading reads our approval',
  async ({ simulated, seen, open, ended, times }) => {
    const mongo = await new MongoClient(given('TEST_MONGODB_URI')).connect();
    own('the connection to MongoDB', () => mongo.close());
    const issuer = await service.addCompany();
    await service.simulate(simulated(issuer.rnc));
    const parties = { service, issuer, database: mongo.db(service.config.mongo.database) };
    const worker = await startWorker();
    const { id, encf } = await receivedVoucher(parties, next(), true);
    await decideAbout(parties, id);
    const arrived = () => approvalsSeenBy(service, seen, encf);
    await until('the approval has arrived', async () => (await arrived()).length === 1);
    await kill(worker);
    const approval = async () => (await service.store.findReceptionById(id))?.approval;
    expect(await approval()).toMatchObject(open);

    await startWorker();
    const delivered = await until(
      'both have it',
      async () => {
        const now = await approval();
        return now?.issuer.state === 'delivered' && now.dgii.state === 'delivered' ? now : undefined;
      },
      { withinMs: 60_000 },
    );
    expect(delivered).toMatchObject(ended);
    const atIssuer = await approvalsSeenBy(service, 'to-buyer', encf);
    const atDgii = await approvalsSeenBy(service, 'approved', encf);
    expect({ issuer: atIssuer.length, dgii: atDgii.length }).toEqual(times);
    expect(new Set([...atIssuer, ...atDgii].map(({ sha256 }) => sha256))).toEqual(
      new Set([delivered.sha256]),
    );
  },
  150_000,
);
