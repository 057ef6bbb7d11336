/** Bodies of old vouchers in a real S3-compatible store: nothing is lost at any step, and what the store loses is noticed. */
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { gunzipSync, gzipSync } from 'node:zlib';
import { randomBytes } from 'node:crypto';
import { jest } from '@jest/globals';
import { Binary, Collection, MongoClient } from 'mongodb';
import { request } from 'undici';
import { connectStore, type Store } from '../../../src/ledger/ledger.js';
import { openObjectStore, type ObjectStore } from '../../../src/ledger/cold/object-store.js';
import { BodyLostError, ObjectStoreUnavailableError } from '../../../src/ledger/unavailable.js';
import type { DocumentRecord } from '../../../src/ledger/vouchers/document-record.js';
import { ownVerdict } from '../../../src/ledger/vouchers/document-record.js';
import {
  admitInput,
  attemptOf,
  openLedger,
  readDocument,
  signedXml,
  type TestLedger,
} from '../../harness/ledger.js';
import {
  startObjectStore,
  withObjectStore,
  type TestObjectStore,
} from '../../harness/object-store/object-store.js';
import { given } from '../../harness/given.js';
import { own } from '../../harness/own.js';
import { startRoleProcess } from '../../harness/processes/role-process.js';
import { largeVoucher } from '../../harness/samples/large-voucher.js';
import { sampleEcf } from '../../harness/samples/sample-ecf.js';
import { patient, startService } from '../../harness/service.js';
import { until } from '../../harness/until.js';
import { sampleReceived } from '../../harness/samples/received-voucher.js';

const environment = 'pre-certification';
/** Incompressible, so that 2 KB stay in the record and 20 KB become a file. */
const textOf = (bytes: number) => randomBytes(bytes).toString('base64').slice(0, bytes);

type Write = (this: Collection, ...args: unknown[]) => Promise<never>;

/** Makes everything in the ledger old enough for COLD_AFTER_DAYS=1. */
const twoDaysAgo = () => new Date(Date.now() - 2 * 86_400_000);

withObjectStore('a service with an object store', () => {
  test('a killed worker leaves nothing half moved, everything is read as before, and while the store is away old bodies are 503 and new vouchers are issued', async () => {
    const objects = await startObjectStore();
    const service = await startService({ env: { ...patient, ...objects.env, COLD_TIMEOUT_MS: '2000' } });
    const client = await MongoClient.connect(given('TEST_MONGODB_URI'));
    own('the connection to the database', () => client.close());
    const db = client.db(service.config.mongo.database);
    const small = 'E310000000001';
    const large = 'E320000000002';
    const send = async (voucher: object) => {
      const { body } = await service.post('/api/v2/dgii-ecf/send?waitForFinal=60s', voucher);
      expect(body.data).toMatchObject({ accepted: 1 });
    };
    await send(sampleEcf({ encf: small }));
    await send(largeVoucher({ encf: large, lines: 300 }));
    const read = async (what: string, encf: string) => {
      const response = await request(`${service.apiUrl}/api/v2/dgii-ecf/${what}/${encf}`, {
        headers: { authorization: `Bearer ${await service.token()}` },
      });
      const bytes = Buffer.from(await response.body.arrayBuffer());
      return { status: response.statusCode, retryAfter: response.headers['retry-after'], bytes };
    };
    const xmls = () =>
      Promise.all([small, large].map(async (encf) => (await read('document-xml', encf)).bytes));
    const before = await xmls();

    await service.stopWorker();
    // Nothing but the move writes to the vouchers, also if their delivery is still due.
    await db
      .collection('documents')
      .updateMany({}, { $set: { changedAt: twoDaysAgo() }, $unset: { deliverAt: '' } });
    // It moves at its start. The store holds it up until it has the order.
    await objects.freeze();
    const moving = { COLD_AFTER_DAYS: '1', COLD_TIMEOUT_MS: '60000' };
    const worker = await startRoleProcess('worker', { ...service.env, ...moving });
    await worker.hold([small], 1, 'before');
    objects.thaw();
    const stands = async () => (await worker.held()).includes(small);
    await until('the worker stands before it removes a body', stands, { withinMs: 60_000 });
    expect(objects.ids().length).toBeGreaterThan(0);
    await worker.kill();
    expect(await xmls()).toEqual(before);

    // A worker that died holds its claim until it ends.
    await db.collection('coldProgress').updateMany({}, { $unset: { claimedUntil: '' } });
    await service.startWorker(moving);
    const documents = db.collection('documents');
    const moved = async () => {
      const xml = await documents.countDocuments({ 'signed.file': { $type: 'string' } });
      const json = await documents.countDocuments({ contentFile: { $type: 'string' } });
      const local = await db.collection('files').countDocuments({ bytes: { $exists: true } });
      return xml === 2 && json === 1 && local === 0;
    };
    await until('the XML of both and the JSON of the large one moved', moved, { withinMs: 60_000 });
    expect(await xmls()).toEqual(before);
    const print = await read('document-print', large);
    expect([print.status, print.bytes.subarray(0, 4).toString()]).toEqual([200, '%PDF']);
    const draft = await service.post(`/api/v2/dgii-ecf/note-draft/${large}`, {
      tipoeCF: 34,
      codigoModificacion: 1,
    });
    expect(draft.status).toBe(200);

    await objects.stop();
    const away = await read('document-xml', small);
    expect([away.status, Number(away.retryAfter) > 0]).toEqual([503, true]);
    expect(away.bytes.toString()).toContain('OLD_BODY_UNAVAILABLE');
    await send(sampleEcf({ encf: 'E310000000003' }));
    expect((await service.get(`/api/v2/dgii-ecf/document-status/${large}`)).body.data).toMatchObject({
      accepted: 1,
    });
    await objects.start();
    expect(await xmls()).toEqual(before);
  }, 300_000);
});

