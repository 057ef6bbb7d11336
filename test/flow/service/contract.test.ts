/**
 * The specification's clauses about vouchers at DGII and about numbers: on a real ledger, a real process and a DGII that
 * checks signatures. Clauses that a single answer can prove are in test/contract.
 */
import { MongoClient } from 'mongodb';
import type { EcfType } from '../../../src/ecf/model/ecf-types.js';
import { ecfTypeList } from '../../../src/ecf/model/ecf-types.js';
import type { ReservationRecord } from '../../../src/ledger/numbers/numbers.js';
import { clause, v2 } from '../../contract/clause.js';
import { documentedOperations } from '../../harness/http/described.js';
import { encfs, sampleEcf } from '../../harness/samples/sample-ecf.js';
import { noResult, startService, type OtherCompany, type Service } from '../../harness/service.js';
import { until } from '../../harness/until.js';

let service: Service;
const newEncf = encfs(31);
beforeAll(async () => {
  service = await startService();
}, 60_000);

const next = '/api/v2/ecf-sequences/next';
const overview = '/api/v2/ecf-sequences';
const unused = '/api/v2/ecf-sequences/unused';
const environment = 'pre-certification' as const;
const expiresOn = '31-12-2028';

interface Authorized {
  readonly type: EcfType;
  readonly to: number;
  /** Registered before it expired. */
  readonly over?: boolean;
}

async function authorize({ companyId }: OtherCompany, ranges: readonly Authorized[]): Promise<void> {
  for (const { type, to, over = false } of ranges) {
    const endless = type === 32 || type === 34;
    const outcome = await service.store.addAuthorization({
      companyId,
      environment,
      ecfType: type,
      from: 1,
      to,
      authorizationNumber: `A-${type}`,
      expiresOn: endless ? null : over ? '31-12-2020' : expiresOn,
      now: over ? new Date('2020-06-01T12:00:00Z') : new Date(),
    });
    expect(outcome.outcome).toBe('done');
  }
}

const numbered = async (ranges: readonly Authorized[]): Promise<OtherCompany> => {
  const company = await service.addCompany({ origin: 'service' });
  await authorize(company, ranges);
  return company;
};
const codeOf = ({ status, body }: { status: number; body: { data: Record<string, unknown> } }) => [
  status,
  body.data['code'],
];
const unusedOf = async (company: OtherCompany, olderThanHours: number) => {
  const { body } = await company.get(`${unused}?olderThanHours=${olderThanHours}`);
  return (body.data as unknown as { encf: string }[]).map(({ encf }) => encf);
};

clause(
  {
    '§1': [3, 4],
    '§2.6': 'every',
    '§3.2': ['final answer within the wait', 'same e-NCF again'],
    '§4.3': 'every',
  },
  'a voucher is signed, sent and accepted within the wait, and once, however often it comes',
  async (paths) => {
    const encf = newEncf();
    const headers = { 'x-correlation-id': 'FAC-000123' };
    const send = () => service.post(`${paths.send}?waitForFinal=20s`, sampleEcf({ encf }), headers);
    const first = await send();
    expect([first.status, first.headers['x-correlation-id']]).toEqual([200, 'FAC-000123']);
    expect(first.body.data).toMatchObject({
      ecf: encf,
      accepted: 1,
      status: 'Aceptado',
      alreadyProcessed: false,
      securityCode: expect.stringMatching(/^\S{6}$/),
      trackId: expect.stringMatching(/^\S+$/),
    });
    const again = await send();
    expect(again.body.data).toEqual({ ...first.body.data, alreadyProcessed: true });
    const { received, accepted } = await service.seenByDgii(encf);
    // DGII read the signer from the signature: it is the company's, whose key no client ever saw.
    expect(received).toMatchObject([{ rncEmisor: service.rnc, trackId: first.body.data['trackId'] }]);
    expect(accepted).toBe(1);
    expect(JSON.stringify([first.body, again.body])).not.toMatch(/<Signature|CERTIFICATE|PRIVATE/);
  },
);

