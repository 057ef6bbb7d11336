/**
 * The events of everything that is no voucher of the company: each is added by the write that makes the change, once, and by no other write. On a
 * real MongoDB, published as a worker does.
 */
import { randomUUID } from 'node:crypto';
import { dayMs } from '../../../src/ecf/durations.js';
import { eventMembers } from '../../../src/ecf/messages/event-members.js';
import type { EventType } from '../../../src/ecf/messages/event-types.js';
import type { Environment } from '../../../src/ecf/model/environments.js';
import type { ApprovalLeg } from '../../../src/ledger/buyers/sent-approval.js';
import type { StoredCertificate } from '../../../src/ledger/certificates/stored-certificate.js';
import type { CertificationRunRecord } from '../../../src/ledger/certification/run-record.js';
import type { RunChanges } from '../../../src/ledger/certification/runs.js';
import type { Store } from '../../../src/ledger/ledger.js';
import type { ApiKey } from '../../../src/ledger/people/api-key.js';
import type { AnnulmentChanges } from '../../../src/ledger/numbers/range-annulments.js';
import type { ReceptionRecord } from '../../../src/ledger/received/reception-record.js';
import type { AttemptRef } from '../../../src/ecf/model/encf.js';
import type { DocumentRecord } from '../../../src/ledger/vouchers/document-record.js';
import { outageAfterMs } from '../../../src/ledger/vouchers/dgii-outages.js';
import {
  admitInput,
  attemptOf,
  openLedger,
  readDocument,
  signedXml,
  type TestLedger,
} from '../../harness/ledger.js';
import { addNumberedCompany } from '../../harness/numbers.js';
import { profiled } from '../../harness/profile.js';
import { sampleReceived } from '../../harness/samples/received-voucher.js';

const now = new Date('2026-11-20T15:00:00Z');
const after = (ms: number) => new Date(now.getTime() + ms);
let ledger: TestLedger;
let store: Store;
/** Each test has a company of its own, and so a feed of its own. */
let companyId = 100;
let serial = 0;

beforeAll(async () => {
  ledger = await openLedger();
  ({ store } = ledger);
});
beforeEach(() => {
  companyId += 1;
});

interface Seen {
  readonly type: EventType;
  readonly data: Readonly<Record<string, unknown>>;
}

/** The company's events so far, oldest first, without those of vouchers. Each has the members that the documentation names. */
async function events(environment: Environment = 'pre-certification'): Promise<readonly Seen[]> {
  while ((await store.publishPending()).more);
  const { events: found } = await store.readFeed({ companyId, environment, after: 0, limit: 500 });
  for (const { type, data } of found)
    expect([type, Object.keys(data).filter((name) => !eventMembers[type].includes(name))]).toEqual([
      type,
      [],
    ]);
  return found.filter(({ type }) => !type.startsWith('ecf.')).map(({ type, data }) => ({ type, data }));
}
const types = async (environment?: Environment) => (await events(environment)).map(({ type }) => type);
const last = async (environment?: Environment) => (await events(environment)).at(-1);

const addCompany = (environment: Environment = 'pre-certification') =>
  addNumberedCompany(store, { companyId, environment, now });

