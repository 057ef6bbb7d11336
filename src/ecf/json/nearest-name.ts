/** Finds the names that a client probably meant when it sent one that does not exist. */

/** Longer than any name of the format. Longer names are not compared, so that each comparison has a bound. */
const lengthMax = 60;
const namesMax = 3;
const beginningMin = 3;

/**
 * Returns the known names closest to the given one, if they are close enough. Otherwise it returns the few names that
 * begin with the given one, or that the given one begins with (`Cantidad` → `CantidadItem`). Letter case does not matter.
 */
export function nearestNames(given: string, known: Iterable<string>): string[] {
  if (given.length > lengthMax) return [];
  const wanted = given.toLowerCase();
  let least = Math.max(1, Math.floor(wanted.length / 4));
  let nearest: string[] = [];
  const sharedBeginning: string[] = [];
  for (const name of known) {
    const candidate = name.toLowerCase();
    if (candidate === wanted) return [name];
    if (beginsWith(candidate, wanted) || beginsWith(wanted, candidate)) sharedBeginning.push(name);
    if (Math.abs(candidate.length - wanted.length) > least) continue;
    const distance = editDistance(wanted, candidate);
    if (distance > least) continue;
    if (distance < least) nearest = [];
    least = distance;
    nearest.push(name);
  }
  if (nearest.length > 0) return nearest.slice(0, namesMax);
  return sharedBeginning.length > namesMax ? [] : sharedBeginning;
}

export function didYouMean(names: readonly string[]): string {
  return `¿Quiso decir ${joinNames(names, 'o')}?`;
}

export function joinNames(names: readonly string[], conjunction: 'y' | 'o'): string {
  const last = names.at(-1) ?? '';
  return names.length < 2 ? last : `${names.slice(0, -1).join(', ')} ${conjunction} ${last}`;
}

function beginsWith(text: string, beginning: string): boolean {
  return beginning.length >= beginningMin && text.startsWith(beginning);
}

/** How many letters to insert, remove, replace or swap with their neighbour to get from one text to the other. */
function editDistance(from: string, to: string): number {
  let beforeLast: number[] = [];
  let last = Array.from({ length: to.length + 1 }, (_, column) => column);
  for (let row = 1; row <= from.length; row++) {
    const current = [row];
    for (let column = 1; column <= to.length; column++) {
      const same = from[row - 1] === to[column - 1];
      const swapped = from[row - 1] === to[column - 2] && from[row - 2] === to[column - 1];
      current[column] = Math.min(
        (last[column] ?? 0) + 1,
        (current[column - 1] ?? 0) + 1,
        (last[column - 1] ?? 0) + (same ? 0 : 1),
        swapped && row > 1 && column > 1 ? (beforeLast[column - 2] ?? 0) + 1 : Infinity,
      );
    }
    beforeLast = last;
    last = current;
  }
  return last[to.length] ?? 0;
}
