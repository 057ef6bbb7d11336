/** The two deliveries of an approval do not affect each other, even if two workers handle the approval at the same moment. */
import { createReceiverSlots } from '../../../src/activities/buyers/receiver-slots.js';
import { sendApproval } from '../../../src/activities/buyers/send-approval.js';
import type { Environment } from '../../../src/ecf/model/environments.js';
import { leaseMaxMs } from '../../../src/ledger/leases.js';
import type { Store } from '../../../src/ledger/ledger.js';
import { createChecker } from '../../../src/documents/threads/checker.js';
import { copiesMax, type ApprovalLeg } from '../../../src/ledger/buyers/sent-approval.js';
import type { ReceptionRecord } from '../../../src/ledger/received/reception-record.js';
import { openPem, type SigningCertificate } from '../../../src/signing/keys/certificate.js';
import { openLedger, type TestLedger } from '../../harness/ledger.js';
import { certifiedSigner } from '../../harness/samples/signers.js';
import { sampleReceived } from '../../harness/samples/received-voucher.js';
import { until } from '../../harness/until.js';

const environment = 'pre-certification' as const;
const now = new Date('2026-11-23T15:00:00Z');
const rncEmisor = '131880681';
const host = 'receptor.example';
const waiting: ApprovalLeg = { state: 'waiting', attempts: 0 };
const decision = { estado: 'aprobado', by: 'prueba', at: now } as const;
let ledger: TestLedger;
let store: Store;
let serial = 0;
const checker = createChecker({ threadsMax: 1 });

beforeAll(async () => {
  ledger = await openLedger({ processes: 2 });
  ({ store } = ledger);
}, 60_000);

/** @returns a reception about which the company has decided; its approval is due */
async function decided(place: Environment = environment) {
  serial += 1;
  const encf = `E31${String(serial).padStart(10, '0')}`;
  const key = { companyId: 1, environment: place, rncEmisor, encf };
  const { reception } = await store.claimReception(sampleReceived(key), Buffer.from('<ECF/>'), now);
  await store.recordDgiiState(reception, 'accepted', now);
  await store.decideReception(key, decision);
  return { id: reception._id, key };
}

async function keep(xml: string) {
  const content = Buffer.from(xml);
  const kind = 'received-approval';
  const { ref: file, sha256 } = await store.keepContent({
    companyId: 1,
    kind,
    content,
    now,
    roomBytes: 1_000,
  });
  return { file, sha256 };
}

/** @returns a reception whose approval is signed and due */
async function signedApproval(
  legs: Partial<Record<'issuer' | 'dgii', ApprovalLeg>> = {},
  place: Environment = environment,
) {
  const reception = await decided(place);
  const kept = await keep('<ACECF/>');
  const signed = { ...kept, since: now, signedAt: now, issuer: waiting, dgii: waiting, ...legs };
  await store.keepSignedApproval(await found(reception.id), signed, now);
  return reception;
}

const found = async (id: string): Promise<ReceptionRecord> => (await store.findReceptionById(id))!;

/** A worker with a connection of its own, and what its issuer and DGII answer. */
function worker(process: number, answers: { issuer: () => Promise<object>; dgii: () => Promise<object> }) {
  return {
    store: ledger.stores[process],
    clock: () => now,
    log: { warn: () => undefined, error: () => undefined },
    settings: {
      buyerTimeoutMs: 10_000,
      deliveryTimeoutMs: 10_000,
      leaseMarginMs: 1_000,
      checkMarginMs: 0,
      buyerGiveUpMs: 86_400_000,
      allowProduction: false,
    },
    certificates: { current: () => Promise.resolve({ fingerprint: 'x' }) },
    directory: {
      find: () => Promise.resolve({ kind: 'found', entry: { urlAceptacion: `https://${host}/fe` } }),
    },
    buyers: { deliverApproval: answers.issuer },
    dgii: { sendApproval: answers.dgii },
  } as unknown as Parameters<typeof sendApproval>[0];
}

