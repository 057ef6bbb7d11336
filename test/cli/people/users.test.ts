/** `user …`, and its effect on the API: a disabled user is refused at login and with a token that has not expired. */
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { verifyPassword } from '../../../src/shared/passwords.js';
import { own } from '../../harness/own.js';
import { until } from '../../harness/until.js';
import { mainFile, openCli, type Cli } from '../harness.js';
import { clave, startLedgerApi } from '../ledger-api.js';

let cli: Cli;
let rnc: string;
beforeAll(async () => {
  cli = await openCli();
  rnc = await cli.company();
});

const add = (name: string, stdin = clave) =>
  cli.json(['user', 'add', name, '--company', rnc, '--password-stdin'], { stdin });

describe('user add and password', () => {
  test('read the password from standard input or a file, without the last line end', async () => {
    const added = await add('entrada', `${clave}\n`);
    expect(added.data).toEqual({ usuario: 'entrada', rnc, companyId: 501, disabled: false });
    const path = await cli.file('clave.txt', 'otra clave con  espacios\r\n');
    const changed = await cli.json([
      'user',
      'password',
      'entrada',
      '--company',
      '501',
      '--password-file',
      path,
    ]);
    expect(changed.code).toBe(0);
    const stored = (await cli.store.findUser('entrada', rnc))!.passwordHash;
    expect(await verifyPassword('otra clave con  espacios', stored)).toBe(true);
    expect(JSON.stringify([added, changed])).not.toMatch(/clave-de-prueba|otra clave|scrypt/);
  });

  test('two additions of a user at the same time: one succeeds, the other reports that the user exists', async () => {
    const both = await Promise.all([add('gemelo'), add('gemelo')]);
    expect(both.map(({ error }) => error).sort()).toEqual(['USER_EXISTS', undefined]);
  });

  test.each([
    { name: 'a user that exists', args: ['add', 'repetido'], error: 'USER_EXISTS', code: 1 },
    { name: 'a password for an unknown user', args: ['password', 'nadie'], error: 'USER_NOT_FOUND', code: 1 },
    {
      name: 'a short password',
      args: ['add', 'x'],
      stdin: 'once-signos',
      error: 'PASSWORD_INVALID',
      code: 2,
    },
    {
      name: 'a password that is too long',
      args: ['add', 'x'],
      stdin: 'x'.repeat(201),
      error: 'PASSWORD_INVALID',
      code: 2,
    },
    { name: 'no password', args: ['add', 'x'], stdin: '', error: 'PASSWORD_INVALID', code: 2 },
    {
      name: 'a password of two lines',
      args: ['add', 'x'],
      stdin: `${clave}\nx\n`,
      error: 'PASSWORD_INVALID',
      code: 2,
    },
    {
      name: 'a document instead of a password',
      args: ['add', 'x'],
      stdin: 'x'.repeat(9_000),
      error: 'PASSWORD_INVALID',
      code: 2,
    },
    { name: 'a user name with a blank', args: ['add', 'a b'], error: 'USUARIO_INVALID', code: 2 },
    { name: 'no user name', args: ['add', ''], error: 'USUARIO_INVALID', code: 2 },
  ])('refuse $name', async ({ args, stdin = clave, error, code }) => {
    if (args[1] === 'repetido') await add('repetido');
    const ran = await cli.json(['user', ...args, '--company', rnc, '--password-stdin'], { stdin });
    expect({ error: ran.error, code: ran.code }).toEqual({ error, code });
  });

  test.each([
    { name: 'no source for the password', args: [], error: 'PASSWORD_SOURCE_MISSING', code: 2 },
    {
      name: 'a missing file',
      args: ['--password-file', '/no/such/file'],
      error: 'FILE_UNREADABLE',
      code: 1,
    },
    { name: 'a folder', args: ['--password-file', '/'], error: 'FILE_UNREADABLE', code: 1 },
    {
      name: 'two sources at once',
      args: ['--password-stdin', '--password-file', 'x'],
      error: 'USAGE',
      code: 2,
    },
  ])('refuse $name', async ({ args, error, code }) => {
    const ran = await cli.json(['user', 'add', 'x', '--company', rnc, ...args]);
    expect({ error: ran.error, code: ran.code }).toEqual({ error, code });
  });

  // unit/cli/secret-input types the passwords that are refused.
  test('ask twice at a terminal and never show what is typed', async () => {
    if (!scriptInstalled()) return;
    const same = await atTerminal('tecleado', [`${clave}x\u007f\r`, `${clave}\r`]);
    expect(same).toContain('Usuario tecleado creado');
    expect(same).not.toContain(clave);
    expect(await verifyPassword(clave, (await cli.store.findUser('tecleado', rnc))!.passwordHash)).toBe(true);
  }, 100_000);
});

