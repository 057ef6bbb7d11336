/**
 * kill -9 of the worker at each moment of a first try, which has no workflow yet: the next worker finds the delivery when the dead one's
 * claim ends. A receiver that has not answered is asked again with the same bytes, and no other one.
 */
import { MongoClient } from 'mongodb';
import type { ReceptionRecord } from '../../src/ledger/received/reception-record.js';
import { given } from '../harness/given.js';
import { endLeases } from '../harness/leases.js';
import { own } from '../harness/own.js';
import type { RoleProcess } from '../harness/processes/role-process.js';
import { workersOfEachTest } from '../harness/processes/workers-of-each-test.js';
import { encfs, sampleEcf } from '../harness/samples/sample-ecf.js';
import { patient, startService, type OtherCompany, type Service } from '../harness/service.js';
import { until } from '../harness/until.js';
import { approvalsSeenBy, decideAbout, receivedVoucher, takenBy } from '../flow/buyers/decided-reception.js';

const next = encfs(31);
const withinMs = 60_000;
let buyers = 103_000_000;
let service: Service;
let issuer: OtherCompany;
let mongo: MongoClient;

beforeAll(async () => {
  const limits = { ...patient, BUYERS_TIMEOUT_MS: '30000', ECF_LEASE_MARGIN_MS: '10000' };
  service = await startService({ workerless: true, env: limits });
  issuer = await service.addCompany();
  mongo = await new MongoClient(given('TEST_MONGODB_URI')).connect();
  own('the connection to MongoDB', () => mongo.close());
}, 60_000);

const startWorker = workersOfEachTest(() => service.env);

type When = 'before' | 'after';

/** @param moments by name: the write at which it stands still */
async function killAt(
  worker: RoleProcess,
  moments: ReadonlyMap<string, { readonly write: number; readonly when: When }>,
  makeDue: (name: string) => Promise<unknown>,
): Promise<void> {
  for (const [name, { write, when }] of moments) await worker.hold([name], write, when);
  for (const name of moments.keys()) await makeDue(name);
  await until('all stand still', async () => (await worker.held()).length === moments.size, { withinMs });
  await worker.kill();
  await endLeases(service);
}

/** The first write is the round's claim. Whatever stands still there would keep the round from the others. */
const ofVoucher = { 'write-ahead': 2, outcome: 3 } as const;

/** How often the buyer is asked in all. Only an answer that nobody recorded, or a failure, is a reason to ask again. */
test.each([
  {
    first: 'takes it',
    answers: ['acknowledge'],
    asked: [1, 1, 2, 1],
    attempts: [1, 2, 2, 1],
  },
  {
    first: 'is not there',
    answers: ['unavailable', 'acknowledge'],
    asked: [2, 2, 2, 2],
    attempts: [2, 3, 2, 2],
  },
])(
  'a voucher whose buyer $first at first, at each write of its first try',
  async ({ answers, asked, attempts }) => {
    const worker = await startWorker();
    const setDelivery = (buyerDelivery: 'on' | 'off') =>
      service.store.changeSettings(service.companyId, { buyerDelivery });
    await setDelivery('off');
    const moments = Object.values(ofVoucher).flatMap((write) =>
      (['before', 'after'] as const).map((when) => ({ write, when })),
    );
    const rncs = moments.map(() => String((buyers += 1)));
    await service.simulate({ buyers: rncs.map((rnc) => ({ rnc, answers })) });
    const documentOf = (encf: string) =>
      service.store.findDocument(service.companyId, 'pre-certification', encf);
    const sent = [];
    for (const rnc of rncs) {
      const encf = next();
      sent.push(encf);
      const ecf = sampleEcf({ encf });
      Object.assign(ecf.ECF.Encabezado.Comprador, { RNCComprador: rnc });
      await service.post('/api/v2/dgii-ecf/send?waitForFinal=20s', ecf);
      await until(
        `${encf} is final, and its delivery was dropped`,
        async () => {
          const document = await documentOf(encf);
          return document?.final === true && document.deliverAt === undefined;
        },
        { withinMs },
      );
    }
    await setDelivery('on');
    const byEncf = new Map(sent.map((encf, index) => [encf, moments[index]!]));
    await killAt(worker, byEncf, async (encf) => {
      const ref = {
        companyId: service.companyId,
        environment: 'pre-certification',
        encf,
        attempt: 1,
      } as const;
      expect(await service.store.deliverAgain(ref, undefined, new Date())).toBe(true);
    });

    await startWorker();
    const ends = [];
    for (const encf of sent) {
      const delivery = await until(
        `${encf} is delivered`,
        async () => {
          const { buyerDelivery, deliverAt } = (await documentOf(encf))!;
          return buyerDelivery?.state === 'delivered' && deliverAt === undefined && buyerDelivery;
        },
        { withinMs },
      );
      const taken = await takenBy(service, 'to-buyer', encf);
      expect(taken.filter(({ motivo }) => motivo === '')).toHaveLength(1);
      expect(new Set(taken.map(({ sha256 }) => sha256)).size).toBe(1);
      ends.push({ attempts: delivery.attempts, taken: taken.length });
    }
    expect(ends).toEqual(moments.map((_, index) => ({ attempts: attempts[index], taken: asked[index] })));
  },
  150_000,
);

