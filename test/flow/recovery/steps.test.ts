/** The steps of a voucher on a real ledger, with a scripted DGII, at the critical moments. */
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { MongoClient } from 'mongodb';
import { completeOnce } from '../../../src/activities/rounds/completer.js';
import type { ActivityDeps } from '../../../src/activities/deps.js';
import { createActivities } from '../../../src/activities/create-activities.js';
import { createDgiiSpeed } from '../../../src/activities/vouchers/dgii-speed.js';
import type { CurrentDocument } from '../../../src/activities/vouchers/ledger-steps.js';
import { prepare } from '../../../src/activities/vouchers/prepare.js';
import { query } from '../../../src/activities/vouchers/query.js';
import { submit } from '../../../src/activities/vouchers/submit.js';
import { statusAnswer } from '../../../src/api/vouchers/document-answer.js';
import { CheckerBusyError } from '../../../src/documents/threads/checker-threads.js';
import { ThreadEndedError } from '../../../src/documents/threads/threads.js';
import { QueueFullError } from '../../../src/shared/fair-queue.js';
import { createLog } from '../../../src/shared/log.js';
import { noTraces } from '../../../src/shared/traces.js';
import type { Store } from '../../../src/ledger/ledger.js';
import type { AttemptRef } from '../../../src/ecf/model/encf.js';
import type { Verdict } from '../../../src/ledger/vouchers/document-record.js';
import { guard } from '../../../src/ledger/mongo/guard.js';
import { LedgerUnavailableError } from '../../../src/ledger/unavailable.js';
import {
  admitInput,
  attemptOf,
  openLedger,
  readDocument,
  signedXml,
  type TestLedger,
} from '../../harness/ledger.js';
import { checkerWith, signable } from './signable.js';
import { stepSettings } from './step-settings.js';

const log = createLog({ role: 'test', level: 'silent' });
const reply = { httpStatus: 200, contentType: 'application/json', raw: '{}', rawCut: false };
const notSent = { kind: 'not-sent', cause: 'unreachable', detail: 'ECONNREFUSED', mensajes: [], reply: null };
const unknown = { kind: 'unknown', detail: 'broken: UND_ERR_SOCKET', mensajes: [], reply: null };
const received = (trackId: string) => ({ kind: 'received', trackId, mensajes: [], reply });
const alreadyUsed = {
  kind: 'refused',
  cause: 'already-used',
  mensajes: [{ codigo: '1209', valor: 'secuencia ya utilizada' }],
  reply,
};
/** DGII's state of a number that it accepted with the security code of `signedXml`. */
const acceptedAtDgii = {
  kind: 'found',
  state: 'accepted',
  encf: null,
  montoTotal: null,
  codigoSeguridad: 'AbC123',
  reply,
};
const never = new AbortController().signal;
let ledger: TestLedger;
let store: Store;
let nowMs: number;

beforeAll(async () => {
  ledger = await openLedger();
  ({ store } = ledger);
});
beforeEach(() => {
  nowMs = Date.parse('2026-11-20T15:00:00Z');
});

interface Dgii {
  submit?: unknown[];
  trackIds?: unknown;
  state?: unknown;
  result?: (trackId: string) => unknown;
}

function world(dgii: Dgii, ledger: Partial<Store> = {}, fingerprint = { current: 'cert-a' }) {
  const sent: { xml: string; fingerprint: string }[] = [];
  const deps = {
    store: { ...store, ...ledger },
    dgii: {
      submitEcf: (auth: { certificate: { fingerprint: string } }, { xml }: { xml: Buffer }) => {
        sent.push({ xml: xml.toString(), fingerprint: auth.certificate.fingerprint });
        return Promise.resolve(dgii.submit?.[Math.min(sent.length, dgii.submit.length) - 1]);
      },
      trackIds: () => Promise.resolve(dgii.trackIds ?? { kind: 'not-found', reply }),
      state: () => Promise.resolve(dgii.state ?? acceptedAtDgii),
      result: (_auth: unknown, trackId: string) => Promise.resolve(dgii.result?.(trackId)),
    },
    certificates: { current: () => Promise.resolve({ fingerprint: fingerprint.current }) },
    dgiiSpeed: createDgiiSpeed(),
    outages: { observe: () => undefined },
    clock: () => new Date(nowMs),
    log,
    settings: { ...stepSettings, allowProduction: false },
  } as unknown as ActivityDeps;
  return { deps, sent };
}