describe('received vouchers', () => {
  const environment = 'pre-certification';

  async function receive(change = {}, bytes = '<ECF/>'): Promise<ReceptionRecord> {
    serial += 1;
    const encf = `E31${String(serial).padStart(10, '0')}`;
    const voucher = sampleReceived({ companyId, environment, encf, ...change });
    return (await store.claimReception(voucher, Buffer.from(bytes), now)).reception;
  }
  const read = async (id: string) => (await store.findReceptionById(id))!;
  const displace = (was: ReceptionRecord, bytes: string) =>
    store.displaceReception(
      {
        was,
        wasState: 'not-found',
        voucher: sampleReceived({ companyId, environment, encf: was.encf, securityCode: 'BBBBBB' }),
        bytes: Buffer.from(bytes),
      },
      now,
    );

  test('received.created: a voucher takes a number, and the same one again does not', async () => {
    const one = await receive();
    await store.claimReception(
      sampleReceived({ companyId, environment, encf: one.encf }),
      Buffer.from('<ECF/>'),
      now,
    );
    expect(await events()).toEqual([
      {
        type: 'received.created',
        data: { rncEmisor: '131880681', encf: one.encf, tipoeCF: 31, environment, xmlSha256: one.sha256 },
      },
    ]);
  });

  test('received.refused: once for the same bytes and code', async () => {
    const refusal = {
      companyId,
      environment,
      rncEmisor: '131880681',
      rncComprador: '101000001',
      encf: 'E310000000009',
      code: 2,
      detail: 'x',
      sha256: 'a'.repeat(64),
      bytes: 7,
      receivedAt: new Date(),
    } as const;
    await store.refuseReception(refusal);
    await store.refuseReception(refusal);
    const { sha256: xmlSha256, rncEmisor, encf } = refusal;
    expect(await events()).toEqual([
      {
        type: 'received.refused',
        data: { rncEmisor, encf, tipoeCF: 31, environment, xmlSha256, codigo: '2' },
      },
    ]);
  });

  test('received.refused: a refusal is not removed before its event is in the feed', async () => {
    const receivedAt = new Date();
    const refusal = {
      companyId,
      environment,
      rncEmisor: '131880681',
      rncComprador: '',
      encf: '',
      code: 1,
    } as const;
    await store.refuseReception({ ...refusal, detail: 'x', sha256: 'b'.repeat(64), bytes: 7, receivedAt });
    const remove = () =>
      store.removeRefused({ companyId, environment, before: new Date(receivedAt.getTime() + 1) });
    expect(await remove()).toEqual({ removed: 0, more: false });
    expect(await types()).toEqual(['received.refused']);
    expect(await remove()).toEqual({ removed: 1, more: false });
  });

  test('received.displaced: another voucher takes the number, and keeps the events that nobody has published', async () => {
    const first = await receive();
    await displace(first, '<ECF>2</ECF>');
    const second = await read(first._id);
    await displace(second, '<ECF>1</ECF>');
    const third = await read(first._id);
    // The second one comes again.
    await displace(third, '<ECF>2</ECF>');
    expect(
      (await events()).map(({ type, data }) => [type, data['xmlSha256'], data['xmlSha256Desplazado']]),
    ).toEqual([
      ['received.created', first.sha256, undefined],
      ['received.displaced', second.sha256, first.sha256],
      ['received.displaced', third.sha256, second.sha256],
      ['received.displaced', second.sha256, third.sha256],
    ]);
  });

  test('received.displaced: not for a voucher that lost the race', async () => {
    const first = await receive();
    await displace(first, '<ECF>2</ECF>');
    expect(await displace(first, '<ECF>3</ECF>')).toBe(false);
    expect(await types()).toEqual(['received.created', 'received.displaced']);
  });

  test.each([
    { states: ['accepted'], told: ['Aceptado'] },
    { states: ['conditionally-accepted'], told: ['Aceptado Condicional'] },
    { states: ['in-process', 'not-found', 'rejected'], told: ['Rechazado'] },
    {
      states: ['not-confirmed', 'not-confirmed', 'accepted', 'accepted'],
      told: ['No confirmado', 'Aceptado'],
    },
    { states: ['in-process', 'not-found'], told: [] },
  ] as const)('received.resolved: $states gives $told', async ({ states, told }) => {
    const one = await receive();
    for (const estado of states) await store.recordDgiiState(one, estado, now);
    const resolved = (await events()).filter(({ type }) => type === 'received.resolved');
    expect(resolved.map(({ data }) => data['dgii'])).toEqual(told);
  });

  test('received.resolved and received.decided: DGII accepts, and the company approves automatically', async () => {
    const one = await receive();
    const automatic = { estado: 'aprobado', by: 'automático', at: now } as const;
    await store.recordDgiiState(one, 'accepted', now, automatic);
    await store.recordDgiiState(one, 'accepted', now, automatic);
    expect(await types()).toEqual(['received.created', 'received.resolved', 'received.decided']);
  });

  test('received.resolved: an approval that was given up is due again when DGII accepts the voucher', async () => {
    const one = await receive();
    await store.decideReception(one, { estado: 'aprobado', by: 'ana', at: now });
    await store.holdApproval(
      await read(one._id),
      { state: 'given-up', reason: 'VOUCHER_NOT_ACCEPTED', since: now },
      null,
    );
    await store.recordDgiiState(one, 'accepted', now);
    expect((await read(one._id)).approvalDueAt).toBeDefined();
    expect((await last())?.data).toMatchObject({ dgii: 'Aceptado' });
  });

  test('received.decided: the first decision, and not a repeated or another one', async () => {
    const one = await receive();
    for (const estado of ['rechazado', 'rechazado', 'aprobado'] as const)
      await store.decideReception(one, { estado, motivo: '$x', by: 'ana@demo.example', at: now });
    const decided = (await events()).slice(1);
    expect(decided).toMatchObject([{ type: 'received.decided', data: { decision: 'rechazado' } }]);
    // Neither who decided, nor why.
    expect(JSON.stringify(decided)).not.toMatch(/ana|\$x/);
    expect((await read(one._id)).decision).toEqual({
      estado: 'rechazado',
      motivo: '$x',
      by: 'ana@demo.example',
      at: now,
    });
  });

  describe('the delivery of a decision', () => {
    const waits: ApprovalLeg = { state: 'waiting', attempts: 0 };
    const ended = (state: ApprovalLeg['state'], reason?: ApprovalLeg['reason']): ApprovalLeg => ({
      state,
      attempts: 1,
      endedAt: now,
      ...(reason && { reason }),
    });

    async function decided(change = {}) {
      const one = await receive(change);
      await store.decideReception(one, { estado: 'aprobado', by: 'ana', at: now });
      return one;
    }
    async function signed(change = {}) {
      const one = await decided(change);
      const bytes = { since: now, file: 'f', sha256: 'a', signedAt: now };
      await store.keepSignedApproval(one, { ...bytes, issuer: waits, dgii: waits }, now);
      return one;
    }
    const end = (one: ReceptionRecord, name: 'issuer' | 'dgii', next: ApprovalLeg, was = waits) =>
      store.changeApprovalLeg(one, { name, was, next }, now);
    const legEvents = async () =>
      (await events())
        .slice(2)
        .map(({ type, data }) => [type, data['destino'], data['comunicacion'], data['motivo']]);

    test('received.decision_delivered and received.decision_undelivered: each leg when it ends', async () => {
      const one = await signed();
      const trying: ApprovalLeg = { state: 'waiting', attempts: 1 };
      await end(one, 'issuer', trying);
      await end(one, 'issuer', ended('refused', 'APPROVAL_REFUSED'), trying);
      await end(one, 'dgii', ended('delivered'));
      expect(await legEvents()).toEqual([
        ['received.decision_undelivered', 'emisor', 'rechazada', 'APPROVAL_REFUSED'],
        ['received.decision_delivered', 'dgii', 'entregada', null],
      ]);
    });

    test('received.decision_delivered: a leg that a person ordered again ends again', async () => {
      const one = await signed();
      await end(one, 'issuer', ended('given-up'));
      await end(one, 'dgii', ended('delivered'));
      await store.endApproval(one);
      await store.decideReception(one, { estado: 'aprobado', by: 'ana', at: now });
      const { approval } = await read(one._id);
      await end(one, 'issuer', ended('given-up'), approval!.issuer);
      expect((await legEvents()).map(([, destino, state]) => [destino, state])).toEqual([
        ['emisor', 'sin-entregar'],
        ['dgii', 'entregada'],
        ['emisor', 'sin-entregar'],
      ]);
    });

    test('received.decision_undelivered: a decision that is given up before it was signed ends both legs', async () => {
      const one = await decided();
      const held = { reason: 'VOUCHER_REJECTED', since: now } as const;
      await store.holdApproval(await read(one._id), { state: 'waiting', ...held }, now);
      expect(await legEvents()).toEqual([]);
      await store.holdApproval(await read(one._id), { state: 'given-up', ...held }, null);
      expect(await legEvents()).toEqual([
        ['received.decision_undelivered', 'emisor', 'sin-entregar', 'VOUCHER_REJECTED'],
        ['received.decision_undelivered', 'dgii', 'sin-entregar', 'VOUCHER_REJECTED'],
      ]);
    });

    test('received.decision_undelivered: only the leg that still waited is given up', async () => {
      const one = await signed();
      await end(one, 'issuer', ended('delivered'));
      await store.holdApproval(
        await read(one._id),
        { state: 'given-up', reason: 'DGII_UNAVAILABLE', since: now },
        null,
      );
      expect((await legEvents()).map(([type, destino]) => [type, destino])).toEqual([
        ['received.decision_delivered', 'emisor'],
        ['received.decision_undelivered', 'dgii'],
      ]);
    });

    test('received.decision_undelivered: not for the issuer in certification, where approvals go to DGII alone', async () => {
      const one = await signed({ environment: 'certification' });
      await end(one, 'issuer', ended('not-electronic'));
      await end(one, 'dgii', ended('delivered'));
      expect((await events('certification')).slice(2)).toMatchObject([
        { type: 'received.decision_delivered', data: { destino: 'dgii', decision: 'aprobado' } },
      ]);
    });
  });
});

