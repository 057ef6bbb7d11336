/**
 * A company whose numbers the service assigns, over HTTP and on a real ledger: who may ask in which environment, and the
 * life of a number from `next` to DGII's verdict.
 */
import { localDate } from '../../../src/ecf/model/dates.js';
import type { Environment } from '../../../src/ecf/model/environments.js';
import type { Company } from '../../../src/ledger/companies/company.js';
import { request } from 'undici';
import { listOf, type AnswerBody, type AnswerData } from '../../harness/http/answer.js';
import { cheapHash } from '../../harness/samples/cheap-hash.js';
import { refusedAt } from '../../harness/ledger.js';
import { addNumberedCompany, expectSound, readNumbering } from '../../harness/numbers.js';
import { sampleEcf, sampleNote } from '../../harness/samples/sample-ecf.js';
import { startService, type Service } from '../../harness/service.js';
import { until } from '../../harness/until.js';

const clave = 'prueba-2026';
let service: Service;
let lastCompany = 0;

beforeAll(async () => {
  // The completer checks vouchers of companies that cannot sign only rarely in this test.
  const seldom = { ECF_RETRY_FIRST_MS: '10000', ECF_RETRY_MAX_MS: '10000' };
  service = await startService({ env: seldom });
  // The company that can really sign asks for its numbers as well.
  await service.store.putCompany({ ...(await ownCompany()), origin: 'service' });
  await authorize(service.companyId, 'pre-certification', 1, 1_000);
}, 60_000);
afterEach(() => service.simulate({ rejectEncfs: [] }));

const ownCompany = async () => (await service.store.findCompany(service.companyId))!;

async function authorize(
  companyId: number,
  environment: Environment,
  from: number,
  to: number,
): Promise<void> {
  const outcome = await service.store.addAuthorization({
    companyId,
    environment,
    ecfType: 31,
    from,
    to,
    expiresOn: '31-12-2028',
    authorizationNumber: `A-${from}`,
    now: new Date(),
  });
  expect(outcome.outcome).toBe('done');
}

interface Client {
  readonly companyId: number;
  readonly rnc: string;
  post(path: string, body: unknown): Promise<Answer>;
  get(path: string): Promise<Answer>;
}
type Answer = {
  readonly status: number;
  /** A login answer has no envelope. */
  readonly data: Pick<AnswerBody, 'token'> & AnswerData;
};

async function company(change: Partial<Company>): Promise<Client> {
  lastCompany += 1;
  // Used by this file only: Temporal also identifies a voucher by its company.
  const companyId = service.companyId + lastCompany;
  const rnc = String(100_000_000 + lastCompany);
  await addNumberedCompany(service.store, { companyId, rnc, now: new Date(), ...change });
  const passwordHash = cheapHash(clave);
  await service.store.putUser({ usuario: 'prueba', rnc, companyId, passwordHash, disabled: false });
  let token = '';
  const call = async (method: 'GET' | 'POST', path: string, body?: unknown): Promise<Answer> => {
    const response = await request(service.apiUrl + path, {
      method,
      headers: { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) },
      body: body === undefined ? null : JSON.stringify(body),
    });
    const answer = (await response.body.json()) as { readonly data?: Answer['data'] };
    return { status: response.statusCode, data: answer.data ?? (answer as Answer['data']) };
  };
  const login = await call('POST', '/api/v2/Auth/login', { usuario: 'prueba', clave, rnc });
  token = (login.data as { token: string }).token;
  return { companyId, rnc, post: (path, body) => call('POST', path, body), get: (path) => call('GET', path) };
}

const next = '/api/v2/ecf-sequences/next';
const overview = '/api/v2/ecf-sequences';
const unused = '/api/v2/ecf-sequences/unused?olderThanHours=0';
const send = '/api/v2/dgii-ecf/send';
const environments: readonly Environment[] = ['pre-certification', 'certification', 'production'];

