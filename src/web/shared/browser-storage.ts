/** What the browser keeps for this application. A browser may forbid the storage, or it may be full; the pages work without it. */
export function tryStorage<Result>(work: () => Result): Result | undefined {
  try {
    return work();
  } catch {
    return undefined;
  }
}
