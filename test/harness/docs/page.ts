/**
 * A page of docs/ as a test reads it: its fenced code blocks, in order. The info string says what each one is:
 *
 * - `bash [curl]`, `ts [TypeScript]`, `python [Python]`, `php [PHP]`, `csharp [C#]`: an example that runs. The label is the reader's tab.
 * - `json [factura.json]`: a file that the reader saves. The label is its name.
 * - `json salida`, `text salida`: what the example before prints, in each language that has one.
 * - `bash no-run: motivo`: not run, and why.
 */
export const languages = ['bash', 'ts', 'python', 'php', 'csharp'] as const;
export type Language = (typeof languages)[number];

export interface Example {
  readonly kind: 'example';
  readonly language: Language;
  readonly line: number;
  readonly text: string;
  /** What it prints. */
  readonly expected?: Expected;
}

export interface Expected {
  readonly line: number;
  readonly form: 'json' | 'text';
  readonly text: string;
}

export interface Page {
  readonly examples: readonly Example[];
  readonly files: readonly { readonly name: string; readonly text: string }[];
  readonly notRun: readonly string[];
}

interface Block {
  readonly line: number;
  readonly info: string;
  readonly text: string;
  /** The number of its group of tabs; a block outside of tabs is a group of its own. */
  readonly group: number;
}

/** @throws when a block is something else: an example that nobody runs becomes wrong, and nobody notices */
export function readPage(markdown: string): Page {
  const blocks = blocksOf(markdown);
  const examples: Example[] = [];
  const files: { name: string; text: string }[] = [];
  const notRun: string[] = [];
  let last: readonly Example[] = [];
  let lastGroup = -1;
  for (const block of blocks) {
    const { line, info, text, group } = block;
    const [, word = '', label, rest = ''] = /^(\S+)(?: \[([^\]]+)\])?(?: (.+))?$/.exec(info) ?? [];
    const reason = /^no-run: (\S.*)$/.exec(rest)?.[1];
    if (reason !== undefined) notRun.push(`${word}: ${reason}`);
    else if (rest === 'salida' && (word === 'json' || word === 'text')) {
      if (last.length === 0) throw new Error(`Line ${line}: no example before this output`);
      const expected = { line, form: word, text } as const;
      for (const example of last) examples[examples.indexOf(example)] = { ...example, expected };
      last = [];
    } else if (rest === '' && label?.includes('.') === true) files.push({ name: label, text });
    else if (rest === '' && isLanguage(word)) {
      const example = { kind: 'example', language: word, line, text } as const;
      examples.push(example);
      last = group === lastGroup ? [...last, example] : [example];
      lastGroup = group;
    } else throw new Error(`Line ${line}: \`\`\`${info} neither runs nor says why it does not`);
  }
  return { examples, files, notRun };
}

function isLanguage(word: string): word is Language {
  return languages.some((language) => language === word);
}

function blocksOf(markdown: string): readonly Block[] {
  const blocks: Block[] = [];
  let open: { line: number; info: string; lines: string[] } | undefined;
  let inTabs = false;
  let group = 0;
  for (const [index, text] of markdown.split('\n').entries()) {
    const fence = /^```(.*)$/.exec(text);
    if (open !== undefined && fence === null) open.lines.push(text);
    else if (open !== undefined) {
      blocks.push({ line: open.line, info: open.info, text: `${open.lines.join('\n')}\n`, group });
      open = undefined;
      if (!inTabs) group += 1;
    } else if (fence !== null) open = { line: index + 1, info: fence[1] ?? '', lines: [] };
    else if (text === '<!-- tabs -->') inTabs = true;
    else if (text === '<!-- /tabs -->') {
      inTabs = false;
      group += 1;
    }
  }
  if (open !== undefined || inTabs) throw new Error('A block or a group of tabs has no end');
  return blocks;
}
