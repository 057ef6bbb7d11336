/**
 * The pages of docs/operate: each block of commands runs in a test or says why it cannot (test/flow/service/operate-pages.test.ts), and what
 * the pages name exists. A block that does not run is checked here: its syntax, its commands and its services.
 */
import { spawnSync } from 'node:child_process';
import type { Command } from 'commander';
import { load, loadAll } from 'js-yaml';
import { createProgram } from '../../src/cli/program.js';
import { blocksOf, operateBlocks, operatePages } from '../../tools/rehearsal/pages/blocks.js';
import { fileAt, filesIn } from './project-files.js';

const pages = operatePages();
const blocks = operateBlocks();
const commands = blocks.filter(({ language }) => language === 'bash');
const at = ({ page, line }: { page: string; line: number }) => `docs/operate/${page}:${line}`;

/** A shell by another name, or none at all: nobody would see that the block never runs. */
const unclear = /^(|\{.*|sh|shell|console|terminal|zsh|shell-session|text|txt|plaintext)$/i;

test('each block says what it is, commands are bash, and one that does not run says why', () => {
  expect(commands.length).toBeGreaterThan(40);
  expect(blocks.filter(({ language }) => unclear.test(language)).map(at)).toEqual([]);
  const silent = commands.filter(({ noRun }) => noRun !== undefined && !/\w+ \w+/.test(noRun));
  expect(silent.map(at)).toEqual([]);
});

test.each([
  {
    name: 'a block in a list',
    text: '1. Do\n\n   ```bash\n   ls\n   ```\n',
    language: 'bash',
    inside: 'ls\n',
  },
  { name: 'tildes', text: '~~~bash\nls\n~~~\n', language: 'bash', inside: 'ls\n' },
  { name: 'a fence in a fence', text: '````bash\n```\n````\n', language: 'bash', inside: '```\n' },
  { name: 'no language', text: '```\nls\n```\n', language: '', inside: 'ls\n' },
])('the search finds $name', ({ text, language, inside }) => {
  expect(blocksOf('x.md', text)).toMatchObject([{ language, text: inside, noRun: undefined }]);
});

test.each([
  { info: 'bash no-run: starts containers', noRun: 'starts containers' },
  { info: 'bash no-run', noRun: '' },
  { info: 'bash title=x', noRun: undefined },
])('the reason of a block: $info', ({ info, noRun }) => {
  expect(blocksOf('x.md', `\`\`\`${info}\nls\n\`\`\`\n`)[0]?.noRun).toBe(noRun);
});

test('commands outside a fence would run nowhere: no page has a block by indentation', () => {
  const indented = pages.flatMap(({ page, text }) =>
    [...text.matchAll(/\n\n {4,}(?![-*\d`|~ ])(?:docker|ecf|curl|npm|temporal|openssl|\$) .*/g)].map(
      ([found]) => `${page}: ${found.trim()}`,
    ),
  );
  const fenced = commands.map(({ text }) => text).join('\n');
  expect(indented.filter((found) => !fenced.includes(found.split(': ')[1] ?? ''))).toEqual([]);
});

test('bash can read each block, and YAML each piece of a file', () => {
  const broken = commands.filter(({ text }) => spawnSync('bash', ['-n'], { input: text }).status !== 0);
  expect(broken.map(at)).toEqual([]);
  for (const { text } of blocks.filter(({ language }) => /^ya?ml$/.test(language))) loadAll(text);
});

const { services } = load(fileAt('docker-compose.yml').text) as { services: Record<string, unknown> };
/** Options of docker compose with a value. */
const valued = new Set(['-e', '-v', '-s', '--entrypoint', '--tail', '--since']);

/** The services that a line of a block names. `exec`, `run` and `cp` name one; the rest is what the container runs. */
function servicesOf(verb: string, words: readonly string[]): readonly string[] {
  const named = words.filter((word, index) => !word.startsWith('-') && !valued.has(words[index - 1] ?? ''));
  if (['exec', 'run'].includes(verb)) return named.slice(0, 1);
  if (verb === 'cp') return named.flatMap((word) => /^(\w[\w-]*):/.exec(word)?.slice(1) ?? []);
  return verb === 'config' ? [] : named;
}

test('each service of a block is in docker-compose.yml', () => {
  const named = commands.flatMap((block) =>
    [...block.text.matchAll(/docker compose (\w+)([^\n|&;<>)]*)/g)].flatMap(([, verb = '', rest = '']) =>
      servicesOf(verb, rest.trim().split(/\s+/).filter(Boolean)).map((service) => ({ block, service })),
    ),
  );
  expect(named.length).toBeGreaterThan(30);
  const unknown = named.filter(({ service }) => !(service in services));
  expect(unknown.map(({ block, service }) => `${at(block)}: ${service}`)).toEqual([]);
});

const program = createProgram(() => Promise.resolve(), {
  stdout: () => undefined,
  stderr: () => undefined,
  calledAs: 'ecf',
});
const groups = program.commands.map((one) => one.name());

/** Follows the words of a command as far as they name one. */
function commandOf(words: readonly string[]): {
  readonly command: Command;
  readonly rest: readonly string[];
} {
  let command: Command = program;
  let used = 0;
  for (const word of words) {
    const next = command.commands.find((one) => one.name() === word);
    if (next === undefined) break;
    command = next;
    used += 1;
  }
  return { command, rest: words.slice(used) };
}

function faultOf(words: readonly string[]): string | undefined {
  const { command, rest } = commandOf(words);
  if (command.commands.length > 0 && rest.length > 0) return `no command ${words.join(' ')}`;
  const known = [...command.options.flatMap(({ long, short }) => [long, short]), '--help', '--json'];
  const unknown = rest.filter((word) => /^--?[a-z]/.test(word) && !known.includes(word));
  return unknown.length > 0 ? `${words.join(' ')} has no ${unknown.join(', ')}` : undefined;
}

test('each command of the pages exists, with its options', () => {
  const typed = pages.flatMap(({ page, text }) => [
    ...[...text.matchAll(/^ *ecf ([^\n|<]+)/gm)].map(([, line = '']) => ({ page, line })),
    // Within a sentence, such as `document show`. A word that is also a group, alone, is no command.
    ...[...text.matchAll(/(?<!`)`([a-z]+ [a-z][^`\n]*)`(?!`)/g)]
      .map(([, line = '']) => ({ page, line }))
      .filter(({ line }) => groups.includes(line.split(' ')[0] ?? '')),
  ]);
  expect(typed.length).toBeGreaterThan(60);
  const faults = typed.map(({ page, line }) => {
    const fault = faultOf(
      line
        .replace(/"[^"]*"|'[^']*'/g, 'text')
        .trim()
        .split(/\s+/),
    );
    return fault === undefined ? undefined : `${page}: ${fault}`;
  });
  expect(faults.filter(Boolean)).toEqual([]);
});

