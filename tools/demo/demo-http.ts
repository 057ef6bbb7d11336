/** The demo's requests to the API, as an integration makes them. */
import { setTimeout as sleep } from 'node:timers/promises';
import { request } from 'undici';

/** A busy machine may be slow at its first start, so the client waits this long. */
export const patienceMs = 120_000;

export interface Call {
  readonly method?: 'DELETE' | 'GET' | 'POST' | 'PUT';
  readonly body?: unknown;
  readonly headers?: Record<string, string>;
}

/** Every request may be repeated. If the service asks to come later (503, 429), this waits and tries again. */
export async function call(
  url: string,
  { method = 'POST', body, headers = {} }: Call,
): Promise<Record<string, unknown>> {
  const startedMs = performance.now();
  for (;;) {
    const response = await request(url, {
      method,
      headers: { ...headers, ...(body !== undefined && { 'content-type': 'application/json' }) },
      body: body === undefined ? null : JSON.stringify(body),
    });
    const answer = (await response.body.json()) as Record<string, unknown>;
    const afterMs = Number(response.headers['retry-after']) * 1_000;
    if (!(afterMs > 0) || performance.now() + afterMs - startedMs > patienceMs) return answer;
    await sleep(afterMs);
  }
}
