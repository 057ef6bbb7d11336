/** One network cannot keep the api busy with pages that anyone may load. */
import { createCallLimit } from '../../../src/api/limits/call-limit.js';
import { pagesLimit } from '../../../src/api/limits/shares.js';
import { answersTo } from '../../harness/http/raw-http.js';
import { startApi } from '../harness.js';

const paths = ['/docs/', '/docs/api/', '/openapi.json', '/openapi-management.json', '/llms.txt', '/app/'];
const get = (path: string) => `GET ${path} HTTP/1.1\r\nHost: x\r\n\r\n`;
const last = 'GET /healthz HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n';

test('the network that loads too many gets 429 and loses the connection; everything else goes on', async () => {
  const api = await startApi(
    {},
    { trustProxy: ['127.0.0.1'], shares: { pages: createCallLimit(pagesLimit, paths.length, 60) } },
  );
  const loaded = await answersTo(api.port, paths.map(get).join('') + last);
  expect(loaded.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200, 404, 200]);
  for (const path of paths) {
    const answers = await answersTo(api.port, get(path) + get('/behind'));
    expect(answers.map(({ status }) => status)).toEqual([429]);
    expect(answers[0]?.headers).toMatchObject({ connection: 'close', 'retry-after': '60' });
  }
  expect(api.log.map(({ line }) => line['path'])).not.toContain('/behind');
  const ofOther = get('/docs/').replace('Host: x', 'Host: x\r\nX-Forwarded-For: 203.0.113.2');
  expect((await answersTo(api.port, ofOther + last)).map(({ status }) => status)).toEqual([200, 200]);
  expect((await api.call('GET', '/api/v2/ecf-sequences', { token: api.tokenOf(2) })).status).toBe(200);
});
