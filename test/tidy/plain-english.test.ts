/** Phrases that are never right in our sentences, the length of an ADR, and the glossary, which gives each word one meaning. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileAt, filesIn, root } from './project-files.js';

const neverRight = /\b(whoever|whomever|(is|are) none|of which|let(s|ting)? go of|in the place of)\b/i;

const prose = [
  ...['src', 'test', 'tools', 'docs'].flatMap((folder) =>
    filesIn(folder, '.ts', '.tsx', '.mjs', '.md', '.yaml'),
  ),
  ...['README.md', 'CONTRIBUTING.md', 'CHANGELOG.md', 'openapi.yaml', 'openapi-web.yaml'].map(fileAt),
  ...[
    'docker-compose.yml',
    'Dockerfile',
    '.env.example',
    '.npmrc',
    '.ci/run',
    '.ci/night',
    '.ci/steps.sh',
  ].map(fileAt),
  ...['eslint.config.js', 'jest.config.js', 'jest.chaos.config.js', 'prettier.config.js'].map(fileAt),
].filter(({ path }) => path !== 'test/tidy/plain-english.test.ts');

test('no sentence uses a phrase that is read twice', () => {
  const found = prose.flatMap(({ path, text }) =>
    [...joined(text).matchAll(new RegExp(`.{0,40}${neverRight.source}`, 'gi'))].map(
      ([match]) => `${path}: ${match}`,
    ),
  );
  expect(found).toEqual([]);
});

/** A sentence in a comment goes on in the next line; its lines are joined without the comment's own marks. */
function joined(text: string): string {
  return text.replace(/\s*\n\s*(\/\/|\*|#)?\s*/g, ' ');
}

test.each([
  'whoever asks',
  'There is none.',
  'a file of which',
  'It lets go of the lock.',
  'in the place of the lock',
])('the search finds "%s"', (sample) => {
  expect(neverRight.test(sample)).toBe(true);
});

test('a record of a decision has at most 40 lines', () => {
  const lines = filesIn('docs/develop/adr', '.md')
    .filter(({ path }) => !path.endsWith('/README.md'))
    .map(({ path, text }) => ({ path, lines: text.trimEnd().split('\n').length }));
  expect(lines.length).toBeGreaterThan(0);
  expect(lines.filter((one) => one.lines > 40)).toEqual([]);
});

test('the list of decisions names each record once, in order', () => {
  const records = filesIn('docs/develop/adr', '.md').map(({ path }) => path.replace(/^.*\//, ''));
  const listed = [...fileAt('docs/develop/adr/README.md').text.matchAll(/^- \[\d{4}\]\(([^)]+)\)/gm)];
  expect(listed.map(([, name]) => name)).toEqual(records.filter((name) => name !== 'README.md').sort());
});

describe('the glossary', () => {
  const { text } = fileAt('docs/develop/glossary.md');
  const section = text.slice(text.indexOf('## Words'));
  const entries = [
    ...section.matchAll(/^\| \*\*(?<word>[^*]+)\*\* +\| (?<meaning>.+?) +\| `(?<file>[^`]+)` +\|$/gm),
  ].map(({ groups }) => ({ word: groups!['word']!, meaning: groups!['meaning']!, file: groups!['file']! }));

  test('has a row for each word, and no word twice', () => {
    const rows = section.split('\n').filter((line) => line.startsWith('| **'));
    expect(rows).toHaveLength(entries.length);
    expect(entries.length).toBeGreaterThan(20);
    expect(new Set(entries.map(({ word }) => word)).size).toBe(entries.length);
  });

  test.each(entries)('$word: its file exists and uses the word', ({ word, file }) => {
    expect(existsSync(join(root, file))).toBe(true);
    const [start] = word.split(' ');
    expect(fileAt(file).text.toLowerCase()).toContain(start);
  });

  test('never gives two words the same meaning', () => {
    expect(new Set(entries.map(({ meaning }) => meaning)).size).toBe(entries.length);
  });
});
