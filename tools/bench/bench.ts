/** What every bench returns, and what every bench needs while it runs. */

export type Goal = { readonly name: string; readonly figure: number } & (
  { readonly atMost: number } | { readonly atLeast: number }
);

export interface Measured {
  /** The first row has the headings, the first column the names. */
  readonly table: readonly (readonly string[])[];
  readonly goals: readonly Goal[];
  readonly notes?: readonly string[];
}

export type Bench = () => Promise<Measured>;

export function met(goal: Goal): boolean {
  return 'atMost' in goal ? goal.figure <= goal.atMost : goal.figure >= goal.atLeast;
}

/** On stderr, so that stdout holds the table alone. */
export function progress(text: string): void {
  process.stderr.write(`${text}\n`);
}

/** Runs a bench with a time limit: a bench that exceeds it hangs. */
export async function withinLimit(limitMs: number, bench: Bench): Promise<Measured> {
  const late = setTimeout(() => {
    progress(`The bench did not end within ${limitMs} ms`);
    process.exit(1);
  }, limitMs);
  try {
    return await bench();
  } finally {
    clearTimeout(late);
  }
}

export function format(rows: Measured['table']): string {
  const cellOf = (row: readonly string[], column: number) => row[column] ?? '';
  const widths = (rows[0] ?? []).map((_, column) =>
    Math.max(...rows.map((row) => cellOf(row, column).length)),
  );
  const line = (row: readonly string[]) =>
    widths.map((width, column) =>
      column === 0 ? cellOf(row, column).padEnd(width) : cellOf(row, column).padStart(width),
    );
  return rows.map((row) => line(row).join('  ').trimEnd()).join('\n');
}
