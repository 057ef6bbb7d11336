/** A command's result, and how it is written: as text for a person, or as one JSON document with --json. */

export interface Warning {
  /** Stable, like error codes. */
  readonly code: string;
  readonly mensaje: string;
}

export interface Result {
  /** For --json. */
  readonly data: unknown;
  /** For a person; `""` writes nothing. */
  readonly text: string;
  readonly warnings?: readonly Warning[];
  /** Writes the text byte for byte, for a file or a pipe. */
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
      if (json) {
        stdout(`${JSON.stringify({ ok: true, data, advertencias: warnings }, null, 2)}\n`);
        return;
      }
      if (text !== '') stdout(raw ? text : `${text}\n`);
      for (const { code, mensaje } of warnings) stderr(`Advertencia ${code}: ${printable(mensaje)}\n`);
    },
    fail: ({ code, mensaje, data = {} }) => {
      if (json) stdout(`${JSON.stringify({ ok: false, code, mensaje, ...data }, null, 2)}\n`);
      else stderr(`Error ${code}: ${printable(mensaje)}\n`);
    },
  };
}

/** Aligns the columns under their headings. */
export function table(headings: readonly string[], rows: readonly (readonly string[])[]): string {
  const lines = [headings, ...rows].map((row) => row.map(printable));
  const widths = headings.map((_, column) => Math.max(...lines.map((line) => (line[column] ?? '').length)));
  return lines
    .map((line) =>
      line
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}

/** One label and value per line. Further lines of a value are indented below the first. */
export function fields(pairs: readonly (readonly [string, string])[]): string {
  const width = Math.max(...pairs.map(([label]) => label.length)) + 2;
  return pairs
    .map(([label, value]) => {
      const lines = value.split('\n').map(printable);
      return label.padEnd(width) + lines.join(`\n${' '.repeat(width)}`);
    })
    .join('\n');
}

/** Text from others (names, DGII's messages) must not control the operator's terminal. */
export function printable(text: string): string {
  return text.replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, '·');
}
