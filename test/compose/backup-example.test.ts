/**
 * Runs the backup example of docs/operations.md with a false `docker`. The job that contains it records its time of success, so the
 * example must fail when there is no backup, and nothing else may look like one.
 */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { own } from '../harness/own.js';
import { fileAt } from '../tidy/project-files.js';

const { text } = fileAt('docs/operations.md');
const [, example = ''] = /```\n(\(\n[^`]*db\.fsyncLock[^`]*\n\)\n)```/.exec(text)!;

/** Writes down each call. Calls that match `FAILS` fail. Each copy leaves a folder, also one that is cut off. */
const docker = `#!/bin/bash
call="$*"
printf '%s\\n' "\${call//$'\\n'/ }" >> "$CALLS"
[[ "$call" == *" cp "* ]] && mkdir "\${@: -1}"
[[ -n "$FAILS" && "$call" == *"$FAILS"* ]] && exit 1
exit 0
`;

function backUp(fails: string) {
  const folder = mkdtempSync(join(tmpdir(), 'ecf-backup-'));
  own('the folder', () => rmSync(folder, { recursive: true, force: true }));
  writeFileSync(join(folder, 'docker'), docker, { mode: 0o755 });
  const calls = join(folder, 'calls');
  const { status, stderr } = spawnSync('bash', ['-c', example.replaceAll('/backup/', `${folder}/`)], {
    env: { PATH: `${folder}:${process.env['PATH']}`, CALLS: calls, FAILS: fails },
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'pipe'],
    timeout: 20_000,
  });
  const copies = readdirSync(folder).filter((name) => name.startsWith('ecf-'));
  return { status, stderr, copies, calls: readFileSync(calls, 'utf8').trimEnd().split('\n') };
}

test('a whole copy: exit status 0, a folder with the time as its name, and the writes are released', () => {
  const { status, copies, calls } = backUp('');
  expect(status).toBe(0);
  expect(copies).toEqual([expect.stringMatching(/^ecf-\d{4}-\d\d-\d\dT\d{6}Z$/)]);
  expect(calls.map((call) => /fsync\w+| cp /.exec(call)?.[0])).toEqual(['fsyncLock', ' cp ', 'fsyncUnlock']);
});

test.each([
  { name: 'the writes cannot be held', fails: 'fsyncLock', left: [] },
  { name: 'the copy is cut off', fails: ' cp ', left: [expect.stringMatching(/\.part$/)] },
])('$name: it fails, no folder looks like a backup, and the writes are released', ({ fails, left }) => {
  const { status, stderr, copies, calls } = backUp(fails);
  expect({ status, stderr, copies }).toEqual({ status: 1, stderr: 'no backup\n', copies: left });
  expect(calls.at(-1)).toContain('fsyncUnlock');
});

test('the writes cannot be released: it fails, although the copy is whole', () => {
  expect(backUp('fsyncUnlock').status).toBe(1);
});
