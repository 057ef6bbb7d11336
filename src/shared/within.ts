/** Waits for some work for a limited time. */

/** @returns the result of `work`, or `late` if the work takes longer than `limitMs`. The work itself continues. */
export async function within<T>(limitMs: number, work: Promise<T>, late: T): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const limit = new Promise<T>((resolve) => {
    timer = setTimeout(resolve, limitMs, late);
  });
  try {
    return await Promise.race([work, limit]);
  } finally {
    clearTimeout(timer);
  }
}
