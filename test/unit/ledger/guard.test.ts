/** Which errors mean "the ledger cannot be reached now" (503), and which are defects (500). */
import {
  MongoBulkWriteError,
  MongoNetworkError,
  MongoServerError,
  MongoWriteConcernError,
  type Collection,
} from 'mongodb';
import { guard, insertNew, isInserted } from '../../../src/ledger/mongo/guard.js';
import { LedgerUnavailableError } from '../../../src/ledger/unavailable.js';

const ofNode = (code: string) => Object.assign(new Error(`write ${code}`), { code, syscall: 'write' });
/** As the driver wraps what stops a write of several records. */
const ofBulk = (error: Error) => new MongoBulkWriteError(error, undefined as never);

const outages = [
  { name: 'a connection that broke', error: new MongoNetworkError('connection 3 closed') },
  { name: 'no primary', error: new MongoServerError({ message: 'not primary', code: 10107 }) },
  {
    name: 'a write that no majority confirmed in time',
    error: new MongoWriteConcernError({
      ok: 1,
      writeConcernError: { code: 64, errmsg: 'waiting timed out' },
    }),
  },
  { name: "Node's EPIPE, as the driver lets it through", error: ofNode('EPIPE') },
  { name: "Node's ECONNRESET", error: ofNode('ECONNRESET') },
  { name: 'a stream destroyed in mid-write', error: ofNode('ERR_STREAM_DESTROYED') },
  {
    name: 'no connection for a write of several records',
    error: ofBulk(new MongoNetworkError('connect ECONNREFUSED')),
  },
  { name: "Node's EPIPE in a write of several records", error: ofBulk(ofNode('EPIPE')) },
  {
    name: 'no primary for a write of several records',
    error: ofBulk(new MongoServerError({ message: 'not primary', code: 10107 })),
  },
];

test.each(outages)('an outage: $name', async ({ error }) => {
  const caught = await guard(() => Promise.reject(error)).catch((reason: unknown) => reason);
  expect(caught).toBeInstanceOf(LedgerUnavailableError);
  expect((caught as Error).cause).toBe(error);
});

const defects = [
  { name: 'a document that breaks a rule of the server', error: new MongoServerError({ code: 121 }) },
  { name: 'a duplicate key', error: new MongoServerError({ code: 11000 }) },
  {
    name: 'a duplicate key in a write of several records',
    error: ofBulk(new MongoServerError({ code: 11000 })),
  },
  { name: 'our own mistake in a write of several records', error: ofBulk(new TypeError('x is undefined')) },
  { name: 'a mistake in our own code', error: new TypeError('x is undefined') },
  { name: 'a file that is not there', error: ofNode('ENOENT') },
  { name: 'a thrown text', error: 'EPIPE' },
];

test.each(defects)('no outage: $name', async ({ error }) => {
  // eslint-disable-next-line @typescript-eslint/prefer-promise-reject-errors -- one of them is no Error, on purpose
  await expect(guard(() => Promise.reject(error))).rejects.toBe(error);
});

test('a duplicate key is recognised among other refusals', async () => {
  expect(await isInserted(Promise.reject(new MongoServerError({ code: 11000 })))).toBe(false);
  await expect(isInserted(Promise.reject(new MongoServerError({ code: 121 })))).rejects.toThrow();
});

describe('an insert of several records', () => {
  const refused = (writeErrors: readonly { code: number }[], insertedCount: number) =>
    Object.assign(ofBulk(new MongoServerError({ code: 11000 })), {
      writeErrors,
      result: { insertedCount, getWriteConcernError: () => undefined },
    });
  const insert = (error: Error) =>
    insertNew({ insertMany: () => Promise.reject(error) } as unknown as Collection, [{}, {}], {
      ordered: false,
    });

  test('returns how many were new', async () => {
    expect(await insert(refused([{ code: 11000 }], 1))).toBe(1);
  });

  test('fails if a record was refused for another reason, or if the driver does not say why', async () => {
    await expect(insert(refused([{ code: 11000 }, { code: 121 }], 0))).rejects.toThrow(MongoBulkWriteError);
    await expect(insert(refused([], 0))).rejects.toThrow(MongoBulkWriteError);
  });

  test('fails as an outage while no majority has the new records', async () => {
    const error = refused([{ code: 11000 }], 1);
    const result = { insertedCount: 1, getWriteConcernError: () => ({ code: 64 }) };
    await expect(insert(Object.assign(error, { result }))).rejects.toThrow(LedgerUnavailableError);
  });
});