clause(
  { '§3.2': ['no final answer within the wait'], '§4.3': ['waitForFinal'], '§6': ['polling'] },
  'a wait that ends first is answered accepted null; asking again tells the outcome',
  async (paths) => {
    const encf = newEncf();
    await service.simulate({ faults: [noResult(encf)] });
    const sent = await service.post(`${paths.send}?waitForFinal=200ms`, sampleEcf({ encf }));
    await service.simulate({ faults: [] });
    expect(sent.body.data).toMatchObject({ accepted: null, alreadyProcessed: false });
    const reported = await until('document-status tells the outcome', async () => {
      const { body } = await service.get(paths.status(encf));
      return body.data['accepted'] === null ? undefined : body.data;
    });
    expect(reported).toMatchObject({ accepted: 1, status: 'Aceptado', alreadyProcessed: true });
  },
);

clause(
  {
    '§1': [6, 7, 'Client system', 'Service-managed'],
    '§4.4': ['send under the service-managed origin', 'rule 1'],
    '§7.2': ['SEQUENCE_MANAGED_EXTERNALLY', 'ENCF_NOT_ISSUED_BY_SERVICE'],
  },
  'a company numbers by itself or asks for its numbers, never both',
  async (paths) => {
    const client = await service.addCompany({ origin: 'client' });
    const served = await numbered([{ type: 31, to: 10 }]);
    const send = (company: OtherCompany, encf: string, expiry = expiresOn) => {
      const ecf = sampleEcf({ encf, rncEmisor: company.rnc });
      Object.assign(ecf.ECF.Encabezado.IdDoc, { FechaVencimientoSecuencia: expiry });
      return company.post(`${paths.send}?waitForFinal=20s`, ecf);
    };
    for (const refused of [
      await client.post(next, { ecfType: 31 }),
      await client.get(overview),
      await client.get(unused),
    ])
      expect(codeOf(refused)).toEqual([409, 'SEQUENCE_MANAGED_EXTERNALLY']);
    expect((await send(client, 'E310000000007')).body.data).toMatchObject({ accepted: 1 });

    const own = await send(served, 'E310000000007');
    expect(codeOf(own)).toEqual([400, 'ENCF_NOT_ISSUED_BY_SERVICE']);
    expect([own.body.procesado, own.body.mensaje]).toEqual([false, expect.stringContaining('E310000000007')]);
    const { encf, sequenceExpiresOn } = (await served.post(next, { ecfType: 31 })).body.data;
    const sent = await send(served, String(encf), String(sequenceExpiresOn));
    expect(sent.body.data).toMatchObject({ ecf: encf, accepted: 1 });
    // No operation of a client changes it.
    const names = new Set(documentedOperations().map(({ operationId }) => operationId.replace(/V1$/, '')));
    const ofWebhooks = ['addWebhook', 'changeWebhook', 'recoverWebhook', 'redeliver', 'removeWebhook'];
    const known = [
      ...['annulment', 'annulments', 'archive', 'cancelAnnulment', 'consultRnc', 'decideReceived'],
      ...[
        'documentHistory',
        'documentMail',
        'documentPrint',
        'documentStatus',
        'documentXml',
        'documents',
        'events',
      ],
      ...['externalStatus', 'issue', 'login', 'nextSequence', 'noteDraft', 'received', 'receivedJson'],
      ...[
        'receivedOne',
        'receivedXml',
        'refusedReceptions',
        'requestAnnulments',
        'send',
        'sequences',
        'totals',
      ],
      ...['unusedNumbers', 'validate', 'webhook', 'webhookDeliveries', 'webhooks'],
      ...[...ofWebhooks, 'rotateWebhookSecret', 'testWebhook'],
    ];
    expect([...names].sort()).toEqual(known.sort());
  },
);