const taken = () => Promise.resolve({ kind: 'answered', status: 200 });
const approved = () => Promise.resolve({ kind: 'approved', reply: { httpStatus: 200 } });
const never = () => Promise.reject(new Error('It was sent again'));
const look = (deps: Parameters<typeof sendApproval>[0], id: string, slots = createReceiverSlots()) =>
  sendApproval(deps, id, { pauseMs: 1_000, slots, cancelled: new AbortController().signal });

test('an issuer answers late, after another worker has reached DGII: each gets the approval once', async () => {
  const { id } = await signedApproval();
  let answer: (() => void) | undefined;
  const late = () =>
    new Promise<object>((resolve) => (answer = () => resolve({ kind: 'answered', status: 200 })));
  const first = look(worker(0, { issuer: late, dgii: never }), id);
  await until('the issuer was asked', () => Promise.resolve(answer));
  expect(await look(worker(1, { issuer: never, dgii: approved }), id)).toMatchObject({
    approval: { issuer: { state: 'waiting', attempts: 1 }, dgii: { state: 'delivered' } },
  });
  expect(await found(id)).toHaveProperty('approvalDueAt');
  answer?.();
  const delivered = { state: 'delivered', attempts: 1 };
  expect(await first).toMatchObject({ approval: { issuer: delivered, dgii: delivered } });
  const { approval, approvalDueAt } = await found(id);
  expect({ approval, approvalDueAt }).toMatchObject({
    approval: { issuer: delivered, dgii: delivered },
    approvalDueAt: undefined,
  });
});

test('two workers start the same try: only one of them sends', async () => {
  const { id } = await signedApproval();
  const sent = { issuer: 0, dgii: 0 };
  const counting = {
    issuer: () => ((sent.issuer += 1), taken()),
    dgii: () => ((sent.dgii += 1), approved()),
  };
  await Promise.all([0, 1].map((process) => look(worker(process, counting), id)));
  // The worker that lost the try at the issuer may reach DGII first, and the other way round. Nothing is sent twice.
  await until('both have it', async () => {
    if ((await found(id)).approvalDueAt === undefined) return true;
    await look(worker(0, counting), id);
    return undefined;
  });
  expect(sent).toEqual({ issuer: 1, dgii: 1 });
});

test.each<{ name: 'issuer' | 'dgii'; other: 'issuer' | 'dgii' }>([
  { name: 'issuer', other: 'dgii' },
  { name: 'dgii', other: 'issuer' },
])('a worker that paused longer than its lease sends nothing ($name)', async ({ name, other }) => {
  const delivered: ApprovalLeg = { state: 'delivered', attempts: 1 };
  const { id } = await signedApproval({ [other]: delivered });
  let sent = 0;
  let stillMs = 0;
  const counting = {
    issuer: () => ((sent += 1), taken()),
    dgii: () => ((sent += 1), approved()),
  };
  const first = worker(0, counting);
  const slow = {
    ...first,
    clock: () => new Date(now.getTime() + stillMs),
    store: {
      ...first.store,
      // The pause starts after the try is written ahead. Another worker takes over when the lease ends.
      getFileBytes: async (file: Parameters<Store['getFileBytes']>[0]) => {
        stillMs = 12_000;
        await look({ ...worker(1, counting), clock: () => new Date(now.getTime() + stillMs) }, id);
        return first.store.getFileBytes(file);
      },
    },
  };
  await look(slow, id);
  expect(sent).toBe(1);
  expect((await found(id)).approval?.[name]).toMatchObject({ state: 'delivered', attempts: 2 });
});

test('a try that was not sent after such a pause is due again, and waits for what it waited for', async () => {
  const reason = 'VOUCHER_NOT_ACCEPTED';
  const delivered: ApprovalLeg = { state: 'delivered', attempts: 1 };
  const { id } = await signedApproval({ issuer: delivered, dgii: { ...waiting, reason } });
  const first = worker(0, { issuer: never, dgii: never });
  const leaseMarginMs = 1_000;
  let stillMs = 0;
  const clock = () => new Date(now.getTime() + stillMs);
  const getFileBytes: Store['getFileBytes'] = (file) => {
    stillMs = leaseMarginMs + 1;
    return first.store.getFileBytes(file);
  };
  await look({ ...first, clock, store: { ...first.store, getFileBytes } }, id);
  const { approval, approvalDueAt } = await found(id);
  expect(approval?.dgii).toMatchObject({ state: 'waiting', reason, last: { outcome: 'not-sent' } });
  expect(approval?.dgii).not.toHaveProperty('mayHaveArrived');
  expect(approvalDueAt).toEqual(new Date(clock().getTime() + 1_000));
});

