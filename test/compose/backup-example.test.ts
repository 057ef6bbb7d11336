/**
 * Runs the backup example of docs/operate/backup.md with a false `docker` and a false `mongosh`. The job that contains it records its time of
 * success, so the example must fail when there is no backup, and nothing else may look like one.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { own } from '../harness/own.js';
import { fileAt, root } from '../tidy/project-files.js';

const { text } = fileAt('docs/operate/backup.md');
const [, example = ''] = /```bash [^\n]*\n(\(\n[^`]*db\.fsyncLock[^`]*\n\)\n)```/.exec(text)!;

/** Writes down each call. Calls that match `FAILS` fail. Each copy leaves a folder, also one that is cut off. */
const docker = `#!/bin/bash
call="$*"
printf '%s\\n' "\${call//$'\\n'/ }" >> "$CALLS"
[[ "$call" == *" cp "* ]] && mkdir "\${@: -1}"
[[ -n "$FAILS" && "$call" == *"$FAILS"* ]] && exit 1
[[ "$call" == *" exec "* ]] && exec sh -c "\${@: -1}"
exit 0
`;

/** Runs the script of `--eval`. Like MongoDB it counts holds, and like mongosh it shows the count as a Long. */
const mongosh = `#!${process.execPath}
const { readFileSync, writeFileSync } = require('node:fs');
const { Long } = require(${JSON.stringify(join(root, 'node_modules/mongodb'))});
const change = (by) => {
  const lockCount = Number(readFileSync(process.env.HOLDS)) + by;
  if (lockCount < 0) throw new Error('fsyncUnlock called when not locked');
  writeFileSync(process.env.HOLDS, String(lockCount));
  return { ok: 1, lockCount: Long.fromNumber(lockCount) };
};
const db = { fsyncLock: () => change(1), fsyncUnlock: () => change(-1) };
new Function('db', process.argv.at(-1))(db);
`;

/**
 * @param holds the holds that an earlier backup left, because it was killed
 * @param before what the shell runs before the example
 */
function backUp(fails: string, holds = 0, before = '') {
  const folder = mkdtempSync(join(tmpdir(), 'ecf-backup-'));
  own('the folder', () => rmSync(folder, { recursive: true, force: true }));
  writeFileSync(join(folder, 'docker'), docker, { mode: 0o755 });
  writeFileSync(join(folder, 'mongosh'), mongosh, { mode: 0o755 });
  writeFileSync(join(folder, 'holds'), String(holds));
  const calls = join(folder, 'calls');
  const { status, stderr } = spawnSync(
    'bash',
    ['-c', (before + example).replaceAll('/backup/', `${folder}/`)],
    {
      env: {
        PATH: `${folder}:${dirname(process.execPath)}:${process.env['PATH']}`,
        CALLS: calls,
        FAILS: fails,
        HOLDS: join(folder, 'holds'),
      },
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'pipe'],
      timeout: 20_000,
    },
  );
  const copies = readdirSync(folder).filter((name) => name.startsWith('ecf-'));
  return {
    status,
    stderr,
    copies,
    calls: !existsSync(calls) ? [] : readFileSync(calls, 'utf8').trimEnd().split('\n'),
    held: Number(readFileSync(join(folder, 'holds'), 'utf8')),
  };
}

test('a whole copy: exit status 0, a folder with the time as its name, and the writes are released', () => {
  const { status, copies, calls, held } = backUp('');
  expect({ status, held }).toEqual({ status: 0, held: 0 });
  expect(copies).toEqual([expect.stringMatching(/^ecf-\d{4}-\d\d-\d\dT\d{6}Z$/)]);
  expect(calls.map((call) => /fsync\w+| cp /.exec(call)?.[0])).toEqual(['fsyncLock', ' cp ', 'fsyncUnlock']);
});

test.each([
  { name: 'the writes cannot be held', fails: 'fsyncLock', left: [] },
  { name: 'the copy is cut off', fails: ' cp ', left: [expect.stringMatching(/\.part$/)] },
])('$name: it fails, no folder looks like a backup, and the writes are released', ({ fails, left }) => {
  const { status, stderr, copies, calls, held } = backUp(fails);
  expect({ status, copies, held }).toEqual({ status: 1, copies: left, held: 0 });
  expect(stderr).toMatch(/^no backup$/m);
  expect(calls.at(-1)).toContain('fsyncUnlock');
});

test.each(['', ' cp '])('the holds of backups that were killed are released too (fails: “%s”)', (fails) => {
  expect(backUp(fails, 2).held).toBe(0);
});

test('the writes cannot be released: it fails, and no folder looks like a backup', () => {
  const { status, copies } = backUp('fsyncUnlock');
  expect({ status, copies }).toEqual({ status: 1, copies: [expect.stringMatching(/\.part$/)] });
});

test('while another backup runs, it fails and touches nothing', () => {
  const { status, stderr, calls, held } = backUp('', 1, 'exec 8> /backup/lock; flock 8; ');
  expect({ status, stderr, calls, held }).toEqual({
    status: 1,
    stderr: 'another backup runs\n',
    calls: [],
    held: 1,
  });
});