describe('annulments', () => {
  async function ask() {
    const record = await store.putRangeAnnulment({
      _id: randomUUID(),
      companyId,
      environment: 'pre-certification',
      rnc: '131880681',
      by: 'ana',
      note: 'x',
      requestedAt: now,
      count: 3,
      ranges: [{ desde: 'E310000000001', hasta: 'E310000000003' }],
      firstCheckMs: 0,
    });
    let current = record;
    const change = async (changes: AnnulmentChanges) => {
      current = (await store.changeRangeAnnulment(current, changes, { now }))!;
    };
    return { record, change };
  }

  test('annulment.uncertain: once for each delivery without a clear answer; annulment.finished: the end', async () => {
    const { record, change } = await ask();
    await change({ state: 'sending', deliveryCount: 1 });
    await change({ state: 'uncertain' });
    await change({ state: 'uncertain', waiting: 'DGII' });
    await change({ state: 'sending', deliveryCount: 2 });
    await change({ state: 'uncertain' });
    await change({ state: 'partly' });
    await change({ final: true, finalAt: now });
    const shown = { annulmentId: record._id, environment: 'pre-certification', solicitados: 3 };
    expect(await events()).toEqual([
      { type: 'annulment.uncertain', data: { ...shown, estado: 'incierto' } },
      { type: 'annulment.uncertain', data: { ...shown, estado: 'incierto' } },
      { type: 'annulment.finished', data: { ...shown, estado: 'parcial' } },
    ]);
  });

  test('annulment.finished: not by the process that lost the compare-and-set', async () => {
    const { record, change } = await ask();
    await change({ state: 'locked' });
    expect(
      await store.changeRangeAnnulment(record, { state: 'refused', final: true }, { now }),
    ).toBeUndefined();
    expect(await types()).toEqual([]);
  });
});

