/** What the ledger keeps of a received voucher although another process, or a person, comes late. On a real MongoDB, without a service. */
import type { Store } from '../../../src/ledger/ledger.js';
import type { ApprovalLeg } from '../../../src/ledger/buyers/sent-approval.js';
import { tryAgain } from '../../../src/ledger/buyers/sent-approvals.js';
import { openLedger, type TestLedger } from '../../harness/ledger.js';
import { sampleReceived } from '../../harness/samples/received-voucher.js';

const now = new Date('2026-11-20T15:00:00Z');
let store: Store;
let ledger: TestLedger;
let serial = 0;

beforeAll(async () => {
  ledger = await openLedger();
  ({ store } = ledger);
});

async function received() {
  serial += 1;
  const { reception } = await store.claimReception(
    sampleReceived({
      companyId: 1,
      environment: 'pre-certification',
      encf: `E31${String(serial).padStart(10, '0')}`,
    }),
    Buffer.from('<ECF/>'),
    now,
  );
  return reception;
}
const read = (id: string) => store.findReceptionById(id);

test('an acknowledgement belongs to the bytes that it names, and the first one stays', async () => {
  const reception = await received();
  const { _id } = reception;
  const arecf = (file: string) => ({ file, sha256: 'a', signedAt: now, certificate: 'c' });
  // Another voucher has taken the number since this one was signed.
  await store.recordAcknowledgement({ ...reception, sha256: 'of the voucher before' }, arecf('other'));
  expect(await read(_id)).not.toHaveProperty('arecf');
  await store.recordAcknowledgement(reception, arecf('first'));
  await store.recordAcknowledgement(reception, arecf('second'));
  expect(await read(_id)).toMatchObject({ arecf: arecf('first') });
});

test.each(['accepted', 'conditionally-accepted', 'rejected'] as const)(
  'an older answer of DGII does not replace %s',
  async (estado) => {
    const reception = await received();
    await store.recordDgiiState(reception, 'not-found', now);
    await store.recordDgiiState(reception, estado, now);
    await store.recordDgiiState(reception, 'not-found', now);
    expect((await read(reception._id))?.dgii).toEqual({ estado, at: now });
  },
);

test.each([
  { issuer: 'delivered', dgii: 'refused', again: ['delivered', 'refused'] },
  { issuer: 'delivered', dgii: 'given-up', again: ['delivered', 'waiting'] },
  { issuer: 'refused', dgii: 'refused', again: ['waiting', 'refused'] },
  { issuer: 'given-up', dgii: 'delivered', again: ['waiting', 'delivered'] },
] as const)('issuer $issuer, DGII $dgii, and the decision is repeated: $again', async (row) => {
  const reception = await received();
  const decide = () => store.decideReception(reception, { estado: 'aprobado', by: 'ana', at: now });
  await decide();
  const leg = (state: ApprovalLeg['state']): ApprovalLeg => ({ state, attempts: 1 });
  const signed = { since: now, file: 'f', sha256: 'a', signedAt: now };
  const legs = { issuer: leg(row.issuer), dgii: leg(row.dgii) };
  await store.keepSignedApproval(reception, { ...signed, ...legs }, now);
  await store.endApproval(reception);
  await decide();
  const { approval, approvalDueAt } = (await read(reception._id))!;
  expect([approval?.issuer.state, approval?.dgii.state]).toEqual(row.again);
  expect(approvalDueAt !== undefined).toBe(row.again.some((state) => (state as string) === 'waiting'));
});

test('a decision that is repeated while another voucher takes the number makes nothing due', async () => {
  const reception = await received();
  await store.decideReception(reception, { estado: 'rechazado', by: 'ana', at: now });
  const legs = {
    issuer: { state: 'given-up', attempts: 1 },
    dgii: { state: 'delivered', attempts: 1 },
  } as const;
  await store.keepSignedApproval(
    reception,
    { since: now, file: 'f', sha256: 'a', signedAt: now, ...legs },
    now,
  );
  await store.endApproval(reception);
  const { filter, update } = tryAgain((await read(reception._id))!, now)!;
  const receptions = ledger.db.collection<{ _id: string }>('receptions');
  await receptions.updateOne({ _id: reception._id }, { $set: { sha256: 'of the other voucher' } });
  expect(await receptions.findOneAndUpdate(filter, update)).toBeNull();
});

test('an approval that was refused did not arrive, although an earlier version marked it so', async () => {
  const reception = await received();
  const legs = {
    issuer: { state: 'refused', attempts: 2, mayHaveArrived: true },
    dgii: { state: 'delivered', attempts: 1 },
  } as const;
  const approval = { since: now, file: 'f', sha256: 'a', signedAt: now, version: 1, ...legs };
  const { $set } = tryAgain({ ...reception, approval }, now)!.update;
  expect($set?.approval.issuer).toEqual({ state: 'waiting', attempts: 2 });
});
