/** Events on their way to endpoints, on a real ledger and against receivers of every kind, with the worker's clock moved where it takes days. */
import { createServer as createTcpServer, type AddressInfo, type Socket } from 'node:net';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { hourMs } from '../../../src/ecf/durations.js';
import { openLedger, type TestLedger } from '../../harness/ledger.js';
import { own } from '../../harness/own.js';
import { until } from '../../harness/until.js';
import {
  addWebhook,
  deliveriesOf,
  environment,
  newSecret,
  openDeliverer,
  openReceiver,
  publish,
  sealed,
  status,
  verified,
  type Answer,
} from './hooks.js';

let ledger: TestLedger;
let companies = 0;
const newCompany = () => (companies += 1);

beforeAll(async () => {
  ledger = await openLedger({ processes: 2 });
}, 60_000);

const found = async (id: string) => {
  const webhook = await ledger.store.findWebhook(id);
  if (webhook === undefined) throw new Error(`${id} is gone`);
  return webhook;
};

describe('first tries', () => {
  test('every event arrives in a signed request of its own, and the cursor is at the end of the feed', async () => {
    const companyId = newCompany();
    const receiver = await openReceiver();
    const secret = newSecret();
    const webhook = await addWebhook(ledger, { companyId, url: receiver.url, secret });
    const ids = await publish(ledger, companyId, 120);
    const worker = openDeliverer(ledger.store);
    await worker.round();
    expect(receiver.ids().sort()).toEqual([...ids].sort());
    for (const got of receiver.got) {
      const { type, timestamp, data, ...others } = verified(secret, got);
      expect({ type, data, others }).toMatchObject({
        type: 'ecf.accepted',
        data: { attempt: 1 },
        others: {},
      });
      expect(new Date(timestamp).toISOString()).toBe(timestamp);
      expect(got.id).not.toContain('.');
    }
    expect(await found(webhook._id)).toMatchObject({ cursor: 120, failed: [] });
    expect(await found(webhook._id)).not.toHaveProperty('dueAt');
    expect(await found(webhook._id)).not.toHaveProperty('lease');
    const first = (await deliveriesOf(ledger, webhook._id)).get(120);
    expect(first).toMatchObject({ state: 'delivered', attempts: 1, tries: [{ status: 204 }] });
  }, 60_000);

  test('only the wanted types arrive, and the others do not hold the cursor back', async () => {
    const companyId = newCompany();
    const receiver = await openReceiver();
    const types = ['ecf.rejected'] as const;
    const webhook = await addWebhook(ledger, { companyId, url: receiver.url, types });
    await publish(ledger, companyId, 3, 'ecf.accepted');
    const [wanted] = await publish(ledger, companyId, 1, 'ecf.rejected');
    await publish(ledger, companyId, 2, 'ecf.accepted');
    await openDeliverer(ledger.store).round();
    expect(receiver.ids()).toEqual([wanted]);
    expect(await found(webhook._id)).toMatchObject({ cursor: 6 });
  }, 60_000);

  test('two workers at once make each first try once, because of the lease', async () => {
    const companyId = newCompany();
    const receiver = await openReceiver();
    await addWebhook(ledger, { companyId, url: receiver.url });
    const ids = await publish(ledger, companyId, 40);
    const workers = ledger.stores.map((store) => openDeliverer(store));
    await Promise.all(workers.map((worker) => worker.round()));
    await Promise.all(workers.map((worker) => worker.round()));
    expect(receiver.ids().sort()).toEqual([...ids].sort());
  }, 60_000);

  test('an endpoint that does not answer delays no other endpoint', async () => {
    const dead = await openReceiver();
    dead.answer = () => undefined;
    const alive = await openReceiver();
    const companyId = newCompany();
    await addWebhook(ledger, { companyId, url: dead.url });
    await addWebhook(ledger, { companyId, url: alive.url });
    await publish(ledger, companyId, 20);
    const worker = openDeliverer(ledger.store, { timeoutMs: 20_000 });
    const round = worker.round();
    await until('the other endpoint has every event', async () => alive.got.length === 20);
    expect(dead.got.length).toBeLessThanOrEqual(4);
    worker.stop();
    await round;
  }, 60_000);
});

