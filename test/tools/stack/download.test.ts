/** Downloads of programs: a file is kept only when it is the expected one. */
import { createHash } from 'node:crypto';
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { download, publishedSha256 } from '../../../tools/stack/binaries/download.js';
import { temporalProvision } from '../../../tools/stack/binaries/temporal.js';
import { rememberingLog } from './quiet-log.js';

const content = 'a program';
const sha256 = createHash('sha256').update(content).digest('hex');
/** The files that the maker's host has beside the program. */
let published: string | undefined;
let host: Server;
let url: string;
let dir: string;

beforeAll(async () => {
  host = createServer((request, response) => {
    const answer = request.url === '/tool.tgz' ? content : published;
    response.writeHead(answer === undefined ? 404 : 200).end(answer);
  });
  await new Promise<void>((resolve) => host.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${(host.address() as AddressInfo).port}/tool.tgz`;
});
afterAll(() => new Promise((resolve) => host.close(resolve)));
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'ecf-download-'));
});
afterEach(() => rmSync(dir, { recursive: true, force: true }));

test('a file with the expected SHA-256 is kept', async () => {
  await download(url, join(dir, 'tool'), sha256);
  expect(readFileSync(join(dir, 'tool'), 'utf8')).toBe(content);
});

test('another file is removed, and the message names its SHA-256', async () => {
  const expected = 'a'.repeat(64);
  await expect(download(url, join(dir, 'tool'), expected)).rejects.toThrow(
    `${url}: no es el archivo esperado (SHA-256 ${sha256}, expected ${expected})`,
  );
  expect(existsSync(join(dir, 'tool'))).toBe(false);
});

test.each([`${sha256}  tool.tgz\n`, `${sha256}\n`, sha256])(
  'the published SHA-256 is read from %j',
  async (text) => {
    published = text;
    expect(await publishedSha256(url)).toBe(sha256);
  },
);

test.each([
  { name: 'no file', text: undefined, message: 'tool.tgz.sha256: HTTP 404' },
  { name: 'a web page', text: '<html></html>', message: 'no es una suma SHA-256' },
  { name: 'an MD5', text: `${'a'.repeat(32)}  tool.tgz`, message: 'no es una suma SHA-256' },
])('$name instead of the published SHA-256 is an error', async ({ text, message }) => {
  published = text;
  await expect(publishedSha256(url)).rejects.toThrow(message);
});

const settings = ['PATH', 'GOSUMDB', 'GONOSUMDB', 'GOPRIVATE', 'GOINSECURE'] as const;

test('Go checks every module against its checksum database, whatever the person’s settings are', async () => {
  const before = settings.map((name) => [name, process.env[name]] as const);
  writeFileSync(
    join(dir, 'go'),
    `#!/bin/sh\necho "$GOSUMDB|$GONOSUMDB|$GOPRIVATE|$GOINSECURE" > "${dir}/seen"\n`,
  );
  chmodSync(join(dir, 'go'), 0o755);
  try {
    for (const name of settings.slice(1)) process.env[name] = name === 'GOSUMDB' ? 'off' : '*';
    process.env.PATH = [dir, process.env.PATH].join(delimiter);
    const go = temporalProvision.sources.find(({ name }) => name === 'temporal-go');
    await go?.obtain(dir, rememberingLog());
  } finally {
    for (const [name, value] of before) {
      if (value === undefined) Reflect.deleteProperty(process.env, name);
      else process.env[name] = value;
    }
  }
  expect(readFileSync(join(dir, 'seen'), 'utf8')).toBe('sum.golang.org|||\n');
});