describe.each(environments)('in %s', (environment) => {
  const web = environment === 'certification';

  test.each(['client', 'service'] as const)('origin %s: the three sequence endpoints', async (origin) => {
    const mine = await company({ environment, origin, productionAllowed: environment === 'production' });
    await authorize(mine.companyId, environment, 1, 10);
    // An authorization of another environment does not count here.
    await authorize(mine.companyId, web ? 'pre-certification' : 'certification', 500, 600);
    const code = web
      ? 'SEQUENCE_CERTIFICATION_WEB_ONLY'
      : origin === 'client'
        ? 'SEQUENCE_MANAGED_EXTERNALLY'
        : undefined;
    const answers = [
      await mine.post(next, { ecfType: 31, externalReference: 'FAC-1' }),
      await mine.get(overview),
      await mine.get(unused),
    ];
    if (code !== undefined) {
      expect(answers.map(({ status, data }) => [status, data.code])).toEqual(Array(3).fill([409, code]));
      // A wrong body is reported before any of that.
      expect((await mine.post(next, { ecfType: 1 })).data.code).toBe('ECF_TYPE_INVALID');
      expect((await readOf(mine)).reservations).toEqual([]);
      return;
    }
    const [number, state, list] = answers;
    expect(number).toMatchObject({
      status: 200,
      data: {
        encf: 'E310000000001',
        ecfType: 31,
        sequenceExpiresOn: '31-12-2028',
        externalReference: 'FAC-1',
      },
    });
    expect(Date.parse(number!.data.reservedAt)).not.toBeNaN();
    expect((await mine.post(next, { ecfType: 31, externalReference: 'FAC-1' })).data).toEqual({
      ...number!.data,
      reused: true,
    });
    expect(listOf(state!)[0]).toMatchObject({
      ecfType: 31,
      next: 'E310000000002',
      available: 9,
      state: 'Vigente',
    });
    expect(state!.data).toHaveLength(10);
    expect(listOf(list!).map(({ encf }) => encf)).toEqual(['E310000000001']);
  });

  test.each(['client', 'service'] as const)(
    'origin %s: a voucher with a number nobody handed out',
    async (origin) => {
      const mine = await company({ environment, origin, productionAllowed: environment === 'production' });
      await authorize(mine.companyId, environment, 1, 10);
      const { status, data } = await mine.post(
        `${send}?waitForFinal=0s`,
        sampleEcf({ encf: 'E310000000007', rncEmisor: mine.rnc }),
      );
      if (web) expect([status, data.code]).toEqual([409, 'SEQUENCE_CERTIFICATION_WEB_ONLY']);
      else if (origin === 'service') expect([status, data.code]).toEqual([400, 'ENCF_NOT_ISSUED_BY_SERVICE']);
      else expect([status, data.ecf]).toEqual([200, 'E310000000007']);
      const document = await service.store.findDocument(mine.companyId, environment, 'E310000000007');
      expect(document !== undefined).toBe(status === 200);
    },
  );
});

const readOf = ({ companyId }: { readonly companyId: number }) =>
  readNumbering(service.config.mongo.uri, service.config.mongo.database, companyId);