/** A TCP server that does not speak HTTP, or not to the end. */
async function openSocket(onConnection: (socket: Socket) => void): Promise<string> {
  const sockets = new Set<Socket>();
  const server = createTcpServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined);
    onConnection(socket);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  own('a TCP server', () => {
    for (const socket of sockets) socket.destroy();
    return new Promise((resolve) => server.close(resolve));
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
}

describe('a receiver that does not take an event', () => {
  const drip =
    (write: (res: ServerResponse) => void): Answer =>
    (_req: IncomingMessage, res) => {
      const timer = setInterval(() => write(res), 50);
      res.on('close', () => clearInterval(timer));
    };
  const answers: readonly { name: string; answer: Answer; tried: object }[] = [
    { name: 'that redirects', answer: status(302, { location: '/other' }), tried: { status: 302 } },
    { name: 'that fails', answer: status(500), tried: { status: 500, body: 'texto' } },
    { name: 'that never answers', answer: () => undefined, tried: { code: 'TIMEOUT' } },
    {
      name: 'whose body never ends in time',
      answer: (req, res, got) => {
        res.writeHead(200);
        drip((slow) => slow.write('.'))(req, res, got);
      },
      tried: { code: 'TIMEOUT' },
    },
    { name: 'that closes', answer: (req) => req.socket.destroy(), tried: { code: 'BROKEN' } },
  ];

  test.each(answers)(
    '$name gets it again, with the same id and at the time of the schedule',
    async ({ answer, tried }) => {
      const companyId = newCompany();
      const receiver = await openReceiver();
      receiver.answer = answer;
      const secret = newSecret();
      const { _id } = await addWebhook(ledger, { companyId, url: receiver.url, secret });
      const [id] = await publish(ledger, companyId, 1);
      const worker = openDeliverer(ledger.store, { timeoutMs: 500 });
      await worker.round();
      const first = (await deliveriesOf(ledger, _id)).get(1);
      expect(first).toMatchObject({ state: 'waiting', attempts: 1, tries: [tried] });
      const pauseMs = first!.dueAt!.getTime() - first!.tries[0]!.at.getTime();
      expect(pauseMs).toBeGreaterThan(4_000);
      expect(pauseMs).toBeLessThan(7_500);
      expect(await found(_id)).toMatchObject({ cursor: 1, dueAt: first!.dueAt });

      receiver.answer = status(200);
      expect(await worker.retry(_id)).toMatchObject({ state: 'retrying', tried: 0 });
      worker.later(10_000);
      expect(await worker.retry(_id)).toEqual({ state: 'done', tried: 1 });
      expect(receiver.ids()).toEqual([id, id]);
      expect((await deliveriesOf(ledger, _id)).get(1)).toMatchObject({ state: 'delivered', attempts: 2 });
      expect(await found(_id)).not.toHaveProperty('dueAt');
      expect(await found(_id)).not.toHaveProperty('failingSince');
      // The body is equal, and only the time of the try and so the signature differ.
      expect(receiver.got[1]!.body).toBe(receiver.got[0]!.body);
      verified(secret, receiver.got[0]!);
    },
    60_000,
  );

  test.each([
    { name: 'a try', attempts: 1 },
    { name: 'the last try of the schedule', attempts: 9 },
  ])(
    'an event that a person orders while $name of it fails is sent again at once',
    async ({ attempts }) => {
      const companyId = newCompany();
      const receiver = await openReceiver();
      receiver.answer = status(500);
      const webhook = await addWebhook(ledger, { companyId, url: receiver.url });
      await publish(ledger, companyId, 1);
      const worker = openDeliverer(ledger.store);
      await worker.round();
      worker.later(10_000);
      await ledger.db
        .collection('webhookDeliveries')
        .updateOne({ webhookId: webhook._id }, { $set: { attempts } });
      const event = (await ledger.store.findEvent({ companyId, environment }, 1))!;
      receiver.answer = (_req, res) => {
        receiver.answer = status(200);
        void ledger.store
          .orderDelivery(webhook, event, worker.deps.clock())
          .then(() => res.writeHead(500).end());
      };
      await until('it is delivered, without the five minutes of the schedule', async () => {
        await worker.retry(webhook._id);
        return (await deliveriesOf(ledger, webhook._id)).get(1)?.state === 'delivered';
      });
      expect((await deliveriesOf(ledger, webhook._id)).get(1)).toMatchObject({ attempts: attempts + 2 });
    },
    60_000,
  );

  test('an answer whose headers come too slowly is a timeout', async () => {
    const companyId = newCompany();
    const url = await openSocket((socket) => {
      const timer = setInterval(() => socket.write('H'), 50);
      socket.on('close', () => clearInterval(timer));
    });
    const { _id } = await addWebhook(ledger, { companyId, url });
    await publish(ledger, companyId, 1);
    await openDeliverer(ledger.store, { timeoutMs: 500 }).round();
    const delivery = (await deliveriesOf(ledger, _id)).get(1);
    // "HHH…" is no HTTP, which the parser may notice first.
    expect(['TIMEOUT', 'BROKEN']).toContain(delivery!.tries[0]!.code);
  }, 60_000);

  test('a success with an endless body counts, and no more than the beginning is read', async () => {
    const companyId = newCompany();
    const receiver = await openReceiver();
    let written = 0;
    receiver.answer = (_req, res) => {
      res.writeHead(200);
      const more = () => {
        while (!res.destroyed && res.write(Buffer.alloc(65_536, 'x'))) written += 65_536;
      };
      res.on('drain', more);
      more();
    };
    const { _id } = await addWebhook(ledger, { companyId, url: receiver.url });
    await publish(ledger, companyId, 1);
    await openDeliverer(ledger.store).round();
    const delivery = (await deliveriesOf(ledger, _id)).get(1);
    expect(delivery).toMatchObject({ state: 'delivered' });
    expect(delivery!.tries[0]!.body).toHaveLength(1_024);
    expect(written).toBeLessThan(64 * 1_048_576);
  }, 60_000);

  test('an address that is private is not called: by its number, and by a name that leads to it', async () => {
    const receiver = await openReceiver();
    for (const host of ['127.0.0.1', 'localhost']) {
      const companyId = newCompany();
      const { _id } = await addWebhook(ledger, { companyId, url: `https://${host}:${receiver.port}/` });
      await publish(ledger, companyId, 1);
      await openDeliverer(ledger.store, { privateAddresses: 'refuse' }).round();
      expect((await deliveriesOf(ledger, _id)).get(1)!.tries[0]).toMatchObject({ code: 'ADDRESS_REFUSED' });
    }
    expect(receiver.got).toEqual([]);
  }, 60_000);

  test('410 disables the endpoint at once, and the event about it is on its way to the feed', async () => {
    const companyId = newCompany();
    const receiver = await openReceiver();
    receiver.answer = status(410);
    const { _id } = await addWebhook(ledger, { companyId, url: receiver.url });
    await publish(ledger, companyId, 1);
    const worker = openDeliverer(ledger.store);
    await worker.round();
    expect(await found(_id)).toMatchObject({
      active: false,
      version: 2,
      disabled: { reason: 'gone' },
      pending: [
        {
          companyId,
          environment,
          key: `webhook:${_id}:1:disabled`,
          type: 'webhook.disabled',
          data: { webhookId: _id, reason: 'gone' },
        },
      ],
    });
    await publish(ledger, companyId, 5);
    await worker.round();
    expect(await worker.retry(_id)).toEqual({ state: 'disabled', tried: 0 });
    expect(receiver.got).toHaveLength(1);
  }, 60_000);

  test('429 with Retry-After stops the batch, and nothing goes there before', async () => {
    const companyId = newCompany();
    const receiver = await openReceiver();
    receiver.answer = status(429, { 'retry-after': '120' });
    const { _id } = await addWebhook(ledger, { companyId, url: receiver.url });
    await publish(ledger, companyId, 30);
    const worker = openDeliverer(ledger.store);
    await worker.round();
    const asked = receiver.got.length;
    expect(asked).toBeLessThanOrEqual(4);
    receiver.answer = status(200);
    worker.later(100_000);
    await worker.round();
    expect(await worker.retry(_id)).toMatchObject({ tried: 0 });
    expect(receiver.got).toHaveLength(asked);
    worker.later(21_000);
    await worker.round();
    await worker.retry(_id);
    expect(new Set(receiver.ids()).size).toBe(30);
    expect([...(await deliveriesOf(ledger, _id)).values()].every(({ state }) => state === 'delivered')).toBe(
      true,
    );
  }, 60_000);
});

describe('an endpoint that takes nothing', () => {
  test('gets one probe at a time after five events failed, and everything when it works again', async () => {
    const companyId = newCompany();
    const receiver = await openReceiver();
    receiver.answer = status(500);
    const { _id } = await addWebhook(ledger, { companyId, url: receiver.url });
    const ids = await publish(ledger, companyId, 60);
    const worker = openDeliverer(ledger.store);
    await worker.round();
    const tried = receiver.got.length;
    expect(tried).toBeGreaterThanOrEqual(5);
    expect(tried).toBeLessThanOrEqual(8);
    expect(await found(_id)).toMatchObject({ failed: { length: 5 }, probe: { failures: 1 } });

    // A day of failures: only probes, on the schedule.
    let probes = 0;
    for (let passedMs = 0; passedMs < 24 * hourMs;) {
      await worker.round();
      const { pauseMs = 0, state } = await worker.retry(_id);
      expect(state).toBe('failing');
      worker.later(pauseMs + 1_000);
      passedMs += pauseMs + 1_000;
      probes += 1;
    }
    expect(receiver.got.length - tried).toBeLessThanOrEqual(probes);
    expect(probes).toBeLessThanOrEqual(9);

    receiver.answer = status(204);
    await until('all events arrived', async () => {
      await worker.round();
      const { pauseMs = 0 } = await worker.retry(_id);
      worker.later(pauseMs);
      return new Set(receiver.ids()).size === 60 && (await found(_id)).cursor === 60;
    });
    expect([...(await deliveriesOf(ledger, _id)).values()].map(({ state }) => state)).toEqual(
      Array.from({ length: 60 }, () => 'delivered'),
    );
    expect(new Set(receiver.ids())).toEqual(new Set(ids));
    expect(await found(_id)).not.toHaveProperty('probe');
  }, 60_000);

  test('is disabled after five days, and keeps its events for the time after', async () => {
    const companyId = newCompany();
    const receiver = await openReceiver();
    receiver.answer = status(503);
    const { _id } = await addWebhook(ledger, { companyId, url: receiver.url });
    await publish(ledger, companyId, 6);
    const worker = openDeliverer(ledger.store);
    const startedAt = worker.now().getTime();
    await worker.round();
    for (let turns = 0; turns < 40 && (await found(_id)).active; turns += 1) {
      const { pauseMs = 0 } = await worker.retry(_id);
      worker.later(pauseMs);
    }
    const disabled = await found(_id);
    expect(disabled).toMatchObject({ active: false, disabled: { reason: 'failing' } });
    const days = (disabled.disabled!.at.getTime() - startedAt) / (24 * hourMs);
    expect(days).toBeGreaterThanOrEqual(5);
    expect(days).toBeLessThan(6.5);
    // Ten probes in three days, then one a day.
    expect(receiver.got.length).toBeLessThanOrEqual(8 + 13);
    expect([...(await deliveriesOf(ledger, _id)).values()].every(({ state }) => state !== 'delivered')).toBe(
      true,
    );

    receiver.answer = status(200);
    const { version } = disabled;
    expect(await ledger.store.changeWebhook({ _id, version }, { active: true }, worker.now())).toMatchObject({
      active: true,
      failed: [],
    });
    expect(await found(_id)).not.toHaveProperty('disabled');
    await ledger.store.orderUndelivered(_id, 1, worker.now());
    await worker.retry(_id);
    expect(new Set(receiver.ids()).size).toBe(6);
  }, 60_000);

  test('one event that always fails is given up after ten tries, and delays no other event', async () => {
    const companyId = newCompany();
    const receiver = await openReceiver();
    const poison = `evt_${companyId}_${environment}_3`;
    receiver.answer = (req, res, got) => status(got.id === poison ? 500 : 200)(req, res, got);
    const { _id } = await addWebhook(ledger, { companyId, url: receiver.url });
    await publish(ledger, companyId, 20);
    const worker = openDeliverer(ledger.store);
    await worker.round();
    expect(new Set(receiver.ids()).size).toBe(20);
    expect(await found(_id)).toMatchObject({ cursor: 20 });
    let passedMs = 0;
    for (let tries = 1; tries < 10; tries += 1) {
      const { dueAt } = (await deliveriesOf(ledger, _id)).get(3)!;
      const pauseMs = dueAt!.getTime() - worker.now().getTime();
      worker.later(pauseMs);
      passedMs += pauseMs;
      await worker.retry(_id);
      // A new event passes at once all the time.
      await publish(ledger, companyId, 1);
      await worker.round();
    }
    expect((await deliveriesOf(ledger, _id)).get(3)).toMatchObject({ state: 'failed', attempts: 10 });
    expect(passedMs / hourMs).toBeGreaterThan(66);
    expect(passedMs / hourMs).toBeLessThan(85);
    expect(receiver.ids().filter((id) => id === poison)).toHaveLength(10);
    expect(new Set(receiver.ids()).size).toBe(29);
    expect(await found(_id)).toMatchObject({ active: true });
  }, 60_000);
});

describe('a worker that dies', () => {
  const points = ['recordDeliveryTry', 'releaseWebhook', 'webhookSucceeded'] as const;

  test.each(points)(
    'before %s loses no event: what was sent comes again with the same id',
    async (point) => {
      const companyId = newCompany();
      const receiver = await openReceiver();
      const { _id } = await addWebhook(ledger, { companyId, url: receiver.url });
      const ids = await publish(ledger, companyId, 12);
      const died = () => Promise.reject(new Error('killed'));
      const killed = openDeliverer(ledger.store, { change: { [point]: died } });
      await killed.round();
      const before = receiver.got.length;
      expect(before).toBeGreaterThan(0);
      const other = openDeliverer(ledger.stores[1]!);
      await other.round();
      // The lease of the dead worker holds.
      expect(receiver.got).toHaveLength(before);
      other.later(60_000);
      await other.round();
      expect(new Set(receiver.ids())).toEqual(new Set(ids));
      expect(await found(_id)).toMatchObject({ cursor: 12 });
      expect(receiver.got.length).toBeLessThanOrEqual(12 + 4);
    },
    60_000,
  );

  test('after a failure was recorded leaves the retry to another worker', async () => {
    const companyId = newCompany();
    const receiver = await openReceiver();
    receiver.answer = status(500);
    const { _id } = await addWebhook(ledger, { companyId, url: receiver.url });
    const [id] = await publish(ledger, companyId, 1);
    const died = () => Promise.reject(new Error('killed'));
    await openDeliverer(ledger.store, { change: { webhookFailed: died } }).round();
    expect(await deliveriesOf(ledger, _id)).toMatchObject(new Map([[1, { state: 'waiting' }]]));
    const other = openDeliverer(ledger.stores[1]!);
    other.later(120_000);
    receiver.answer = status(200);
    const due = await ledger.store.claimDueWebhooks(
      other.now(),
      new Date(other.now().getTime() + 1_000),
      100,
    );
    // The ledger's clock decides, and it has not moved.
    const { dueAt } = await found(_id);
    expect(due.map((one) => one._id)).not.toContain(_id);
    expect(dueAt!.getTime()).toBeLessThan(other.now().getTime());
    await other.round();
    await other.retry(_id);
    expect(receiver.ids()).toEqual([id, id]);
  }, 60_000);

  test('while requests are under way cuts them, and their events come again', async () => {
    const companyId = newCompany();
    const receiver = await openReceiver();
    receiver.answer = () => undefined;
    const { _id } = await addWebhook(ledger, { companyId, url: receiver.url });
    const ids = await publish(ledger, companyId, 4);
    const worker = openDeliverer(ledger.store, { timeoutMs: 30_000 });
    const round = worker.round();
    await until('four requests are under way', async () => receiver.got.length === 4);
    worker.stop();
    await round;
    expect(await deliveriesOf(ledger, _id)).toEqual(new Map());
    receiver.answer = status(200);
    const other = openDeliverer(ledger.stores[1]!);
    other.later(60_000);
    await other.round();
    expect(new Set(receiver.ids())).toEqual(new Set(ids));
    expect((await deliveriesOf(ledger, _id)).size).toBe(4);
  }, 60_000);
});

describe('secrets', () => {
  test('both sign during a rotation, and only the new one after it', async () => {
    const companyId = newCompany();
    const receiver = await openReceiver();
    const [before, after] = [newSecret(), newSecret()];
    const worker = openDeliverer(ledger.store);
    const webhook = await addWebhook(ledger, { companyId, url: receiver.url, secret: before });
    const expiresAt = new Date(worker.now().getTime() + hourMs);
    await ledger.store.changeWebhook(
      webhook,
      {
        secrets: [
          { sealed: sealed(companyId, webhook._id, after), createdAt: worker.now() },
          { ...webhook.secrets[0]!, expiresAt },
        ],
      },
      worker.now(),
    );
    await publish(ledger, companyId, 1);
    await worker.round();
    const during = receiver.got[0]!;
    verified(before, during);
    verified(after, during);
    expect(() => verified(newSecret(), during)).toThrow();
    worker.later(hourMs + 1);
    await publish(ledger, companyId, 1);
    await worker.round();
    const later = receiver.got[1]!;
    expect(String(later.headers['webhook-signature']).split(' ')).toHaveLength(1);
    expect(() => verified(before, { ...later, headers: timely(later.headers) })).toThrow();
  }, 60_000);

  test('that the worker cannot open are not replaced by an unsigned request', async () => {
    const companyId = newCompany();
    const receiver = await openReceiver();
    const webhook = await addWebhook(ledger, { companyId, url: receiver.url });
    const other = sealed(companyId, 'wh_other', newSecret());
    await ledger.store.changeWebhook(
      webhook,
      { secrets: [{ sealed: other, createdAt: new Date() }] },
      new Date(),
    );
    await publish(ledger, companyId, 1);
    await openDeliverer(ledger.store).round();
    expect(receiver.got).toEqual([]);
    expect((await deliveriesOf(ledger, webhook._id)).get(1)!.tries).toMatchObject([
      { code: 'SECRET_UNREADABLE' },
    ]);
  }, 60_000);
});

/** The verifier refuses a time in the future before it compares signatures. */
function timely(headers: Readonly<Record<string, unknown>>) {
  return { ...headers, 'webhook-timestamp': String(Math.floor(Date.now() / 1_000)) };
}

test('a person’s order is delivered even while the endpoint gets only probes', async () => {
  const companyId = newCompany();
  const receiver = await openReceiver();
  receiver.answer = status(500);
  const webhook = await addWebhook(ledger, { companyId, url: receiver.url });
  const ids = await publish(ledger, companyId, 20);
  const worker = openDeliverer(ledger.store);
  await worker.round();
  const before = receiver.got.length;
  const event = await ledger.store.findEvent({ companyId, environment }, 15);
  await ledger.store.orderDelivery(webhook, event!, worker.now());
  receiver.answer = status(200);
  await worker.retry(webhook._id);
  expect(receiver.ids().slice(before)).toEqual([ids[14]]);
  expect((await deliveriesOf(ledger, webhook._id)).get(15)).toMatchObject({ state: 'delivered' });
  await until('everything arrives', async () => {
    await worker.round();
    await worker.retry(webhook._id);
    return new Set(receiver.ids()).size === 20;
  });
}, 60_000);

test('a feed has at most ten endpoints, also when twenty are added at once', async () => {
  const companyId = newCompany();
  const added = await Promise.all(
    Array.from({ length: 20 }, () =>
      addWebhook(ledger, { companyId, url: 'https://ejemplo.example/' }).catch(() => undefined),
    ),
  );
  expect(added.filter((webhook) => webhook !== undefined)).toHaveLength(10);
  expect(await ledger.store.listWebhooks(companyId, environment)).toHaveLength(10);
}, 60_000);
