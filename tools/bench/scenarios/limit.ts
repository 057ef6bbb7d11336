/** The cost of the limit on a company's calls (ADR 0008): one status query with and without the limit, in turn. */
import { startApi } from '../../../src/boot/api-role.js';
import { readConfig } from '../../../src/boot/config.js';
import { createLog } from '../../../src/shared/log.js';
import { startOwnStack, type OwnStack } from '../../own-stack/own-stack.js';
import { withinLimit, type Measured } from '../bench.js';
import { createHttp } from '../http.js';
import { alternately, inTurn, mapEach, median, quantile, row, throughput, type Work } from '../measure.js';
import { login, sender, unexpected } from '../service.js';

/** A cost of more than a tenth would justify another design. */
const goal = 1.1;
const warmUpRounds = 300;
const rounds = 2_000;
const clients = 20;
const blocks = 7;
const blockCount = 1_000;
const limitMs = 10 * 60_000;
const settings = {
  PORT: '0',
  ADMIN_PORT: '0',
  ECF_JWT_SECRET: `bench:${'x'.repeat(32)}`,
  ECF_WEB: 'off',
  LOG_LEVEL: 'warn',
};

type Name = 'limited' | 'unlimited';

export function limit(): Promise<Measured> {
  return withinLimit(limitMs, async () => {
    const stack = await startOwnStack({ name: 'bench' });
    const started: Stoppable[] = [stack];
    try {
      const limited = await startClient(stack, '10000000');
      started.unshift(limited);
      const unlimited = await startClient(stack, '0');
      started.unshift(unlimited);
      return await measure({ limited: limited.query, unlimited: unlimited.query });
    } finally {
      for (const one of started) await one.stop();
    }
  });
}

interface Stoppable {
  stop(): Promise<void>;
}

async function startClient(stack: OwnStack, callsPerMinute: string) {
  const { mongoUri: MONGODB_URI, temporal } = stack;
  const env = { ...stack.env, ...settings, MONGODB_URI, TEMPORAL_ADDRESS: temporal.address };
  const config = readConfig({ ...env, ECF_CALLS_PER_MINUTE: callsPerMinute });
  const api = await startApi(config, createLog({ role: 'bench', level: config.logLevel }));
  const http = createHttp(`http://127.0.0.1:${api.port}`);
  const headers = await login(http, sender.rnc);
  return {
    query: async () => {
      const answer = await http.ask('GET', '/api/v2/dgii-ecf/document-status/E310000000001', { headers });
      if (answer.status !== 404) throw unexpected(answer);
    },
    stop: async () => {
      await api.stop();
      await http.close();
    },
  };
}

async function measure(works: Readonly<Record<Name, Work>>): Promise<Measured> {
  await alternately(works, warmUpRounds);
  const alone = await alternately(works, rounds);
  const crowds = mapEach(works, (work) => () => throughput(work, clients, blockCount));
  const perSecond = mapEach(await inTurn(crowds, blocks), median);
  const p50 = mapEach(alone, median);
  const p95 = mapEach(alone, (samples) => quantile(samples, 0.95));
  return {
    table: [
      ['', 'limit on', 'limit off', 'on / off'],
      row('1 client, p50', 'ms', [p50.limited, p50.unlimited], 2),
      row('1 client, p95', 'ms', [p95.limited, p95.unlimited], 2),
      row(`${clients} clients`, '/s', [perSecond.limited, perSecond.unlimited], 2),
    ],
    goals: [{ name: 'p50 with the limit / without', figure: p50.limited / p50.unlimited, atMost: goal }],
  };
}
