/** The demo's receiver: each company's events arrive there from a running service, verified, and nothing else is taken for one. */
import { request } from 'undici';
import { sampleEcf } from '../../harness/samples/sample-ecf.js';
import { own } from '../../harness/own.js';
import { startService, unlimited, type Service } from '../../harness/service.js';
import { startDemoEvents } from '../../../tools/demo/demo-events.js';

let service: Service;
const encf = 'E310000000001';

beforeAll(async () => {
  service = await startService({ env: { ...unlimited, WEBHOOKS_PRIVATE_ADDRESSES: 'allow' } });
}, 150_000);

async function webhooks() {
  const { body } = await service.get('/api/v2/webhooks');
  return body.data as unknown as readonly { readonly id: string; readonly url: string }[];
}

test('the event of an accepted voucher is printed, what nobody signed is not, and the webhook goes with the demo', async () => {
  const lines: string[] = [];
  const events = await startDemoEvents(service.apiUrl, (line) => lines.push(line));
  let running = true;
  own('the receiver', () => (running ? events.stop() : undefined));
  expect(await events.watch(await service.token())).toBeUndefined();
  const [made] = await webhooks();
  expect(made!.url.startsWith(events.url)).toBe(true);

  const forged = await request(made!.url, {
    method: 'POST',
    headers: { 'webhook-id': 'evt_1', 'webhook-timestamp': String(Math.floor(Date.now() / 1_000)) },
    body: JSON.stringify({ type: 'ecf.accepted', timestamp: '', data: { ecf: encf } }),
  });
  await forged.body.dump();
  expect(forged.statusCode).toBe(401);
  // The forged one has not counted: its voucher is still missing.
  expect(await events.arrived([encf], 50)).toEqual([encf]);

  await service.post('/api/v2/dgii-ecf/send?waitForFinal=60s', sampleEcf({ encf }));
  expect(await events.arrived([encf], 60_000)).toEqual([]);
  expect(lines.find((line) => line.startsWith(`Evento ecf.accepted ${encf} Aceptado (evt_`))).toBeDefined();

  await events.stop();
  running = false;
  expect(await webhooks()).toEqual([]);
}, 150_000);

test('a demo removes the webhook of one that was killed, and leaves those of people alone', async () => {
  const { body } = await service.post('/api/v2/webhooks', { url: 'http://127.0.0.1:9/', description: 'ERP' });
  const killed = await startDemoEvents(service.apiUrl, () => undefined);
  await killed.watch(await service.token());
  const events = await startDemoEvents(service.apiUrl, () => undefined);
  own('the receiver', () => events.stop());
  await events.watch(await service.token());
  const left = await webhooks();
  expect(left.map(({ id }) => id)).toContain((body.data as { id: string }).id);
  expect(left).toHaveLength(2);
  expect(left.some(({ url }) => url.startsWith(killed.url))).toBe(false);
  await killed.stop();
}, 150_000);
