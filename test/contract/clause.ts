/** A test that shows sentences and rows of the specification, in both versions unless it gives them to one alone. */
import { versions } from '../harness/http/versions.js';
import type { Rows } from './specification.js';

export type Version = (typeof versions)[number];

/** For what the specification has in version 2 only. */
export const v2 = versions.filter(({ version }) => version === 'v2');

/**
 * @param rows specification.test.ts counts those that stand there literally
 */
export function clause(
  rows: Rows,
  title: string,
  show: (paths: Version) => Promise<void>,
  { which = versions, withinMs }: { which?: readonly Version[]; withinMs?: number } = {},
): void {
  const sections = Object.keys(rows).join(', ');
  test.each(which)(`$version ${sections}: ${title}`, (paths) => show(paths), withinMs);
}
