/** A history as the replay tests read it, without anything of the machine that recorded it. */
import { homedir, hostname, tmpdir, userInfo } from 'node:os';
import type { WorkflowHandle } from '@temporalio/client';
import { projectFile } from '../../../src/shared/project-file.js';

type History = Awaited<ReturnType<WorkflowHandle['fetchHistory']>>;

/**
 * The SDK's own historyToJSON throws "type must be a Type" where npm installs several copies of protobufjs, as here.
 */
export function historyText(history: History): string {
  const withoutTraces = (key: string, value: unknown) => (key === 'stackTrace' ? '' : value);
  return `${JSON.stringify(JSON.parse(JSON.stringify(history)), withoutTraces, 1)}\n`;
}

/** @throws Error when the history contains a name of this machine */
export function assertNothingOfThisMachine(name: string, text: string, others: readonly string[]): void {
  const decoded = text.replace(/"data": "([^"]*)"/g, (_, data: string) =>
    Buffer.from(data, 'base64').toString('utf8'),
  );
  const telling = [hostname(), homedir(), projectFile('.'), userInfo().username, tmpdir(), ...others];
  const found = telling.filter((text) => wholeWord(text).test(decoded));
  if (found.length > 0) throw new Error(`${name}: the history names ${found.join(', ')} of this machine`);
}

function wholeWord(text: string): RegExp {
  return new RegExp(`(^|[^\\w])${text.replace(/[^\w]/g, '\\$&')}([^\\w]|$)`);
}
