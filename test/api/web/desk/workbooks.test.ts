/**
 * Uploads of DGII's workbooks over HTTP: what is refused before a workbook is read, and what hostile uploads of many companies do to the
 * others. test/flow/web/certification-run.test.ts has the runs themselves.
 */
import { request } from 'undici';
import type { Company } from '../../../../src/ledger/companies/company.js';
import { demoSet } from '../../../../tools/demo/test-set/demo-set.js';
import { testSetSheets } from '../../../../tools/demo/test-set/dgii-workbooks.js';
import { xlsxOf } from '../../../../tools/demo/test-set/xlsx.js';
import { hugeContentWorkbook, slowWorkbook } from '../../../harness/samples/hostile-workbooks.js';
import { largeVoucher } from '../../../harness/samples/large-voucher.js';
import { until } from '../../../harness/until.js';
import { startWeb, type Web, type WebAnswer } from '../harness.js';
import { signedIn, type SignedIn } from './signed-in.js';

interface Uploader {
  readonly company: Company;
  readonly operador: SignedIn;
  readonly path: string;
}

const query = '?kind=vouchers&fileName=set.xlsx';
let web: Web;
let uploader: Uploader;

beforeAll(async () => {
  web = await startWeb();
});

beforeEach(async () => {
  uploader = await newUploader();
});

async function newUploader(environment: Company['environment'] = 'certification'): Promise<Uploader> {
  const company = await web.addCompany({ environment });
  const path = `/companies/${company.companyId}/certification-runs`;
  return { company, operador: await signedIn(web, 'operador', company), path };
}

const upload = (
  { operador, path }: Uploader,
  body: unknown,
  change: { query?: string; type?: string } = {},
) =>
  operador.browser.call('POST', `${path}${change.query ?? query}`, {
    body,
    ...(change.type !== undefined && { headers: { 'content-type': change.type } }),
  });
const genuine = ({ company }: Uploader) => xlsxOf(testSetSheets(demoSet(company)));
const runsOf = async ({ operador, path }: Uploader) =>
  (await operador.browser.call('GET', path)).body['items'] as readonly { readonly fileName: string }[];
const shown = ({ status, body }: WebAnswer) => [status, body['code'], body['campo']];

test('the file travels as it is, under the name that it has on the person’s disk', async () => {
  const name = 'set de prueba (1), «final» & más+.xlsx';
  const answer = await upload(uploader, genuine(uploader), {
    query: `?kind=vouchers&fileName=${encodeURIComponent(name)}`,
  });
  expect([answer.status, answer.body['fileName'], (answer.body['rows'] as unknown[]).length]).toEqual([
    ...[200, name, 25],
  ]);
});

test('another company does not find the run', async () => {
  const { id } = (await upload(uploader, genuine(uploader))).body;
  const other = await newUploader();
  const found = ({ operador, path }: Uploader) => operador.browser.call('GET', `${path}/${String(id)}`);
  expect((await found(uploader)).status).toBe(200);
  expect(shown(await found(other))).toEqual([404, 'RUN_NOT_FOUND', undefined]);
});

test.each([
  { name: 'JSON', type: 'application/json' },
  { name: 'a type that a form of another site can send', type: 'text/plain' },
  { name: 'a form with files', type: 'multipart/form-data; boundary=x' },
])('a file as $name is refused', async ({ type }) => {
  expect(shown(await upload(uploader, Buffer.from('{}'), { type }))).toEqual([
    ...[415, 'CONTENT_TYPE_INVALID', undefined],
  ]);
});

test.each([
  { name: 'another kind', query: '?kind=all&fileName=a.xlsx', campo: 'kind' },
  { name: 'no name', query: '?kind=vouchers', campo: 'fileName' },
  { name: 'a name that comes twice', query: `${query}&fileName=b.xlsx`, campo: 'fileName' },
  {
    name: 'a name of 121 characters',
    query: `?kind=vouchers&fileName=${'a'.repeat(121)}`,
    campo: 'fileName',
  },
])('$name is refused', async ({ query, campo }) => {
  expect(shown(await upload(uploader, Buffer.from('x'), { query }))).toEqual([400, 'REQUEST_INVALID', campo]);
});

test.each([
  { name: 'a text', bytes: Buffer.from('no es Excel'), says: 'No es un .xlsx' },
  { name: 'a PDF', bytes: Buffer.from('%PDF-1.7'), says: 'No es un .xlsx' },
  { name: 'nothing but zeros', bytes: Buffer.alloc(1000), says: 'No es un .xlsx' },
  { name: 'an old workbook', bytes: Buffer.from('d0cf11e0a1b11ae1', 'hex'), says: 'Es un .xls antiguo' },
])('a file that is no workbook is called so, and not its cells: $name', async ({ bytes, says }) => {
  const { status, body } = await upload(uploader, bytes);
  expect([status, body['code'], body['campo']]).toEqual([400, 'WORKBOOK_INVALID', 'workbook']);
  expect(body['mensaje']).toContain('El archivo no se puede leer como un archivo de Excel (.xlsx).');
  expect(body['mensaje']).toContain(says);
  expect(body['mensaje']).not.toContain('celdas');
});

test('a file of more than 5 MB is refused', async () => {
  const answers = [5 * 1024 * 1024, 5 * 1024 * 1024 + 1].map((bytes) =>
    upload(uploader, Buffer.alloc(bytes)),
  );
  expect((await Promise.all(answers)).map(({ status, body }) => [status, body['code']])).toEqual([
    [400, 'WORKBOOK_INVALID'],
    [413, 'BODY_TOO_LARGE'],
  ]);
});