/** A command takes half a second, and on a busy machine many times as long. */
const withinMs = 60_000;

/** Runs `user add` on its own terminal and types each answer when its question appears. Returns what the terminal showed. */
async function atTerminal(name: string, answers: readonly string[]): Promise<string> {
  const command = `"${process.execPath}" "${mainFile}" user add ${name} --company ${rnc}`;
  const child = spawn('script', ['-qec', command, '/dev/null'], {
    env: { PATH: process.env['PATH'], SHELL: '/bin/sh', ...cli.env },
    timeout: withinMs,
    killSignal: 'SIGKILL',
  });
  own('script', () => child.kill('SIGKILL'));
  const closed = once(child, 'close');
  let shown = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => (shown += text));
  for (const [index, answer] of answers.entries()) {
    await until('the question', async () => shown.split(/Clave de [^\n]*: /).length > index + 1, {
      withinMs,
    });
    child.stdin.write(answer);
  }
  await closed;
  return shown;
}

function scriptInstalled(): boolean {
  try {
    execFileSync('script', ['--version'], { stdio: 'ignore' });
    return true;
  } catch {
    console.warn('NOT CHECKED: script (util-linux) is not installed, so no password is typed at a terminal');
    return false;
  }
}

test('user list shows names but nothing about passwords', async () => {
  const other = await cli.company();
  for (const name of ['b', 'a'])
    await cli.json(['user', 'add', name, '--company', other, '--password-stdin'], { stdin: clave });
  const { data } = await cli.json(['user', 'list', '--company', other]);
  expect(data.map(({ usuario }: { usuario: string }) => usuario)).toEqual(['a', 'b']);
  expect(JSON.stringify(data)).not.toContain('scrypt');
  expect((await cli.run(['user', 'list', '--company', other])).stdout).toMatch(/^Usuario +Habilitado\na +sí/);
});

describe('user disable and enable', () => {
  test('a disabled user is refused at login and with a valid token; once enabled, it must log in again', async () => {
    const api = await startLedgerApi(cli.store);
    await add('integracion');
    const bearer = (await api.login('integracion', rnc))!;
    expect(await api.validate(bearer)).toBe(200);

    const disabled = await cli.json(['user', 'disable', 'integracion', '--company', rnc]);
    expect(disabled.data).toEqual({ usuario: 'integracion', rnc, disabled: true });
    expect(await api.login('integracion', rnc)).toBeUndefined();
    expect(await api.validate(bearer)).toBe(401);

    await cli.json(['user', 'enable', 'integracion', '--company', rnc]);
    expect(await api.validate(bearer)).toBe(401);
    expect(await api.validate((await api.login('integracion', rnc))!)).toBe(200);
  });

  test.each(['disable', 'enable'])(
    '%s refuses a user that does not exist or belongs to another company',
    async (verb) => {
      const other = await cli.company();
      await add('propio');
      const [nobody, foreign] = await Promise.all([
        cli.json(['user', verb, 'nadie', '--company', rnc]),
        cli.json(['user', verb, 'propio', '--company', other]),
      ]);
      expect([nobody.error, foreign.error]).toEqual(['USER_NOT_FOUND', 'USER_NOT_FOUND']);
    },
  );
});
