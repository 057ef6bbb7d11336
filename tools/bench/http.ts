/** Requests as a client of the service makes them, each with a time limit. An outage is returned, not thrown. */
import { performance } from 'node:perf_hooks';
import { Agent, request } from 'undici';

/** A send waits 5 s at most here. A service that has not even refused after this time hangs. */
const answerLimitMs = 60_000;

/** @param {string} baseUrl */
export function createHttp(baseUrl) {
  const dispatcher = new Agent({
    headersTimeout: answerLimitMs,
    bodyTimeout: answerLimitMs,
    connections: 64,
  });
  return {
    /**
     * @param {'GET' | 'POST'} method
     * @returns the answer or `error`, with start and end by the process's clock
     */
    async ask(method, path, { body, headers = {} } = {}) {
      const startedAt = performance.now();
      try {
        const response = await request(`${baseUrl}${path}`, {
          dispatcher,
          method,
          headers: { ...headers, ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
          body: body === undefined ? null : JSON.stringify(body),
        });
        const text = await response.body.text();
        const endedAt = performance.now();
        const { statusCode: status, headers: answered } = response;
        return { status, headers: answered, body: JSON.parse(text), startedAt, endedAt };
      } catch (error) {
        return { error, startedAt, endedAt: performance.now() };
      }
    },
    close: () => dispatcher.close(),
  };
}
