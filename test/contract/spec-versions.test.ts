/** The specification on paths, versions and limits: §4.1–4.2, §5.5, §8 and §9. */
import type { ExternalStatusAnswer, Inquiry } from '../../src/ledger/inquiries/inquiries.js';
import { clave, startApi, voucher, type Api, type CallOptions } from '../api/harness.js';
import { answersTo } from '../harness/http/raw-http.js';
import { versions } from '../harness/http/versions.js';
import { clause, v2, type Version } from './clause.js';

let api: Api;
/** Allows one call of a company in ten seconds. */
let strict: Api;
beforeAll(async () => {
  [api, strict] = await Promise.all([startApi(), startApi({}, { callsPerMinute: 6 })]);
});
/** A ledger with one taxpayer, and a worker that answers with DGII's state of a received voucher. */
function prepare(): void {
  api.reset();
  strict.reset();
  api.store.registry = {
    dataDate: '29-06-2026',
    importedAt: new Date(api.nowMs),
    rows: 1,
    origin: { source: 'DGII_RNC.zip' },
  };
  const unknown = { nombreComercial: null, actividadEconomica: null, estado: null, regimenPagos: null };
  api.store.taxpayers.set('131880681', { rnc: '131880681', razonSocial: 'COMPRADOR DE PRUEBA', ...unknown });
  api.onInquiry = (id) => {
    api.store.inquiries.set(id, { ...api.store.inquiries.get(id), answer: received } as Inquiry);
  };
}
beforeEach(prepare);

const encf = 'E310000000001';
const received: ExternalStatusAnswer = {
  outcome: 'found',
  standing: 'accepted',
  rncEmisor: '131880681',
  encf,
  rncComprador: '999999992',
  montoTotal: '1180.50',
  totalITBIS: '180.08',
  fechaEmision: '01-07-2026',
  fechaFirma: '01-07-2026 10:15:00',
  codigoSeguridad: 'AbC/1=',
};
const good = { usuario: 'integracion', clave, rnc: '999999992' };
const ofReceived = `rncEmisor=131880681&encf=${encf}`;

/** The six operations, ordered so that each one finds the data that it needs. */
async function all(paths: Version, options: CallOptions) {
  return {
    login: await api.call('POST', paths.login, { ...options, body: good }),
    validate: await api.call('POST', paths.validate, { ...options, body: voucher() }),
    send: await api.call('POST', paths.send, { ...options, body: voucher() }),
    status: await api.call('GET', paths.status(encf), options),
    externalStatus: await api.call('GET', paths.externalStatus(ofReceived), options),
    consultRnc: await api.call('GET', paths.consultRnc('131880681'), options),
  };
}

clause(
  {
    '§1': [5],
    '§4.1': 'every',
    '§4.2': [
      'Login',
      'Validate',
      'Send',
      'Status of an issued e-CF',
      'Status of a received e-CF',
      'Taxpayer lookup',
      'rnc',
    ],
    '§9': [1, 'Login', 'Validate', 'Send', 'Status of issued', 'Status of received', 'Registry lookup'],
  },
  'all six operations exist and work for the company of the token',
  async (paths) => {
    const answers = await all(paths, { token: api.tokenOf(1) });
    expect(Object.values(answers).map(({ status }) => status)).toEqual(Array(6).fill(200));
    expect(answers.login.body.token).toMatch(/^[\w-]+\.[\w-]+\.[\w-]+$/);
    expect(answers.validate.body.data.valido).toBe(true);
    expect(answers.send.body.data).toMatchObject({ ecf: encf, alreadyProcessed: false });
    expect(answers.status.body.data).toMatchObject({ ecf: encf, tipoeCF: 31 });
    expect(answers.externalStatus.body.data).toMatchObject({ rncEmisor: '131880681', status: 'Aceptado' });
    expect(answers.consultRnc.body.data).toMatchObject({ rnc: '131880681' });
    expect(api.store.admitted).toMatchObject([{ companyId: 1, rncEmisor: '999999992' }]);
    const [inquiry] = api.store.inquiries.values();
    expect(inquiry?.about).toMatchObject({ companyId: 1, question: { rncComprador: '999999992' } });
    for (const path of Object.values(paths).map((one) => (typeof one === 'string' ? one : one('x'))))
      if (path.startsWith('/')) expect(path.split('/')[2]).toBe(paths.version);
  },
);

clause(
  { '§4.2': ['companyId', 'rnc'], '§5': [5] },
  'version 1 paths accept only 0 or the own company; the taxpayer in consult-rnc may be any',
  async () => {
    const token = api.tokenOf(2);
    const call = (method: string, path: string, body?: object) =>
      api.call(method, path, { token, ...(body === undefined ? {} : { body }) });
    const own = voucher({ rncEmisor: '999999982' });
    for (const [companyId, status] of [
      ['0', 200],
      ['2', 200],
      ['1', 403],
      ['999999982', 403],
    ] as const) {
      const answers = [
        await call('POST', `/api/v1/dgii-ecf/validate/${companyId}`, own),
        await call('GET', `/api/v1/dgii-ecf/external-status/${companyId}?${ofReceived}`),
      ];
      expect(answers.map((answer) => answer.status)).toEqual([status, status]);
      const sent = await call('POST', `/api/v1/dgii-ecf/send/${companyId}`, own);
      const code = status === 403 ? 'COMPANY_NOT_ALLOWED' : 'ENCF_NOT_ISSUED_BY_SERVICE';
      expect(sent.body.data.code).toBe(code);
    }
    const ofStatus = (rnc: string) => call('GET', `/api/v1/dgii-ecf/document-status/${rnc}/${encf}`);
    expect((await ofStatus('999999982')).body.data.code).toBe('ECF_NOT_FOUND');
    expect((await ofStatus('999999992')).body.data.code).toBe('COMPANY_NOT_ALLOWED');
    expect((await call('GET', '/api/v1/dgii-ecf/consult-rnc/131880681')).status).toBe(200);
  },
  { which: versions.filter(({ version }) => version === 'v1') },
);