withObjectStore('bodies of old vouchers', () => {
  let objects: TestObjectStore;
  let ledger: TestLedger;
  let plain: ObjectStore;
  /** Each test has a company of its own. */
  let companyId = 0;

  beforeAll(async () => {
    [objects, ledger] = await Promise.all([startObjectStore(), openLedger()]);
    plain = openObjectStore(objects.options);
    own('the client of the store', () => plain.close());
  });

  beforeEach(async () => {
    companyId += 1;
    await ledger.store.putCompany({
      companyId,
      rnc: String(999_000_000 + companyId),
      razonSocial: 'PRUEBA SRL',
      origin: 'client',
      environment,
      productionAllowed: false,
    });
  });

  async function openWith(store: ObjectStore): Promise<Store> {
    const opened = await connectStore(ledger.uri, ledger.database, store);
    own('a ledger with the store', () => opened.close());
    return opened;
  }

  /** An accepted voucher, with bodies of these sizes: its JSON, and its signed XML, which is also DGII's reply. */
  async function voucher(jsonBytes: number, xmlBytes: number) {
    const content = textOf(jsonBytes);
    const xml = textOf(xmlBytes);
    const input = admitInput({ companyId, content });
    const { store } = ledger;
    await store.admit(input);
    const now = new Date();
    const { ref } = await store.keepContent({
      companyId,
      kind: 'signed-xml',
      content: xml,
      now,
      roomBytes: 10_240,
    });
    await store.recordSigned(attemptOf(input), signedXml({ file: ref }), now);
    const verdict = { ...ownVerdict('1', ''), replyFile: ref };
    await store.recordVerdict(attemptOf(input), { state: 'accepted', verdict }, now);
    await store.recordVerdictApplied(attemptOf(input));
    return { input, content, xml };
  }
  type Voucher = Awaited<ReturnType<typeof voucher>>;

  const damaged: string[] = [];
  const options = () => ({
    until: new Date(Date.now() + 60_000),
    now: new Date(),
    after: 0,
    stopping: new AbortController().signal,
    damaged: (id: string) => damaged.push(id),
  });

  /** All batches, as a worker does them. */
  async function moveAll(store: Store): Promise<number> {
    let bodies = 0;
    for (;;) {
      const moved = await store.moveOldBodies(options());
      bodies += moved.bodies;
      if (moved.companyId === undefined) return bodies;
    }
  }

  const filesOf = ({ contentFile, signed, verdict }: DocumentRecord) => [
    contentFile,
    signed?.file,
    verdict?.replyFile,
  ];

  async function expectReadable(store: Store, { input, content, xml }: Voucher): Promise<void> {
    const [json, signed, reply] = filesOf(await readDocument(store, input));
    expect(await store.getFile(json!)).toBe(content);
    expect(await store.getFile(signed!)).toBe(xml);
    expect(await store.getFile(reply!)).toBe(xml);
  }

  const ofCompany = () => ({ _id: new RegExp(`^${companyId}/`) as never });
  const localFiles = () =>
    ledger.db.collection('files').countDocuments({ ...ofCompany(), bytes: { $exists: true } });
  const objectIds = () => objects.ids().filter((id) => id.startsWith(`${companyId}/`));

  test('bodies in the record and bodies in files move, small ones and open vouchers stay, and all are read as before', async () => {
    const inRecord = await voucher(3_000, 2_500);
    const inFiles = await voucher(60_000, 30_000);
    const small = await voucher(300, 400);
    const open = admitInput({ companyId, content: textOf(30_000) });
    await ledger.store.admit(open);
    const received = sampleReceived({ companyId, environment, encf: 'E310000000777' });
    const bytes = Buffer.from(textOf(2_500));
    await ledger.store.claimReception(received, bytes, new Date());
    await ledger.db.collection('receptions').updateMany({}, { $unset: { askDgiiAt: '' } });

    const store = await openWith(plain);
    const early = await store.moveOldBodies({ ...options(), until: new Date(Date.now() - 60_000) });
    expect(early.bodies).toBe(0);
    const before = await readDocument(store, inRecord.input);
    await moveAll(store);

    for (const one of [inRecord, inFiles, small]) await expectReadable(store, one);
    const after = await readDocument(store, inRecord.input);
    expect(filesOf(after).every((ref) => typeof ref === 'string')).toBe(true);
    expect({ ...after, contentFile: 0, signed: 0, verdict: 0 }).toEqual({
      ...before,
      contentFile: 0,
      signed: 0,
      verdict: 0,
    });
    expect(filesOf(await readDocument(store, small.input)).every((ref) => ref instanceof Binary)).toBe(true);
    // The JSON of the open voucher.
    expect(await localFiles()).toBe(1);
    const reception = await ledger.db.collection('receptions').findOne({ encf: 'E310000000777' });
    expect(await store.getFileBytes(reception!['file'] as string)).toEqual(bytes);
    const ids = (
      await ledger.db
        .collection('files')
        .find({ ...ofCompany(), cold: { $exists: true } })
        .toArray()
    ).map(({ _id }) => String(_id));
    expect(objectIds()).toEqual(ids.sort());
    expect(ids).toHaveLength(5);
    expect(await moveAll(store)).toBe(0);
  });

  /** The store or MongoDB fails right before or right after a step. */
  type Step = 'put' | 'get' | 'mark' | 'replace' | 'progress';
  const steps: readonly Step[] = ['put', 'get', 'mark', 'replace', 'progress'];

  test.each(
    steps.flatMap((step) => [
      { step, when: 'before' as const },
      { step, when: 'after' as const },
    ]),
  )(
    'a failure $when the step $step loses nothing, and the next round leaves nothing behind',
    async ({ step, when }) => {
      const vouchers = [await voucher(3_000, 2_500), await voucher(60_000, 30_000)];
      let left = 1;
      const failing = async <T>(here: boolean, call: () => Promise<T>): Promise<T> => {
        const fails = here && left > 0;
        if (fails) left -= 1;
        if (fails && when === 'before') throw new Error('died');
        const result = await call();
        if (fails) throw new Error('died');
        return result;
      };
      const store = await openWith({
        put: (id, bytes) => failing(step === 'put', () => plain.put(id, bytes)),
        get: (id) => failing(step === 'get', () => plain.get(id)),
        close: () => Promise.resolve(),
      });
      const isStep = (collection: Collection, update: boolean) =>
        collection.dbName === ledger.database &&
        ((step === 'mark' && collection.collectionName === 'files') ||
          (step === 'replace' && collection.collectionName === 'documents' && update) ||
          (step === 'progress' && collection.collectionName === 'coldProgress' && update));
      const insertOne = Reflect.get(Collection.prototype, 'insertOne') as Write;
      const updateOne = Reflect.get(Collection.prototype, 'updateOne') as Write;
      const spies = [
        jest.spyOn(Collection.prototype, 'insertOne').mockImplementation(function (
          this: Collection,
          ...args
        ) {
          return failing(isStep(this, false), () => insertOne.apply(this, args));
        }),
        jest.spyOn(Collection.prototype, 'updateOne').mockImplementation(function (
          this: Collection,
          ...args
        ) {
          return failing(isStep(this, true), () => updateOne.apply(this, args));
        }),
      ];
      try {
        await expect(moveAll(store)).rejects.toThrow('died');
      } finally {
        spies.forEach((spy) => spy.mockRestore());
      }
      for (const one of vouchers) await expectReadable(store, one);

      // A worker that died holds its claim until it ends.
      await ledger.db.collection('coldProgress').updateMany({}, { $unset: { claimedUntil: '' } });
      await moveAll(store);
      for (const one of vouchers) await expectReadable(store, one);
      const refs = await Promise.all(
        vouchers.map(async ({ input }) => filesOf(await readDocument(store, input))),
      );
      const named = [...new Set(refs.flat().map(String))].sort();
      expect(objectIds()).toEqual(named);
      expect(named).toHaveLength(4);
      expect(await localFiles()).toBe(0);
    },
  );

  test('a content that a new voucher has too is read from the store', async () => {
    const old = await voucher(60_000, 2_500);
    const store: Store = await openWith(plain);
    await moveAll(store);
    const content = { companyId, kind: 'content', now: new Date(), roomBytes: 0 } as const;
    const again = await store.keepContent({ ...content, content: old.content });
    expect(await store.getFile(again.ref)).toBe(old.content);
  });

  test('a store that does not answer, refuses the key or has no bucket moves nothing, and no error shows a key', async () => {
    const one = await voucher(3_000, 2_500);
    const { options: right } = objects;
    const wrong = [
      { ...right, secretKey: 'otro-secreto' },
      { ...right, accessKey: 'otra-llave' },
      { ...right, bucket: 'otro' },
      { ...right, endpoint: 'http://127.0.0.1:1' },
    ];
    const errors: string[] = [];
    for (const given of wrong) {
      const store = await connectStore(ledger.uri, ledger.database, given);
      own('a ledger with a wrong store', () => store.close());
      const error: unknown = await moveAll(store).catch((caught: unknown) => caught);
      expect(error).toBeInstanceOf(ObjectStoreUnavailableError);
      errors.push(String(error), JSON.stringify(error));
      await expectReadable(store, one);
    }
    expect(errors.join()).not.toMatch(/llave|secreto/);
    expect(errors.join()).toMatch(/HTTP 403 \w+.*HTTP 40[34] \w+.*HTTP 404 NoSuchBucket.*ECONNREFUSED/s);
    const store = await openWith(plain);
    await moveAll(store);
    await expectReadable(store, one);
  });

  test('a request ends at its time limit', async () => {
    const silent = openObjectStore({ ...objects.options, timeoutMs: 200 });
    own('an impatient client', () => silent.close());
    await objects.freeze();
    try {
      await expect(silent.get('1/x')).rejects.toThrow(/TimeoutError/);
    } finally {
      objects.thaw();
    }
  });

  test('an object that is missing or altered is found, named, and forgotten when it is back', async () => {
    const lost = await voucher(3_000, 2_500);
    const store = await openWith(plain);
    await moveAll(store);
    const later = (days: number) => new Date(Date.now() + days * 86_400_000);
    expect(await store.checkOldBodies(later(1), 1_000)).toEqual({ checked: 0, lost: [] });
    const { checked: all, lost: none } = await store.checkOldBodies(later(91), 1_000);
    expect([all > 2, none]).toEqual([true, []]);

    const { contentFile, signed } = await readDocument(store, lost.input);
    const [missing, altered] = [String(contentFile), String(signed!.file)];
    const copies = [missing, altered].map((id) => readFileSync(objects.fileOf(id)));
    rmSync(objects.fileOf(missing));
    const text = gunzipSync(copies[1]!).toString().replace(/^./, '<');
    writeFileSync(objects.fileOf(altered), gzipSync(text));

    await expect(store.getFile(missing)).rejects.toThrow(BodyLostError);
    await expect(store.getFile(altered)).rejects.toThrow(/is altered/);
    const of = { environment, encf: lost.input.encf };
    const found = await store.checkOldBodies(later(182), 1_000);
    expect(found.checked).toBe(all);
    const named = found.lost.map(({ since: _, ...one }) => one);
    expect(named).toHaveLength(2);
    expect(named).toContainEqual({ id: missing, companyId, of, fault: 'missing' });
    expect(named).toContainEqual({ id: altered, companyId, of, fault: 'altered' });
    expect((await store.ledgerOverview(new Date())).lostBodies).toEqual({ missing: 1, altered: 1 });
    expect(await store.findLostBodies(10)).toHaveLength(2);

    [missing, altered].forEach((id, index) => writeFileSync(objects.fileOf(id), copies[index]!));
    // Only these two are due so soon again.
    expect(await store.checkOldBodies(later(183.5), 1_000)).toEqual({ checked: 2, lost: [] });
    expect(await store.findLostBodies(10)).toEqual([]);
    await expectReadable(store, lost);
  });
});
