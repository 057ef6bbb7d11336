/** A new attempt replaces the voucher's record. The events that wait in it stay, whenever they came, and each is published once. */
import { Collection } from 'mongodb';
import { createPublisher } from '../../../src/ledger/events/publisher.js';
import { collectionsOf } from '../../../src/ledger/collections.js';
import { withEvent } from '../../../src/ledger/events/event-writes.js';
import type { DocumentRecord } from '../../../src/ledger/vouchers/document-record.js';
import { admitInput, attemptOf, openLedger, type TestLedger } from '../../harness/ledger.js';
import { own } from '../../harness/own.js';
import { publishAll } from './feeds.js';

const now = new Date('2026-11-20T15:00:00Z');
const rejection = {
  trackId: 't-1',
  codigoDgii: '2',
  estado: 'Rechazado',
  mensajes: [],
  secuenciaUtilizada: false,
  replyFile: null,
};

let ledger: TestLedger;
let publisher: ReturnType<typeof createPublisher>;
beforeAll(async () => {
  ledger = await openLedger();
  // One for all tests, because it keeps the lease of the company's feed.
  publisher = createPublisher(collectionsOf(ledger.db));
});

/** A voucher that DGII rejected. Its event is not published yet. */
async function rejected() {
  const input = admitInput();
  await ledger.store.admit(input);
  await ledger.store.recordVerdict(attemptOf(input), { state: 'rejected', verdict: rejection }, now);
  return input;
}

const corrected = (input: ReturnType<typeof admitInput>) => ({
  ...input,
  requestId: 'the next attempt',
  contentHash: 'd'.repeat(64),
});

async function stateOf({ companyId, encf }: ReturnType<typeof admitInput>) {
  const { documents, attempts, events } = collectionsOf(ledger.db);
  const document = await documents.findOne({ companyId, encf });
  const earlier = await attempts.findOne({ 'document.companyId': companyId, 'document.encf': encf });
  const published = await events.find({ companyId, 'data.ecf': encf }).sort({ seq: 1 }).toArray();
  return {
    attempt: document?.attempt,
    pending: document?.pending?.map(({ key }) => key) ?? [],
    ofAttempt: [earlier?.pending, (earlier?.document as { pending?: object } | undefined)?.pending],
    published: published.map(({ key }) => key),
  };
}

test('a new attempt keeps the event of the one before, its copy has none, and the feed gets it once', async () => {
  const input = await rejected();
  expect(await ledger.store.admit(corrected(input))).toMatchObject({ outcome: 'created' });
  const waiting = [`${input.encf}:1:rejected`];
  expect(await stateOf(input)).toEqual({
    attempt: 2,
    pending: waiting,
    ofAttempt: [undefined, undefined],
    published: [],
  });
  await publishAll(publisher);
  expect(await stateOf(input)).toMatchObject({ attempt: 2, pending: [], published: waiting });
});

test('a new attempt keeps an event that came after it had read the record', async () => {
  const input = await rejected();
  const key = `${input.encf}:1:late`;
  const { companyId, environment, encf } = input;
  let came = 0;
  // eslint-disable-next-line @typescript-eslint/unbound-method -- called with its own `this` below
  const { updateOne } = Collection.prototype;
  Collection.prototype.updateOne = async function (this: Collection<DocumentRecord>, ...args) {
    if (JSON.stringify(args[1]).includes('$replaceWith')) {
      came += 1;
      const late = {
        companyId,
        environment,
        key,
        type: 'ecf.approved',
        at: now,
        data: { ecf: encf },
      } as const;
      await updateOne.call(this, { companyId, encf }, withEvent<DocumentRecord>({}, late) as never);
    }
    return updateOne.apply(this, args as never);
  } as typeof updateOne;
  own('the collection as it was', () => {
    Collection.prototype.updateOne = updateOne;
  });
  expect(await ledger.store.admit(corrected(input))).toMatchObject({ outcome: 'created' });
  expect(came).toBe(1);
  Collection.prototype.updateOne = updateOne;
  const waiting = [`${encf}:1:rejected`, key];
  expect(await stateOf(input)).toMatchObject({ attempt: 2, pending: waiting });
  await publishAll(publisher);
  expect(await stateOf(input)).toMatchObject({ pending: [], published: waiting });
});
