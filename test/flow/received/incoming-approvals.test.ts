/** Approvals of our vouchers in the ledger: which one a voucher shows, and how many strangers can make the ledger keep. */
import {
  approvalsOfNetworkMax,
  approvalsOfSignerMax,
  unknownApprovalsMax,
  untrustedApprovalsMax,
  type IncomingApproval,
} from '../../../src/ledger/received/incoming-approvals.js';
import {
  admitInput,
  attemptOf,
  openLedger,
  readDocument,
  signedXml,
  type TestLedger,
} from '../../harness/ledger.js';
import { profiled } from '../../harness/profile.js';

const environment = 'pre-certification' as const;
const start = new Date('2026-11-23T12:00:00Z').getTime();
let ledger: TestLedger;
beforeAll(async () => {
  ledger = await openLedger();
});

const records = () => ledger.db.collection('incomingApprovals');

function approval(companyId: number, n: number, chain: 'trusted' | 'not-trusted'): IncomingApproval {
  return {
    companyId,
    environment,
    encf: 'E310000000001',
    rncComprador: '131880681',
    montoTotal: '1180',
    ...({ decision: 'aprobado', fecha: '21-11-2026 10:00:00' } as const),
    signer: { subject: 'CN=x', name: '', serialNumber: '', fingerprint: 'f', chain, period: 'usable' },
    receivedAt: new Date(start + n * 1_000),
  };
}

describe('of approvals without a trusted certificate', () => {
  let companyId = 100;
  let serial = 0;
  beforeEach(() => {
    companyId += 1;
  });
  const keep = (key: string, network: string, chain: 'trusted' | 'not-trusted' = 'not-trusted') => {
    const { signer, ...rest } = approval(companyId, (serial += 1), chain);
    const sent = { ...rest, network, signatureHash: `${serial}`, signer: { ...signer, publicKeyHash: key } };
    return ledger.store.keepApproval(sent, Buffer.from(`<ACECF>${serial}</ACECF>`), 1);
  };
  const keysKept = async () =>
    (await records().find({ companyId }).sort({ receivedAt: 1 }).toArray()).map(
      ({ signer }) => (signer as { publicKeyHash: string }).publicKeyHash,
    );

  test('a signer who repeats takes the place of its own oldest one, however often', async () => {
    for (let n = 0; n < 2 * untrustedApprovalsMax; n += 1) expect(await keep('stranger', 'a')).toBe(true);
    expect(await keep('buyer', 'b')).toBe(true);
    expect(await keysKept()).toEqual(['stranger', 'stranger', 'buyer']);
  });

  test('one network has a share of the room, whatever keys it makes', async () => {
    for (let n = 0; n < approvalsOfNetworkMax; n += 1) expect(await keep(`stranger ${n}`, 'a')).toBe(true);
    expect(await keep('one more', 'a')).toBe(false);
    expect(await keep('buyer', 'b')).toBe(true);
    expect(await keysKept()).toHaveLength(approvalsOfNetworkMax + 1);
  });

  test('a new signer takes the place of one that repeats', async () => {
    const half = untrustedApprovalsMax / approvalsOfSignerMax;
    for (let n = 0; n < untrustedApprovalsMax; n += 1)
      expect(await keep(`stranger ${n % half}`, `n${n % half}`)).toBe(true);
    for (let n = 0; n < half; n += 1) expect(await keep(`new ${n}`, `new ${n}`)).toBe(true);
    const kept = await keysKept();
    expect([kept.length, new Set(kept).size]).toEqual([untrustedApprovalsMax, untrustedApprovalsMax]);
  });

  test('a new signer takes the place of the newest of a network that repeats', async () => {
    const networks = untrustedApprovalsMax / approvalsOfNetworkMax;
    for (let n = 0; n < untrustedApprovalsMax; n += 1)
      expect(await keep(`stranger ${n}`, `n${n % networks}`)).toBe(true);
    const more = untrustedApprovalsMax - networks;
    for (let n = 0; n < more; n += 1) expect(await keep(`new ${n}`, `new ${n}`)).toBe(true);
    const kept = await keysKept();
    expect(kept).toHaveLength(untrustedApprovalsMax);
    expect(kept.filter((key) => key.startsWith('stranger'))).toEqual(
      Array.from({ length: networks }, (_, n) => `stranger ${n}`),
    );
  });

  test('the room is full when nobody repeats, and a trusted signer needs none', async () => {
    for (let n = 0; n < untrustedApprovalsMax; n += 1) expect(await keep(`key ${n}`, `n${n}`)).toBe(true);
    expect(await keep('one more', 'another')).toBe(false);
    expect(await keep('authority', 'another', 'trusted')).toBe(true);
    expect(await keysKept()).toHaveLength(untrustedApprovalsMax + 1);
  });
});

