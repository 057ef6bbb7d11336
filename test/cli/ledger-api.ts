/** The api over a command-line test's ledger. No worker runs behind it, so admitted vouchers stay admitted. */
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { request } from 'undici';
import { createApiServer } from '../../src/api/server.js';
import { readConfig } from '../../src/boot/config.js';
import { refused } from '../../src/shared/refused.js';
import { createLog } from '../../src/shared/log.js';
import { createApiMetrics } from '../../src/shared/metrics/api-metrics.js';
import { noTraces } from '../../src/shared/traces.js';
import type { ApiStore } from '../../src/ledger/ledger.js';
import { createChecker } from '../../src/documents/threads/checker.js';
import { own } from '../harness/own.js';
import { noPasswordThreads } from '../harness/password-checks.js';

export const clave = 'una-clave-de-prueba';

export async function startLedgerApi(store: ApiStore) {
  const { numbering, limits } = readConfig({});
  const checker = createChecker({ threadsMax: 1 });
  const server = createApiServer({
    config: {
      jwt: { secrets: [{ kid: 'a', secret: randomBytes(32).toString('hex') }], issuer: 'i', audience: 'a' },
      allowProduction: false,
      firstCheckMs: 10_000,
      webhooks: { privateAddresses: 'refuse' },
      trustProxy: false,
      publicUrl: '',
      customerMailsPerDay: 0,
      limits,
      numbering,
    },
    log: createLog({ role: 'test', level: 'silent' }),
    store,
    issuing: {
      startAndWait: () => Promise.resolve(),
      acknowledge: () => Promise.resolve(),
      annul: () => Promise.resolve(),
      certify: () => Promise.resolve(),
    },
    processes: { ask: async () => refused('WORKER_SILENT') },
    checker,
    passwordThreads: noPasswordThreads,
    clock: () => new Date(),
    metrics: createApiMetrics(checker.figures),
    traces: noTraces,
    stopping: new AbortController().signal,
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  own('the api', async () => {
    server.close();
    server.closeAllConnections();
  });
  const { port } = server.address() as AddressInfo;
  const post = (path: string, body: unknown, headers: Record<string, string> = {}) =>
    request(`http://127.0.0.1:${port}/api/v2${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
    });
  return {
    port,
    /** Returns the token; undefined when the login is refused. */
    login: async (usuario: string, rnc: string) => {
      const { body } = await post('/Auth/login', { usuario, clave, rnc });
      return ((await body.json()) as { token?: string }).token;
    },
    /** Returns the HTTP status. */
    validate: async (bearer: string) => {
      const answer = await post('/dgii-ecf/validate', {}, { authorization: `Bearer ${bearer}` });
      await answer.body.dump();
      return answer.statusCode;
    },
  };
}
