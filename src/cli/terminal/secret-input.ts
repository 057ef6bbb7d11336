/**
 * Passwords for commands: typed unseen at a terminal, read from standard input, or read from a file. Never a command-line
 * argument: every user of the machine could read it, and so could the shell's history.
 */
import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';
import { Writable, type Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { CliError } from './cli-error.js';

export interface SecretOptions {
  readonly passwordStdin?: boolean;
  readonly passwordFile?: string;
}

export interface SecretRequest {
  readonly prompt: string;
  readonly twice: boolean;
}

export interface Terminal {
  readonly stdin: NodeJS.ReadStream;
  readonly write: (text: string) => void;
}

/** A password is one line, not a document. */
const secretBytesMax = 4_096;

/** An editor or echo adds one line end after the secret; it is not part of the secret. */
const lastLineEnd = /\r?\n$/;

export async function readSecret(
  { passwordStdin = false, passwordFile }: SecretOptions,
  { prompt, twice }: SecretRequest,
  terminal: Terminal,
): Promise<string> {
  if (passwordFile !== undefined) return withoutLineEnd(await readBounded(passwordFile, secretBytesMax));
  if (passwordStdin) return withoutLineEnd(await atMost(secretBytesMax, terminal.stdin));
  if (!terminal.stdin.isTTY) throw new CliError('PASSWORD_SOURCE_MISSING');
  const [secret = '', again = secret] = await typedUnseen(
    twice ? [prompt, `${prompt} (otra vez)`] : [prompt],
    terminal,
  );
  if (again !== secret) throw new CliError('PASSWORD_MISMATCH');
  return secret;
}

function withoutLineEnd(content: Buffer): string {
  if (content.length > secretBytesMax)
    throw new CliError('PASSWORD_INVALID', 'La entrada no es una clave: es demasiado larga.');
  return content.toString('utf8').replace(lastLineEnd, '');
}

/** For a file longer than `bytesMax` it returns one byte more, so that the caller can refuse it. */
export async function readBounded(path: string, bytesMax: number): Promise<Buffer> {
  try {
    return await buffer(createReadStream(path, { end: bytesMax }));
  } catch (error) {
    const reason = (error as NodeJS.ErrnoException).code ?? 'error';
    throw new CliError('FILE_UNREADABLE', `No se puede leer ${path} (${reason}).`);
  }
}

async function atMost(bytesMax: number, stream: Readable): Promise<Buffer> {
  const parts: Buffer[] = [];
  let length = 0;
  for await (const part of stream as AsyncIterable<Buffer>) {
    parts.push(part);
    length += part.length;
    if (length > bytesMax) break;
  }
  return Buffer.concat(parts);
}

/** Asks each question and reads one line without showing it: readline echoes to its output, which discards everything. Throws CANCELLED. */
async function typedUnseen(questions: readonly string[], { stdin, write }: Terminal): Promise<string[]> {
  const keyboard = createInterface({ input: stdin, output: silent(), terminal: true, historySize: 0 });
  keyboard.once('SIGINT', () => keyboard.close());
  const lines = keyboard[Symbol.asyncIterator]();
  try {
    const typed: string[] = [];
    for (const question of questions) {
      write(`${question}: `);
      const line = await lines.next();
      write('\n');
      if (line.done === true) throw new CliError('CANCELLED');
      typed.push(line.value);
    }
    return typed;
  } finally {
    keyboard.close();
  }
}

const silent = () => new Writable({ write: (_chunk, _encoding, done) => done() });
