/** What changes at the service appears on open pages, in a real browser: two tabs, a lost connection, and a session that nobody uses. */
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';
import type { Page, Request } from 'playwright-core';
import { MongoClient } from 'mongodb';
import { given } from '../../harness/given.js';
import { own } from '../../harness/own.js';
import { encfs, sampleEcf } from '../../harness/samples/sample-ecf.js';
import { noResult, startService, unlimited, type Service } from '../../harness/service.js';
import { until } from '../../harness/until.js';
import { finalDocument } from '../buyers/final-document.js';
import { addPersonOf, logInAt } from './person.js';
import { testBrowser, type TestBrowser } from '../../web/harness.js';

const email = 'operadora@prueba.example';
const environment = 'pre-certification';
const next = encfs(31);
let service: Service;
let browser: TestBrowser;

beforeAll(async () => {
  [service, browser] = await Promise.all([
    startService({ env: { ...unlimited, ECF_WEB: 'on' } }),
    testBrowser(),
  ]);
  await addPersonOf(service, service.companyId, email);
}, 240_000);

afterAll(() => browser.close());

const addressOf = (section: string, base = service.apiUrl) =>
  `${base}/app/empresas/${service.companyId}/${environment}/${section}`;

/** DGII has the voucher, and gives its result when `decide` is called. */
async function sendUndecided(): Promise<string> {
  const encf = next();
  await service.simulate({ faults: [noResult()] });
  await service.post('/api/v2/dgii-ecf/send', sampleEcf({ encf, rncEmisor: service.rnc }));
  await until('DGII has the voucher', async () => (await service.seenByDgii(encf)).received.length > 0);
  return encf;
}

const decide = () => service.simulate({ faults: [] });

async function logIn(page: Page, section = 'comprobantes', base = service.apiUrl): Promise<void> {
  await logInAt(page, addressOf(section, base), email);
}

const isNext = (request: Request) => request.url().includes('/events/next');
const isList = (request: Request) => /\/vouchers(\?|$)/.test(request.url());

interface Asked {
  readonly feed: readonly Request[];
  readonly lists: readonly Request[];
  /** The last cursor that the page got. */
  readonly cursor: () => string | undefined;
}

function watch(page: Page): Asked {
  const feed: Request[] = [];
  const lists: Request[] = [];
  let cursor: string | undefined;
  page.on('request', (request) => {
    if (isNext(request)) feed.push(request);
    if (isList(request)) lists.push(request);
  });
  page.on('response', (response) => {
    if (!isNext(response.request()) || !response.ok()) return;
    void response.json().then(
      (answer: { next: string }) => (cursor = answer.next),
      () => undefined,
    );
  });
  return { feed, lists, cursor: () => cursor };
}

const waits = (asked: Asked) =>
  until('the page waits for the next event', async () => {
    const last = asked.feed.at(-1);
    return last !== undefined && new URL(last.url()).searchParams.has('after') && last;
  });

const rowOf = (page: Page, encf: string) => page.getByRole('row').filter({ hasText: encf });
const accepted = (page: Page, encf: string) => rowOf(page, encf).getByText('Aceptado', { exact: true });

test('a result appears on an open list without a reload, and until then the list is not asked for', async () => {
  const encf = await sendUndecided();
  const { page, faults, close } = await browser.open();
  await page.clock.install();
  const asked = watch(page);
  await logIn(page);
  await rowOf(page, encf).waitFor();
  await waits(asked);
  const before = asked.lists.length;
  // A minute in which a page that polls would have asked again.
  await page.clock.fastForward(60_000);
  await waits(asked);
  expect(asked.lists.length).toBe(before);
  await decide();
  await accepted(page, encf).waitFor();
  expect(asked.lists.length).toBeGreaterThan(before);
  expect(faults).toEqual([]);
  await close();
}, 120_000);

