/**
 * The ledger can be sharded as docs/develop/scaling.md says: each unique index begins with its collection's shard key, and commands name the
 * key, so that one shard does the work.
 */
import { jest } from '@jest/globals';
import { MongoClient, type CommandStartedEvent, type Document } from 'mongodb';
import { keyMembers, shardKeys } from '../../../src/ledger/shard-keys.js';
import { openLedger } from '../../harness/ledger.js';
import { encfs, sampleEcf } from '../../harness/samples/sample-ecf.js';
import { given } from '../../harness/given.js';
import { own } from '../../harness/own.js';
import { patient, startService } from '../../harness/service.js';
import { until } from '../../harness/until.js';
import { receivedVoucher } from '../buyers/decided-reception.js';
import { openReceiver } from '../events/hooks.js';
import { fileAt } from '../../tidy/project-files.js';

/** Small, and read by every request or round: they stay unsharded. */
const whole = ['companies', 'people', 'apiKeys', 'webhooks'];

test('every unique index begins with the shard key that docs/develop/scaling.md names', async () => {
  const { db } = await openLedger();
  const collections = await db.listCollections({}, { nameOnly: true }).toArray();
  const unique: string[] = [];
  for (const { name } of collections.filter((one) => !whole.includes(one.name))) {
    for (const index of await db.collection(name).indexes()) {
      if (index.unique !== true) continue;
      unique.push(name);
      const shardKey: readonly string[] = shardKeys[name as keyof typeof shardKeys];
      expect({ name, begins: Object.keys(index.key).slice(0, shardKey.length) }).toEqual({
        name,
        begins: shardKey,
      });
    }
  }
  expect(unique).toEqual(expect.arrayContaining(Object.keys(shardKeys)));
  const { text } = fileAt('docs/develop/scaling.md');
  for (const [name, shardKey] of Object.entries(shardKeys)) {
    const row = text.split('\n').find((line) => line.startsWith(`| \`${name}\``));
    expect(row).toContain(`| ${shardKey.map((field) => `\`${field}\``).join(', ')} `);
  }
});

/** Reads that ask all shards. Rounds of the workers look for what is due, of every company in turn. */
const asksAll: readonly string[] = [
  'find documents: companyId, final, nextCheckAt',
  'find documents: companyId, final, settleAt',
  'find documents: companyId, deliverAt',
  'find documents: companyId, final, waiting.reason',
  'find documents: companyId, environment, final, waiting.reason',
  'find documents: companyId, search.version',
  'find receptions: companyId, search.version',
  'find certificationRuns: companyId, dueAt',
  'find receptions: approvalDueAt, companyId',
  'find receptions: askDgiiAt, companyId',
  // A workflow has the id of its reception only.
  'find receptions: _id',
];

interface Write {
  readonly q: Document;
  readonly multi?: boolean;
  readonly limit?: number;
}

const keyOf = (collection: string): readonly string[] => {
  const key = keyMembers(collection);
  return key.length === 0 ? ['_id'] : key;
};

/** One value, or a list of them. A range asks every shard that may have some of it. */
function isNamed(filter: Document, member: string): boolean {
  const value: unknown = filter[member];
  if (value === undefined) return false;
  const operators = Object.getPrototypeOf(value) === Object.prototype ? Object.keys(value as object) : [];
  return operators.every((one) => ['$eq', '$in'].includes(one));
}

/** What keeps a sharded ledger from sending the command to one shard, or a write of many to a few. */
function faultsOf({ commandName, command }: Pick<CommandStartedEvent, 'commandName' | 'command'>): string[] {
  const collection = String(command[commandName]);
  if (whole.includes(collection)) return [];
  const key = keyOf(collection);
  const lacks = (filter: Document, members: readonly string[]) =>
    members.every((member) => isNamed(filter, member))
      ? []
      : [`${commandName} ${collection}: ${Object.keys(filter).sort().join(', ')}`];
  const ofWrite = ({ q, multi = false, limit = 1 }: Write) =>
    lacks(q, multi || limit === 0 ? key.slice(0, 1) : key);
  switch (commandName) {
    case 'insert':
      return (command['documents'] as Document[]).flatMap((one) => lacks(one, key));
    case 'update':
      return (command['updates'] as Write[]).flatMap(ofWrite);
    case 'delete':
      return (command['deletes'] as Write[]).flatMap(ofWrite);
    case 'findAndModify':
      return lacks(command['query'] as Document, key);
    case 'find':
      // A list asks all shards if its collection is sharded by `_id`.
      return key[0] === '_id' ? [] : lacks(command['filter'] as Document, key.slice(0, 1));
    default:
      return [];
  }
}

test('the usual commands name the shard key, so that one shard does each write', async () => {
  const emit = jest.spyOn(MongoClient.prototype, 'emit');
  own('the recorder of commands', () => emit.mockRestore());
  const uri = given('TEST_MONGODB_URI');
  const monitored = `${uri}${uri.includes('?') ? '&' : '/?'}monitorCommands=true`;
  const service = await startService({
    env: { ...patient, MONGODB_URI: monitored, WEBHOOKS_PRIVATE_ADDRESSES: 'allow' },
  });
  const { companyId, store } = service;
  const environment = 'pre-certification';
  const client = await MongoClient.connect(uri);
  own('the connection of the test', () => client.close());
  const database = client.db(service.config.mongo.database);
  const next = encfs(31);
  const find = (encf: string) => store.findDocument(companyId, environment, encf);
  const commands = () =>
    (emit.mock.calls as unknown[][]).flatMap(([name, event]) =>
      name === 'commandStarted' ? [event as CommandStartedEvent] : [],
    );
  const wasSent = (name: string, collection: string) =>
    commands().some(({ commandName, command }) => commandName === name && command[name] === collection);
  const wasClaimed = (collection: string, member: string) =>
    commands().some(
      ({ command }) =>
        command['findAndModify'] === collection && (command['query'] as Document)[member] instanceof Date,
    );

  const receiver = await openReceiver();
  await service.post('/api/v2/webhooks', { url: receiver.url, types: [] });
  await service.simulate({ buyers: [{ rnc: '131880681', answers: ['acknowledge'] }] });
  const send = (ecf: object, query = 'waitForFinal=20s') =>
    service.post(`/api/v2/dgii-ecf/send?${query}`, ecf);
  const accepted = next();
  expect((await send(sampleEcf({ encf: accepted }))).body.data).toMatchObject({ accepted: 1 });
  await send(sampleEcf({ encf: encfs(32)(), price: 100 }));
  const rejected = next();
  await service.simulate({ rejectEncfs: [rejected] });
  await send(sampleEcf({ encf: rejected }));
  await service.simulate({ rejectEncfs: [] });
  await send(sampleEcf({ encf: rejected }), 'waitForFinal=20s&reenviar=true');
  for (const path of ['document-status', 'document-history'])
    await service.get(`/api/v2/dgii-ecf/${path}/${accepted}`);
  await service.get('/api/v2/dgii-ecf/documents');
  await service.get('/api/v2/events');
  await until('the buyer has it', async () => (await find(accepted))?.buyerDelivery?.state === 'delivered');
  await until('an event arrives', () => Promise.resolve(receiver.got.length > 0));

  const numbered = await service.addCompany({ origin: 'service' });
  await store.addAuthorization({
    companyId: numbered.companyId,
    environment,
    ecfType: 31,
    from: 1,
    to: 60,
    expiresOn: '31-12-2028',
    authorizationNumber: 'A-1',
    now: new Date(),
  });
  const { body } = await numbered.post('/api/v2/ecf-sequences/next', { ecfType: 31 });
  const encf = String(body.data['encf']);
  await numbered.post('/api/v2/dgii-ecf/send?waitForFinal=20s', sampleEcf({ encf, rncEmisor: numbered.rnc }));
  const unused = next();
  const range = { desde: unused, hasta: unused };
  await service.post('/api/v2/ecf-sequences/annulments', { ranges: [range], note: 'Prueba' });

  const issuer = await service.addCompany();
  const received = await receivedVoucher({ service, issuer, database }, 'E310000000050', true);
  await service.post(`/api/v2/ecf-received/${issuer.rnc}/${received.encf}/approval`, {
    estado: 'aprobado',
  });
  await until('the approval is signed', async () => {
    const reception = await store.findReceptionById(received.id);
    return reception?.approval !== undefined && reception.approvalDueAt === undefined;
  });

  await service.simulate({ faults: [{ service: 'semilla', action: 'status-500', times: 1_000 }] });
  await service.stopWorker();
  const waiting = next();
  await send(sampleEcf({ encf: waiting }), 'waitForFinal=0s');
  await service.startWorker();
  // The voucher's run goes on too, and sets a later time.
  await until('the completer claims it', async () => {
    const overdue = { $set: { nextCheckAt: new Date(0) } };
    await database.collection('documents').updateOne({ encf: waiting }, overdue);
    return wasClaimed('documents', 'nextCheckAt');
  });
  await service.simulate({ faults: [] });
  await until('it is accepted', async () => (await find(waiting))?.final, { withinMs: 60_000 });
  await service.stop();

  for (const [name, collection] of [
    ['insert', 'documents'],
    ['insert', 'events'],
    ['findAndModify', 'documents'],
    ['update', 'receptions'],
    ['findAndModify', 'receptions'],
    ['insert', 'reservations'],
    ['update', 'reservations'],
    ['findAndModify', 'rangeAnnulments'],
  ] as const)
    expect([name, collection, wasSent(name, collection)]).toEqual([name, collection, true]);
  for (const [collection, member] of [
    ['documents', 'nextCheckAt'],
    ['documents', 'deliverAt'],
    ['receptions', 'approvalDueAt'],
  ] as const)
    expect([collection, member, wasClaimed(collection, member)]).toEqual([collection, member, true]);
  const faults = new Set(commands().flatMap(faultsOf));
  expect([...faults].filter((one) => !asksAll.includes(one)).sort()).toEqual([]);
}, 180_000);
