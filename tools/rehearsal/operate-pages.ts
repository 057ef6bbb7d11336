/** Runs the commands of docs/operate on the stack of a rehearsal. Their voucher waits for DGII meanwhile. */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { formatEncf } from '../../src/ecf/model/encf.js';
import { createHttp } from '../bench/http.js';
import { voucherOf } from '../bench/scenarios/vouchers.js';
import { login, sender, unexpected } from '../bench/service.js';
import type { OwnStack } from '../own-stack/own-stack.js';
import { findTemporal } from '../stack/binaries/temporal.js';
import { terminalLog } from '../stack/terminal-log.js';
import { runPages } from './pages/run-pages.js';

/** Above every number that the rehearsal has assigned for this company. */
const number = 9_500_000;
const written = formatEncf(31, 7);

export async function checkOperatePages(stack: OwnStack): Promise<readonly string[]> {
  const encf = formatEncf(31, number);
  await simulate(stack, [{ service: 'recepcion', action: 'status-500', times: 10_000, encf }]);
  await send(stack, encf);
  const dir = join(stack.dataDir, 'pages');
  mkdirSync(dir);
  const { problems } = await runPages({
    dir,
    env: stack.env,
    apiAdminUrl: stack.apiAdminUrl,
    workerAdminUrl: stack.workerAdminUrls[0] ?? '',
    temporalAddress: stack.temporal.address,
    temporalNamespace: stack.temporal.namespace,
    temporalBinary: await findTemporal(terminalLog),
    replaced: [[written, encf]],
  });
  await simulate(stack, []);
  return problems;
}

async function send({ apiUrl }: OwnStack, encf: string): Promise<void> {
  const http = createHttp(apiUrl);
  try {
    const headers = await login(http, sender.rnc);
    const body = voucherOf({ type: 31, encf, company: sender, summary: false });
    const answer = await http.ask('POST', '/api/v2/dgii-ecf/send', { body, headers });
    if (answer.status !== 200) throw unexpected(answer);
  } finally {
    await http.close();
  }
}

async function simulate({ simulatorUrl }: OwnStack, faults: readonly object[]): Promise<void> {
  const answer = await fetch(`${simulatorUrl}/_simulator/settings`, {
    method: 'PUT',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ faults }),
    signal: AbortSignal.timeout(10_000),
  });
  if (!answer.ok) throw new Error(`The simulator refused faults: ${answer.status}`);
}
