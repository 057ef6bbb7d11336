/** The set with this one, or without it if it was there. */
export function toggled<One>(before: ReadonlySet<One>, one: One): ReadonlySet<One> {
  const after = new Set(before);
  if (!after.delete(one)) after.add(one);
  return after;
}
