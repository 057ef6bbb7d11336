/**
 * The upgrade from each release whose ledger is kept in test/releases (`npm run record-ledger`): what was under way ends, and what had ended
 * is as it was. docs/develop/releases.md says what a failure means.
 */
import { createHash } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { Worker } from '@temporalio/worker';
import type { Document } from 'mongodb';
import { request } from 'undici';
import type { Collections } from '../../../src/ledger/collections.js';
import type { DocumentRecord } from '../../../src/ledger/vouchers/document-record.js';
import { listedVersion } from '../../../src/ledger/vouchers/lists/voucher-search.js';
import { demoUser } from '../../../src/boot/demo-users.js';
import { demoCompanies, demoCompany } from '../../../tools/demo/demo-data.js';
import { readKeptLedger } from '../../../tools/scripts/ledger/kept-ledger.js';
import { runCli } from '../../cli/harness.js';
import { givenBundle } from '../../harness/given.js';
import { until } from '../../harness/until.js';
import { startUpgradedService, type UpgradedService } from '../../harness/upgraded-service.js';
import { historyOf, type HistoryJson } from '../../replay/histories.js';
import { root } from '../../tidy/project-files.js';
import { openReceiver } from '../events/hooks.js';

const releases = readdirSync(join(root, 'test/releases')).map((name) => name.replace(/\.json\.gz$/, ''));
/** Retries find what is due within seconds, and a machine may be slow. */
const patiently = { withinMs: 90_000 };
const client = demoCompany(1);
const numbered = demoCompany(2);

test('there is a kept ledger, and none has a secret', () => {
  expect(releases).not.toEqual([]);
  const secret = /PRIVATE KEY|scrypt\$|whsec_|ecf_test_\w{30}|"(passwordHash|hash|sealed\w*)":"[^"]/;
  for (const release of releases) expect(JSON.stringify(readKeptLedger(release))).not.toMatch(secret);
});

