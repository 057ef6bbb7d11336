/** The clients of long runs log in again when their token has expired, and the attacker remembers what it sent. */
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createRequests } from '../../../tools/torture/traffic/requests.js';
import { enterHostileCompany } from '../../../tools/storm/attacker/hostile-company.js';
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
    /** The expired token counts as one. */
    logins: () => logins,
    expire: () => void (logins += 1),
    refuseLogins: () => void (refusesLogins = true),
  };
}

test('a company logs in before its first request, and once more when its token has expired', async () => {
  const service = await startService();
  const requests = createRequests(service.url);
  own('the requests', () => requests.close());
  const ask = () => requests.post({ company }, path, {});
  expect(await ask()).toMatchObject({ status: 200 });
  service.expire();
  const together = await Promise.all([ask(), ask()]);
  expect(together).toMatchObject([{ status: 200 }, { status: 200 }]);
  expect(service.logins()).toBe(3);
  expect(await requests.get({ token: 'x.y.z' }, path)).toMatchObject({ status: 401 });
});

describe('the company that attacks', () => {
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
    await hostile.send(encf, {}, '0s');
    expect(await hostile.awaitFinal()).toEqual([
      { companyId: company.companyId, rnc: company.rnc, encf, last: undefined },
    ]);
    expect([...hostile.answers]).toEqual([
      [200, 1],
      [404, 1],
    ]);
  });
});
