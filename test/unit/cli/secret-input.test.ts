/** A password typed at a terminal: never shown, asked for twice when it is new, and cancelled by Ctrl-C. */
import { PassThrough } from 'node:stream';
import { readSecret } from '../../../src/cli/terminal/secret-input.js';

async function type({ keys, twice }: { keys: string; twice: boolean }) {
  const shown: string[] = [];
  const raw: boolean[] = [];
  const stdin = Object.assign(new PassThrough(), { isTTY: true, setRawMode: (on: boolean) => raw.push(on) });
  const terminal = {
    stdin: stdin as unknown as NodeJS.ReadStream,
    write: (text: string) => shown.push(text),
  };
  const secret = readSecret({}, { prompt: 'Clave', twice }, terminal).catch((error: unknown) => error);
  stdin.write(keys);
  return { secret: await secret, shown: shown.join(''), raw };
}

test.each([
  { name: 'one password', keys: 'la-clave\r', twice: false, secret: 'la-clave' },
  { name: 'the same password twice', keys: 'la-clave\rla-clave\r', twice: true, secret: 'la-clave' },
  { name: 'a password with an erased key', keys: 'la-clavex\u007f\r', twice: false, secret: 'la-clave' },
])('reads $name and shows none of it', async ({ secret, ...typed }) => {
  const read = await type(typed);
  expect(read.secret).toBe(secret);
  expect(read.shown.replaceAll(/\n|Clave( \(otra vez\))?: /g, '')).toBe('');
  expect(read.raw).toEqual([true, false]);
});

test.each([
  { name: 'two different passwords', keys: 'la-clave\rotra\r', code: 'PASSWORD_MISMATCH' },
  { name: 'Ctrl-C', keys: 'la-cl\u0003', code: 'CANCELLED' },
  { name: 'Ctrl-D', keys: '\u0004', code: 'CANCELLED' },
])('refuses $name and restores the terminal', async ({ keys, code }) => {
  const read = await type({ keys, twice: true });
  expect(read.secret).toMatchObject({ code });
  expect(read.raw.at(-1)).toBe(false);
});