test('why no number is available: SIN_RANGO, AGOTADA, VENCIDA; a bad certificate is reported first, but a reserved number is still returned', async () => {
  const mine = await company({ origin: 'service' });
  const { companyId } = mine;
  const ask = (externalReference?: string) => mine.post(next, { ecfType: 31, externalReference });
  expect(await ask()).toMatchObject({
    status: 409,
    data: { code: 'SEQUENCE_NOT_AVAILABLE', reason: 'SIN_RANGO' },
  });
  await authorize(companyId, 'pre-certification', 1, 1);
  expect((await ask('a')).data).toMatchObject({ encf: 'E310000000001', reused: false });
  expect((await ask('b')).data).toMatchObject({ code: 'SEQUENCE_NOT_AVAILABLE', reason: 'AGOTADA' });
  const longAgo = new Date('2020-01-01T12:00:00Z');
  await service.store.addAuthorization({
    companyId,
    environment: 'pre-certification',
    ecfType: 33,
    from: 1,
    to: 9,
    expiresOn: '31-12-2020',
    authorizationNumber: 'A-33',
    now: longAgo,
  });
  expect((await mine.post(next, { ecfType: 33 })).data).toMatchObject({ reason: 'VENCIDA' });

  await service.store.suspendIssuing(companyId, 'pre-certification', refusedAt(new Date()), new Date());
  // A process caches a company for a quarter of a second at most, and reads it again before it refuses.
  await until('numbers are refused', async () => (await ask('c')).data.code === 'ISSUING_SUSPENDED');
  expect((await ask('c')).data).toMatchObject({ code: 'ISSUING_SUSPENDED', reason: 'NOT_DELEGATED' });
  expect((await ask('a')).data).toMatchObject({ encf: 'E310000000001', reused: true });
});

