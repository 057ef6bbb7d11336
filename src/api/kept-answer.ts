/** One answer for many who ask: it is read at most once in some time, and those who ask meanwhile get the same one. */

interface Kept {
  readonly clock: () => Date;
  readonly forMs: number;
}

/** A reading that failed is not kept. */
export function keptAnswer<Answer>(
  read: () => Promise<Answer>,
  { clock, forMs }: Kept,
): () => Promise<Answer> {
  let kept: { readonly atMs: number; readonly answer: Promise<Answer> } | undefined;
  return () => {
    const nowMs = clock().getTime();
    // The clock may have been set back.
    if (kept !== undefined && Math.abs(nowMs - kept.atMs) < forMs) return kept.answer;
    const asked = { atMs: nowMs, answer: read() };
    kept = asked;
    asked.answer.catch(() => {
      if (kept === asked) kept = undefined;
    });
    return asked.answer;
  };
}
