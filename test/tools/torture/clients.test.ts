/** The clients of long runs log in again when their token has expired, and repeat the request. */
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createRequests } from '../../../tools/soak/requests.js';
import { enterHostileCompany } from '../../../tools/storm/attacker/hostile-company.js';
import { createCompanyRequests } from '../../../tools/torture/clients/company-requests.js';
import { createJournal } from '../../../tools/torture/clients/journal.js';
import { createDowntimes } from '../../../tools/torture/outages/downtimes.js';
import { demoCompany } from '../../../tools/demo/demo-data.js';
import { own } from '../../harness/own.js';

const company = demoCompany(1);
const path = '/api/v2/anything';

/** A service that accepts the last token only, and has no voucher that it was sent. */
async function startService() {
  let logins = 0;
  let refusesLogins = false;
  const answerTo = ({ url = '', headers, method }: IncomingMessage): readonly [number, object] => {
    if (url.endsWith('/login')) {
      if (refusesLogins) return [503, { data: { code: 'LEDGER_UNAVAILABLE' } }];
      logins += 1;
      return [200, { token: `token-${logins}` }];
    }
    if (headers.authorization !== `Bearer token-${logins}`) return [401, { data: { code: 'TOKEN_EXPIRED' } }];
    return method === 'GET' && url.includes('document-status')
      ? [404, { data: { code: 'ECF_NOT_FOUND' } }]
      : [200, { data: {} }];
  };
  const server = createServer((request, response) => {
    const [status, body] = answerTo(request);
    request.resume();
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  own('the server', () => {
    server.closeAllConnections();
    server.close();
  });
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    expire: () => void (logins += 1),
    refuseLogins: () => void (refusesLogins = true),
  };
}

test('a company of the torture', async () => {
  const service = await startService();
  const requests = createCompanyRequests(
    service.url,
    createJournal(() => undefined),
    createDowntimes(),
  );
  own('the requests', () => requests.close());
  expect(await requests.get(company, path)).toMatchObject({ status: 200 });
  service.expire();
  expect(await requests.get(company, path)).toMatchObject({ status: 200 });
});

test('a company of the soak, but not a stranger with a wrong token', async () => {
  const service = await startService();
  const requests = createRequests(service.url);
  own('the requests', () => requests.close());
  const client = { company, token: await requests.login(company) };
  expect(await requests.post(client, path, {})).toMatchObject({ status: 200 });
  service.expire();
  expect(await requests.post(client, path, {})).toMatchObject({ status: 200 });
  expect(await requests.get({ token: 'x.y.z' }, path)).toMatchObject({ status: 401 });
});

describe('the company that attacks', () => {
  test('logs in again', async () => {
    const service = await startService();
    const hostile = await enterHostileCompany(service.url, company);
    own('the company', () => hostile.close());
    service.expire();
    expect(await Promise.all([hostile.get(path), hostile.get(path)])).toMatchObject([
      { status: 200 },
      { status: 200 },
    ]);
    expect([...hostile.answers]).toEqual([[200, 2]]);
  });

  test('does not begin without a token', async () => {
    const service = await startService();
    service.refuseLogins();
    await expect(enterHostileCompany(service.url, company)).rejects.toThrow(/HTTP 503/);
  });

  test('remembers a voucher that the service acknowledged and then forgot', async () => {
    const service = await startService();
    const hostile = await enterHostileCompany(service.url, company);
    own('the company', () => hostile.close());
    const encf = hostile.nextEncf(31);
    await hostile.send(encf, '{}', '0s');
    expect(await hostile.awaitFinal()).toEqual([
      { companyId: company.companyId, rnc: company.rnc, encf, last: undefined },
    ]);
  });
});
