/**
 * The cost of the limit on a company's calls (ADR 0008): one status query, which only reads, with and without the limit, in
 * turn. For a send the share is smaller. Both apis run in this process on one ledger, and the limit is never reached.
 */
import { request } from 'undici';
import { readConfig } from '../../../dist/src/boot/config.js';
import { demoCompanies } from '../../../dist/tools/demo/demo-data.js';
import { demoUser } from '../../../dist/src/boot/demo-users.js';
import { createLog } from '../../../dist/src/shared/log.js';
import { startApi } from '../../../dist/src/boot/api-role.js';
import { alternately, quantile, throughput } from '../measure.mjs';
import { startOwnStack } from '../../own-stack/own-stack.mjs';
import { withinLimit } from '../service.mjs';

/** A cost of more than a tenth would justify another design. */
const goal = 1.1;
const warmUpRounds = 300;
const rounds = 2_000;
const clients = 20;
const blocks = 7;
const blockCount = 1_000;
const limitMs = 10 * 60_000;
const settings = {
  ...{ PORT: '0', ADMIN_PORT: '0', ECF_JWT_SECRET: `bench:${'x'.repeat(32)}`, LOG_LEVEL: 'warn' },
};

export function limit() {
  return withinLimit(limitMs, async () => {
    const stack = await startOwnStack({ name: 'bench' });
    const start = (callsPerMinute) => {
      const { mongoUri: MONGODB_URI, temporalAddress: TEMPORAL_ADDRESS } = stack;
      const env = { ...stack.env, ...settings, MONGODB_URI, TEMPORAL_ADDRESS };
      const config = readConfig({ ...env, ECF_CALLS_PER_MINUTE: callsPerMinute });
      return startApi(config, createLog({ role: 'bench', level: config.logLevel }));
    };
    const apis = [];
    try {
      for (const callsPerMinute of ['10000000', '0']) apis.push(await start(callsPerMinute));
      const [limited, unlimited] = await Promise.all(apis.map(statusQuery));
      return await measure({ limited, unlimited });
    } finally {
      await Promise.all(apis.map((api) => api.stop()));
      await stack.stop();
    }
  });
}

/** Queries a voucher that does not exist: the api asks the ledger, and answers 404. */
async function statusQuery({ port }) {
  const base = `http://127.0.0.1:${port}/api/v2`;
  const login = await request(`${base}/Auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ ...demoUser, rnc: demoCompanies[0].rnc }),
  });
  const { token } = await login.body.json();
  const headers = { authorization: `Bearer ${token}` };
  return async () => {
    const { statusCode, body } = await request(`${base}/dgii-ecf/document-status/E310000000001`, { headers });
    await body.dump();
    if (statusCode !== 404) throw new Error(`HTTP ${statusCode}`);
  };
}

async function measure(works) {
  await alternately(works, warmUpRounds);
  const alone = await alternately(works, rounds);
  const perSecond = { limited: [], unlimited: [] };
  for (let block = 0; block < blocks; block += 1) {
    for (const [name, work] of Object.entries(works))
      perSecond[name].push(await throughput(work, clients, blockCount));
  }
  const row = (name, unit, of) => {
    const [on, off] = [of('limited'), of('unlimited')];
    return [name, `${on.toFixed(2)} ${unit}`, `${off.toFixed(2)} ${unit}`, (on / off).toFixed(2)];
  };
  const ratio = quantile(alone.limited, 0.5) / quantile(alone.unlimited, 0.5);
  return {
    table: [
      ['', 'limit on', 'limit off', 'on / off'],
      row('1 client, p50', 'ms', (name) => quantile(alone[name], 0.5)),
      row('1 client, p95', 'ms', (name) => quantile(alone[name], 0.95)),
      row(`${clients} clients`, '/s', (name) => quantile(perSecond[name], 0.5)),
    ],
    notes: [`goal: p50 with the limit ≤ ${goal} × without: ${ratio <= goal ? 'met' : 'MISSED'}`],
    ok: ratio <= goal,
  };
}