test.each(['document shows E310000000001', 'document list --waitin', 'document nothing'])(
  'a command that does not exist is found: %s',
  (line) => {
    expect(faultOf(line.split(' '))).toBeDefined();
  },
);

test('each setting and each metric that a page names exists', () => {
  const source = ['src', 'tools/stack']
    .flatMap((folder) => filesIn(folder, '.ts'))
    .map(({ text }) => text)
    .join('\n');
  const written = [source, ...['docker-compose.yml', '.env.example'].map((path) => fileAt(path).text)].join(
    '\n',
  );
  const unknown = pages.flatMap(({ page, text }) =>
    [
      ...text.matchAll(
        /\b(?:(?:ECF|RECEIVER|BUYERS|DGII|MONGO|TEMPORAL|SIMULATOR)_[A-Z_]*[A-Z]|ecf_[a-z_]*[a-z])\b/g,
      ),
    ]
      .map(([name]) => name.replace(/_(count|bucket|sum)$/, ''))
      .filter((name) => !new RegExp(`\\b${name}\\b`).test(written))
      .map((name) => `${page}: ${name}`),
  );
  expect([...new Set(unknown)]).toEqual([]);
});

test('monitor.md says of each alarm where to go on, and of no other', () => {
  const named = (page: string, pattern: RegExp) =>
    [...(pages.find((one) => one.page === page)?.text ?? '').matchAll(pattern)].map(([, name]) => name);
  const alarms = named('metrics.md', /^\*\*(Ecf\w+)\*\*/gm);
  expect(alarms.length).toBeGreaterThan(20);
  expect(named('monitor.md', /\b(Ecf[A-Z]\w+)/g).sort()).toEqual(alarms.sort());
});

test('a page answers one question: it has at most 12 KB, and one title', () => {
  // Their tables are as long as the product has settings and metrics.
  const generated = ['settings.md', 'metrics.md'];
  const short = pages.filter(({ page }) => !generated.includes(page));
  expect(short.filter(({ text }) => Buffer.byteLength(text) > 12 * 1024).map(({ page }) => page)).toEqual([]);
  const titles = short.map(({ page, text }) => {
    const prose = text.replace(/^( *)(`{3,})[\s\S]*?^\1\2/gm, '');
    return { page, titles: prose.match(/^# /gm)?.length };
  });
  expect(titles.filter((one) => one.titles !== 1)).toEqual([]);
});