test('the outcome of a try replaces the outcome of the try before it', async () => {
  const reason = 'BUYER_UNREACHABLE';
  const { id } = await signedApproval({ issuer: { ...waiting, attempts: 1, reason, mayHaveArrived: true } });
  await look(worker(0, { issuer: taken, dgii: approved }), id);
  const { approval } = await found(id);
  expect(approval?.issuer).toMatchObject({ state: 'delivered', attempts: 2, mayHaveArrived: true });
  expect(approval?.issuer).not.toHaveProperty('reason');
});

test('three refusals of the issuer end the delivery to it; repeating the decision starts it again, and DGII gets nothing twice', async () => {
  const { id, key } = await signedApproval();
  const statuses = [400, 429, 403, 400];
  const refusing = {
    issuer: () => Promise.resolve({ kind: 'answered', status: statuses.shift() }),
    dgii: approved,
  };
  const reasons: unknown[] = [];
  const counted: unknown[] = [];
  const approvalEnded = (...end: unknown[]) => counted.push(end);
  for (let tries = 1; tries <= 4; tries += 1) {
    await look({ ...worker(0, refusing), approvalEnded }, id);
    const { issuer } = (await found(id)).approval!;
    reasons.push(`${issuer.state}, ${issuer.reason}`);
  }
  expect(reasons).toEqual([
    ...['waiting, APPROVAL_REFUSED', 'waiting, BUYER_UNREACHABLE', 'waiting, APPROVAL_REFUSED'],
    'refused, APPROVAL_REFUSED',
  ]);
  expect(await found(id)).not.toHaveProperty('approvalDueAt');
  // Metrics count each end once.
  expect(counted).toEqual([
    ['dgii', 'delivered', environment],
    ['issuer', 'refused', environment],
  ]);

  expect(await store.decideReception(key, decision)).toMatchObject({ outcome: 'decided-before', same: true });
  await look(worker(0, { issuer: taken, dgii: never }), id);
  const { approval, approvalDueAt } = await found(id);
  expect({ approval, approvalDueAt }).toMatchObject({
    approval: { issuer: { state: 'delivered', attempts: 5 }, dgii: { state: 'delivered', attempts: 1 } },
    approvalDueAt: undefined,
  });
  expect(approval?.issuer).not.toHaveProperty('refusals');
});

test.each([
  { name: 'the answer was lost', first: { kind: 'unknown' } },
  { name: 'a gateway answered', first: { kind: 'answered', status: 504 } },
])('$name, and the issuer refuses the repetitions: it may have the approval', async ({ first }) => {
  const { id } = await signedApproval();
  const answers = [first, ...Array.from({ length: 3 }, () => ({ kind: 'answered', status: 400 }))];
  const repeating = worker(0, { issuer: () => Promise.resolve(answers.shift()!), dgii: approved });
  for (let tries = 1; tries <= 4; tries += 1) await look(repeating, id);
  const { approval } = await found(id);
  expect(approval?.issuer).toMatchObject({
    state: 'given-up',
    reason: 'APPROVAL_REPEAT_REFUSED',
    attempts: 4,
  });
});

test('the directory did not list the issuer; repeating the decision sends the approval to it, and DGII gets nothing twice', async () => {
  const { id, key } = await signedApproval();
  const directory = { find: () => Promise.resolve({ kind: 'not-found' }) };
  await look(Object.assign(worker(0, { issuer: never, dgii: approved }), { directory }), id);
  expect((await found(id)).approval).toMatchObject({
    issuer: { state: 'not-electronic', attempts: 1 },
    dgii: { state: 'delivered' },
  });

  expect(await store.decideReception(key, decision)).toMatchObject({ outcome: 'decided-before', same: true });
  await look(worker(0, { issuer: taken, dgii: never }), id);
  const { approval, approvalDueAt } = await found(id);
  expect({ approval, approvalDueAt }).toMatchObject({
    approval: { issuer: { state: 'delivered', attempts: 2 }, dgii: { state: 'delivered', attempts: 1 } },
    approvalDueAt: undefined,
  });
});