test('a copy of an approval with another certificate of its key is the same approval, and shows the trusted one', async () => {
  const companyId = 6;
  const sent = (chain: 'trusted' | 'not-trusted', n: number) => {
    const { signer, ...rest } = approval(companyId, n, chain);
    return { ...rest, signatureHash: 's', signer: { ...signer, publicKeyHash: 'k', fingerprint: chain } };
  };
  for (const [n, chain] of (['not-trusted', 'trusted', 'not-trusted'] as const).entries())
    expect(await ledger.store.keepApproval(sent(chain, n), Buffer.from(`<ACECF>${n}</ACECF>`), 1)).toBe(true);
  const kept = await records().find({ companyId }).toArray();
  expect(kept).toMatchObject([{ receivedAt: new Date(start), signer: { fingerprint: 'trusted' } }]);
});

test('the approval that a voucher shows is found through the index of the voucher', async () => {
  const companyId = 4;
  const sent = (n: number) => ({ ...approval(companyId, n, 'trusted'), fecha: `21-11-2026 10:00:0${n}` });
  for (const n of [0, 1, 2]) await ledger.store.keepApproval(sent(n), Buffer.from(`<ACECF>${n}</ACECF>`), 1);
  const { encf, decision: estado, ...said } = sent(1);
  const find = (change: object) => {
    const buyerApproval = { estado, ...said, ...change };
    return ledger.store.findShownApproval({ companyId, environment, encf, buyerApproval });
  };
  const [plan] = await profiled(ledger.db, 'incomingApprovals', async () => {
    const found = await find({});
    expect(found?.fecha).toBe(said.fecha);
    const bytes = await ledger.store.getFileBytes(found!.file!);
    expect(Buffer.from(bytes).toString()).toBe('<ACECF>1</ACECF>');
  });
  expect(plan?.planSummary).toMatch(/^IXSCAN .*encf/);
  expect(plan?.docsExamined).toBeLessThanOrEqual(3);
  expect(await find({ signer: { ...said.signer, fingerprint: 'another' } })).toBeUndefined();
});

