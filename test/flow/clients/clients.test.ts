/**
 * Our clients, packed as their registries take them, each through the same table of cases (clients/cases/cases.json) against the running
 * service and the simulator, behind a proxy that cuts connections: each voucher is issued once, and every language has the same result.
 */
import { mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { transformSync } from '@swc/core';
import { demoUser } from '../../../src/boot/demo-users.js';
import { projectFile } from '../../../src/shared/project-file.js';
import {
  buildGo,
  canRun,
  packJava,
  packPython,
  packTypescript,
  runProgram,
  type BuiltClient,
  type PackedClient,
} from '../../harness/clients/programs.js';
import { startPlayer } from '../../harness/clients/player.js';
import { startReceiver } from '../../harness/clients/receiver.js';
import { startDemoService } from '../../harness/demo-service.js';
import { difference } from '../../harness/docs/expected.js';
import { readPage, type Language as PageLanguage } from '../../harness/docs/page.js';
import { preparePage, runExamples } from '../../harness/docs/run-examples.js';
import { openCuttingProxy } from '../../harness/http/cutting-proxy.js';
import { own } from '../../harness/own.js';
import type { Service } from '../../harness/service.js';
import { until } from '../../harness/until.js';
import { cases, issuedByService, playCase, rncs, type Language } from './play-case.js';
import { signed, verifications } from './signatures.js';

const dir = mkdtempSync(join(tmpdir(), 'ecf-clients-'));
own('the folder of the clients', () => rmSync(dir, { recursive: true, force: true }));

let service: Service;
let typescript: PackedClient;
let python: PackedClient | undefined;
let go: BuiltClient | undefined;
let java: BuiltClient | undefined;
const languages: Language[] = [];
const absent: string[] = [];

beforeAll(async () => {
  service = await startDemoService(dir);
  typescript = packTypescript(dir);
  python = packPython(dir);
  go = buildGo(dir);
  java = packJava(dir);
  const programs = {
    TypeScript: typescript.driver,
    Python: python?.driver,
    Go: go?.driver,
    Java: java?.driver,
  };
  for (const [language, program] of Object.entries(programs)) {
    if (program === undefined) absent.push(language);
    else languages.push({ player: startPlayer(program), proxy: await openCuttingProxy(service.apiUrl) });
  }
}, 300_000);

test.each(cases)(
  'in every language: $name',
  async (one) => {
    // Each plays to its end, also when another one fails.
    const played = await Promise.all(
      languages.map(async (language) => {
        const outcome = await playCase(service, one, language).catch((error: unknown) => error);
        return { language: language.player.language, outcome };
      }),
    );
    const [first] = played;
    for (const { language, outcome } of played) {
      if (outcome instanceof Error) throw new Error(`${language}: ${outcome.message}`, { cause: outcome });
      expect({ language, outcome }).toEqual({ language, outcome: first?.outcome });
    }
  },
  120_000,
);

test('the service issued nothing but the vouchers that the clients got', async () => {
  const [language] = languages;
  if (language === undefined) throw new Error('No client');
  const login = { ...demoUser, rnc: rncs['service-numbers'] };
  const client = { url: service.apiUrl, login };
  const { result } = await language.player.play({
    call: 'documents',
    args: { tipo: 43, limit: 100 },
    client,
  });
  const found = (result as readonly { readonly ecf: string }[]).map(({ ecf }) => ecf);
  expect(found.sort()).toEqual([...issuedByService].sort());
  expect(found.length).toBe(3 * languages.length);
});

test.each(verifications)('in every language: a webhook $name: $outcome', async ({ webhook, outcome }) => {
  for (const { player } of languages) {
    const { result, error, failure } = await player.play({ call: 'verifyWebhook', args: webhook() });
    const found = failure ?? error?.code ?? (result as { readonly type: string }).type;
    expect({ language: player.language, outcome: found }).toEqual({ language: player.language, outcome });
  }
});

test('the package of npm has code, types, licence and readme, and asks for no other package', () => {
  const { files } = typescript;
  expect(files).toEqual(expect.arrayContaining(['LICENSE', 'README.md', 'dist/index.js', 'dist/index.d.ts']));
  expect(files).toEqual(expect.arrayContaining(['dist/express.js', 'dist/express.d.ts']));
  expect(files.filter((path) => !/^(?:dist\/|LICENSE$|README\.md$|package\.json$)/.test(path))).toEqual([]);
});

test('the wheel has code, types and licence, and nothing else', () => {
  if (python === undefined) return;
  const { files } = python;
  if (files.length === 0) {
    absent.push('the wheel (pip could not get setuptools)');
    return;
  }
  const ours = [
    'ecf_issuer/__init__.py',
    'ecf_issuer/client.py',
    'ecf_issuer/py.typed',
    'ecf_issuer/types.py',
  ];
  expect(files).toEqual(expect.arrayContaining(ours));
  expect(files.filter((path) => !/^ecf_issuer(?:_client-[\d.]+\.dist-info)?\//.test(path))).toEqual([]);
  expect(files.some((path) => path.endsWith('LICENSE'))).toBe(true);
});

/** What each README has, how its programs run, and whether they can run here. */
const readmes: readonly Readme[] = [
  {
    folder: 'typescript',
    language: 'ts',
    receiver: 'receptor.ts',
    isHere: () => true,
    run: (place, file) => {
      const { code } = transformSync(readFileSync(join(place, file), 'utf8'), {
        jsc: { target: 'es2022', parser: { syntax: 'typescript' } },
      });
      writeFileSync(join(place, 'receptor.mjs'), code);
      return [process.execPath, 'receptor.mjs'];
    },
  },
  {
    folder: 'python',
    language: 'python',
    receiver: 'receptor.py',
    isHere: () => python !== undefined && canRun('python3', ['-c', 'import flask']),
    run: (_place, file) => ['python3', '-B', file],
  },
  {
    folder: 'go',
    program: 'emitir.go',
    receiver: 'receptor.go',
    isHere: () => go !== undefined,
    run: (place, file) => go?.run(place, file) ?? ['go'],
  },
  {
    folder: 'java',
    program: 'Emitir.java',
    receiver: 'Receptor.java',
    isHere: () => java !== undefined,
    run: (place, file) => java?.run(place, file) ?? ['java'],
  },
];

interface Readme {
  readonly folder: string;
  /** Its examples are one program after the other, in this language; or `program` is one of its files. */
  readonly language?: PageLanguage;
  readonly program?: string;
  readonly receiver: string;
  readonly isHere: () => boolean;
  readonly run: (place: string, file: string) => readonly [string, ...string[]];
}

describe.each(readmes)('clients/$folder/README.md', (readme) => {
  const { folder, language, program, receiver } = readme;
  const page = readPage(readFileSync(projectFile(`clients/${folder}/README.md`), 'utf8'));
  const place = join(dir, `readme-${folder}`);
  const address = (text: string) => text.replaceAll(/http:\/\/127\.0\.0\.1:8080\b/g, service.apiUrl);

  beforeAll(async () => {
    await preparePage(page, place);
    // A program finds the packed client beside itself; TypeScript's is one folder above.
    if (folder === 'python') symlinkSync(join(dir, 'python-site/ecf_issuer'), join(place, 'ecf_issuer'));
  });

  test('each example prints what the page says', async () => {
    if (!readme.isHere()) {
      absent.push(`clients/${folder}/README.md`);
      return;
    }
    if (program !== undefined) {
      const path = join(place, program);
      writeFileSync(path, address(readFileSync(path, 'utf8')));
      const [command, ...args] = readme.run(place, program);
      const text = readFileSync(join(place, 'salida.txt'), 'utf8');
      const printed = await runProgram(command, args, place);
      expect({ fault: difference(printed, { form: 'text', line: 0, text }), printed }).toMatchObject({
        fault: undefined,
      });
      return;
    }
    const printed = await runExamples(page, language ?? 'ts', place, address);
    expect(printed.length).toBeGreaterThan(3);
    const faults = printed.flatMap(({ example: { expected, line }, text }) => {
      const fault = expected === undefined ? undefined : difference(text, expected);
      return fault === undefined ? [] : [`line ${line}: ${fault}\nprinted: ${text}`];
    });
    expect(faults).toEqual([]);
  }, 120_000);

  test('its receiver takes what the service signed, and nothing else', async () => {
    if (!readme.isHere()) return;
    const { url, secret, printed } = await startReceiver(place, receiver, readme.run);
    const event = {
      type: 'ecf.accepted',
      timestamp: '2026-07-01T14:15:01.000Z',
      data: { ecf: 'E430000000001' },
    };
    const post = async (body: string, headers: Record<string, string>) =>
      (await fetch(url, { method: 'POST', body, headers })).status;
    const { body, headers } = signed(event, secret);
    expect(await post(body, headers)).toBe(204);
    expect(await post(body.replace('0000001', '0000002'), headers)).toBe(400);
    expect(await post(body, {})).toBe(400);
    await until('the receiver printed the event', async () =>
      printed().includes('ecf.accepted E430000000001'),
    );
    expect(printed()).not.toContain('E430000000002');
  }, 120_000);
});

test('TypeScript runs everywhere; a warning names the languages that have no program here', () => {
  if (absent.length > 0) console.warn(`NOT CHECKED: no program for ${absent.join(', ')}`);
  expect(languages.map(({ player }) => player.language)).toContain('TypeScript');
});