describe('certification runs', () => {
  async function start() {
    const run = await store.putRun({
      _id: randomUUID(),
      companyId,
      kind: 'vouchers',
      fileName: 'x.xlsx',
      sha256: 'a'.repeat(64),
      by: 'ana',
      createdAt: now,
      rows: [{ row: 2, encf: 'E310000000001', faults: [] }],
      contents: ['{}'],
    });
    let current: CertificationRunRecord = run;
    const change = async (changes: RunChanges) => {
      const changed = await store.changeRun(current, changes);
      if (changed.outcome !== 'done') throw new Error(changed.refusal);
      current = changed.run;
    };
    await change({ state: 'running' });
    return { id: run._id, change };
  }
  const shownOf = (id: string) => ({ id, environment: 'certification', kind: 'vouchers' });

  test('certification.paused: not by a person, and again when it stops again', async () => {
    const { id, change } = await start();
    await change({ state: 'paused', reason: 'PERSON' });
    await change({ state: 'running' });
    expect(await types('certification')).toEqual([]);
    for (let times = 0; times < 2; times += 1) {
      await change({ state: 'paused', reason: 'NOT_SENT' });
      await change({ state: 'running' });
    }
    const paused = { ...shownOf(id), state: 'paused', reason: 'NOT_SENT', ecf: 'E310000000001' };
    expect(await events('certification')).toEqual([
      { type: 'certification.paused', data: paused },
      { type: 'certification.paused', data: paused },
    ]);
  });

  test('certification.stopped: DGII rejected a row', async () => {
    const { id, change } = await start();
    await change({ state: 'stopped', reason: 'REJECTED', endedAt: now });
    const data = { ...shownOf(id), state: 'stopped', reason: 'REJECTED', ecf: 'E310000000001' };
    expect(await events('certification')).toEqual([{ type: 'certification.stopped', data }]);
  });

  test('certification.finished: DGII accepted every row', async () => {
    const { id, change } = await start();
    await change({ next: 1 });
    await change({ state: 'done', endedAt: now });
    expect(await events('certification')).toEqual([
      { type: 'certification.finished', data: { ...shownOf(id), state: 'done' } },
    ]);
  });
});