clause(
  { '§1': [8], '§7.2': ['SEQUENCE_CERTIFICATION_WEB_ONLY'] },
  'in certification nothing is numbered or sent here; in the other environments both origins are there',
  async (paths) => {
    for (const origin of ['client', 'service'] as const) {
      const company = await service.addCompany({ origin, environment: 'certification' });
      for (const refused of [
        await company.post(next, { ecfType: 31 }),
        await company.get(overview),
        await company.get(unused),
        await company.post(paths.send, sampleEcf({ encf: 'E310000000001', rncEmisor: company.rnc })),
      ])
        expect(codeOf(refused)).toEqual([409, 'SEQUENCE_CERTIFICATION_WEB_ONLY']);
    }
    for (const other of ['pre-certification', 'production'] as const) {
      const company = await service.addCompany({ origin: 'service', environment: other });
      expect((await company.get(overview)).status).toBe(200);
      expect(codeOf(await company.post(next, { ecfType: 31 }))).toEqual([409, 'SEQUENCE_NOT_AVAILABLE']);
    }
  },
);

clause(
  {
    '§2.7': 'every',
    '§4.4': ['ecfType', 'externalReference', 'response', 'rule 1', 'rule 2', 'rule 3'],
    '§3.3': ['sent'],
    '§8': ['Valid voucher types', 'externalReference length'],
  },
  'a number of each of the ten types, the same one for the same reference, and used once it is sent',
  async () => {
    const company = await numbered(ecfTypeList.map((type) => ({ type, to: 9 })));
    const take = async (ecfType: number, externalReference?: string) => {
      const asked = externalReference === undefined ? { ecfType } : { ecfType, externalReference };
      const { status, body } = await company.post(next, asked);
      expect([status, body.codigo, body.procesado]).toEqual([200, 200, true]);
      return body.data;
    };
    const longest = 'ñ'.repeat(64);
    for (const type of ecfTypeList) {
      const first = await take(type, longest);
      expect(first).toEqual({
        encf: `E${type}0000000001`,
        ecfType: type,
        externalReference: longest,
        reused: false,
        sequenceExpiresOn: type === 32 || type === 34 ? null : expiresOn,
        reservedAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
      });
      expect(await take(type, longest)).toEqual({ ...first, reused: true });
      const others = [await take(type), await take(type), await take(type, 'FAC-2')];
      expect(others.map(({ encf, reused }) => [encf, reused])).toEqual(
        [2, 3, 4].map((n) => [`E${type}000000000${n}`, false]),
      );
    }
    // Type 32 has no expiry.
    for (const type of [31, 32] as const) {
      const { encf, sequenceExpiresOn } = await take(type, 'FAC-9');
      const ecf = sampleEcf({ encf: String(encf), rncEmisor: company.rnc });
      if (sequenceExpiresOn !== null)
        Object.assign(ecf.ECF.Encabezado.IdDoc, { FechaVencimientoSecuencia: sequenceExpiresOn });
      expect(await unusedOf(company, 0)).toContain(encf);
      const sent = await company.post('/api/v2/dgii-ecf/send?waitForFinal=20s', ecf);
      expect(sent.body.data).toMatchObject({ ecf: encf, accepted: 1 });
      expect(await unusedOf(company, 0)).not.toContain(encf);
      const { reservation } = await service.store.findNumber(company.companyId, environment, String(encf));
      expect(reservation).toBe('used');
    }
  },
  { which: v2 },
);

