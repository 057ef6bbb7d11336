/**
 * Walks the specification: each test names the sentences and table rows it shows, and the last one holds their list
 * against the document itself, which lies beside the repository. Both versions run from one table.
 */
import { existsSync, readFileSync } from 'node:fs';
import { ecfTypeList } from '../../src/ecf/ecf-types.js';
import type { NextNumber } from '../../src/store/numbering.js';
import { clave, startApi, versions, voucher, type Api } from '../api/harness.js';

let api: Api;
beforeAll(async () => {
  api = await startApi();
});
beforeEach(() => api.reset());

const shown = new Set<string>();
/** `'§2.1': ['codigo', 'data']` → `§2.1 codigo`, `§2.1 data`. */
const ids = (rows: Readonly<Record<string, readonly (string | number)[]>>): string[] =>
  Object.entries(rows).flatMap(([section, names]) => names.map((name) => `${section} ${name}`));

/** Over both versions, unless the specification gives an operation to version 2 alone. */
function clause(
  rows: Readonly<Record<string, readonly (string | number)[]>>,
  title: string,
  show: (paths: (typeof versions)[number]) => Promise<void>,
  which: readonly (typeof versions)[number][] = versions,
): void {
  const named = ids(rows);
  for (const id of named) shown.add(id);
  test.each(which)(`$version ${Object.keys(rows).join(', ')}: ${title}`, (paths) => show(paths));
}
const v2 = versions.filter(({ version }) => version === 'v2');

const encf = 'E310000000001';
const good = { usuario: 'integracion', clave, rnc: '999999992' };
const post = (path: string, body: unknown, companyId = 1, headers = {}) =>
  api.call('POST', path, { token: api.tokenOf(companyId), body, headers });
const get = (path: string, companyId = 1) => api.call('GET', path, { token: api.tokenOf(companyId) });
const next = (body: unknown, companyId = 2) => post('/api/v2/ecf-sequences/next', body, companyId);
const delivered: NextNumber = {
  outcome: 'delivered',
  encf,
  ecfType: 31,
  expiresOn: '31-12-2027',
  ref: 'FAC-1',
  reservedAt: new Date('2026-07-01T14:15:00Z'),
  reused: false,
  left: 10,
};
const verdict = {
  codigoDgii: '1',
  estado: 'Aceptado',
  mensajes: [],
  secuenciaUtilizada: true,
  trackId: 'track',
  replyFile: null,
};
const signed = {
  file: 'xml',
  sha256: 'ab'.repeat(32),
  securityCode: 'HxZnPk',
  fechaFirma: '01-07-2026 10:15:30',
  signedAt: new Date('2026-07-01T14:15:30Z'),
  certificate: 'fingerprint',
};
const accept = () =>
  api.store.patch(encf, { state: 'accepted', final: true, signed, verdict, trackIds: ['track'] });