async function admitted(change: { expiry?: string } = {}) {
  const input = admitInput({
    now: new Date(nowMs),
    fechaVencimientoSecuencia: change.expiry ?? '31-12-2028',
  });
  await store.admit(input);
  return { input, ref: attemptOf(input) };
}

async function sign(ref: AttemptRef, xml = `<ECF>${ref.encf}-${ref.attempt}</ECF>`) {
  const now = new Date(nowMs);
  const { ref: file } = await store.keepContent({
    companyId: 1,
    kind: 'signed-xml',
    content: xml,
    now,
    roomBytes: 0,
  });
  await store.recordSigned(ref, signedXml({ file, signedAt: now, certificate: 'cert-a' }), now);
}
async function signed(change: { expiry?: string } = {}) {
  const one = await admitted(change);
  await sign(one.ref);
  return one;
}
const read = (ref: AttemptRef) => readDocument(store, ref);
const handedOn = (document: CurrentDocument) => (document === 'superseded' ? {} : { recent: document });
async function drive(deps: ActivityDeps, ref: AttemptRef, rounds: number) {
  for (let round = 0; round < rounds; round += 1) {
    await submit(deps, ref, { pauseMs: 500 }, never).catch(() => undefined);
    nowMs += 60_000;
  }
}

describe('the worker dies after DGII received the voucher, before the ledger says so', () => {
  test.each([
    { name: 'DGII answered with a trackId', dgii: { submit: [received('T1'), received('T2')] } },
    {
      name: 'DGII lists its trackId when asked',
      dgii: {
        submit: [unknown, received('T2')],
        trackIds: {
          kind: 'found',
          trackIds: [{ trackId: 'T1', state: null }],
          reply,
        },
      },
    },
  ])('$name: it is not delivered a second time', async ({ dgii }) => {
    const { ref } = await signed();
    let dies = true;
    const { deps, sent } = world(dgii, {
      recordSubmitted: (...args) => {
        if (!dies) return store.recordSubmitted(...args);
        dies = false;
        return Promise.reject(new LedgerUnavailableError());
      },
    });
    await drive(deps, ref, 3);
    expect(sent).toHaveLength(1);
    expect((await read(ref)).trackIds).toEqual(['T1']);
  });
});

describe('the worker dies in one workflow task: the next one repeats each step with the same arguments', () => {
  const writes = ['recordSigned', 'beginDelivery', 'recordSubmitted', 'recordVerdict'] as const;
  const accepted = {
    kind: 'final',
    encf: null,
    verdict: 'accepted',
    codigo: '1',
    estado: 'Aceptado',
    mensajes: [],
    secuenciaUtilizada: true,
    reply,
  };
  const roundsMax = 5;

  test.each(writes.flatMap((write) => (['before', 'after'] as const).map((when) => ({ write, when }))))(
    '$when $write: it is delivered once',
    async ({ write, when }) => {
      const { ref } = await admitted();
      const real = signable(ref.encf);
      let dies = true;
      const dying = async (...args: unknown[]) => {
        const call = (store as unknown as Record<string, (...of: unknown[]) => Promise<unknown>>)[write]!;
        if (!dies) return call(...args);
        dies = false;
        if (when === 'after') await call(...args);
        throw new Error('the worker died');
      };
      const { deps, sent } = world(
        { submit: [received('T1'), received('T2')], result: () => accepted },
        { [write]: dying, getFileBytes: () => Promise.resolve(real.content) },
      );
      const { dgii } = deps as unknown as { dgii: { trackIds: unknown; state: unknown } };
      const entry = { trackId: 'T1', state: null };
      const known = { kind: 'found', trackIds: [entry], reply };
      const unknownThere = { kind: 'not-found', reply };
      dgii.trackIds = () => Promise.resolve(sent.length > 0 ? known : unknownThere);
      // The certificate made in this test gives the signature another code, which DGII leaves out here.
      dgii.state = () => Promise.resolve({ ...acceptedAtDgii, codigoSeguridad: null });
      Object.assign(deps, {
        certificates: { current: () => Promise.resolve(real.certificate) },
        checker: checkerWith(),
        wake: () => Promise.resolve(),
      });
      deps.dgiiSpeed.observe(`${ref.environment}/ecf`, 1, true);

      const task = async () => {
        // As create-activities.ts does: each quick step starts from the record that the step before returned.
        const prepared = handedOn((await prepare(deps, ref, 500)).document);
        const quick = await submit(deps, ref, { pauseMs: 500, quickMs: 3_000, ...prepared }, never);
        const tried = !(typeof quick === 'object' && 'notTried' in quick);
        if (!tried) await submit(deps, ref, { pauseMs: 500 }, never);
        const submitted = tried ? handedOn(quick) : {};
        await query(deps, ref, { timeoutMs: 1_500, pauseMs: 500, quick: true, ...submitted }, never);
      };
      await expect(task()).rejects.toThrow('the worker died');
      for (let round = 0; round < roundsMax && !(await read(ref)).final; round += 1) {
        nowMs += 60_000;
        await task();
      }
      const { state, trackIds, signed: bytes } = await read(ref);
      expect({ state, trackIds, deliveries: sent.length }).toEqual({
        state: 'accepted',
        trackIds: ['T1'],
        deliveries: 1,
      });
      expect(bytes?.sha256).toBeDefined();
    },
  );
});