describe('of several approvals', () => {
  type Chain = 'trusted' | 'not-trusted';
  const bytesOf = (sent: IncomingApproval) =>
    Buffer.from(`<ACECF>${sent.decision} ${sent.receivedAt.getTime()}</ACECF>`);
  const keep = (sent: IncomingApproval, attempt = 1) =>
    ledger.store.keepApproval(sent, bytesOf(sent), attempt);

  /** A new voucher, and approvals of it, each received so many seconds after the start. */
  async function voucher() {
    const input = admitInput({ companyId: 5, environment });
    await ledger.store.admit(input);
    const of = (n: number, decision: 'aprobado' | 'rechazado', chain: Chain) =>
      ({ ...approval(input.companyId, n, chain), encf: input.encf, decision }) as const;
    const shown = async () => (await readDocument(ledger.store, input)).buyerApproval?.estado;
    return { input, of, shown };
  }

  test.each<Chain>(['trusted', 'not-trusted'])(
    'a rejection is shown when it comes again, if the process died that kept it first; the earlier approval was %s',
    async (chain) => {
      const { input, of, shown } = await voucher();
      const rejection = of(2, 'rechazado', 'trusted');
      await keep(of(1, 'aprobado', chain));
      const { buyerApproval } = await readDocument(ledger.store, input);
      await keep(rejection);
      // As if the process died after keeping the approval, before showing it.
      await ledger.db
        .collection('documents')
        .updateOne({ companyId: input.companyId, encf: input.encf }, { $set: { buyerApproval } });
      expect(await shown()).toBe('aprobado');
      const again = { ...rejection, receivedAt: new Date(start + 60_000) };
      expect(await ledger.store.keepApproval(again, bytesOf(rejection), 1)).toBe(true);
      expect(await shown()).toBe('rechazado');
    },
  );

  test('the latest is shown, in whatever order processes write', async () => {
    const { of, shown } = await voucher();
    for (const sent of [of(2, 'rechazado', 'trusted'), of(1, 'aprobado', 'trusted')]) await keep(sent);
    expect(await shown()).toBe('rechazado');
    await keep(of(2, 'aprobado', 'trusted'));
    expect(await shown()).toBe('rechazado');
    await keep(of(3, 'aprobado', 'trusted'));
    await keep(of(3, 'rechazado', 'trusted'));
    expect(await shown()).toBe('rechazado');
  });

  test('an untrusted one is never shown instead of a trusted one, whenever each of them came', async () => {
    const { of, shown } = await voucher();
    for (const sent of [of(5, 'rechazado', 'not-trusted'), of(1, 'aprobado', 'trusted')]) await keep(sent);
    expect(await shown()).toBe('aprobado');
    await keep(of(9, 'rechazado', 'not-trusted'));
    expect(await shown()).toBe('aprobado');
  });

  test('one of an earlier attempt is shown on that attempt, and not on the latest', async () => {
    const { input, of, shown } = await voucher();
    await ledger.store.recordSigned(attemptOf(input), signedXml(), new Date(start));
    expect(await ledger.store.signAnew(await readDocument(ledger.store, input), new Date(start))).toBe(true);
    await keep(of(2, 'rechazado', 'trusted'), 1);
    await keep(of(1, 'aprobado', 'trusted'), 1);
    const latest = await readDocument(ledger.store, input);
    const [earlier] = await ledger.store.earlierAttempts(latest);
    expect([latest.attempt, await shown(), earlier?.buyerApproval?.estado]).toEqual([
      ...[2, undefined, 'rechazado'],
    ]);
    expect(await ledger.store.findShownApproval(earlier!)).toMatchObject({ decision: 'rechazado' });
  });
});

test('the bytes of an approval are within its record, however badly they compress', async () => {
  const noise = Array.from({ length: 60_000 }, (_, at) => String.fromCharCode(33 + ((at * at * 7_919) % 89)));
  await ledger.store.keepApproval(approval(2, 0, 'trusted'), Buffer.from(noise.join('')), 1);
  expect(await ledger.db.collection('files').countDocuments()).toBe(0);
});

test('a limited number of approvals of unknown vouchers is kept, without bytes, until they expire', async () => {
  const companyId = 3;
  const note = (text: string) =>
    ledger.store.noteUnknownApproval(approval(companyId, 0, 'trusted'), Buffer.from(text));
  expect([await note('first'), await note('first')]).toEqual([true, true]);
  const [first] = await records().find({ companyId }).toArray();
  expect(first).toMatchObject({ unknownVoucher: true, expireAt: new Date(start + 90 * 86_400_000) });
  expect(first).not.toHaveProperty('file');
  const { _id, ...rest } = first!;
  const copies = Array.from({ length: unknownApprovalsMax - 1 }, (_, n) => ({
    ...rest,
    _id: `${n}` as never,
  }));
  await records().insertMany(copies);
  expect(await note('one too many')).toBe(false);
  expect(await records().countDocuments({ companyId })).toBe(unknownApprovalsMax);
});
