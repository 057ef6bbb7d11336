/**
 * Passwords for commands: typed unseen at a terminal, read from standard input, or read from a file. Never a command-line
 * argument: every user of the machine could read it, and so could the shell's history.
 */
import { open } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import type { ReadStream } from 'node:tty';
import { CliError } from './cli-error.js';

export interface SecretOptions {
  readonly passwordStdin?: boolean;
  readonly passwordFile?: string;
}

export interface SecretRequest {
  /** Shown at a terminal, for example `Clave del certificado`. */
  readonly prompt: string;
  /** A new password is asked for twice at a terminal. */
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
  { stdin, write }: Terminal,
): Promise<string> {
  if (passwordFile !== undefined) return (await fileText(passwordFile)).replace(lastLineEnd, '');
  if (passwordStdin) return (await streamText(stdin)).replace(lastLineEnd, '');
  if (!stdin.isTTY) throw new CliError('PASSWORD_SOURCE_MISSING');
  const secret = await typed(`${prompt}: `, stdin, write);
  if (twice && (await typed(`${prompt} (otra vez): `, stdin, write)) !== secret)
    throw new CliError('PASSWORD_MISMATCH');
  return secret;
}

async function fileText(path: string): Promise<string> {
  return (await readBounded(path, secretBytesMax)).toString('utf8');
}

/** The file's content. For a file longer than `bytesMax` it returns one byte more, so that the caller can refuse it. */
export async function readBounded(path: string, bytesMax: number): Promise<Buffer> {
  try {
    const file = await open(path, 'r');
    try {
      const buffer = Buffer.alloc(bytesMax + 1);
      let length = 0;
      while (length < buffer.length) {
        const { bytesRead } = await file.read(buffer, length, buffer.length - length);
        if (bytesRead === 0) break;
        length += bytesRead;
      }
      return buffer.subarray(0, length);
    } finally {
      await file.close();
    }
  } catch (error) {
    const reason = (error as NodeJS.ErrnoException).code ?? 'error';
    throw new CliError('FILE_UNREADABLE', `No se puede leer ${path} (${reason}).`);
  }
}

async function streamText(stream: Readable): Promise<string> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    chunks.push(chunk);
    length += chunk.length;
    if (length > secretBytesMax)
      throw new CliError('PASSWORD_INVALID', 'La entrada no es una clave: es demasiado larga.');
  }
  return Buffer.concat(chunks).toString('utf8');
}

const enter = /[\r\n]/;
const interrupt = '\u0003';
const endOfInput = '\u0004';
const erase = new Set(['\u007f', '\b']);

/** Sets raw mode before the prompt, so the terminal never shows what is typed. Always restores the mode. */
function typed(prompt: string, stdin: ReadStream, write: (text: string) => void): Promise<string> {
  stdin.setRawMode(true);
  write(prompt);
  stdin.setEncoding('utf8');
  return new Promise<string>((resolve, reject) => {
    let secret: string[] = [];
    const done = (end: () => void) => {
      stdin.off('data', take);
      stdin.setRawMode(false);
      stdin.pause();
      write('\n');
      end();
    };
    const take = (text: string) => {
      const keys = Array.from(text);
      for (const [index, key] of keys.entries()) {
        if (enter.test(key)) {
          // Keys typed ahead belong to the next question.
          const rest = keys.slice(index + 1).join('');
          done(() => resolve(secret.join('')));
          if (rest !== '') stdin.unshift(rest);
          return;
        }
        if (key === interrupt || key === endOfInput) {
          done(() => reject(new CliError('CANCELLED')));
          return;
        }
        if (erase.has(key)) secret = secret.slice(0, -1);
        else if (secret.length < secretBytesMax) secret.push(key);
      }
    };
    stdin.on('data', take);
    stdin.resume();
  });
}
