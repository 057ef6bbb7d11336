/** A list as an iterator: it asks for the next page when the caller has taken the one before. */
import { EcfError } from './error.js';
import type { Transport } from './transport.js';

export type Query = Readonly<Record<string, string | number | boolean | undefined>>;

export async function* pages<T>(
  transport: Transport,
  path: string,
  query: Query,
  signal?: AbortSignal,
): AsyncGenerator<T, void, undefined> {
  let cursor: string | undefined;
  for (;;) {
    const { data, headers } = await transport.json<readonly T[]>({
      method: 'GET',
      path,
      query: { ...query, cursor },
      repeatable: true,
      signal,
    });
    yield* data;
    const next = headers.get('x-next-cursor') ?? undefined;
    if (next === undefined) return;
    // The same page again and again would have no end.
    if (next === cursor) throw new EcfError({ code: 'ANSWER_INVALID', message: 'La lista no avanza.' });
    cursor = next;
  }
}