describe('suspensions', () => {
  const environment = 'pre-certification';
  beforeEach(() => addCompany());
  const suspend = (reason: 'NOT_DELEGATED' | 'CERTIFICATE_REFUSED', ms: number) =>
    store.suspendIssuing(companyId, environment, { reason, askedAt: after(ms), since: after(ms) }, after(ms));
  const resume = (ms: number) => store.resumeIssuing(companyId, environment, after(ms), after(ms));

  test('company.suspended and company.resumed: the write that starts and ends it, each time', async () => {
    await suspend('NOT_DELEGATED', 0);
    await suspend('NOT_DELEGATED', 1_000);
    await resume(2_000);
    await resume(3_000);
    await suspend('NOT_DELEGATED', 4_000);
    expect(await events()).toEqual([
      { type: 'company.suspended', data: { environment, reason: 'NOT_DELEGATED' } },
      { type: 'company.resumed', data: { environment } },
      { type: 'company.suspended', data: { environment, reason: 'NOT_DELEGATED' } },
    ]);
  });

  test('company.resumed: not by a token that is older than the refusal', async () => {
    await suspend('NOT_DELEGATED', 1_000);
    await resume(0);
    expect(await types()).toEqual(['company.suspended']);
  });

  test('certificate.refused: when the suspension starts with it, and when it becomes its reason', async () => {
    await suspend('CERTIFICATE_REFUSED', 0);
    await suspend('CERTIFICATE_REFUSED', 1_000);
    await resume(2_000);
    await suspend('NOT_DELEGATED', 3_000);
    await suspend('CERTIFICATE_REFUSED', 4_000);
    expect(await types()).toEqual([
      'company.suspended',
      'certificate.refused',
      'company.resumed',
      'company.suspended',
      'certificate.refused',
    ]);
  });
});