describe('§1 what the service does', () => {
  clause(
    { '§1': [1, 2], '§2.5': ['valido', 'errores', 'xml'] },
    'validate makes the XML and has no effect',
    async (paths) => {
      const { body } = await post(paths.validate, voucher());
      expect(body.data).toMatchObject({
        valido: true,
        errores: [],
        xml: expect.stringContaining(`<eNCF>${encf}</eNCF>`),
      });
      const wrong = await post(paths.validate, voucher({ rncEmisor: '131880681' }));
      expect(wrong.body.data.errores).toContainEqual({
        code: 'RNC_EMISOR_MISMATCH',
        campo: 'ECF.Encabezado.Emisor.RNCEmisor',
        mensaje: expect.any(String),
        severidad: 'rechazo',
      });
      expect([api.store.admitted, api.processed, api.store.marked]).toEqual([[], [], []]);
    },
  );

  clause(
    { '§1': [3, 4], '§3.2': ['(submitted) 3'], '§4.3': ['same e-NCF'] },
    'a repeated e-NCF is answered from what was done, and not issued again',
    async (paths) => {
      const first = await post(paths.send, voucher());
      accept();
      const again = await post(paths.send, voucher());
      expect([first.body.data.alreadyProcessed, again.body.data.alreadyProcessed]).toEqual([false, true]);
      expect([again.body.data.accepted, again.body.data.status]).toEqual([1, 'Aceptado']);
      expect(api.store.admitted).toHaveLength(1);
      expect(api.processed).toHaveLength(1);
      expect(again.text).not.toMatch(/<Signature|BEGIN CERTIFICATE/);
    },
  );

  clause({ '§1': [5] }, 'status of an issued voucher, and of a taxpayer', async (paths) => {
    await post(paths.send, voucher());
    expect((await get(paths.status(encf))).body.data.ecf).toBe(encf);
    expect((await get(paths.consultRnc('131880681'))).body.data.code).toBe('RNC_REGISTRY_EMPTY');
  });

  clause(
    {
      '§1': [6, 7, 'Client system (default in integration)', 'Service-managed'],
      '§4.4': ['send under service'],
    },
    'each company has one origin of its numbers, and the other one is refused',
    async (paths) => {
      expect((await get('/api/v2/ecf-sequences', 1)).body.data.code).toBe('SEQUENCE_MANAGED_EXTERNALLY');
      const foreign = voucher({ rncEmisor: '999999982' });
      expect((await post(paths.send, foreign, 2)).body.data.code).toBe('ENCF_NOT_ISSUED_BY_SERVICE');
      const reservation = { state: 'reserved', expiresOn: '31-12-2027' } as never;
      api.store.numbers.set(encf, { reservation, annulled: false, expiresOn: '31-12-2027' });
      expect((await post(paths.send, foreign, 2)).status).toBe(200);
      expect(api.store.marked).toMatchObject([{ encf }]);
    },
  );
});

describe('§2 resources', () => {
  clause(
    { '§2.1': ['codigo', 'mensaje', 'procesado', 'data'], '§7.1': [1] },
    'the envelope',
    async (paths) => {
      const taken = await post(paths.validate, voucher());
      expect(taken.body).toMatchObject({
        codigo: 200,
        mensaje: expect.any(String),
        procesado: true,
        data: {},
      });
      const refused = await post(paths.send, voucher({ rncEmisor: '131880681' }));
      expect([refused.status, refused.body]).toEqual([
        400,
        expect.objectContaining({
          codigo: 400,
          procesado: false,
          data: expect.objectContaining({ code: 'RNC_EMISOR_MISMATCH' }),
        }),
      ]);
    },
  );

  clause(
    {
      '§2.2': ['usuario', 'clave', 'rnc'],
      '§2.3': ['token', 'fechaExpiracion', 'codigo', 'mensaje'],
      '§5': [1, 2],
      '§8': ['Token lifetime'],
    },
    'a login gives a token for 120 minutes, outside the envelope',
    async (paths) => {
      const { body } = await api.call('POST', paths.login, { body: good });
      expect(Object.keys(body).sort()).toEqual(['codigo', 'fechaExpiracion', 'mensaje', 'token']);
      expect([body.codigo, Date.parse(body.fechaExpiracion) - api.nowMs]).toEqual([200, 120 * 60_000]);
      expect(body.fechaExpiracion).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
      const call = () => api.call('POST', paths.validate, { token: body.token, body: voucher() });
      api.nowMs += 119 * 60_000;
      expect((await call()).status).toBe(200);
      api.nowMs += 2 * 60_000;
      expect((await call()).body.data.code).toBe('TOKEN_EXPIRED');
    },
  );

  clause(
    {
      '§2.6': ['ecf', 'accepted', 'status', 'securityCode', 'trackId', 'alreadyProcessed'],
      '§3.2': ['(submitted) 1'],
    },
    'what send answers once DGII has decided',
    async (paths) => {
      api.onProcess = accept;
      const { body } = await post(`${paths.send}?waitForFinal=10s`, voucher());
      expect(body.data).toMatchObject({
        ecf: encf,
        accepted: 1,
        status: 'Aceptado',
        securityCode: 'HxZnPk',
        trackId: 'track',
        alreadyProcessed: false,
      });
    },
  );

  clause(
    {
      '§2.7': ['encf', 'ecfType', 'sequenceExpiresOn', 'externalReference', 'reservedAt', 'reused'],
      '§4.4': ['ecfType', 'externalReference', 'rule 1', 'rule 2', 'rule 3'],
    },
    'a reserved number, and the same one for the same reference',
    async () => {
      api.store.next = delivered;
      expect((await next({ ecfType: 31, externalReference: 'FAC-1' })).body).toMatchObject({
        codigo: 200,
        procesado: true,
        data: {
          encf,
          ecfType: 31,
          sequenceExpiresOn: '31-12-2027',
          externalReference: 'FAC-1',
          reservedAt: '2026-07-01T14:15:00.000Z',
          reused: false,
        },
      });
      api.store.next = { ...delivered, reused: true };
      expect((await next({ ecfType: 31, externalReference: 'FAC-1' })).body.data).toMatchObject({
        encf,
        reused: true,
      });
      api.store.next = { ...delivered, expiresOn: null, ref: undefined };
      const without = await next({ ecfType: 32 });
      expect(without.body.data.sequenceExpiresOn).toBeNull();
      expect(api.store.nextRequests.map(({ ref }) => ref)).toEqual(['FAC-1', 'FAC-1', undefined]);
    },
    v2,
  );
});

