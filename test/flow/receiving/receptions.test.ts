/** What the ledger keeps of a received voucher although another process, or a person, comes late. On a real MongoDB, without a service. */
import type { Store } from '../../../src/ledger/mongo/connect.js';
import type { ApprovalLeg } from '../../../src/ledger/buyers/sent-approval.js';
import { openLedger } from '../../harness/ledger.js';
import { signerFacts } from '../../harness/samples/signer-facts.js';

const now = new Date('2026-11-20T15:00:00Z');
let store: Store;
let serial = 0;

beforeAll(async () => {
  ({ store } = await openLedger());
});

async function received() {
  serial += 1;
  const { reception } = await store.claimReception(
    {
      companyId: 1,
      environment: 'pre-certification',
      rncEmisor: '131880681',
      razonSocialEmisor: 'EMISOR SRL',
      encf: `E31${String(serial).padStart(10, '0')}`,
      ecfType: 31,
      fechaEmision: '20-11-2026',
      montoTotal: '1180',
      rncComprador: '999999992',
      securityCode: 'AAAAAA',
      fechaFirma: '20-11-2026 10:00:00',
      signer: signerFacts,
    },
    Buffer.from('<ECF/>'),
    now,
  );
  return reception;
}
const read = (id: string) => store.findReceptionById(id);

test('an acknowledgement belongs to the bytes that it names, and the first one stays', async () => {
  const { _id, sha256 } = await received();
  const arecf = (file: string) => ({ file, sha256: 'a', signedAt: now, certificate: 'c' });
  // Another voucher has taken the number since this one was signed.
  await store.recordAcknowledgement(_id, 'the hash of the voucher before', arecf('other'));
  expect(await read(_id)).not.toHaveProperty('arecf');
  await store.recordAcknowledgement(_id, sha256, arecf('first'));
  await store.recordAcknowledgement(_id, sha256, arecf('second'));
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
  await store.endApproval(reception._id);
  await decide();
  const { approval, approvalDueAt } = (await read(reception._id))!;
  expect([approval?.issuer.state, approval?.dgii.state]).toEqual(row.again);
  expect(approvalDueAt !== undefined).toBe(row.again.some((state) => (state as string) === 'waiting'));
});