describe('a quick delivery that starts from an outdated record', () => {
  const annulled: Verdict = {
    trackId: null,
    codigoDgii: '',
    estado: '',
    mensajes: [],
    secuenciaUtilizada: null,
    replyFile: null,
  };
  const outdated = async () => {
    const { ref } = await signed();
    const { deps, sent } = world({ submit: [received('T1')] });
    deps.dgiiSpeed.observe(`${ref.environment}/ecf`, 1, true);
    return { ref, deps, sent, recent: await read(ref) };
  };

  test.each([
    {
      since: 'another worker delivers the voucher',
      change: async (ref: AttemptRef) => {
        const startedAt = new Date(nowMs);
        const leaseUntil = new Date(nowMs + 8_000);
        await store.beginDelivery(
          ref,
          { n: 1, startedAt, leaseUntil, host: 'x', to: 'ecf.dgii.gov.do' },
          startedAt,
          {},
        );
      },
      now: { state: 'submitting', attempt: 1, submissionCount: 1 },
    },
    {
      since: 'the voucher is signed anew',
      change: async (ref: AttemptRef) => {
        await store.signAnew(await read(ref), new Date(nowMs));
      },
      now: { state: 'admitted', attempt: 2, submissionCount: 0 },
    },
    {
      since: 'the number was annulled',
      change: async (ref: AttemptRef) => {
        await store.recordVerdict(ref, { state: 'annulled', verdict: annulled }, new Date(nowMs));
      },
      now: { state: 'annulled', attempt: 1, submissionCount: 0 },
    },
  ])('sends nothing: $since', async ({ change, now }) => {
    const { ref, deps, sent, recent } = await outdated();
    await change(ref);
    await submit(deps, ref, { pauseMs: 500, quickMs: 3_000, recent }, never);
    expect(sent).toHaveLength(0);
    expect(await read(ref)).toMatchObject(now);
  });
});

