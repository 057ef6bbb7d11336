/** Mails about endpoints that take nothing: a real ledger, the deliveries of a worker to a receiver that fails, and a clock that moves. */
import { mailAboutWebhooks } from '../../../src/activities/mail/webhook-mails.js';
import { dayMs, hourMs } from '../../../src/ecf/durations.js';
import type { CompanyRole } from '../../../src/ledger/people/person.js';
import { openLedger, type TestLedger } from '../../harness/ledger.js';
import {
  addWebhook,
  environment,
  openDeliverer,
  openReceiver,
  publish,
  status,
  type Deliverer,
} from '../events/hooks.js';

let ledger: TestLedger;
let companyId = 900;

beforeAll(async () => {
  ledger = await openLedger();
}, 60_000);

async function addPerson(name: string, role: CompanyRole) {
  await ledger.store.addPerson({
    personId: `${name}-${companyId}`,
    email: `${name}-${companyId}@prueba.example`,
    name,
    support: false,
    memberships: [{ companyId, role }],
    generation: 0,
    secondFactor: false,
  });
}

/** A company with two administrators, and an endpoint that answers as told. */
async function failingEndpoint(answer: number) {
  companyId += 1;
  await addPerson('ana', 'administrador');
  await addPerson('beto', 'administrador');
  await addPerson('caro', 'operador');
  const receiver = await openReceiver();
  receiver.answer = status(answer);
  const { _id } = await addWebhook(ledger, { companyId, url: receiver.url });
  await publish(ledger, companyId, 6);
  const worker = openDeliverer(ledger.store);
  return { receiver, _id, worker, host: `127.0.0.1:${receiver.port}` };
}

/** As two workers do it at the same time. */
async function rounds({ now }: Pick<Deliverer, 'now'>, mailEnabled = true) {
  const deps = { store: ledger.store, clock: now, mailEnabled };
  const { signal } = new AbortController();
  await Promise.all([mailAboutWebhooks(deps, signal), mailAboutWebhooks(deps, signal)]);
}

async function mails() {
  const { rows } = await ledger.store.listMails({ companyId, limit: 500 });
  return rows
    .map(({ kind, to, data }) => ({ kind, to: to.split('-')[0], data }))
    .sort((one, other) => one.to!.localeCompare(other.to!));
}

const kindsOfAna = async () => (await mails()).filter(({ to }) => to === 'ana').map(({ kind }) => kind);

test('each administrator gets one mail after an hour of failures, one after a day, and one when the endpoint is disabled', async () => {
  const { _id, worker, host } = await failingEndpoint(503);
  const began = worker.now().getTime();
  await worker.round();
  await rounds(worker);
  expect(await mails()).toEqual([]);

  const seen = new Map<number, readonly string[]>();
  for (let turns = 0; turns < 40; turns += 1) {
    const { pauseMs = 0, state } = await worker.retry(_id);
    await rounds(worker);
    const kinds = (await kindsOfAna()).toSorted();
    if (!seen.has(kinds.length)) seen.set(kinds.length, kinds);
    const passedMs = worker.now().getTime() - began;
    if (passedMs < hourMs) expect(kinds).toHaveLength(0);
    if (passedMs > 3 * hourMs) expect(kinds.length).toBeGreaterThan(0);
    if (passedMs < dayMs) expect(kinds.length).toBeLessThan(2);
    if (state === 'disabled') break;
    worker.later(pauseMs);
  }
  expect([...seen.values()]).toEqual([
    [],
    ['webhook-failing'],
    ['webhook-failing', 'webhook-failing'],
    ['webhook-disabled', 'webhook-failing', 'webhook-failing'],
  ]);
  const { failingSince } = (await ledger.store.findWebhook(_id))!;
  const data = { environment, webhookId: _id, host, since: failingSince };
  const all = await mails();
  expect(all.map(({ to }) => to)).toEqual(['ana', 'ana', 'ana', 'beto', 'beto', 'beto']);
  for (const mail of all) expect(mail.data).toEqual(data);
}, 120_000);

test('an endpoint that answered 410 is mailed about once, with the moment at which it was disabled', async () => {
  const { _id, worker, host } = await failingEndpoint(410);
  await worker.round();
  await rounds(worker);
  await rounds(worker);
  const { disabled } = (await ledger.store.findWebhook(_id))!;
  expect(disabled).toMatchObject({ reason: 'gone' });
  const data = { environment, webhookId: _id, host, since: disabled!.at };
  expect(await mails()).toEqual([
    { kind: 'webhook-disabled', to: 'ana', data },
    { kind: 'webhook-disabled', to: 'beto', data },
  ]);
}, 60_000);

test('an endpoint that works again, and one that a person disabled, are mailed about no more', async () => {
  const { _id, worker, receiver } = await failingEndpoint(500);
  await worker.round();
  receiver.answer = status(204);
  worker.later(2 * hourMs);
  await worker.retry(_id);
  await rounds(worker);
  expect(await mails()).toEqual([]);

  const { version } = (await ledger.store.findWebhook(_id))!;
  await ledger.store.changeWebhook({ _id, version }, { active: false }, worker.now());
  await rounds(worker);
  expect(await mails()).toEqual([]);
}, 60_000);

test('without a relay, an endpoint that is disabled queues no mail', async () => {
  const { worker } = await failingEndpoint(410);
  await worker.round();
  await rounds(worker, false);
  expect(await mails()).toEqual([]);
}, 60_000);