test('of two tabs one asks, and both show the result; the other one takes over when the first is closed', async () => {
  const encf = await sendUndecided();
  const { page: first, context, faults, close } = await browser.open();
  const byFirst = watch(first);
  await logIn(first);
  await rowOf(first, encf).waitFor();
  await waits(byFirst);
  const second = await context.newPage();
  const bySecond = watch(second);
  await second.goto(addressOf('comprobantes'));
  await rowOf(second, encf).waitFor();
  await decide();
  await Promise.all([first, second].map((page) => accepted(page, encf).waitFor()));
  expect(bySecond.feed).toEqual([]);
  await first.close();
  await waits(bySecond);
  const another = await sendUndecided();
  await decide();
  await accepted(second, another).waitFor();
  expect(faults).toEqual([]);
  await close();
}, 120_000);

test('after a lost connection the page goes on from its cursor, and shows what happened meanwhile', async () => {
  const encf = await sendUndecided();
  const line = await openLine();
  const { page, close } = await browser.open();
  const asked = watch(page);
  await logIn(page, 'comprobantes', line.url);
  await rowOf(page, encf).waitFor();
  await waits(asked);
  const cursor = await until('the page has a cursor', async () => asked.cursor());
  line.cut();
  await page.getByRole('alert').filter({ hasText: 'Sin conexión con el servicio' }).waitFor();
  const lostAt = asked.feed.length;
  await decide();
  await finalDocument(service, encf);
  line.mend();
  await accepted(page, encf).waitFor();
  await until('the page asks again', async () => asked.cursor() !== cursor);
  const after = asked.feed.slice(lostAt).map((request) => new URL(request.url()).searchParams.get('after'));
  expect(after.length).toBeGreaterThan(0);
  expect(after[0]).toBe(cursor);
  await close();
}, 120_000);

interface Line {
  readonly url: string;
  /** Every connection breaks, and no other one is made. */
  readonly cut: () => void;
  readonly mend: () => void;
}

/** The way to the api, which a test can cut. A browser that is set offline keeps the connections that it has. */
async function openLine(): Promise<Line> {
  const { port } = new URL(service.apiUrl);
  const sockets = new Set<Socket>();
  let isCut = false;
  const server = createServer((near) => {
    if (isCut) {
      near.destroy();
      return;
    }
    const far = connect(Number(port), '127.0.0.1');
    for (const [one, other] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(one);
      one.on('error', () => other.destroy());
      one.on('close', () => {
        sockets.delete(one);
        other.destroy();
      });
      one.pipe(other);
    }
  });
  const breakAll = () => {
    for (const socket of sockets) socket.destroy();
  };
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  own('the line', () => {
    server.close();
    breakAll();
  });
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    cut: () => {
      isCut = true;
      breakAll();
    },
    mend: () => {
      isCut = false;
    },
  };
}

test('a page that nobody touches stops to ask, so its session ends', async () => {
  const { page, close } = await browser.open();
  await page.clock.install();
  const asked = watch(page);
  await logIn(page);
  await waits(asked);
  const requests: string[] = [];
  const ended = page.waitForEvent('requestfailed', isNext);
  await page.clock.fastForward('05:01');
  await ended;
  // A list may be asked for once more in case an event never came; the answer finds the page untouched.
  await page.waitForLoadState('networkidle');
  page.on('request', (request) => requests.push(request.url()));
  for (let minute = 0; minute < 30; minute++) await page.clock.fastForward(60_000);
  expect(requests.filter((url) => url.includes('/app/api/'))).toEqual([]);
  await endSessions();
  await page.mouse.move(200, 200);
  await page.getByRole('dialog', { name: 'Su sesión terminó' }).waitFor();
  await close();
}, 120_000);

/** As MongoDB does it after half an hour without a request. */
async function endSessions(): Promise<void> {
  const client = new MongoClient(given('TEST_MONGODB_URI'));
  await client.db(service.config.mongo.database).collection('sessions').deleteMany({});
  await client.close();
}
