/** The blocks of code on the pages of docs/operate. A block of commands either runs in a test and in a rehearsal, or says why it cannot. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { projectFile } from '../../../src/shared/project-file.js';

export interface Block {
  readonly page: string;
  readonly line: number;
  /** The first word after the fence. Empty: the block does not say what it is. */
  readonly language: string;
  /** Why it does not run; undefined: it runs. Empty: no reason is given. */
  readonly noRun: string | undefined;
  readonly text: string;
}

const folder = 'docs/operate';
/** Pages in the order in which an operator reads them, because an example may use what an earlier one made. */
const firstPages = ['index.md', 'install.md', 'configure.md'];

export function operatePages(): readonly { readonly page: string; readonly text: string }[] {
  const rank = (page: string) => (firstPages.indexOf(page) + firstPages.length + 1) % (firstPages.length + 1);
  return readdirSync(projectFile(folder))
    .filter((name) => name.endsWith('.md'))
    .sort((a, b) => rank(a) - rank(b) || a.localeCompare(b))
    .map((page) => ({ page, text: readFileSync(projectFile(join(folder, page)), 'utf8') }));
}

export function blocksOf(page: string, text: string): readonly Block[] {
  const lines = text.split('\n');
  const blocks: Block[] = [];
  for (let index = 0; index < lines.length; index += 1) {
    const [, indent = '', fence, info = ''] =
      /^([\s>]*(?:(?:[-*+]|\d+\.)\s+)*)(`{3,}|~{3,})((?![`~]).*)$/.exec(lines[index] ?? '') ?? [];
    if (fence === undefined) continue;
    const line = index + 1;
    const end = lines.findIndex((one, at) => at > index && one.trim().startsWith(fence));
    if (end === -1) throw new Error(`${page}:${line}: the block has no end`);
    const [, language = '', noRun] = /^(\S*)(?:\s+no-run:?\s*(.*))?/.exec(info.trim()) ?? [];
    const inside = lines.slice(line, end).map((one) => one.slice(Math.min(indent.length, leading(one))));
    blocks.push({ page, line, language, noRun, text: `${inside.join('\n')}\n` });
    index = end;
  }
  return blocks;
}

function leading(text: string): number {
  return text.length - text.trimStart().length;
}

export function operateBlocks(): readonly Block[] {
  return operatePages().flatMap(({ page, text }) => blocksOf(page, text));
}