test('another site’s page uploads nothing', async () => {
  const { operador, path } = uploader;
  const headers = { 'sec-fetch-site': 'cross-site' };
  const answer = await operador.browser.call('POST', path + query, { body: genuine(uploader), headers });
  expect([answer.status, answer.body['code'], await runsOf(uploader)]).toEqual([
    403,
    'CROSS_SITE_REFUSED',
    [],
  ]);
});

test('a company that is not in certification is refused before its file is read', async () => {
  const other = await newUploader('pre-certification');
  expect(shown(await upload(other, Buffer.from('no workbook')))).toEqual([
    ...[409, 'NOT_IN_CERTIFICATION', undefined],
  ]);
});

/** How many uploads wait for their turn. */
const waiting = async () =>
  Number(/ecf_held\{limit="uploads"[^}]*\} (\d+)/.exec(await web.metrics.text())?.[1]);

/** Lets the company's runs be kept only after `release`, so that its upload holds its turn. */
function holdTurnOf({ company }: Uploader) {
  const { putRun } = web.store;
  let held = false;
  let release = () => {};
  const released = new Promise<void>((resolve) => (release = resolve));
  const putHeld: typeof putRun = async (run) => {
    if (run.companyId === company.companyId) {
      held = true;
      await released;
    }
    return putRun(run);
  };
  Object.assign(web.store, { putRun: putHeld });
  return {
    untilHeld: () => until('the upload holds its turn', () => Promise.resolve(held)),
    release: () => {
      Object.assign(web.store, { putRun });
      release();
    },
  };
}

test('one company has one upload under way and one that waits, and another company’s waits for neither', async () => {
  const turn = holdTurnOf(uploader);
  const first = upload(uploader, genuine(uploader));
  await turn.untilHeld();
  const second = upload(uploader, genuine(uploader));
  await until('it waits', async () => (await waiting()) === 1);
  const refused = await upload(uploader, genuine(uploader));
  expect([shown(refused), Number(refused.headers['retry-after']) > 0]).toEqual([
    ...[[429, 'TOO_MANY_REQUESTS', undefined], true],
  ]);
  const other = await newUploader();
  expect((await upload(other, genuine(other))).status).toBe(200);
  expect(await waiting()).toBe(1);
  turn.release();
  expect((await Promise.all([first, second])).map(({ status }) => status)).toEqual([200, 200]);
});

test('a repeated run takes the same turns', async () => {
  const { id } = (await upload(uploader, genuine(uploader))).body;
  const turn = holdTurnOf(uploader);
  const repeat = () =>
    uploader.operador.browser.call('POST', `${uploader.path}/${String(id)}/repeat`, { body: {} });
  const first = repeat();
  await turn.untilHeld();
  const second = repeat();
  await until('it waits', async () => (await waiting()) === 1);
  turn.release();
  expect((await Promise.all([first, second])).map(({ status }) => status)).toEqual([200, 200]);
});

test('a client that has left keeps no turn: its file is not read', async () => {
  const { operador, path } = uploader;
  const turn = holdTurnOf(uploader);
  const first = upload(uploader, genuine(uploader));
  await turn.untilHeld();
  const leaving = new AbortController();
  const left = request(`${web.url}/app/api${path}${query}`, {
    method: 'POST',
    headers: {
      'content-type': 'application/octet-stream',
      'sec-fetch-site': 'same-origin',
      cookie: [...operador.browser.cookies].map((pair) => pair.join('=')).join('; '),
    },
    body: genuine(uploader),
    signal: leaving.signal,
  });
  const gone = expect(left).rejects.toThrow();
  await until('the second one waits', async () => (await waiting()) === 1);
  leaving.abort();
  await gone;
  turn.release();
  expect((await first).status).toBe(200);
  // It comes after the one whose client has left.
  expect((await upload(uploader, genuine(uploader))).status).toBe(200);
  expect(await runsOf(uploader)).toHaveLength(2);
});

test('hostile workbooks of many companies become no run, and the works of another company go on beside them', async () => {
  const other = await newUploader();
  const administrador = await signedIn(web, 'administrador', other.company);
  const { companyId, rnc } = other.company;
  const ecf = JSON.stringify(largeVoucher({ lines: 500, rnc }));
  const validate = () =>
    other.operador.browser.call('POST', `/companies/${companyId}/certification/validate`, { body: { ecf } });
  const print = () => administrador.browser.call('GET', `/companies/${companyId}/printed-form/sample`);
  // The threads start.
  await Promise.all([validate(), print()]);

  const hostile = await Promise.all(Array.from({ length: 8 }, () => newUploader()));
  let ended = 0;
  const attack = hostile.flatMap((one) =>
    [slowWorkbook(450_000), hugeContentWorkbook(one.company.rnc, 15)].map((workbook) =>
      upload(one, workbook).finally(() => (ended += 1)),
    ),
  );
  await until('some of them wait', async () => (await waiting()) > 3);
  const works = await Promise.all([validate(), print()]);
  expect(works.map(({ status }) => status)).toEqual([200, 200]);
  expect(ended).toBeLessThan(attack.length);
  expect((await upload(other, genuine(other))).status).toBe(200);
  const answers = await Promise.all(attack);
  expect(answers.filter(({ status }) => ![400, 429].includes(status))).toEqual([]);
  expect(await Promise.all(hostile.map(runsOf))).toEqual(hostile.map(() => []));
  expect(await waiting()).toBe(0);
}, 60_000);
