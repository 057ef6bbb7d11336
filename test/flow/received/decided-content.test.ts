/** A decision applies to the voucher that a person saw. Until its approval is signed, another voucher may take the number. */
import type { Decision, ReceptionRecord } from '../../../src/ledger/received/reception-record.js';
import type { Store } from '../../../src/ledger/ledger.js';
import { openLedger } from '../../harness/ledger.js';
import { sampleReceived } from '../../harness/samples/received-voucher.js';

const environment = 'pre-certification' as const;
const now = new Date('2026-11-23T15:00:00Z');
const approval: Decision = { estado: 'aprobado', by: 'prueba', at: now };
let stores: readonly [Store, ...Store[]];
let serial = 0;

beforeAll(async () => {
  ({ stores } = await openLedger({ processes: 2 }));
}, 60_000);

/** @returns a reception that nobody has decided about, and a function that gives its number to another voucher */
async function received() {
  const [store, other] = stores;
  serial += 1;
  const encf = `E31${String(serial).padStart(10, '0')}`;
  const voucher = sampleReceived({ companyId: 1, environment, encf });
  const { reception } = await store.claimReception(voucher, Buffer.from(`<ECF>${encf}</ECF>`), now);
  const next = { ...voucher, montoTotal: '9999.00' };
  const bytes = Buffer.from(`<ECF>${encf} genuino</ECF>`);
  const displace = (was = reception) =>
    other!.displaceReception({ was, wasState: 'not-found', voucher: next, bytes }, now);
  return { key: voucher, seen: reception.sha256, displace };
}
const found = async (key: Parameters<Store['findReception']>[0]): Promise<ReceptionRecord> =>
  (await stores[0].findReception(key))!;

test('another voucher took the number: nothing is decided until somebody names the other one', async () => {
  const { key, seen, displace } = await received();
  expect(await displace()).toBe(true);
  expect(await stores[0].decideReception(key, approval, seen)).toEqual({ outcome: 'changed' });
  const { sha256, decision, approvalDueAt } = await found(key);
  expect({ decision, approvalDueAt }).toEqual({ decision: undefined, approvalDueAt: undefined });
  expect(await stores[0].decideReception(key, approval, sha256)).toMatchObject({ outcome: 'decided' });
});

test('an issuer never hears that its voucher was approved if the approval is about another one', async () => {
  const { key, seen, displace } = await received();
  await displace();
  await stores[0].decideReception(key, approval);
  expect(await stores[0].decideReception(key, approval, seen)).toEqual({ outcome: 'changed' });
});

test('repeating a decision about the same voucher gets the same answer; an unknown number stays unknown', async () => {
  const { key, seen } = await received();
  await stores[0].decideReception(key, approval, seen);
  expect(await stores[0].decideReception(key, approval, seen)).toMatchObject({ same: true });
  const unknown = { ...key, encf: 'E319999999999' };
  expect(await stores[0].decideReception(unknown, approval, seen)).toEqual({ outcome: 'unknown' });
});

test('a decision goes with the voucher that loses its number, and is neither kept nor sent for the other one', async () => {
  const { key, seen, displace } = await received();
  await stores[0].decideReception(key, approval, seen);
  const was = await found(key);
  expect(await displace(was)).toBe(true);
  // The worker read the reception before, and signs only now.
  const leg = { state: 'waiting', attempts: 0 } as const;
  const signed = { since: now, file: 'f', sha256: 's', signedAt: now, issuer: leg, dgii: leg };
  expect(await stores[0].keepSignedApproval(was, signed, now)).toBeUndefined();
  const held = { state: 'given-up', reason: 'VOUCHER_REJECTED', since: now } as const;
  expect(await stores[0].decideReception(key, approval)).toMatchObject({ outcome: 'decided' });
  expect(await stores[0].holdApproval(was, held, null)).toBe(false);
  const after = await found(key);
  expect(after).not.toHaveProperty('approval');
  expect(after.displaced).toMatchObject([{ sha256: seen, decision: approval }]);
});

test('a voucher keeps its number once DGII has accepted it, or its approval is signed', async () => {
  const { key, seen, displace } = await received();
  await stores[0].recordDgiiState(await found(key), 'accepted', now);
  expect(await displace(await found(key))).toBe(false);
  const other = await received();
  await stores[0].decideReception(other.key, approval);
  const leg = { state: 'waiting', attempts: 0 } as const;
  const signed = { since: now, file: 'f', sha256: 's', signedAt: now, issuer: leg, dgii: leg };
  expect(await stores[0].keepSignedApproval(await found(other.key), signed, now)).toBeDefined();
  expect(await other.displace(await found(other.key))).toBe(false);
  expect([(await found(key)).sha256, (await found(other.key)).sha256]).toEqual([seen, other.seen]);
});

test('a decision at the moment of a displacement applies only to the voucher that the person saw', async () => {
  for (let round = 0; round < 20; round += 1) {
    const { key, seen, displace } = await received();
    const [decided, displaced] = await Promise.all([
      stores[0].decideReception(key, approval, seen),
      displace(),
    ]);
    const { sha256, decision } = await found(key);
    const approved = decided.outcome === 'decided';
    expect({ approved, displaced, kept: decision !== undefined }).toEqual({
      approved,
      displaced: !approved,
      kept: approved,
    });
    expect(sha256 === seen).toBe(approved);
  }
});