describe('a voucher that DGII refused more often than the record keeps deliveries', () => {
  const refusedFor = (cause: string) => ({
    kind: 'refused',
    cause,
    reply,
    mensajes: [{ codigo: '1', valor: 'no' }],
  });
  const word = () => ({ note: 'Defecto corregido.', by: 'operador', now: new Date(nowMs) });

  test('can be forced with a new signature', async () => {
    const { ref } = await signed();
    const { deps, sent } = world({ submit: [refusedFor('other')] });
    await drive(deps, ref, 15);
    expect(sent).toHaveLength(15);
    expect(await read(ref)).toMatchObject({
      submissionCount: 15,
      removedDeliveries: { count: 3, worst: 'refused' },
    });
    await store.forceDocument(ref, word());
    await drive(deps, ref, 1);
    const after = await read(ref);
    expect(after).toMatchObject({ attempt: 2, state: 'admitted', submissionCount: 0 });
    expect(after).not.toHaveProperty('removedDeliveries');
    expect(sent).toHaveLength(15);
  });

  test('for its signer alone is signed anew with another certificate; for another reason it is not', async () => {
    const fingerprint = { current: 'cert-a' };
    const attemptAfter = async (...answers: unknown[]) => {
      const { ref } = await signed();
      fingerprint.current = 'cert-a';
      const { deps } = world(
        { submit: answers },
        { suspendIssuing: () => Promise.resolve(false) },
        fingerprint,
      );
      await drive(deps, ref, 15);
      fingerprint.current = 'cert-b';
      await drive(deps, ref, 1);
      return (await read(ref)).attempt;
    };
    expect(await attemptAfter(refusedFor('not-delegated'))).toBe(2);
    expect(await attemptAfter(refusedFor('other'), refusedFor('not-delegated'))).toBe(1);
  });

  test('is never signed anew if one of the older deliveries was lost', async () => {
    const { ref } = await signed();
    const { deps } = world({ submit: [unknown, refusedFor('other')] });
    await drive(deps, ref, 30);
    expect(await read(ref)).toMatchObject({ removedDeliveries: { worst: 'unsure' } });
    await store.forceDocument(ref, word());
    await drive(deps, ref, 1);
    expect(await read(ref)).toMatchObject({ attempt: 1 });
  });
});

test('our own verdict that comes late does not change a voucher that was signed meanwhile', async () => {
  const { ref } = await admitted();
  const { deps } = world(
    {},
    {
      markUsed: async () => {
        // This process stands still here, and another one signs and delivers.
        await sign(ref);
        return 'annulling';
      },
      readDocumentAndMark: async (wanted) => ({
        ...(await store.readDocumentAndMark(wanted)),
        mark: 'unmarked',
      }),
    },
  );
  const { document } = await prepare(deps, ref, 500);
  expect(document).toMatchObject({ state: 'signed', attempt: 1 });
  expect(await read(ref)).toMatchObject({ state: 'signed', final: false });
});

test('a quick delivery is not tried while DGII is slow, without a free slot, or after an earlier delivery', async () => {
  const { ref } = await signed();
  const { deps, sent } = world({ submit: [unknown] });
  const quickly = () => submit(deps, ref, { pauseMs: 500, quickMs: 3_000 }, never);
  const host = `${ref.environment}/ecf` as const;
  expect(await quickly()).toEqual({ notTried: 'dgii-slow' });
  deps.dgiiSpeed.observe(host, 1_001, true);
  expect(await quickly()).toEqual({ notTried: 'dgii-slow' });
  deps.dgiiSpeed.observe(host, 1, false);
  expect(await quickly()).toEqual({ notTried: 'dgii-slow' });

  deps.dgiiSpeed.observe(host, 1, true);
  const slots = Array.from({ length: 24 }, () => deps.dgiiSpeed.takeSlot(host, ref.companyId));
  expect(await quickly()).toEqual({ notTried: 'no-free-slot' });
  expect(await query(deps, ref, { timeoutMs: 1_500, pauseMs: 500, quick: true }, never)).toEqual({
    notTried: 'no-free-slot',
  });
  expect((await read(ref)).submissionCount).toBe(0);

  for (const slot of slots) if (typeof slot === 'object') slot.release();
  await quickly();
  expect(sent).toHaveLength(1);
  deps.dgiiSpeed.observe(host, 1, true);
  expect(await quickly()).toEqual({ notTried: 'earlier-delivery' });
  expect(sent).toHaveLength(1);
});

test('a second attempt that never arrived does not take over the verdict of the first', async () => {
  const { input, ref } = await signed();
  const first = world({ submit: [received('T1')] });
  await submit(first.deps, ref, { pauseMs: 500 }, never);
  const free: Verdict = {
    codigoDgii: '2',
    estado: 'Rechazado',
    mensajes: [],
    secuenciaUtilizada: false,
    trackId: null,
    replyFile: null,
  };
  await store.recordVerdict(ref, { state: 'rejected', verdict: free }, new Date(nowMs));
  await store.admit({ ...input, contentHash: 'c'.repeat(64), requestId: randomUUID() });
  const second = { ...ref, attempt: 2 };
  await sign(second);
  // The connection broke before DGII read it. DGII knows only the rejected first attempt of this e-NCF.
  const found = {
    kind: 'found',
    trackIds: [{ trackId: 'T1', state: 'rejected' }],
    reply,
  };
  const { deps, sent } = world({ submit: [unknown, received('T2')], trackIds: found });
  await drive(deps, second, 6);
  expect((await read(second)).trackIds).toEqual(['T2']);
  expect(sent).toHaveLength(2);
});

