/**
 * The examples of docs/integrar do what their pages say, on a service with the demo's companies and users: page by page, one program for each
 * page and language.
 */
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import ts from 'typescript';
import { ecfTypeList } from '../../../src/ecf/model/ecf-types.js';
import { demoUser } from '../../../src/boot/demo-users.js';
import { projectFile } from '../../../src/shared/project-file.js';
import { demoCompany } from '../../../tools/demo/demo-data.js';
import { startDemoService } from '../../harness/demo-service.js';
import { difference } from '../../harness/docs/expected.js';
import { languages, readPage, type Page } from '../../harness/docs/page.js';
import { openRefusingDoor } from '../../harness/docs/refusing-door.js';
import { languagesHere, preparePage, runExamples } from '../../harness/docs/run-examples.js';
import { own } from '../../harness/own.js';
import type { Service } from '../../harness/service.js';

const folder = projectFile('docs/integrar');
/** In the order of the index: a page may use the vouchers of those before it. */
const firstPages = ['primer-comprobante.md', 'numeros.md', 'consultas.md'];
const pages = [
  ...firstPages,
  ...readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.md') && !firstPages.includes(name))
    .sort(),
].map((name) => ({ name, page: readPage(readFileSync(join(folder, name), 'utf8')) }));

const here = languagesHere();
const dir = mkdtempSync(join(tmpdir(), 'ecf-integrar-'));
own('the folder of the pages', () => rmSync(dir, { recursive: true, force: true }));

let service: Service;
beforeAll(async () => {
  service = await startDemoService(dir);
}, 60_000);

/** @param apiUrl where the page finds the api; by default, where it is */
function addressed(apiUrl = service.apiUrl) {
  return (text: string) =>
    text
      .replaceAll(/http:\/\/127\.0\.0\.1:8080\b/g, apiUrl)
      .replaceAll(/http:\/\/127\.0\.0\.1:8090\b/g, service.simulatorUrl)
      // A list of a few vouchers has several pages.
      .replaceAll(/(limit['"]?(?: =>|:|=) ?['"]?)100\b/g, '$12');
}

async function differences(name: string, page: Page, address: (text: string) => string): Promise<string[]> {
  const place = placeOf(name);
  await preparePage(page, place);
  const used = here.filter((one) => page.examples.some(({ language }) => language === one));
  const found = await Promise.all(
    used.map(async (language) => {
      const printed = await runExamples(page, language, place, address);
      return printed.flatMap(({ example: { expected }, text }) => {
        const differs = expected === undefined ? undefined : difference(text, expected);
        if (differs === undefined) return [];
        return [`${name}:${expected?.line ?? 0} (${language}): ${differs}\nprinted: ${text}`];
      });
    }),
  );
  return found.flat();
}

function placeOf(name: string): string {
  return join(dir, name.replaceAll('/', '-').replace(/\.md$/, ''));
}

const withExamples = pages.filter(({ page }) => page.examples.length > 0);
const retrying = 'produccion.md';

test.each(withExamples.filter(({ name }) => name !== retrying))(
  'docs/integrar/$name: each example prints what the page says',
  async ({ name, page }) => {
    expect(await differences(name, page, addressed())).toEqual([]);
  },
  180_000,
);

test.each(withExamples.filter(({ name }) => name === retrying))(
  'docs/integrar/$name: a refused send is repeated with the same bytes until it is done',
  async ({ name, page }) => {
    const door = await openRefusingDoor(service.apiUrl);
    expect(await differences(name, page, addressed(door.url))).toEqual([]);
    const times = [...door.sent.values()];
    expect(times).toEqual(here.map(() => 2));
  },
  180_000,
);

test('DGII accepted a voucher of each of the ten types', async () => {
  const call = async (path: string, init: RequestInit) => {
    const response = await fetch(`${service.apiUrl}/api/v2/${path}`, init);
    return (await response.json()) as { readonly token: string; readonly data: readonly unknown[] };
  };
  const login = JSON.stringify({ ...demoUser, rnc: demoCompany(2).rnc });
  const headers = { 'content-type': 'application/json' };
  const { token } = await call('Auth/login', { method: 'POST', headers, body: login });
  const missing: number[] = [];
  for (const type of ecfTypeList) {
    const path = `dgii-ecf/documents?tipo=${type}&status=Aceptado`;
    const { data } = await call(path, { headers: { authorization: `Bearer ${token}` } });
    if (data.length === 0) missing.push(type);
  }
  expect(missing).toEqual([]);
});

test('each page has the same examples in all five languages, or in one', () => {
  const uneven = withExamples.flatMap(({ name, page }) => {
    const used = new Set(page.examples.map(({ language }) => language));
    return used.size <= 2 || used.size === languages.length ? [] : [`${name}: ${[...used].join()}`];
  });
  expect(uneven).toEqual([]);
});

test('the TypeScript examples compile under strict rules', async () => {
  const files = withExamples.flatMap(({ name, page }) => {
    const texts = page.examples.filter(({ language }) => language === 'ts').map(({ text }) => text);
    return texts.length === 0 ? [] : [{ file: join(placeOf(name), 'pagina.ts'), text: texts.join('') }];
  });
  for (const { file, text } of files) await writeFile(file, `${text}export {};\n`);
  const program = ts.createProgram(
    files.map(({ file }) => file),
    {
      strict: true,
      noEmit: true,
      skipLibCheck: true,
      allowImportingTsExtensions: true,
      module: ts.ModuleKind.NodeNext,
      target: ts.ScriptTarget.ES2022,
      lib: ['lib.es2022.d.ts'],
      types: ['node'],
      typeRoots: [projectFile('node_modules/@types')],
    },
  );
  const faults = ts.getPreEmitDiagnostics(program).map(({ file, messageText }) => {
    return `${file?.fileName ?? ''}: ${ts.flattenDiagnosticMessageText(messageText, ' ')}`;
  });
  expect([files.length, faults]).toEqual([7, []]);
}, 60_000);

test('few examples are not run, and each says why', () => {
  const notRun = pages.flatMap(({ name, page }) => page.notRun.map((reason) => `${name}: ${reason}`));
  expect(notRun).toEqual([
    'consultas.md: bash: el simulador no tiene servidor de correo',
    'claves.md: bash: la clave la crea su administrador',
    'claves.md: bash: la clave la da quien opera el servicio',
    'clientes.md: bash: los generadores no son parte del proyecto',
    'mcp.md: json: la configuración de un asistente',
  ]);
});

test('bash and TypeScript run everywhere; a warning names the pages whose other languages have no program here', () => {
  for (const language of languages.filter((one) => !here.includes(one))) {
    const names = withExamples
      .filter(({ page }) => page.examples.some((example) => example.language === language))
      .map(({ name }) => name);
    console.warn(`NOT CHECKED: no program for ${language}, so its examples do not run: ${names.join(', ')}`);
  }
  expect(here).toEqual(expect.arrayContaining(['bash', 'ts']));
});