clause(
  { '§3.3': ['never sent'], '§4.4': ['GET unused'] },
  'a number never sent is listed once it is old enough, until support annuls it',
  async () => {
    const company = await numbered([{ type: 31, to: 9 }]);
    const [old, fresh] = [
      (await company.post(next, { ecfType: 31, externalReference: 'FAC-1' })).body.data,
      (await company.post(next, { ecfType: 31 })).body.data,
    ];
    const encf = String(old['encf']);
    const mongo = await MongoClient.connect(service.config.mongo.uri);
    try {
      const reservations = mongo
        .db(service.config.mongo.database)
        .collection<ReservationRecord>('reservations');
      const _id = `${company.companyId}:${environment}:31:${encf.slice(3)}`;
      const reservedAt = new Date(Date.now() - 5 * 3_600_000);
      expect((await reservations.updateOne({ _id }, { $set: { reservedAt } })).matchedCount).toBe(1);
    } finally {
      await mongo.close();
    }
    expect(await unusedOf(company, 6)).toEqual([]);
    expect(await unusedOf(company, 4)).toEqual([encf]);
    expect(await unusedOf(company, 0)).toEqual([encf, fresh['encf']]);
    // One day is the default age.
    expect((await company.get(unused)).body.data).toEqual([]);
    expect((await company.get(`${unused}?olderThanHours=4`)).body.data).toEqual([
      {
        encf,
        ecfType: 31,
        externalReference: 'FAC-1',
        ageHours: 5,
        sequenceExpiresOn: expiresOn,
        reservedAt: expect.any(String),
      },
    ]);
    const { companyId } = company;
    const annulment = { companyId, environment, encf, note: 'ANECF 1', by: 'ana', now: new Date() };
    expect(await service.store.annulReservation(annulment)).toEqual({ outcome: 'annulled' });
    expect(await unusedOf(company, 0)).toEqual([fresh['encf']]);
    // It stays a gap: the number is not handed out again.
    expect((await company.post(next, { ecfType: 31 })).body.data['encf']).toBe('E310000000003');
  },
  { which: v2 },
);

clause(
  {
    '§2.8': 'every',
    '§3.1': 'every',
    '§4.4': ['GET ecf-sequences', 'rule 4'],
    '§7.2': ['ECF_TYPE_INVALID', 'EXTERNAL_REFERENCE_INVALID', 'SEQUENCE_NOT_AVAILABLE'],
    '§8': ['Valid voucher types', 'externalReference length'],
  },
  'what is left of each type, and why next refuses',
  async () => {
    const company = await numbered([
      { type: 31, to: 3 },
      { type: 32, to: 1 },
      { type: 33, to: 9, over: true },
    ]);
    for (const ecfType of [31, 32]) expect((await company.post(next, { ecfType })).status).toBe(200);
    const entries = (await company.get(overview)).body.data as unknown as Record<string, unknown>[];
    expect(entries.map(({ ecfType }) => ecfType)).toEqual(ecfTypeList);
    const reported = entries.map(({ next: following, available, expiresOn: until, state }) => {
      return { next: following, available, expiresOn: until, state };
    });
    const nothing = { next: null, available: 0, expiresOn: null };
    expect(reported.slice(0, 4)).toEqual([
      { next: 'E310000000002', available: 2, expiresOn, state: 'Vigente' },
      { ...nothing, state: 'Agotada' },
      { ...nothing, expiresOn: '31-12-2020', state: 'Vencida' },
      { ...nothing, state: 'Sin autorizaciones' },
    ]);
    const refused = async (body: object) => {
      const answer = await company.post(next, body);
      return [...codeOf(answer), answer.body.data['reason']];
    };
    for (const [ecfType, reason] of [
      [32, 'AGOTADA'],
      [33, 'VENCIDA'],
      [34, 'SIN_RANGO'],
    ] as const)
      expect(await refused({ ecfType })).toEqual([409, 'SEQUENCE_NOT_AVAILABLE', reason]);
    for (const ecfType of [30, 35, 48, '31', null, undefined])
      expect(await refused({ ecfType })).toEqual([400, 'ECF_TYPE_INVALID', undefined]);
    for (const externalReference of ['x'.repeat(65), 7, ''])
      expect(await refused({ ecfType: 31, externalReference })).toEqual([
        ...[400, 'EXTERNAL_REFERENCE_INVALID', undefined],
      ]);
    // None of these refusals took a number.
    expect((await company.post(next, { ecfType: 31 })).body.data['encf']).toBe('E310000000002');
  },
  { which: v2 },
);
