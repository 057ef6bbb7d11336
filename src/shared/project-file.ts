/** Finds files beside package.json, for programs that run from the sources and for built programs in dist/. */
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = rootAbove(dirname(fileURLToPath(import.meta.url)));

export function projectFile(path: string): string {
  return join(root, path);
}

function rootAbove(folder: string): string {
  if (existsSync(join(folder, 'package.json'))) return folder;
  const above = dirname(folder);
  if (above === folder) throw new Error('package.json is missing: it belongs beside dist/');
  return rootAbove(above);
}

/**
 * The program of a thread, named below src/ without its ending. It is the built file, also when tests run from the sources: Node cannot start
 * a thread from TypeScript.
 */
export function builtProgram(program: string): string {
  return projectFile(`dist/src/${program}.js`);
}