describe('the life of a number', () => {
  const environment = 'pre-certification' as const;
  const take = async (externalReference: string) =>
    (await service.post(next, { ecfType: 31, externalReference })).body.data as {
      encf: string;
      sequenceExpiresOn: string;
    };
  const reservation = async (encf: string) =>
    (await service.store.findNumber(service.companyId, environment, encf)).reservation;
  const unusedNow = async () =>
    ((await service.get(unused)).body.data as unknown as { encf: string }[]).map(({ encf }) => encf);

  test('a number is reserved, sent and used, and leaves the list of unused numbers', async () => {
    const { encf, sequenceExpiresOn } = await take('FAC-10');
    expect([await reservation(encf), await unusedNow()]).toEqual([
      'reserved',
      expect.arrayContaining([encf]),
    ]);
    const ecf = sampleEcf({ encf });
    expect(ecf.ECF.Encabezado.IdDoc.FechaVencimientoSecuencia).toBe(sequenceExpiresOn);
    const sent = await service.post(`${send}?waitForFinal=30s`, ecf);
    expect(sent.body.data).toMatchObject({ accepted: 1, ecf: encf });
    expect([await reservation(encf), await unusedNow()]).toEqual([
      'used',
      expect.not.arrayContaining([encf]),
    ]);
    // The same document again gets the same number.
    expect(await take('FAC-10')).toMatchObject({ encf, reused: true });
  });

  test('a voucher with another expiry than the authorization’s does not use the number', async () => {
    const { encf } = await take('FAC-11');
    const ecf = sampleEcf({ encf });
    Object.assign(ecf.ECF.Encabezado.IdDoc, { FechaVencimientoSecuencia: '31-12-2029' });
    const sent = await service.post(send, ecf);
    expect([sent.status, sent.body.data['code']]).toEqual([400, 'SEQUENCE_EXPIRY_MISMATCH']);
    expect(await service.store.findDocument(service.companyId, environment, encf)).toBeUndefined();
    expect([await reservation(encf), await unusedNow()]).toEqual([
      'reserved',
      expect.arrayContaining([encf]),
    ]);
  });

  test('rejected but not used by DGII: the number is reserved again, and is sent with other content', async () => {
    const { encf } = await take('FAC-12');
    await service.simulate({
      rejectEncfs: [{ encf, codigo: 1, valor: 'Prueba', secuenciaUtilizada: false }],
    });
    const rejected = await service.post(`${send}?waitForFinal=30s`, sampleEcf({ encf }));
    expect(rejected.body.data).toMatchObject({ accepted: 0, secuenciaUtilizada: false });
    await until('the number is reserved again', async () => (await reservation(encf)) === 'reserved');
    expect(await unusedNow()).toContain(encf);
    await service.simulate({ rejectEncfs: [] });
    const other = await service.post(`${send}?waitForFinal=30s`, sampleEcf({ encf, price: 2_000 }));
    expect(other.body.data).toMatchObject({ accepted: 1, attempt: 2, alreadyProcessed: false });
    expect([await reservation(encf), await unusedNow()]).toEqual([
      'used',
      expect.not.arrayContaining([encf]),
    ]);
  });

  test('rejected and used by DGII: the number stays used', async () => {
    const { encf } = await take('FAC-13');
    await service.simulate({ rejectEncfs: [{ encf, codigo: 1, valor: 'Prueba', secuenciaUtilizada: true }] });
    const rejected = await service.post(`${send}?waitForFinal=30s`, sampleEcf({ encf }));
    expect(rejected.body.data).toMatchObject({ accepted: 0, secuenciaUtilizada: true });
    expect([await reservation(encf), await unusedNow()]).toEqual([
      'used',
      expect.not.arrayContaining([encf]),
    ]);
  });

  test('a number that the operator annulled is neither sent nor listed', async () => {
    const { encf } = await take('FAC-14');
    const { companyId } = service;
    const input = { companyId, environment, encf, note: 'ANECF 1', by: 'ana', now: new Date() };
    expect(await service.store.annulReservation(input)).toEqual({ outcome: 'annulled' });
    const sent = await service.post(send, sampleEcf({ encf }));
    expect([sent.status, sent.body.data['code']]).toEqual([409, 'ENCF_ANNULLED']);
    expect(await unusedNow()).not.toContain(encf);
    expect((await service.seenByDgii(encf)).received).toEqual([]);
    // The reference keeps its number, so the answer says that it is of no use.
    expect(await take('FAC-14')).toMatchObject({
      encf,
      reused: true,
      advertencias: [{ code: 'ENCF_ANNULLED' }],
    });
  });

  test('a note on a number that was never handed out is not sent: DGII would burn the number of the note', async () => {
    const { companyId } = service;
    await service.store.addAuthorization({
      companyId,
      environment,
      ecfType: 34,
      from: 1,
      to: 10,
      expiresOn: null,
      authorizationNumber: 'A-34',
      now: new Date(),
    });
    const { encf } = (await service.post(next, { ecfType: 34 })).body.data as { encf: string };
    const today = localDate(Date.now());
    const note = sampleNote({ encf, on: 'E310000000999' });
    Object.assign(note.ECF.InformacionReferencia, { FechaNCFModificado: today });
    Object.assign(note.ECF.Encabezado.Emisor, { FechaEmision: today });
    const { data } = (await service.post('/api/v2/dgii-ecf/validate', note)).body;
    const mensaje = expect.stringContaining('ecf-sequences/next no ha entregado ese número') as string;
    expect(data).toMatchObject({ valido: false, errores: [{ code: 'REFERENCIA-13', mensaje }] });
    const sent = await service.post(send, note);
    expect([sent.status, sent.body.data['code']]).toEqual([400, 'ECF_INVALID']);
    expect(await reservation(encf)).toBe('reserved');
  });

  test('a number with a live document is never listed, even before it is marked as used', async () => {
    const { encf } = await take('FAC-15');
    // The api died after it admitted the voucher and before it marked the number; no worker has checked yet.
    await service.stopWorker();
    await service.store.admit({
      companyId: service.companyId,
      environment,
      encf,
      requestId: 'r',
      correlationId: 'c',
      tipoeCF: 31,
      rncEmisor: service.rnc,
      rncComprador: '',
      montoTotal: '1.00',
      fechaEmision: '20-11-2026',
      fechaVencimientoSecuencia: '31-12-2028',
      contentHash: 'h',
      content: '{}',
      now: new Date(),
      firstCheckMs: 3_600_000,
      conditionalAllowed: false,
    });
    expect([await reservation(encf), await unusedNow()]).toEqual([
      'reserved',
      expect.not.arrayContaining([encf]),
    ]);
    await service.startWorker();
  });

  test('after all of this the numbers are consistent', async () => {
    expectSound(await readOf(service), []);
  });
});