test('the sequence expires during an outage before anything was sent: the voucher is not sent', async () => {
  const { ref } = await signed({ expiry: '20-11-2026' });
  const { deps, sent } = world({ submit: [notSent, received('T1')] });
  await submit(deps, ref, { pauseMs: 500 }, never);
  nowMs += 24 * 3_600_000;
  await submit(deps, ref, { pauseMs: 500 }, never);
  expect(sent).toHaveLength(1);
  expect((await read(ref)).waiting?.reason).toBe('SEQUENCE_EXPIRED');
});

test('the suspension after a refusal says when the delivery was sent, not when DGII answered', async () => {
  const { ref } = await signed();
  const asked: Date[] = [];
  const { deps } = world(
    {},
    {
      suspendIssuing: (_company, _environment, { askedAt }) => {
        asked.push(askedAt);
        return Promise.resolve(false);
      },
    },
  );
  const refused = { kind: 'refused', cause: 'not-delegated', mensajes: [], reply };
  const sentAt = new Date(nowMs);
  const submitEcf = () => {
    nowMs += 1_000;
    return Promise.resolve(refused);
  };
  Object.assign(deps.dgii, { submitEcf });
  await submit(deps, ref, { pauseMs: 500 }, never);
  expect(asked).toEqual([sentAt]);
});

test('a certificate refused at the token and replaced: bytes signed with the old one are not sent', async () => {
  const { ref } = await signed();
  const fingerprint = { current: 'cert-a' };
  const refused = { ...notSent, cause: 'certificate' };
  const { deps, sent } = world({ submit: [refused, received('T1')] }, {}, fingerprint);
  await submit(deps, ref, { pauseMs: 500 }, never);
  expect((await read(ref)).waiting?.reason).toBe('CERTIFICATE_UNUSABLE');
  fingerprint.current = 'cert-b';
  nowMs += 60_000;
  await submit(deps, ref, { pauseMs: 500 }, never);
  expect(
    sent.filter((one) => one.fingerprint === 'cert-b' && one.xml === `<ECF>${ref.encf}-1</ECF>`),
  ).toEqual([]);
});

test('"already used" without a trackId at DGII is not delivered again and again', async () => {
  const { ref } = await signed();
  const { deps, sent } = world({ submit: [alreadyUsed] });
  await drive(deps, ref, 30);
  expect(sent.length).toBeLessThanOrEqual(2);
  expect((await read(ref)).waiting?.reason).toBe('CONFIRM_BY_HAND');
});

test('a record stays under 32 KB whatever DGII says', async () => {
  const { BSON } = await import('mongodb');
  const { ref } = await signed();
  const mensajes = Array.from({ length: 500 }, (_, index) => ({
    codigo: `${index}-${'9'.repeat(300)}`,
    valor: `${index} ${'ñ'.repeat(3_000)}`,
  }));
  const refused = { kind: 'refused', cause: 'other', mensajes, reply };
  const final = {
    kind: 'final',
    encf: null,
    verdict: 'rejected',
    codigo: '2',
    estado: 'Rechazado',
    mensajes,
    secuenciaUtilizada: true,
    reply,
  };
  const { deps } = world({ submit: [refused, refused, received('T1')], result: () => final });
  await drive(deps, ref, 3);
  const afterRefusals = BSON.calculateObjectSize(await read(ref));
  await query(deps, ref, { timeoutMs: 1_000, pauseMs: 500 }, never);
  const afterVerdict = BSON.calculateObjectSize(await read(ref));
  expect(Math.max(afterRefusals, afterVerdict)).toBeLessThan(32 * 1024);
});