describe('certificates that end', () => {
  const environment = 'pre-certification';
  const many = 1_000;

  async function certify(endsAfter: number, change: Partial<StoredCertificate> = {}) {
    const fingerprint = randomUUID().replaceAll('-', '').padEnd(64, '0');
    await store.putCertificate({
      companyId,
      fingerprint,
      certificatePem: '',
      sealedKey: '',
      notBefore: after(-dayMs),
      notAfter: after(endsAfter),
      importedAt: after(1),
      ...change,
    });
    return fingerprint;
  }

  test('certificate.expiring: at 30, 7 and 1 days, and certificate.expired, each once', async () => {
    await addCompany();
    const notAfter = after(40 * dayMs);
    const fingerprint = await certify(40 * dayMs);
    const daysLeft = [40, 30.1, 30, 20, 7.5, 7, 6.9, 1, 0.5, 0, -1, -40];
    for (const days of daysLeft) {
      const at = new Date(notAfter.getTime() - days * dayMs);
      // Each worker looks.
      for (let workers = 0; workers < 2; workers += 1) await store.reportEndingCertificates(at, many);
    }
    const shown = { environment, fingerprint, vence: notAfter };
    expect(await events()).toEqual([
      { type: 'certificate.expiring', data: { ...shown, dias: 30 } },
      { type: 'certificate.expiring', data: { ...shown, dias: 7 } },
      { type: 'certificate.expiring', data: { ...shown, dias: 1 } },
      { type: 'certificate.expired', data: shown },
    ]);
  });

  test('certificate.expiring: only the stage that a certificate is in when it is first seen', async () => {
    await addCompany();
    await certify(5 * dayMs);
    await store.reportEndingCertificates(now, many);
    expect((await events()).map(({ data }) => data['dias'])).toEqual([7]);
  });

  test('certificate.expiring: not for one that another certificate has replaced', async () => {
    await addCompany();
    await certify(5 * dayMs);
    await certify(400 * dayMs, { importedAt: after(2) });
    await store.reportEndingCertificates(now, many);
    expect(await types()).toEqual([]);
  });

  test('certificate.expiring: more than one call takes are reported by the next ones', async () => {
    const companies = [companyId, (companyId += 1), (companyId += 1)];
    for (companyId of companies) {
      await addCompany();
      await certify(5 * dayMs);
    }
    while (await store.reportEndingCertificates(now, 1));
    for (companyId of companies) expect(await types()).toEqual(['certificate.expiring']);
  });
});

describe('keys that expire', () => {
  const environment = 'certification';
  const many = 1_000;

  async function addApiKey(change: Partial<ApiKey> = {}): Promise<ApiKey> {
    const key: ApiKey = {
      keyId: randomUUID(),
      name: 'ERP principal',
      companyId,
      environment,
      scopes: ['vouchers:issue'],
      secrets: [],
      createdAt: now,
      madeBy: { operator: 'ana@servidor' },
      ...change,
    };
    await store.addApiKey(key);
    return key;
  }

  test('key.expiring: at 30, 7 and 1 days, each once, in the environment of the key, and not when it is over', async () => {
    const expiresAt = after(40 * dayMs);
    const { keyId, name } = await addApiKey({ expiresAt });
    for (const days of [40, 30.1, 30, 20, 7.5, 7, 6.9, 1, 0.5, 0, -1]) {
      const at = new Date(expiresAt.getTime() - days * dayMs);
      // Each worker looks.
      await Promise.all([store.reportExpiringKeys(at, many), store.reportExpiringKeys(at, many)]);
    }
    const shown = { environment, keyId, name, vence: expiresAt };
    expect(await events(environment)).toEqual([
      { type: 'key.expiring', data: { ...shown, dias: 30 } },
      { type: 'key.expiring', data: { ...shown, dias: 7 } },
      { type: 'key.expiring', data: { ...shown, dias: 1 } },
    ]);
    expect(await events('pre-certification')).toEqual([]);
  });

  test('key.expiring: only the stage that a key is in when it is first seen', async () => {
    await addApiKey({ expiresAt: after(5 * dayMs) });
    await store.reportExpiringKeys(now, many);
    expect((await events(environment)).map(({ data }) => data['dias'])).toEqual([7]);
  });

  test('key.expiring: not for a revoked key, for one without an end, and for one of the platform', async () => {
    const expiresAt = after(5 * dayMs);
    const { keyId } = await addApiKey({ expiresAt });
    await store.revokeApiKey({ keyId, companyId, by: { operator: 'ana@servidor' }, now });
    await addApiKey();
    const { keyId: ofPlatform } = await addApiKey({ companyId: null, expiresAt });
    await store.reportExpiringKeys(now, many);
    expect(await types(environment)).toEqual([]);
    const [key] = await store.findApiKeys([ofPlatform]);
    expect(key).not.toHaveProperty('ends');
  });

  test('key.expiring: more than one call takes are reported by the next ones', async () => {
    for (let keys = 0; keys < 3; keys += 1) await addApiKey({ expiresAt: after(5 * dayMs) });
    while (await store.reportExpiringKeys(now, 1));
    expect(await types(environment)).toHaveLength(3);
  });
});

