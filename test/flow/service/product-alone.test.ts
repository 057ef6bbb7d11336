/** api and worker start from the files in the image alone, and issue a voucher. */
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { own } from '../../harness/own.js';
import { startRoleProcess } from '../../harness/processes/role-process.js';
import { encfs, sampleEcf } from '../../harness/samples/sample-ecf.js';
import { patient, startService } from '../../harness/service.js';
import { fileAt, root } from '../../tidy/project-files.js';

/** The files that the last stage of the Dockerfile copies; a link provides the packages. */
const copied = [
  'package.json',
  'openapi.yaml',
  'openapi-web.yaml',
  'dist/src',
  'dist/workflow-bundle.js',
  'dist/web',
  'dist/docs',
];

function copyOfTheProduct(): string {
  const dir = mkdtempSync(join(tmpdir(), 'ecf-product-'));
  own('the copy', () => rmSync(dir, { recursive: true, force: true }));
  for (const path of copied) {
    mkdirSync(dirname(join(dir, path)), { recursive: true });
    cpSync(join(root, path), join(dir, path), { recursive: true });
  }
  symlinkSync(join(root, 'node_modules'), join(dir, 'node_modules'), 'dir');
  return dir;
}

test('the image copies only the product’s part of dist', () => {
  const [, last = ''] = fileAt('Dockerfile').text.split(/^FROM .*(?<! AS build)$/m);
  const sources = [...last.matchAll(/^COPY --from=build \/app\/(\S+)/gm)].map(([, path]) => path);
  expect(sources.filter((path) => path?.startsWith('dist'))).toEqual([
    'dist/src/',
    'dist/workflow-bundle.js',
    'dist/web/',
    'dist/docs/',
  ]);
});

test('api and worker start from the product alone and issue a voucher', async () => {
  const program = join(copyOfTheProduct(), 'dist/src/main.js');
  const service = await startService({ workerless: true, apiless: true, env: { ...patient, ECF_WEB: 'on' } });
  const [api] = await Promise.all([
    startRoleProcess('api', service.env, program),
    startRoleProcess('worker', service.env, program),
  ]);
  service.apiUrl = api.url;
  const sent = await service.post('/api/v2/dgii-ecf/send?waitForFinal=60s', sampleEcf({ encf: encfs(31)() }));
  expect(sent.body.data['status']).toBe('Aceptado');
  const guide = await fetch(`${api.url}/docs/integrar/validacion`);
  expect([guide.status, await guide.text()]).toEqual([200, expect.stringContaining('TOTALES-01')]);
  const asked = await fetch(`${api.url}/mcp`, {
    method: 'POST',
    headers: {
      Authorization: `Bearer ${await service.token()}`,
      'Content-Type': 'application/json',
      Accept: 'application/json, text/event-stream',
    },
    body: JSON.stringify({
      jsonrpc: '2.0',
      id: 1,
      method: 'tools/call',
      params: { name: 'buscar_documentacion', arguments: { consulta: 'anular números' } },
    }),
  });
  expect([asked.status, await asked.text()]).toEqual([200, expect.stringContaining('anulaciones.md')]);
  const page = await fetch(`${api.url}/app/`);
  expect([page.status, await page.text()]).toEqual([
    200,
    expect.stringContaining('Comprobantes electrónicos'),
  ]);
}, 180_000);
