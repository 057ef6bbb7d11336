/**
 * Our approvals (ACECF) of vouchers that others sent to us. An approval is signed once, and the same bytes are sent to the issuer and to
 * DGII until each has them. The simulator plays both.
 */
import { MongoClient } from 'mongodb';
import type { Decision, ReceptionRecord } from '../../../src/ledger/received/reception-record.js';
import type { ReceptionKey } from '../../../src/ledger/received/receptions.js';
import { given } from '../../harness/given.js';
import { own } from '../../harness/own.js';
import { encfs } from '../../harness/samples/sample-ecf.js';
import { startService, unlimited, type OtherCompany, type Service } from '../../harness/service.js';
import { until } from '../../harness/until.js';
import { approvalsSeenBy, decideAbout, receivedVoucher } from './decided-reception.js';

let service: Service;
let issuer: OtherCompany;
let mongo: MongoClient;
const next = encfs(31);

beforeAll(async () => {
  service = await startService({ env: unlimited });
  issuer = await service.addCompany();
  mongo = await new MongoClient(given('TEST_MONGODB_URI')).connect();
  own('the connection to MongoDB', () => mongo.close());
}, 60_000);

const parties = () => ({ service, issuer, database: mongo.db(service.config.mongo.database) });
const receive = (accepted: boolean) => receivedVoucher(parties(), next(), accepted);
const decide = (id: string, decision: Partial<Decision> = {}) => decideAbout(parties(), id, decision);

const receptions = () => mongo.db(service.config.mongo.database).collection<ReceptionRecord>('receptions');

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
  '$name: issuer and DGII get the same bytes',
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

test('the approval is sent to each until it has it, and not again to the other', async () => {
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

test('the bare 400 of a proxy does not yet count as a refusal', async () => {
  await service.simulate({
    buyers: [{ rnc: issuer.rnc, approvalAnswers: ['unavailable', 'acknowledge'] }],
    faults: [{ service: 'receptoraprobacion', action: 'bare-400-html', times: 2 }],
  });
  const { id, encf } = await receive(true);
  await decide(id);
  const { issuer: leg, sha256 } = await ended(id);
  expect(leg).toMatchObject({ state: 'delivered', attempts: 4, refusals: 2 });
  expect((await seenBy('to-buyer', encf)).at(-1)).toMatchObject({ sha256 });
}, 60_000);

test('while DGII does not show the voucher as accepted, nothing is sent', async () => {
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

test('DGII rejected the voucher: the approval ends, and repeating the decision tries it again', async () => {
  await service.simulate({ buyers: [{ rnc: issuer.rnc }] });
  const { id, encf } = await receive(true);
  const shown = (estado: 'accepted' | 'rejected') =>
    receptions().updateOne({ _id: id }, { $set: { dgii: { estado, at: new Date() } } });
  await shown('rejected');
  const decision = { estado: 'aprobado', by: 'prueba', at: new Date() } as const;
  const key = { companyId: service.companyId, environment: 'pre-certification', rncEmisor: issuer.rnc, encf };
  const decide = () => service.store.decideReception(key as ReceptionKey, decision);
  await decide();
  const held = await until('it is given up', async () => {
    const found = await service.store.findReceptionById(id);
    return found?.approvalDueAt === undefined ? found : undefined;
  });
  expect(held.heldApproval).toMatchObject({ state: 'given-up', reason: 'VOUCHER_REJECTED' });
  expect(held).not.toHaveProperty('approval');

  await shown('accepted');
  expect(await decide()).toMatchObject({ outcome: 'decided-before', same: true });
  expect(await ended(id)).toMatchObject({ issuer: { state: 'delivered' }, dgii: { state: 'delivered' } });
  expect(await service.store.findReceptionById(id)).not.toHaveProperty('heldApproval');
}, 60_000);

test('an approval that was given up is sent when DGII accepts the voucher', async () => {
  await service.simulate({ buyers: [{ rnc: issuer.rnc }] });
  const { id } = await receive(true);
  const asked = (await service.store.findReceptionById(id))!;
  const at = new Date();
  const heldApproval = { state: 'given-up', reason: 'VOUCHER_NOT_ACCEPTED', since: at } as const;
  const decision = { estado: 'aprobado', by: 'prueba', at } as const;
  await receptions().updateOne({ _id: id }, { $set: { decision, heldApproval }, $unset: { dgii: '' } });
  await service.store.recordDgiiState(asked, 'in-process', new Date());
  expect(await service.store.findReceptionById(id)).toMatchObject({ heldApproval });
  await service.store.recordDgiiState(asked, 'accepted', new Date());
  expect(await ended(id)).toMatchObject({ issuer: { state: 'delivered' }, dgii: { state: 'delivered' } });
}, 60_000);