describe('numbers that run out', () => {
  const environment = 'pre-certification';
  const thresholds = { lowNumbers: 3, expiryDays: 30 };
  const addRange = (from: number, to: number, expiresOn = '31-12-2028') =>
    store.addAuthorization({
      companyId,
      environment,
      ecfType: 31,
      from,
      to,
      expiresOn,
      authorizationNumber: `A-${from}`,
      now,
    });
  const take = async (count: number) => {
    for (let n = 0; n < count; n += 1)
      expect(await store.nextNumber({ companyId, environment, ecfType: 31, clock: () => now })).toMatchObject(
        {
          outcome: 'handed-out',
        },
      );
  };
  const report = async (at = now) => {
    // Each worker looks.
    for (let workers = 0; workers < 2; workers += 1) {
      let company: number | undefined = companyId - 1;
      while (company !== undefined) company = await store.reportStocks(company, thresholds, at);
    }
  };

  test('sequence.low and sequence.exhausted: each once for a range, and again for the next one', async () => {
    await addCompany();
    await addRange(1, 6);
    await report();
    expect(await types()).toEqual([]);
    await take(3);
    await report();
    await take(3);
    await report();
    await addRange(7, 12);
    await report();
    await take(4);
    await report();
    const shown = { environment, tipoeCF: 31, desde: 'E310000000001', hasta: 'E310000000006' };
    expect(await events()).toEqual([
      { type: 'sequence.low', data: { ...shown, quedan: 3 } },
      { type: 'sequence.exhausted', data: { ...shown, quedan: 0 } },
      { type: 'sequence.low', data: { ...shown, desde: 'E310000000007', hasta: 'E310000000012', quedan: 2 } },
    ]);
  });

  test('sequence.expiring: once, when all numbers end within the days', async () => {
    await addCompany();
    await addRange(1, 100, '31-12-2026');
    await report(new Date('2026-11-30T15:00:00Z'));
    expect(await types()).toEqual([]);
    await report(new Date('2026-12-01T15:00:00Z'));
    await report(new Date('2026-12-02T15:00:00Z'));
    const data = {
      environment,
      tipoeCF: 31,
      desde: 'E310000000001',
      hasta: 'E310000000100',
      vence: '31-12-2026',
      dias: 30,
    };
    expect(await events()).toEqual([{ type: 'sequence.expiring', data }]);
  });

  test('sequence.low: not for a company that assigns its own numbers', async () => {
    await addNumberedCompany(store, { companyId, origin: 'client', now });
    await addRange(1, 2);
    await report();
    expect(await types()).toEqual([]);
  });
});

