/** The sample receiver takes what one of the standard's libraries signs, and nothing else. */
import { randomBytes } from 'node:crypto';
import { Webhook } from 'standardwebhooks';
import { request } from 'undici';
import { isWebhookSecret, startReceiver, type ReceivedEvent } from '../../../tools/receiver/receiver.js';
import { own } from '../../harness/own.js';

const secret = `whsec_${randomBytes(32).toString('base64')}`;
const body = JSON.stringify({
  type: 'ecf.accepted',
  timestamp: '2026-11-29T15:00:00Z',
  data: { ecf: 'E31' },
});
const received: ReceivedEvent[] = [];
let url = '';

beforeAll(async () => {
  const receiver = await startReceiver({
    port: 0,
    secretFor: (path) => (path === '/' ? secret : undefined),
    received: (event) => received.push(event),
  });
  own('the receiver', () => receiver.stop());
  ({ url } = receiver);
});
beforeEach(() => received.splice(0));

function signed(text: string, { by = secret, at = new Date() } = {}): Record<string, string> {
  return {
    'webhook-id': 'evt_1_test_1',
    'webhook-timestamp': String(Math.floor(at.getTime() / 1_000)),
    'webhook-signature': new Webhook(by).sign('evt_1_test_1', at, text),
  };
}

async function post(text: string, headers: Record<string, string>, to = url): Promise<number> {
  const answer = await request(to, { method: 'POST', headers, body: text });
  await answer.body.dump();
  return answer.statusCode;
}

test('an event that the secret signed is received as it came', async () => {
  expect(await post(body, signed(body))).toBe(204);
  expect(received).toEqual([{ id: 'evt_1_test_1', text: body }]);
});

test('during a rotation, one of two signatures is enough', async () => {
  const other = signed(body, { by: `whsec_${randomBytes(32).toString('base64')}` });
  const both = `${other['webhook-signature']} ${signed(body)['webhook-signature']}`;
  expect(await post(body, { ...signed(body), 'webhook-signature': both })).toBe(204);
});

const minutes = (count: number) => new Date(Date.now() + count * 60_000);
const large = 'x'.repeat(20 * 1024 + 1);
test.each([
  ['a body that was changed', `${body} `, signed(body), '/'],
  ['a signature of another secret', body, signed(body, { by: `whsec_${'A'.repeat(43)}=` }), '/'],
  ['a signature of six minutes ago', body, signed(body, { at: minutes(-6) }), '/'],
  ['a signature of in six minutes', body, signed(body, { at: minutes(6) }), '/'],
  ['no signature', body, {}, '/'],
  ['a path without a webhook', body, signed(body), '/otra'],
  ['more bytes than an event has', large, signed(large), '/'],
])('%s is refused with 401 and not received', async (_what, text, headers, path) => {
  expect(await post(text, headers, new URL(path, url).href)).toBe(401);
  expect(received).toEqual([]);
});

test('a secret is `whsec_` and at least 24 bytes in Base64', () => {
  expect(isWebhookSecret(secret)).toBe(true);
  for (const other of ['', 'whsec_', 'whsec_AAAA', secret.replace('whsec_', 'sk_'), `${secret} `])
    expect(isWebhookSecret(other)).toBe(false);
});