describe('§3.2 and §4.3 waiting', () => {
  clause(
    { '§3.2': ['(submitted) 2'], '§4.3': ['waitForFinal', 'X-Correlation-Id'] },
    'no final answer within the wait: accepted is null, and document-status tells later',
    async (paths) => {
      const answer = await post(`${paths.send}?waitForFinal=10s`, voucher(), 1, {
        'x-correlation-id': 'FAC-000123',
      });
      expect(answer.body.data).toMatchObject({ accepted: null, correlationId: 'FAC-000123' });
      expect(answer.headers['x-correlation-id']).toBe('FAC-000123');
      expect(api.processed).toMatchObject([{ stage: 'final', waitMs: 10_000 }]);
      accept();
      expect((await get(paths.status(encf))).body.data).toMatchObject({ accepted: 1, status: 'Aceptado' });
    },
  );
});

describe('§4 and §9 paths', () => {
  const operations = ['Login', 'Validate', 'Send', 'Status of an issued e-CF'];
  clause(
    {
      '§4.1': operations,
      '§4.2': operations,
      '§5': [3, 4, 5],
      '§9': [1, 2, 3, 'Login', 'Validate', 'Send', 'Status of issued'],
    },
    'each operation is there, with the token of either version, and says if it is deprecated',
    async (paths) => {
      for (const { login } of versions) {
        const { token } = (await api.call('POST', login, { body: good })).body;
        const answers = [
          await api.call('POST', paths.validate, { token, body: voucher() }),
          await api.call('POST', paths.send, { token, body: voucher() }),
          await api.call('GET', paths.status(encf), { token }),
        ];
        expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
        for (const { headers } of answers)
          expect([headers['deprecation'], headers['link']?.includes('/api/v2/')]).toEqual(
            paths.version === 'v1' ? ['true', true] : [undefined, undefined],
          );
      }
    },
  );

  clause({ '§9': [4] }, 'version 1 has no sequences', async () => {
    for (const path of ['/api/v1/ecf-sequences', '/api/v1/ecf-sequences/unused'])
      expect((await get(path)).body.data.code).toBe('NOT_FOUND');
  });
});

