/** Whether an example printed what its page says. The page may leave out what changes from call to call: `…` is any text. */
import type { Expected } from './page.js';

/** @returns undefined, or what differs */
export function difference(printed: string, expected: Expected): string | undefined {
  if (expected.form === 'json') return jsonDifference(lastJson(printed), JSON.parse(expected.text), 'salida');
  let from = 0;
  const lines = printed.split('\n');
  for (const wanted of expected.text.trimEnd().split('\n')) {
    const found = lines.findIndex((line, index) => index >= from && matches(line, wanted));
    if (found < 0) return `no line is ${wanted}`;
    from = found + 1;
  }
  return undefined;
}

/** Each member that the page shows is there with its value; members that it does not show may be there too. A list has no other elements. */
function jsonDifference(printed: unknown, wanted: unknown, path: string): string | undefined {
  const is = `${path} is ${JSON.stringify(printed)}, not ${JSON.stringify(wanted)}`;
  if (typeof wanted === 'string')
    return typeof printed === 'string' && matches(printed, wanted) ? undefined : is;
  if (Array.isArray(wanted)) {
    if (!Array.isArray(printed)) return is;
    const open = wanted.at(-1) === '…';
    const shown: readonly unknown[] = open ? wanted.slice(0, -1) : wanted;
    if (open ? printed.length < shown.length : printed.length !== shown.length)
      return `${path} has ${printed.length} elements`;
    return firstOf(shown.map((one, index) => jsonDifference(printed[index], one, `${path}[${index}]`)));
  }
  if (typeof wanted !== 'object' || wanted === null) return printed === wanted ? undefined : is;
  if (typeof printed !== 'object' || printed === null) return is;
  const members: Readonly<Record<string, unknown>> = { ...printed };
  return firstOf(
    Object.entries(wanted).map(([name, one]) => jsonDifference(members[name], one, `${path}.${name}`)),
  );
}

function matches(printed: string, wanted: string): boolean {
  const parts = wanted.split('…').map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`));
  return new RegExp(`^${parts.join('[^]*')}$`).test(printed);
}

function firstOf(differences: readonly (string | undefined)[]): string | undefined {
  return differences.find((one) => one !== undefined);
}

/** The last JSON value that begins a line: before it an example may print something else. */
function lastJson(printed: string): unknown {
  const starts = [...printed.matchAll(/^[[{]/gm)].map(({ index }) => index);
  for (const start of starts) {
    const value = parsed(printed.slice(start));
    if (value !== undefined) return value;
  }
  return undefined;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}