describe("DGII's outages", () => {
  const environment = 'pre-certification';
  const times = { now, nextTryAt: now, nextCheckAt: now };
  const later = (ms: number) => new Date(now.getTime() + outageAfterMs + ms);

  async function waiting({ summary = false, since = now } = {}): Promise<AttemptRef> {
    const input = admitInput({ companyId, now, tipoeCF: summary ? 32 : 31 });
    await store.admit(input);
    const ref = attemptOf(input);
    const sums = summary ? { summary: { file: '1/s', sha256: 'd'.repeat(64) } } : {};
    await store.recordSigned(ref, signedXml(sums), now);
    await store.recordWaiting(ref, 'DGII_UNAVAILABLE', { ...times, now: since });
    return ref;
  }
  async function taken(ref: AttemptRef, at: Date): Promise<void> {
    const startedAt = now;
    const delivery = { n: 1, startedAt, leaseUntil: now, host: 'x', to: 'ecf.dgii.gov.do' };
    await store.beginDelivery(ref, delivery, now, {});
    const patch = { outcome: 'received' } as const;
    await store.recordSubmitted(ref, ['t'], { delivery, patch }, { now: at, nextCheckAt: at });
  }
  /** All companies of this file take turns, and several workers look. */
  const report = async (at: Date) => {
    for (let workers = 0; workers < 2; workers += 1) await store.reportOutages(at);
  };

  test('dgii.unavailable: the first voucher has waited for a minute; dgii.available: DGII takes one', async () => {
    const first = await waiting();
    await waiting({ since: after(1_000) });
    await report(later(-1));
    expect(await types()).toEqual([]);
    await report(later(0));
    await report(later(10_000));
    const data = { environment, servicio: 'ecf', desde: now };
    expect(await events()).toEqual([{ type: 'dgii.unavailable', data }]);
    await taken(first, later(20_000));
    await report(later(30_000));
    expect(await last()).toEqual({ type: 'dgii.available', data });
    expect(await types()).toHaveLength(2);
  });

  test('dgii.unavailable: a voucher that waited when DGII was there again starts an outage only after minutes', async () => {
    const first = await waiting();
    const second = await waiting();
    await report(later(0));
    await taken(first, later(1_000));
    await report(later(2_000));
    await report(later(4 * 60_000));
    expect(await types()).toEqual(['dgii.unavailable', 'dgii.available']);
    await report(later(5 * 60_000 + 1_000));
    expect(await last()).toEqual({
      type: 'dgii.unavailable',
      data: { environment, servicio: 'ecf', desde: later(1_000) },
    });
    await taken(second, later(6 * 60_000));
    await report(later(6 * 60_000 + 1));
    expect(await types()).toHaveLength(4);
  });

  test('dgii.unavailable: again for the next outage', async () => {
    await taken(await waiting(), later(-1));
    const second = await waiting({ since: later(0) });
    await report(later(outageAfterMs));
    await taken(second, later(outageAfterMs + 1));
    await report(later(outageAfterMs + 2));
    await waiting({ since: later(outageAfterMs + 3) });
    await report(later(2 * outageAfterMs + 3));
    expect(await types()).toEqual(['dgii.unavailable', 'dgii.available', 'dgii.unavailable']);
  });

  test('dgii.unavailable: the host of summaries is another one', async () => {
    const summary = await waiting({ summary: true });
    await waiting();
    await report(later(0));
    expect((await events()).map(({ type, data }) => [type, data['servicio']])).toEqual([
      ['dgii.unavailable', 'ecf'],
      ['dgii.unavailable', 'fc'],
    ]);
    await taken(summary, later(1));
    await report(later(2));
    expect(await last()).toMatchObject({ type: 'dgii.available', data: { servicio: 'fc' } });
    expect(await types()).toHaveLength(3);
  });

  test('dgii.available: not when a person voids the vouchers that waited, but when DGII takes another one', async () => {
    const voided = await waiting();
    await report(later(0));
    await store.annulDocument(voided, { by: 'ana', note: 'x', now: later(1) });
    await report(later(2));
    expect(await types()).toEqual(['dgii.unavailable']);
    const another = await waiting({ since: later(3) });
    await taken(another, later(4));
    await report(later(5));
    expect(await types()).toEqual(['dgii.unavailable', 'dgii.available']);
  });

  test('a round reads some vouchers of each company, in the order of an index', async () => {
    for (let n = 0; n < 60; n += 1) await waiting();
    const queries = await profiled(ledger.db, 'documents', () => store.reportOutages(later(0)));
    expect(queries.length).toBeGreaterThan(0);
    for (const { docsExamined, hasSortStage, planSummary } of queries) {
      expect([docsExamined <= 51, hasSortStage, planSummary.startsWith('IXSCAN')]).toEqual([
        true,
        undefined,
        true,
      ]);
    }
  });

  test('dgii.unavailable: not while the service itself holds a voucher back', async () => {
    const input = admitInput({ companyId, now });
    await store.admit(input);
    await store.recordWaiting(attemptOf(input), 'REQUEST_DELAYED', times);
    await report(later(0));
    expect(await types()).toEqual([]);
    const document: DocumentRecord = await readDocument(store, input);
    expect(document.waiting?.reason).toBe('REQUEST_DELAYED');
  });
});
