/** Runs a helper program to its end, with limits on time and output. */
import { spawn } from 'node:child_process';
import { StackError } from '../stack-log.js';

export interface RunOptions {
  readonly limitMs: number;
  readonly env?: NodeJS.ProcessEnv;
  readonly cwd?: string;
  /** Only root may choose one. */
  readonly owner?: { readonly uid: number; readonly gid: number };
}

/** Enough for any useful message; a program with much output cannot fill our memory. */
const outputMaxChars = 64 * 1024;
const lastWordsChars = 600;
/** On a busy machine the last output arrives after the program's end. A grandchild that keeps the pipe open must not hold us longer. */
const lastOutputMs = 2_000;

/**
 * Returns what the program wrote to both outputs; if it was much, only the end of it.
 * @throws StackError when it cannot be started, ends with another code than 0, or takes longer than `limitMs`
 */
export function runCommand(command: string, args: readonly string[], options: RunOptions): Promise<string> {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, {
      stdio: ['ignore', 'pipe', 'pipe'],
      ...(options.env === undefined ? {} : { env: options.env }),
      ...(options.cwd === undefined ? {} : { cwd: options.cwd }),
      ...options.owner,
    });
    let output = '';
    let late = false;
    const keep = (chunk: Buffer) => {
      output = (output + chunk.toString('utf8')).slice(-outputMaxChars);
    };
    child.stdout.on('data', keep);
    child.stderr.on('data', keep);
    const timer = setTimeout(() => {
      late = true;
      child.kill('SIGKILL');
    }, options.limitMs);
    child.once('error', (error) => {
      clearTimeout(timer);
      reject(new StackError(`${command}: ${error.message}`));
    });
    const end = (code: number | null, by: NodeJS.Signals | null) => {
      if (code === 0) {
        resolve(output);
        return;
      }
      const how = late
        ? `took longer than ${Math.round(options.limitMs / 1000)} s`
        : `ended with ${by ?? String(code)}`;
      reject(new StackError(`${command} ${args[0] ?? ''} ${how}: ${output.trim().slice(-lastWordsChars)}`));
    };
    child.once('close', end);
    child.once('exit', (code, by) => {
      clearTimeout(timer);
      setTimeout(() => end(code, by), lastOutputMs).unref();
    });
  });
}
