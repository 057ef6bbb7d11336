/** Defines a test for sentences and rows of the specification. It runs in both API versions, unless `which` names one. */
import { versions } from '../harness/http/versions.js';
import type { Rows } from './specification.js';

export type Version = (typeof versions)[number];

/** For parts of the specification that exist in version 2 only. */
export const v2 = versions.filter(({ version }) => version === 'v2');

/** @param rows write them as literals: specification.test.ts counts only those */
export function clause(
  rows: Rows,
  title: string,
  show: (paths: Version) => Promise<void>,
  { which = versions, withinMs }: { which?: readonly Version[]; withinMs?: number } = {},
): void {
  const sections = Object.keys(rows).join(', ');
  test.each(which)(`$version ${sections}: ${title}`, (paths) => show(paths), withinMs);
}
