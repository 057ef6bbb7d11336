/** A command's result, and how it is written: as text for a person, or as one JSON document with --json. */
import { replaceHidden } from '../../ecf/hidden-characters.js';

export interface Warning {
  readonly code: string;
  readonly mensaje: string;
}

export interface Result {
  readonly data: unknown;
  /** For a person; `""` writes nothing. */
  readonly text: string;
  readonly warnings?: readonly (Warning | undefined)[];
  readonly raw?: boolean;
}

export interface Output {
  write(result: Result): void;
  fail(error: { readonly code: string; readonly mensaje: string; readonly data?: object }): void;
}

/**
 * With --json, standard output carries exactly one document: `{ok: true, data, advertencias}` or
 * `{ok: false, code, mensaje, …}`. Without, warnings and errors go to standard error.
 */
export function createOutput(
  json: boolean,
  stdout: (text: string) => void,
  stderr: (text: string) => void,
): Output {
  return {
    write: ({ data, text, warnings = [], raw = false }) => {
      const advertencias = warnings.filter((one) => one !== undefined);
      if (json) {
        stdout(`${JSON.stringify({ ok: true, data, advertencias }, null, 2)}\n`);
        return;
      }
      if (text !== '') stdout(raw ? text : `${text}\n`);
      for (const { code, mensaje } of advertencias) stderr(`Advertencia ${code}: ${printable(mensaje)}\n`);
    },
    fail: ({ code, mensaje, data = {} }) => {
      if (json) stdout(`${JSON.stringify({ ok: false, code, mensaje, ...data }, null, 2)}\n`);
      else stderr(`Error ${code}: ${printable(mensaje)}\n`);
    },
  };
}

type Cell = string | number | null | undefined;

/** One line for each item, aligned under the headings; `—` for none. Without items: `empty`. */
export function table<Item>(
  items: readonly Item[],
  empty: string,
  columns: Readonly<Record<string, (item: Item) => Cell>>,
): string {
  if (items.length === 0) return empty;
  const rows = items.map((item) =>
    Object.values(columns).map((cell) => printable(String(cell(item) ?? '—'))),
  );
  const lines = [Object.keys(columns), ...rows];
  const widths = Object.keys(columns).map((_, at) => Math.max(...lines.map((line) => line[at]?.length ?? 0)));
  return lines
    .map((line) =>
      line
        .map((cell, at) => cell.padEnd(widths[at] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}

/** One label and value per line; nothing for an undefined value. Further lines of a value are indented below the first. */
export function fields(values: Readonly<Record<string, string | number | undefined>>): string {
  const pairs = Object.entries(values).filter(([, value]) => value !== undefined);
  const width = Math.max(...pairs.map(([label]) => label.length)) + 2;
  const indent = `\n${' '.repeat(width)}`;
  return pairs
    .map(([label, value]) => label.padEnd(width) + String(value).split('\n').map(printable).join(indent))
    .join('\n');
}

export function warningIf(condition: boolean, code: string, mensaje: string): Warning | undefined {
  return condition ? { code, mensaje } : undefined;
}

/** Text from others (names, DGII's messages) must not control the operator's terminal. */
function printable(text: string): string {
  return replaceHidden(text, () => '·').replaceAll(/[\p{Cc}\p{Cf}]/gu, '·');
}