describe.each(releases)('after the upgrade from %s', (release) => {
  let upgraded: UpgradedService;
  let ledger: Collections;
  let before: Awaited<ReturnType<typeof readRecords>>;
  const receivers = new Map<string, Awaited<ReturnType<typeof openReceiver>>>();

  beforeAll(async () => {
    upgraded = await startUpgradedService(release, {
      receiverOf: async (webhookId) => {
        const receiver = await openReceiver();
        receivers.set(webhookId, receiver);
        return receiver.url;
      },
      onRecords: async (records) => {
        before = await readRecords(records);
      },
    });
    ({ ledger } = upgraded);
  }, 240_000);

  const readRecords = async ({
    documents,
    events,
    reservations,
    manifests,
    webhookDeliveries,
  }: Collections) => ({
    documents: await documents.find().toArray(),
    events: await events.find({ companyId: client.companyId }).sort({ seq: 1 }).toArray(),
    numbers: await reservations.find({ companyId: numbered.companyId, ecfType: 31 }).sort({ n: 1 }).toArray(),
    manifests: await manifests.countDocuments(),
    delivered: await webhookDeliveries.find({ state: 'delivered' }).toArray(),
  });

  type Headers = Readonly<Record<string, string>>;

  async function ask(method: 'GET' | 'POST', path: string, headers: Headers, body?: object) {
    const response = await request(`${upgraded.service.apiUrl}${path}`, {
      method,
      headers: { ...headers, ...(body && { 'content-type': 'application/json' }) },
      body: body === undefined ? null : JSON.stringify(body),
    });
    const bytes = Buffer.from(await response.body.arrayBuffer());
    return {
      cookie: [response.headers['set-cookie'] ?? []].flat()[0]?.split(';', 1)[0] ?? '',
      sha256: createHash('sha256').update(bytes).digest('hex'),
      json: () => JSON.parse(bytes.toString()) as { data: unknown; token: string },
    };
  }

  const bearer = (token: string): Headers => ({ authorization: `Bearer ${token}` });

  async function logIn(rnc: string): Promise<Headers> {
    return bearer((await ask('POST', '/api/v2/Auth/login', {}, { ...demoUser, rnc })).json().token);
  }

  async function logInPerson(): Promise<Headers> {
    const own = { 'sec-fetch-site': 'same-origin' };
    const person = { email: 'operador@demo.example', password: demoUser.clave };
    return { ...own, cookie: (await ask('POST', '/app/api/session', own, person)).cookie };
  }

  const rncOf = ({ companyId }: DocumentRecord) => demoCompany(companyId).rnc;
  const seen = (voucher: DocumentRecord) => upgraded.service.seenByDgii(voucher.encf, rncOf(voucher));
  const encfOf = (serial: number) => `E31${String(serial).padStart(10, '0')}`;
  const eventId = (seq: number) => `evt_${client.companyId}_${client.environment}_${seq}`;

  test('every voucher under way is accepted, and DGII got each of them once', async () => {
    const underWay = before.documents.filter(({ final }) => !final);
    // Not signed, not sent or perhaps sent, and at DGII.
    expect([...new Set(underWay.map(({ state }) => state))].sort()).toEqual([
      'admitted',
      'submitted',
      'submitting',
    ]);
    for (const voucher of underWay) {
      const { companyId, environment, encf } = voucher;
      const ended = await until(
        `${encf} is final`,
        async () =>
          (await ledger.documents.findOne({ companyId, environment, encf, final: true })) ?? undefined,
        patiently,
      );
      const { received, accepted } = await seen(voucher);
      const sent = ended.signed?.summary?.sha256 ?? ended.signed?.sha256;
      expect([encf, ended.state, accepted]).toEqual([encf, 'accepted', 1]);
      expect([encf, received.map(({ sha256 }) => sha256)]).toEqual([encf, [sent]]);
    }
  }, 180_000);

  test('a voucher that had ended is as it was: in each API, in the search, at DGII', async () => {
    const old = before.documents.filter(({ final }) => final);
    expect(new Set(old.map(({ state }) => state)).size).toBe(3);
    const programs = new Map<string, Headers>();
    for (const { rnc } of demoCompanies) programs.set(rnc, await logIn(rnc));
    const person = await logInPerson();
    for (const voucher of old) {
      const { companyId, environment, encf, state, signed, verdict } = voucher;
      const rnc = rncOf(voucher);
      const get = (path: string) => ask('GET', path, programs.get(rnc) ?? {});
      const inWeb = `/app/api/companies/${companyId}/${environment}/vouchers/${encf}/xml`;
      expect((await get(`/api/v2/dgii-ecf/document-xml/${encf}`)).sha256).toBe(signed?.sha256);
      expect((await ask('GET', inWeb, person)).sha256).toBe(signed?.sha256);
      const status = {
        ecf: encf,
        accepted: state === 'rejected' ? 0 : 1,
        securityCode: signed?.securityCode,
        trackId: verdict?.trackId ?? '',
      };
      for (const path of [
        `/api/v2/dgii-ecf/document-status/${encf}`,
        `/api/v1/dgii-ecf/document-status/${rnc}/${encf}`,
      ])
        expect((await get(path)).json()).toMatchObject({ data: status });
      expect((await get(`/api/v2/dgii-ecf/documents?buscar=${encf}`)).json()).toMatchObject({
        data: [{ ecf: encf }],
      });
      expect((await seen(voucher)).received).toHaveLength(1);
    }
    // The sums of a month have what the old release did not keep.
    await until(
      'all vouchers are listed',
      async () => (await ledger.documents.countDocuments({ 'search.version': { $ne: listedVersion } })) === 0,
      patiently,
    );
    expect(await ledger.documents.countDocuments({ tipoeCF: 31, montoGravadoI1: { $exists: false } })).toBe(
      0,
    );
  }, 60_000);

  test('a draft of a person is there', async () => {
    const path = `/app/api/companies/${client.companyId}/${client.environment}/drafts/borrador-1`;
    expect((await ask('GET', path, await logInPerson())).json()).toMatchObject({
      cliente: 'CLIENTE DE PRUEBA',
    });
  });

  test('numbers continue after the last one, and a reference keeps its number', async () => {
    const { numbers } = before;
    expect(numbers.map(({ n }) => n)).toEqual(numbers.map((_, index) => index + 1));
    const program = await logIn(numbered.rnc);
    const next = async (externalReference: string) =>
      (await ask('POST', '/api/v2/ecf-sequences/next', program, { ecfType: 31, externalReference })).json()
        .data;
    const reserved = numbers.find(({ ref }) => ref === 'RESERVADA')?.n ?? 0;
    expect(await next('RESERVADA')).toMatchObject({ encf: encfOf(reserved), reused: true });
    expect(await next('NUEVA-1')).toMatchObject({ encf: encfOf(numbers.length + 1), reused: false });
    expect(await next('NUEVA-2')).toMatchObject({ encf: encfOf(numbers.length + 2), reused: false });
  });

  test('the feed continues after its last event, and the release’s API key opens it', async () => {
    const acceptedIn = (events: readonly { readonly type: string }[]) =>
      events.filter(({ type }) => type === 'ecf.accepted').length;
    const underWay = before.documents.filter(
      ({ final, companyId }) => !final && companyId === client.companyId,
    );
    const expected = acceptedIn(before.events) + underWay.length;
    const events = await until(
      'the results are in the feed',
      async () => {
        const { json } = await ask('GET', '/api/v2/events?limit=500', bearer(upgraded.apiKey));
        const read = json().data as readonly { readonly id: string; readonly type: string }[];
        return acceptedIn(read) === expected && read;
      },
      patiently,
    );
    expect(events.map(({ id }) => id)).toEqual(events.map((_, index) => eventId(index + 1)));
    expect(events.slice(0, before.events.length).map(({ type }) => type)).toEqual(
      before.events.map(({ type }) => type),
    );
  }, 120_000);

  const none = async (collection: { countDocuments(filter: Document): Promise<number> }, filter: Document) =>
    (await collection.countDocuments(filter)) === 0;

  test.each<{ what: string; ended: () => Promise<boolean> }>([
    {
      what: 'the delivery to a buyer',
      ended: () => none(ledger.documents, { 'buyerDelivery.state': { $exists: true, $ne: 'delivered' } }),
    },
    {
      what: 'a decision about a received voucher',
      ended: () =>
        none(ledger.receptions, { decision: { $exists: true }, 'approval.dgii.state': { $ne: 'delivered' } }),
    },
    { what: 'the annulment', ended: () => none(ledger.rangeAnnulments, { state: { $ne: 'annulled' } }) },
    {
      what: 'the certification run',
      ended: () => none(ledger.certificationRuns, { state: { $ne: 'done' } }),
    },
    {
      what: 'each delivery of an event',
      ended: () => none(ledger.webhookDeliveries, { state: { $ne: 'delivered' } }),
    },
    { what: 'each mail', ended: () => none(ledger.mails, { state: { $ne: 'sent' } }) },
  ])(
    '$what ends well',
    async ({ what, ended }) => {
      await until(what, ended, patiently);
    },
    120_000,
  );

  test('what a customer or a webhook had got before does not come again', () => {
    const customers = upgraded.relay.mails
      .flatMap(({ to }) => to)
      .filter((to) => to.endsWith('@cliente.example'));
    expect(customers).toEqual(['pagos@cliente.example']);
    const arrived = [...receivers].map(([webhookId, { ids }]) => ({ webhookId, ids: ids() }));
    expect(arrived).toHaveLength(2);
    for (const { webhookId, ids } of arrived) {
      const had = before.delivered
        .filter((one) => one.webhookId === webhookId)
        .map(({ seq }) => eventId(seq));
      expect(ids).not.toEqual([]);
      expect(had.filter((id) => ids.includes(id))).toEqual([]);
    }
  });

  test('the archive goes on after the release’s manifests, and verifies', async () => {
    const all = before.manifests * 2;
    await until(
      'the release’s last day is closed',
      async () => (await ledger.manifests.countDocuments()) >= all,
      patiently,
    );
    for (const { rnc } of [client, numbered]) {
      const checked = await runCli(['--json', 'archive', 'check', '--company', rnc], upgraded.env);
      expect(checked).toMatchObject({ code: 0, data: { faultCount: 0 } });
    }
  }, 120_000);

  test('today’s workflows replay the runs that were under way', async () => {
    const runs = Object.entries(upgraded.kept.histories).map(([workflowId, text]) => {
      return { workflowId, history: historyOf(JSON.parse(text) as HistoryJson) };
    });
    expect(runs.length).toBeGreaterThanOrEqual(10);
    const results = Worker.runReplayHistories({ workflowBundle: givenBundle() }, runs);
    for await (const { workflowId, error } of results)
      expect([workflowId, error]).toEqual([workflowId, undefined]);
  }, 60_000);
});