test('in certification there is no directory, so repeating the decision starts nothing', async () => {
  const notListed: ApprovalLeg = { state: 'not-electronic', attempts: 1 };
  const delivered: ApprovalLeg = { state: 'delivered', attempts: 1 };
  const certification = await signedApproval({ issuer: notListed, dgii: delivered }, 'certification');
  await store.endApproval(await found(certification.id));
  expect(await store.decideReception(certification.key, decision)).toMatchObject({ same: true });
  expect(await found(certification.id)).not.toHaveProperty('approvalDueAt');
});

/** DGII takes the approvals of this signer only. */
const delegated = openSigner('DELEGADA');
const notDelegated = openSigner('SIN DELEGACION');

function openSigner(commonName: string): SigningCertificate {
  const issued = certifiedSigner({ commonName, serialNumber: 'IDCDO-00100000009' });
  const opened = openPem(issued.certificatePem, issued.privateKeyPem);
  if (!opened.ok) throw new Error(opened.reason);
  return opened.certificate;
}

/** A worker of a company that has this certificate now, and what it sends. @param cause why DGII refuses the other signers */
function workerWith(certificate: SigningCertificate, cause = 'not-delegated') {
  const toIssuer: string[] = [];
  const toDgii: string[] = [];
  const refused = { kind: 'rejected', cause, reply: { httpStatus: 400 } };
  const deps = Object.assign(worker(0, { issuer: taken, dgii: approved }), {
    checker,
    certificates: { current: () => Promise.resolve(certificate) },
    buyers: {
      deliverApproval: (_to: object, { xml }: Sent) => {
        toIssuer.push(xml.toString());
        return taken();
      },
    },
    dgii: {
      sendApproval: (_auth: object, { xml }: Sent) => {
        toDgii.push(xml.toString());
        const takes = xml.includes(delegated.certificateDer.toString('base64'));
        return takes ? approved() : Promise.resolve(refused);
      },
    },
  });
  return { deps, toIssuer, toDgii };
}

interface Sent {
  readonly xml: Buffer;
}

test.each(['not-delegated', 'certificate'])(
  'DGII refuses the signer (%s), and the company imports the certificate of another person: DGII gets a copy, the issuer does not',
  async (refusal) => {
    const { id } = await decided();
    const first = workerWith(notDelegated, refusal);
    await look(first.deps, id);
    await look(first.deps, id);
    expect(first.toIssuer).toHaveLength(1);
    // With the same certificate, DGII gets the same bytes again.
    expect(first.toDgii).toEqual([first.toIssuer[0], first.toIssuer[0]]);
    const { sha256 } = (await found(id)).approval!;

    const second = workerWith(delegated);
    await look(second.deps, id);
    expect(second.toIssuer).toEqual([]);
    const { approval, approvalDueAt } = await found(id);
    expect({ approval, approvalDueAt }).toMatchObject({
      approval: {
        sha256,
        issuer: { state: 'delivered', attempts: 1 },
        dgii: { state: 'delivered', attempts: 3 },
      },
      approvalDueAt: undefined,
    });
    // The ledger has the bytes that DGII took, beside those that the issuer took.
    const copies = approval?.dgii.copies ?? [];
    expect(copies).toMatchObject([{ certificate: delegated.fingerprint }]);
    const kept = await Promise.all([...copies, approval!].map(({ file }) => store.getFileBytes(file)));
    expect(kept.map(String)).toEqual([...second.toDgii, ...first.toIssuer]);
  },
);

test('while DGII only does not answer, another certificate does not change the bytes', async () => {
  const { id } = await decided();
  const first = workerWith(notDelegated, 'try-again');
  await look(first.deps, id);
  const second = workerWith(delegated);
  await look(second.deps, id);
  expect(second.toDgii).toEqual(first.toIssuer);
});

