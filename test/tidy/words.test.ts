/** Words that do not belong in the project, each with its reason. This file contains them, so it is not searched. */
import { filesIn } from './project-files.js';

const everywhere = ['src', 'test', 'tools', 'clients'] as const;
type Folder = (typeof everywhere)[number];

interface BannedWord {
  readonly name: string;
  readonly pattern: RegExp;
  readonly where: readonly Folder[];
  /** The files in which the word is allowed. */
  readonly except?: readonly string[];
}

const bannedWords: readonly BannedWord[] = [
  // A skipped test proves nothing, and nobody notices.
  {
    name: 'skipped tests',
    pattern: /\b(test|it|describe)(\.each)?\.(skip|todo|failing)\b|\b(xit|xtest|xdescribe)\(/,
    where: ['test'],
  },
  { name: 'focused tests', pattern: /\b(test|it|describe)\.only\b|\b(fit|fdescribe)\(/, where: ['test'] },
  { name: 'notes to ourselves', pattern: /\b(TODO|FIXME|XXX|HACK)\b/, where: everywhere },
  {
    name: 'silenced types',
    pattern: /@ts-(ignore|nocheck|expect-error)|\bas any[;,)\].]|: any\b(?! \w)|<any>/,
    where: everywhere,
  },
  { name: 'a silenced rule without its reason', pattern: /eslint-disable(?!.* -- \S)/, where: everywhere },
  // Logs use the logger, which redacts secrets; texts for a person use process.stdout.
  {
    name: 'console',
    pattern: /\bconsole\.\w+\(/,
    where: ['src', 'tools'],
    except: [
      // They print lines for the person who started them, and know no secrets.
      'tools/scripts/check.mjs',
      'tools/scripts/test.mjs',
      // The text of a script that runs in a process of its own.
      'tools/stack/binaries/mongod.ts',
    ],
  },
  // A test waits for a condition, with a limit. A fixed time is too short on a slow machine and too long on a fast one.
  {
    name: 'sleeps in tests',
    pattern: /\bnew Promise\b[^;]*\bsetTimeout\(|timers\/promises|\bawait (sleep|delay)\(|jest\.setTimeout/,
    where: ['test'],
    except: ['test/harness/until.ts'],
  },
  // The policy of the pages forbids to evaluate a text, so a wait for one succeeds only if it is true at once.
  { name: 'a wait for a text of code', pattern: /waitForFunction\(\s*['"`]/, where: ['test'] },
  { name: 'enums', pattern: /^\s*(export )?(const )?enum \w/m, where: everywhere },
  {
    name: 'default ports in tests',
    pattern: /127\.0\.0\.1:(8080|7233|8233|27027|27017|8090|9464|9465)\b/,
    where: ['test'],
  },
  // Only programs may end a process. Anything else returns or throws, and its caller cleans up.
  {
    name: 'process.exit outside programs',
    pattern: /\bprocess\.exit\(/,
    where: ['src', 'tools'],
    except: [
      'src/main.ts',
      'src/mcp/main.ts',
      'tools/bench/main.ts',
      'tools/bench/scenarios/registry-process.ts',
      'tools/demo/demo.ts',
      'tools/receiver/main.ts',
      'tools/scripts/build.mjs',
      'tools/scripts/node-version.mjs',
      'tools/scripts/test.mjs',
      'tools/simulator/main.ts',
      'tools/stack/main.ts',
      'tools/storm/attacker/main.ts',
      'tools/storm/main.ts',
      // What programs share: they stop at a signal, run and report, or end when a measurement hangs.
      'src/shared/process/stop-on-signal.ts',
      'tools/torture/run-program.ts',
      'tools/bench/bench.ts',
    ],
  },
  {
    name: 'a private key',
    pattern: /-----BEGIN (RSA |EC |ENCRYPTED )?PRIVATE KEY-----[\r\n\\n]+[A-Za-z0-9+/]/,
    where: everywhere,
  },
];

const files = everywhere
  .flatMap((folder) => filesIn(folder, '.ts', '.tsx', '.mjs', '.mts'))
  .filter(({ path }) => path !== 'test/tidy/words.test.ts');

test.each(bannedWords)('no $name', ({ pattern, where, except = [] }) => {
  const found = files
    .filter(({ path }) => where.some((folder) => path.startsWith(`${folder}/`)) && !except.includes(path))
    .flatMap(({ path, text }) => {
      const match = pattern.exec(text);
      return match === null
        ? []
        : [`${path}:${text.slice(0, match.index).split('\n').length} ${match[0].trim()}`];
    });
  expect(found).toEqual([]);
});

test('every exception of a word is still needed', () => {
  const texts = new Map(files.map(({ path, text }) => [path, text]));
  const needless = bannedWords.flatMap(({ name, pattern, except = [] }) =>
    except.filter((path) => !pattern.test(texts.get(path) ?? '')).map((path) => `${name}: ${path}`),
  );
  expect(needless).toEqual([]);
});

test.each([
  { name: 'skipped tests', sample: `test.skip('x', () => {})` },
  { name: 'skipped tests', sample: `describe.each.skip` },
  { name: 'focused tests', sample: `it.only('x')` },
  { name: 'notes to ourselves', sample: '// TODO: later' },
  { name: 'silenced types', sample: 'const x = y as any;' },
  { name: 'a silenced rule without its reason', sample: '// eslint-disable-next-line no-console' },
  { name: 'console', sample: `console.log('x')` },
  { name: 'sleeps in tests', sample: 'await new Promise((resolve) => setTimeout(resolve, 100));' },
  { name: 'sleeps in tests', sample: `import { setTimeout } from 'node:timers/promises';` },
  { name: 'a wait for a text of code', sample: "page.waitForFunction(`document.title === ''`)" },
  { name: 'a private key', sample: '-----BEGIN PRIVATE KEY-----\nMIIE' },
])('the search for $name finds "$sample"', ({ name, sample }) => {
  expect(bannedWords.find((word) => word.name === name)?.pattern.test(sample)).toBe(true);
});