test('the trackId shown of an accepted voucher is the one DGII accepted', async () => {
  const { ref } = await signed();
  const { deps } = world({
    submit: [received('T1')],
    result: (trackId) =>
      trackId === 'T1'
        ? {
            kind: 'final',
            encf: null,
            verdict: 'accepted',
            codigo: '1',
            estado: 'Aceptado',
            mensajes: [],
            secuenciaUtilizada: true,
            reply,
          }
        : {
            kind: 'final',
            encf: null,
            verdict: 'rejected',
            codigo: '2',
            estado: 'Rechazado',
            mensajes: [],
            secuenciaUtilizada: true,
            reply,
          },
  });
  await submit(deps, ref, { pauseMs: 500 }, never);
  await store.addTrackIds(ref, ['T2']);
  await query(deps, ref, { timeoutMs: 1_000, pauseMs: 500 }, never);
  const { body } = statusAnswer(await read(ref), {});
  expect(body).toMatchObject({ data: { accepted: 1, trackId: 'T1' } });
});

test('a process that paused longer than its lease does not send', async () => {
  const { ref } = await signed();
  const { deps, sent } = world(
    { submit: [received('T1')] },
    {
      beginDelivery: async (...args) => {
        const began = await store.beginDelivery(...args);
        nowMs += 600_000;
        return began;
      },
    },
  );
  await submit(deps, ref, { pauseMs: 500 }, never);
  expect(sent).toHaveLength(0);
});

test('no free connection to the ledger in time is "unavailable", not a defect of ours', async () => {
  const client = await MongoClient.connect(ledger.uri, { maxPoolSize: 1, waitQueueTimeoutMS: 5_000 });
  const rows = client.db(ledger.database).collection('awaited');
  await client.db(ledger.database).createCollection('awaited', { capped: true, size: 4_096 });
  await rows.insertOne({ a: 1 });
  const cursor = rows.find({}, { tailable: true, awaitData: true, maxAwaitTimeMS: 60_000 });
  await cursor.next();
  // Waits for another row, and has the only connection until then.
  const taken = once(client, 'connectionCheckedOut');
  const row = cursor.next();
  await taken;
  const failure = await guard(() => rows.findOne({ a: 1 })).catch((error: unknown) => error);
  await ledger.db.collection('awaited').insertOne({ a: 2 });
  expect(await row).toMatchObject({ a: 2 });
  await cursor.close();
  await client.close();
  expect(failure).toBeInstanceOf(LedgerUnavailableError);
});

test('if one start fails, the completer continues with the other vouchers', async () => {
  const due = await Promise.all([1, 2, 3].map(async () => read((await admitted()).ref)));
  const started: string[] = [];
  const client = {
    withDeadline: (_deadline: number, run: () => Promise<unknown>) => run(),
    workflow: {
      start: (_type: string, { args }: { args: [{ encf: string }] }) => {
        if (args[0].encf === due[0]?.encf) return Promise.reject(new Error('refused'));
        started.push(args[0].encf);
        return Promise.resolve({});
      },
      getHandle: () => ({ describe: () => Promise.resolve({ taskQueue: 'x' }) }),
    },
  };
  await completeOnce(
    {
      store: { claimDue: () => Promise.resolve(due) },
      client,
      taskQueue: 'x',
      timings: {},
      clock: () => new Date(nowMs),
      log,
      traces: noTraces,
      claimMs: 1_000,
    } as unknown as Parameters<typeof completeOnce>[0],
    new AbortController().signal,
  ).catch(() => undefined);
  expect(started).toEqual(due.slice(1).map(({ encf }) => encf));
});

test('a query that DGII does not answer is DGII_UNAVAILABLE, not a defect of ours', async () => {
  const { ref } = await signed();
  const unavailable = {
    kind: 'unavailable',
    cause: 'server-fault',
    detail: 'HTTP 500',
    mensajes: [],
    reply: null,
  };
  const { deps } = world({ submit: [received('T1')], result: () => unavailable });
  await submit(deps, ref, { pauseMs: 500 }, never);
  await query(deps, ref, { timeoutMs: 1_000, pauseMs: 500 }, never);
  expect((await read(ref)).waiting?.reason).toBe('DGII_UNAVAILABLE');
});

