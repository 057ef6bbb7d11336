/** How a list continues: each page carries the cursor of the next one. */

interface From {
  readonly cursor?: string;
}
const start: From = {};

export const cursorPages = {
  initialPageParam: start,
  getNextPageParam: ({ next }: { readonly next: string | null }) => (next === null ? null : { cursor: next }),
};