const ofApproval = { signature: 2, 'issuer: write-ahead': 3, 'issuer: outcome': 4 } as const;
const ofDgii = { 'write-ahead': 5, outcome: 6 } as const;

test.each([
  {
    of: 'the signature and the try at the issuer',
    writes: ofApproval,
    asked: { issuer: [1, 1, 1, 1, 2, 1], dgii: [1, 1, 1, 1, 1, 1] },
  },
  {
    of: 'the try at DGII',
    writes: ofDgii,
    asked: { issuer: [1, 1, 1, 1], dgii: [1, 1, 2, 1] },
  },
])(
  'an approval, at each write of $of',
  async ({ writes, asked }) => {
    const database = mongo.db(service.config.mongo.database);
    const parties = { service, issuer, database };
    await service.simulate({ buyers: [{ rnc: issuer.rnc }] });
    const worker = await startWorker();
    const moments = Object.values(writes).flatMap((write) =>
      (['before', 'after'] as const).map((when) => ({ write, when })),
    );
    const decided: { id: string; encf: string }[] = [];
    for (const _ of moments) decided.push(await receivedVoucher(parties, next(), true));
    // Otherwise the worker would write to these records to ask DGII about them.
    const ids = decided.map(({ id }) => id);
    await database
      .collection<ReceptionRecord>('receptions')
      .updateMany({ _id: { $in: ids } }, { $unset: { askDgiiAt: '' } });
    await killAt(worker, new Map(ids.map((id, index) => [id, moments[index]!])), (id) =>
      decideAbout(parties, id),
    );

    await startWorker();
    const seen: { issuer: number[]; dgii: number[] } = { issuer: [], dgii: [] };
    for (const { id, encf } of decided) {
      const approval = await until(
        'both have it',
        async () => {
          const found = await service.store.findReceptionById(id);
          const both =
            found?.approval?.issuer.state === 'delivered' && found.approval.dgii.state === 'delivered';
          return both && found.approvalDueAt === undefined && found.approval;
        },
        { withinMs },
      );
      const atIssuer = await approvalsSeenBy(service, 'to-buyer', encf);
      const atDgii = await approvalsSeenBy(service, 'approved', encf);
      const hashes = [...atIssuer, ...atDgii].map(({ sha256 }) => sha256);
      expect(new Set(hashes)).toEqual(new Set([approval.sha256]));
      seen.issuer.push(atIssuer.length);
      seen.dgii.push(atDgii.length);
    }
    expect(seen).toEqual(asked);
  },
  150_000,
);