test.each([
  { cause: new QueueFullError(true), is: 'every thread is busy', reason: undefined },
  { cause: new ThreadEndedError({}), is: 'it ended its thread', reason: 'INTERNAL_FAULT' },
])('a voucher that cannot be built because $is waits for $reason', async ({ cause, reason }) => {
  const { ref } = await admitted();
  const { deps } = world({});
  const build = () => Promise.reject(new CheckerBusyError({ cause }));
  const activities = createActivities({ ...deps, checker: { ...checkerWith(), build } });
  expect(await activities.prepare(ref, 500)).toMatchObject({ state: 'admitted', waiting: reason ?? null });
  expect((await read(ref)).waiting?.reason).toBe(reason);
});

test('a conclusion about a replaced delivery does not close the delivery that replaced it', async () => {
  const { ref } = await signed();
  const begin = (startedAt: number) => ({
    n: 1,
    startedAt: new Date(startedAt),
    leaseUntil: new Date(startedAt + 45_000),
    host: 'x',
    to: 'ecf.dgii.gov.do',
  });
  await store.beginDelivery(ref, begin(nowMs), new Date(nowMs), {});
  // Process B asks DGII about A's delivery. Then A records that it sent nothing, and C starts again. Then B writes its conclusion.
  let concluded = false;
  const { deps, sent } = world(
    { submit: [received('T2')] },
    {
      updateDelivery: async (one, key, patch) => {
        if (patch.outcome === 'lost' && !concluded) {
          concluded = true;
          await store.updateDelivery(ref, key, { outcome: 'not-sent' });
          await store.beginDeliveryAgain(ref, begin(nowMs + 1), new Date(nowMs));
        }
        return store.updateDelivery(one, key, patch);
      },
    },
  );
  await drive(deps, ref, 3);
  expect(concluded).toBe(true);
  expect(sent).toHaveLength(0);
  expect((await read(ref)).submissions[0]?.outcome).toBeUndefined();
});

test('with many trackIds the query includes the oldest, which DGII most likely accepted', async () => {
  const { ref } = await signed();
  const final = (verdict: string) => ({
    kind: 'final',
    encf: null,
    verdict,
    codigo: '2',
    estado: verdict,
    mensajes: [],
    secuenciaUtilizada: true,
    reply,
  });
  const { deps } = world({
    submit: [received('T1')],
    result: (trackId) => final(trackId === 'T1' ? 'accepted' : 'rejected'),
  });
  await submit(deps, ref, { pauseMs: 500 }, never);
  await store.addTrackIds(ref, ['T2', 'T3', 'T4', 'T5', 'T6']);
  await query(deps, ref, { timeoutMs: 1_000, pauseMs: 500 }, never);
  expect((await read(ref)).state).toBe('accepted');
});

test.each([
  { verdict: 'accepted', goes: true },
  { verdict: 'conditionally-accepted', goes: true },
  { verdict: 'rejected', goes: false },
])('a voucher that ends $verdict goes to its buyer: $goes', async ({ verdict, goes }) => {
  const { ref } = await signed();
  const final = { kind: 'final', encf: null, verdict, codigo: '', estado: '', mensajes: [], reply };
  const { deps } = world({
    submit: [received('T1')],
    result: () => ({ ...final, secuenciaUtilizada: true }),
  });
  await submit(deps, ref, { pauseMs: 500 }, never);
  await query(deps, ref, { timeoutMs: 1_000, pauseMs: 500 }, never);
  const { state, deliverAt } = await read(ref);
  expect({ state, goes: deliverAt !== undefined }).toEqual({ state: verdict, goes });
});

test('"already used" for a delivery repeated because its answer was lost is not a verdict on the voucher', async () => {
  const { ref } = await signed();
  const used = {
    kind: 'final',
    encf: null,
    verdict: 'rejected',
    codigo: '2',
    estado: 'Rechazado',
    mensajes: [{ codigo: '1209', valor: 'secuencia ya utilizada' }],
    secuenciaUtilizada: true,
    reply,
  };
  // DGII's list of trackIds lags behind: twice it omitted the first delivery, which had arrived.
  const { deps, sent } = world({ submit: [unknown, received('T2')], result: () => used });
  await drive(deps, ref, 6);
  expect(sent).toHaveLength(2);
  await query(deps, ref, { timeoutMs: 1_000, pauseMs: 500 }, never);
  expect((await read(ref)).state).toBe('submitted');
});