test('a decision that was given up because of its signer goes out again with the new certificate', async () => {
  const { id, key } = await decided();
  const refused = workerWith(notDelegated);
  await look(refused.deps, id);
  const late = new Date(now.getTime() + 86_400_000);
  await look(Object.assign(refused.deps, { clock: () => late }), id);
  expect((await found(id)).approval?.dgii).toMatchObject({
    state: 'given-up',
    reason: 'APPROVER_NOT_DELEGATED',
  });
  await store.decideReception(key, decision);
  const again = workerWith(delegated);
  await look(again.deps, id);
  expect((await found(id)).approval?.dgii).toMatchObject({ state: 'delivered', attempts: 3 });
});

test('a company that changes its certificate again and again fills no record: the last copy goes out', async () => {
  const last = { ...(await keep('<ACECF>la última</ACECF>')), signedAt: now, certificate: 'x' };
  const copies = Array.from({ length: copiesMax }, () => last);
  const dgii: ApprovalLeg = { ...waiting, attempts: 9, reason: 'APPROVER_NOT_DELEGATED', copies };
  const { id } = await signedApproval({ dgii });
  const { deps, toDgii } = workerWith(delegated);
  await look(deps, id);
  expect(toDgii).toEqual(['<ACECF>la última</ACECF>']);
  expect((await found(id)).approval?.dgii.copies).toHaveLength(copiesMax);
});

test('a slow issuer gets at most four slots of a worker; DGII and other issuers get their approvals at once', async () => {
  const approvals = await Promise.all(Array.from({ length: 6 }, () => signedApproval()));
  const slots = createReceiverSlots();
  const answers: (() => void)[] = [];
  const late = () =>
    new Promise<object>((resolve) => answers.push(() => resolve({ kind: 'answered', status: 200 })));
  const slow = worker(0, { issuer: late, dgii: approved });
  const first = approvals.slice(0, 4).map(({ id }) => look(slow, id, slots));
  await until('four are under way', () => Promise.resolve(answers.length === 4));
  for (const { id } of approvals.slice(4)) {
    const looked = await look(slow, id, slots);
    expect(looked).toMatchObject({
      issuerBusyMs: expect.any(Number),
      approval: { issuer: { state: 'waiting', attempts: 0 }, dgii: { state: 'delivered' } },
    });
    // No worker starts a run for it before its turn.
    const dueMs = (await found(id)).approvalDueAt!.getTime() - now.getTime();
    expect(dueMs).toBeGreaterThanOrEqual((looked as { issuerBusyMs: number }).issuerBusyMs);
  }
  expect(answers).toHaveLength(4);
  // A buyer of our vouchers may have the same receiver. Another receiver has slots of its own.
  const work = () => Promise.resolve({});
  expect(await slots.within({ environment, host, companyId: 2 }, work)).toHaveProperty('busyMs');
  expect(await slots.within({ environment, host: 'otro.example', companyId: 1 }, work)).toEqual({});
  for (const answer of answers) answer();
  await Promise.all(first);
  const { id } = approvals[5]!;
  expect(await look(worker(0, { issuer: taken, dgii: never }), id, slots)).not.toHaveProperty('issuerBusyMs');
  expect((await found(id)).approval?.issuer).toMatchObject({ state: 'delivered', attempts: 1 });
});

test('a try that started by a clock that was ahead is repeated after the longest lease', async () => {
  let nowMs = Date.now();
  const ahead = new Date(nowMs + 4 * 3_600_000);
  const last = {
    n: 1,
    startedAt: ahead,
    leaseUntil: new Date(ahead.getTime() + 11_000),
    host: 'x',
    to: 'dgii',
  };
  const delivered: ApprovalLeg = { state: 'delivered', attempts: 1 };
  const { id } = await signedApproval({ issuer: delivered, dgii: { ...waiting, attempts: 1, last } });
  const deps = { ...worker(0, { issuer: never, dgii: approved }), clock: () => new Date(nowMs) };
  const dgiiAfter = async (ms: number) => {
    nowMs += ms;
    await look(deps, id);
    return (await found(id)).approval?.dgii.state;
  };
  expect(await dgiiAfter(0)).toBe('waiting');
  expect(await dgiiAfter(leaseMaxMs - 1_000)).toBe('waiting');
  expect(await dgiiAfter(60_000)).toBe('delivered');
});
