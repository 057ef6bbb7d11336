/**
 * Our approvals (ACECF) of vouchers that others sent to us: signed once, the same bytes to the issuer and to DGII, each until it has
 * them. The simulator plays both.
 */
import { MongoClient } from 'mongodb';
import type { Decision } from '../../../src/ledger/received/reception-record.js';
import { given } from '../../harness/given.js';
import { own } from '../../harness/own.js';
import { encfs } from '../../harness/samples/sample-ecf.js';
import { patient, startService, type OtherCompany, type Service } from '../../harness/service.js';
import { until } from '../../harness/until.js';
import { approvalsSeenBy, decideAbout, receivedVoucher } from './decided-reception.js';

let service: Service;
let issuer: OtherCompany;
let mongo: MongoClient;
const next = encfs(31);

beforeAll(async () => {
  service = await startService({ env: { ...patient, BUYERS_TIMEOUT_MS: '5000' } });
  issuer = await service.addCompany();
  mongo = await new MongoClient(given('TEST_MONGODB_URI')).connect();
  own('the connection to MongoDB', () => mongo.close());
}, 60_000);

const parties = () => ({ service, issuer, database: mongo.db(service.config.mongo.database) });
const receive = (accepted: boolean) => receivedVoucher(parties(), next(), accepted);
const decide = (id: string, decision: Partial<Decision> = {}) => decideAbout(parties(), id, decision);

const ended = (id: string) =>
  until('both have it, or refused it', async () => {
    const found = await service.store.findReceptionById(id);
    return found?.approval !== undefined && found.approvalDueAt === undefined ? found.approval : undefined;
  });

const seenBy = (kind: 'to-buyer' | 'approved', encf: string) => approvalsSeenBy(service, kind, encf);

test.each([
  { name: 'an approval', decision: {}, estado: '1' },
  { name: 'a rejection', decision: { estado: 'rechazado', motivo: 'No se pidió' }, estado: '2' },
] as const)(
  '$name: the same bytes to both',
  async ({ decision, estado }) => {
    await service.simulate({ buyers: [{ rnc: issuer.rnc, authentication: true }] });
    const { id, encf } = await receive(true);
    await decide(id, decision);
    const approval = await ended(id);
    expect(approval).toMatchObject({
      issuer: { state: 'delivered', attempts: 1 },
      dgii: { state: 'delivered', attempts: 1 },
    });
    const { sha256 } = approval;
    expect(await seenBy('to-buyer', encf)).toMatchObject([{ sha256 }]);
    expect(await seenBy('approved', encf)).toMatchObject([{ sha256, estado }]);
  },
  60_000,
);

test('each is tried until it has it, the other one is not sent again', async () => {
  await service.simulate({
    buyers: [{ rnc: issuer.rnc, approvalAnswers: ['unavailable', 'close-untaken', 'acknowledge'] }],
    faults: [{ service: 'aprobacion', action: 'status-500', times: 1 }],
  });
  const { id, encf } = await receive(true);
  await decide(id);
  const approval = await ended(id);
  expect(approval).toMatchObject({
    issuer: { state: 'delivered', attempts: 3 },
    dgii: { state: 'delivered', attempts: 2 },
  });
  expect(new Set((await seenBy('to-buyer', encf)).map(({ sha256 }) => sha256))).toEqual(
    new Set([approval.sha256]),
  );
}, 60_000);

test('DGII does not show the voucher as accepted: nothing goes out', async () => {
  const { id, encf } = await receive(false);
  await decide(id);
  const workflow = service.temporal.workflow.getHandle(`approve-${id}`);
  await until('it was tried', async () => {
    const description = await workflow.describe().catch(() => undefined);
    return description !== undefined && description.historyLength > 8;
  });
  expect(await service.store.findReceptionById(id)).not.toHaveProperty('approval');
  expect([...(await seenBy('to-buyer', encf)), ...(await seenBy('approved', encf))]).toEqual([]);
}, 60_000);