/** Fields that differ from request to request. */
const lasting = (body: unknown): unknown =>
  JSON.parse(JSON.stringify(body).replace(/"(correlationId|token|fechaExpiracion)":"[^"]*"/g, '"$1":""'));

clause(
  { '§4.2': ['same as v2'], '§9': [3, 'migration'] },
  'both versions give the same answers, except for the path',
  async () => {
    const headers = { 'x-correlation-id': 'FAC-000123' };
    const { nowMs } = api;
    const shownBy = [];
    for (const paths of versions) {
      prepare();
      api.nowMs = nowMs;
      const options = { token: api.tokenOf(1), headers };
      const get = (path: string) => api.call('GET', path, options);
      const send = (body: unknown, query = '') => api.call('POST', paths.send + query, { ...options, body });
      const answers = [
        ...Object.values(await all(paths, options)),
        await api.call('POST', paths.login, { body: { ...good, clave: 'otra' }, headers }),
        await send(voucher()),
        await send(voucher(), '?waitForFinal=7'),
        await send(voucher({ rncEmisor: '131880681' })),
        await send('{'),
        await api.call('POST', paths.validate, { ...options, body: '{' }),
        await get(paths.status('E31')),
        await get(paths.status('E310000000009')),
        await get(paths.externalStatus('rncEmisor=1')),
        await get(paths.consultRnc('1')),
        await get(paths.consultRnc('101000007')),
      ];
      shownBy.push(
        answers.map(({ status, body, headers: got }) => [status, got['x-correlation-id'], lasting(body)]),
      );
    }
    expect(shownBy[0]).toEqual(shownBy[1]);
  },
  { which: v2 },
);

clause({ '§9': [2] }, 'version 1 works, and says on each answer that it is deprecated', async (paths) => {
  const answers = Object.entries(await all(paths, { token: api.tokenOf(1) }));
  for (const [name, { status, headers }] of answers) {
    const successor = String(headers['link']).includes('</api/v2/');
    expect([name, status, headers['deprecation'], successor]).toEqual([
      ...[name, 200],
      ...(paths.version === 'v1' ? ['true', true] : [undefined, false]),
    ]);
  }
});

clause(
  { '§9': [4, 2] },
  'only version 2 has the sequences',
  async () => {
    const token = api.tokenOf(2);
    for (const [method, path] of [
      ['POST', 'ecf-sequences/next'],
      ['GET', 'ecf-sequences'],
      ['GET', 'ecf-sequences/unused'],
    ] as const) {
      const options = { token, ...(method === 'POST' ? { body: { ecfType: 31 } } : {}) };
      expect((await api.call(method, `/api/v1/${path}`, options)).body.data.code).toBe('NOT_FOUND');
      expect((await api.call(method, `/api/v2/${path}`, options)).body.data.code).not.toBe('NOT_FOUND');
    }
  },
  { which: v2 },
);

clause({ '§8': ['v2 versus v1'] }, 'the limits are the same', async (paths) => {
  const codeOf = async (query: string, headers: Record<string, string> = {}) => {
    const { body } = await api.call('POST', paths.send + query, {
      token: api.tokenOf(1),
      headers,
      body: '{',
    });
    return body.data.code;
  };
  expect([await codeOf('?waitForFinal=120s'), await codeOf('?waitForFinal=121s')]).toEqual([
    'JSON_INVALID',
    'WAIT_FOR_FINAL_INVALID',
  ]);
  const id = (length: number) => ({ 'x-correlation-id': 'x'.repeat(length) });
  expect([await codeOf('', id(128)), await codeOf('', id(129))]).toEqual([
    'JSON_INVALID',
    'CORRELATION_ID_INVALID',
  ]);
  const announced = async (path: string, bytes: number) => {
    const head = `POST ${path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Type: application/json\r\n`;
    const authorization = `Authorization: Bearer ${api.tokenOf(1)}\r\n`;
    const [answer] = await answersTo(api.port, `${head}${authorization}Content-Length: ${bytes}\r\n\r\n`);
    return answer?.status;
  };
  for (const path of [paths.send, paths.validate])
    expect(await announced(path, 16 * 1024 * 1024 + 1)).toBe(413);
  expect(await announced(paths.login, 100 * 1024 + 1)).toBe(413);
});

clause({ '§8': ['v2 versus v1'] }, 'the calls of both versions count together', async (paths) => {
  const other = versions.find(({ version }) => version !== paths.version)!;
  const call = ({ validate }: Version) =>
    strict.call('POST', validate, { token: strict.tokenOf(1), body: voucher() });
  expect([(await call(paths)).status, (await call(other)).status]).toEqual([200, 429]);
});
