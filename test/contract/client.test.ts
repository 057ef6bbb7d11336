/** A client generated from /openapi.json: it compiles under strict rules and can call the service. */
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { clave, startApi, voucher, type Api } from '../api/harness.js';
import { startNode } from '../harness/processes/node-process.js';
import { own } from '../harness/own.js';

const require = createRequire(import.meta.url);
const program = (name: string, file: string) => join(dirname(require.resolve(`${name}/package.json`)), file);
/** Inside the repository, so that the client finds openapi-fetch as it would in its own project. */
const cache = fileURLToPath(new URL('../../.cache/', import.meta.url));

/** The client uses the generated types, so a code, state or field that openapi.yaml does not have does not compile. */
const client = `
import createClient from 'openapi-fetch';
import type { components, paths } from './service.js';

const [baseUrl = '', clave = '', sent = ''] = process.argv.slice(2);
const client = createClient<paths>({ baseUrl });
const login = await client.POST('/api/v2/Auth/login', {
  body: { usuario: 'integracion', clave, rnc: '999999992' },
});
if (login.data === undefined) throw new Error(login.error.data.code);
client.use({
  onRequest: ({ request }) => {
    request.headers.set('Authorization', \`Bearer \${login.data.token}\`);
    return request;
  },
});
const body = JSON.parse(sent) as components['schemas']['ECF31'];
const validated = await client.POST('/api/v2/dgii-ecf/validate', { body });
const valido: boolean | undefined = validated.data?.data.valido;
const issued = await client.POST('/api/v2/dgii-ecf/send', {
  params: { query: { waitForFinal: '0s' }, header: { 'X-Correlation-Id': 'FAC-7' } },
  body,
});
const status: 'Recibido' | string | undefined = issued.data?.data.status;
const encf = body.ECF.Encabezado.IdDoc.eNCF;
const read = await client.GET('/api/v2/dgii-ecf/document-status/{encf}', { params: { path: { encf } } });
const tipo: 31 | 32 | 33 | 34 | 41 | 43 | 44 | 45 | 46 | 47 | undefined = read.data?.data.tipoeCF;
const old = await client.GET('/api/v1/dgii-ecf/document-status/{rnc}/{encf}', {
  params: { path: { rnc: '999999992', encf: 'E310000000099' } },
});
const code: components['schemas']['ErrorCode'] | undefined = old.error?.data.code;
const next = await client.POST('/api/v2/ecf-sequences/next', { body: { ecfType: 31 } });
console.log(JSON.stringify({ valido, status, tipo, code, next: next.error?.data.code }));
`;

let api: Api;
let dir: string;
beforeAll(async () => {
  api = await startApi();
  await mkdir(cache, { recursive: true });
  dir = await mkdtemp(join(cache, 'ecf-client-'));
  own('the folder', () => rm(dir, { recursive: true, force: true }));
});

/** @returns its output, which is empty when a compiler finds nothing */
async function run(...args: readonly string[]): Promise<string> {
  const started = startNode(args, { limitMs: 100_000 });
  const code = await started.exited;
  return code === 0 ? started.stdout() : `ended with ${String(code)}: ${started.output()}`;
}

test('the client is generated, compiles, and issues a voucher', async () => {
  const { text } = await api.call('GET', '/openapi.json', { undescribed: true });
  await writeFile(join(dir, 'openapi.json'), text);
  await writeFile(join(dir, 'package.json'), '{"type":"module"}');
  await writeFile(join(dir, 'client.ts'), client);
  const generator = program('openapi-typescript', 'bin/cli.js');
  await run(generator, join(dir, 'openapi.json'), '-o', join(dir, 'service.ts'));
  const options = ['--strict', '--noUncheckedIndexedAccess', '--skipLibCheck', '--module', 'nodenext'];
  const typeRoots = join(cache, '../node_modules/@types');
  const target = ['--target', 'es2022', '--types', 'node', '--typeRoots', typeRoots];
  const compiler = program('typescript', 'bin/tsc');
  expect(await run(compiler, ...options, ...target, join(dir, 'client.ts'))).toBe('');
  const reported = await run(join(dir, 'client.js'), api.url, clave, JSON.stringify(voucher()));
  expect(JSON.parse(reported)).toEqual({
    valido: true,
    status: 'Recibido',
    tipo: 31,
    code: 'ECF_NOT_FOUND',
    next: 'SEQUENCE_NOT_AVAILABLE',
  });
}, 120_000);