describe('§7 errors', () => {
  clause(
    { '§7.1': [2, 3] },
    'send names the field to correct; validate answers 200 whatever comes',
    async (paths) => {
      const { body } = await post(paths.send, voucher({ encf: 'E320000000001' }));
      expect(body.data).toMatchObject({ code: 'ENCF_TYPE_MISMATCH', campo: 'ECF.Encabezado.IdDoc.eNCF' });
      for (const sent of ['', '{', '[]', 'null', '{"ECF":1}'])
        expect((await post(paths.validate, sent)).body).toMatchObject({
          codigo: 200,
          data: { valido: false },
        });
    },
  );

  clause(
    {
      '§7.2': [
        'ECF_TYPE_INVALID',
        'EXTERNAL_REFERENCE_INVALID',
        'SEQUENCE_CERTIFICATION_WEB_ONLY',
        'SEQUENCE_NOT_AVAILABLE',
      ],
      '§8': ['externalReference length', 'Valid voucher types'],
      '§1': [8],
      '§4.4': ['rule 4'],
    },
    'what next refuses',
    async () => {
      const codeOf = async (body: unknown, companyId = 2) => {
        const { status, body: answer } = await next(body, companyId);
        return [status, answer.data.code, answer.data.reason];
      };
      expect(await codeOf({ ecfType: 35 })).toEqual([400, 'ECF_TYPE_INVALID', undefined]);
      const longest = 'ñ'.repeat(64);
      expect(await codeOf({ ecfType: 31, externalReference: `${longest}x` })).toEqual([
        400,
        'EXTERNAL_REFERENCE_INVALID',
        undefined,
      ]);
      for (const reason of ['SIN_RANGO', 'VENCIDA', 'AGOTADA'] as const) {
        api.store.next = { outcome: 'not-available', reason };
        expect(await codeOf({ ecfType: 31, externalReference: longest })).toEqual([
          409,
          'SEQUENCE_NOT_AVAILABLE',
          reason,
        ]);
      }
      api.store.next = delivered;
      for (const ecfType of ecfTypeList) expect((await next({ ecfType })).status).toBe(200);
      expect(await codeOf({ ecfType: 31 }, 3)).toEqual([409, 'SEQUENCE_CERTIFICATION_WEB_ONLY', undefined]);
      for (const path of ['/api/v2/ecf-sequences', '/api/v2/ecf-sequences/unused'])
        expect((await get(path, 3)).body.data.code).toBe('SEQUENCE_CERTIFICATION_WEB_ONLY');
    },
    v2,
  );

  clause(
    { '§7.2': ['SEQUENCE_MANAGED_EXTERNALLY', 'ENCF_NOT_ISSUED_BY_SERVICE'] },
    'who keeps its own numbers, and a number that was never handed out',
    async (paths) => {
      for (const path of ['/api/v2/ecf-sequences', '/api/v2/ecf-sequences/unused']) {
        const { status, body } = await get(path, 1);
        expect([status, body.data.code]).toEqual([409, 'SEQUENCE_MANAGED_EXTERNALLY']);
      }
      const { status, body } = await post(paths.send, voucher({ rncEmisor: '999999982' }), 2);
      expect([status, body.procesado, body.data.code]).toEqual([400, false, 'ENCF_NOT_ISSUED_BY_SERVICE']);
      expect(body.mensaje).toContain(encf);
    },
  );
});

/** The numbered statements and the rows of the errors and limits; further tables are shown by the suites of their parts. */
test('every numbered statement, error and limit of the specification is shown above', () => {
  const file = new URL('../../../shared/spec.md', import.meta.url);
  if (!existsSync(file)) {
    process.stderr.write(
      '\nNOT JUDGED: the specification is not beside the repository; its sections were not counted.\n',
    );
    return;
  }
  const wanted = new Set<string>();
  let section = '';
  for (const line of readFileSync(file, 'utf8').split('\n')) {
    section = /^##+ (\d+(?:\.\d+)?)/.exec(line)?.[1] ?? section;
    const number = /^(\d+)\. /.exec(line)?.[1];
    if (number !== undefined) wanted.add(`§${section} ${section === '4.4' ? 'rule ' : ''}${number}`);
    const row = /^\| ([^|]+?) \|/.exec(line)?.[1];
    const judged = ['2.1', '2.2', '2.3', '2.5', '2.6', '2.7', '7.2', '8'].includes(section);
    if (judged && row !== undefined && !/^(Field|data\.code|Limit|-+)/.test(row))
      wanted.add(`§${section} ${row}`);
  }
  // Answered by design: §5.6 is "not shown" (test/api/authentication), and so is §7.1.4; both versions' limits are one code.
  const elsewhere = ['§5 6', '§7.1 4', '§8 Limits of v2 versus v1'];
  expect(wanted.size).toBeGreaterThan(50);
  expect([...wanted].filter((id) => !shown.has(id) && !elsewhere.includes(id))).toEqual([]);
});
