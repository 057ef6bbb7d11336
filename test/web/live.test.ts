/** How open pages follow the events of a company: what a page asks when an event comes, and when it does not ask at all. */
import type { Page, Request } from 'playwright-core';
import type { EventOfFeed } from '../../src/web/api/answers.js';
import { until } from '../harness/until.js';
import { openSite } from './open-site.js';

const site = openSite();
const here = '/empresas/1/certification';

const event = (n: number, change: Partial<EventOfFeed> = {}): EventOfFeed => ({
  id: `evt_1_certification_${n}`,
  type: 'ecf.accepted',
  timestamp: '2026-11-20T14:05:09.000Z',
  data: { ecf: `E31000000${String(1_000 + n)}` },
  ...change,
});

interface Feed {
  /** The cursors with which the page has asked, in order. */
  readonly asked: (string | null)[];
  /** Answers the request that waits, or the next one. */
  readonly tell: (answer: { readonly items: readonly EventOfFeed[]; readonly next: string } | 410) => void;
}

/** The page's feed, answered by the test. The first request, which has no cursor, is answered at once. */
async function feedOf(page: Page): Promise<Feed> {
  const asked: (string | null)[] = [];
  const answers: Parameters<Feed['tell']>[0][] = [{ items: [], next: 'evt_1_certification_0' }];
  let wake: () => void = () => undefined;
  await page.route(/\/events\/next/, async (route) => {
    asked.push(new URL(route.request().url()).searchParams.get('after'));
    while (answers.length === 0) await new Promise<void>((resolve) => (wake = resolve));
    const answer = answers.shift()!;
    const refusal = { code: 'EVENTS_CURSOR_EXPIRED', mensaje: 'El cursor es demasiado antiguo.' };
    // The page may have ended the request.
    await (
      answer === 410 ? route.fulfill({ status: 410, json: refusal }) : route.fulfill({ json: answer })
    ).catch(() => undefined);
  });
  const tell: Feed['tell'] = (answer) => {
    answers.push(answer);
    wake();
  };
  return { asked, tell };
}

/** Counts the calls of a page below its company and environment, without the feed's. */
function callsOf(page: Page): string[] {
  const calls: string[] = [];
  page.on('request', (request: Request) => {
    const path = /\/app\/api\/companies\/1\/certification\/([^?]+)/.exec(request.url())?.[1];
    if (path !== undefined && path !== 'events/next') calls.push(path);
  });
  return calls;
}

async function openWithFeed(section: string) {
  const opened = await site.browser.open();
  const { page, context } = opened;
  await page.clock.install();
  await context.addCookies([{ name: 'role', value: 'operador', url: site.fixture.address }]);
  const feed = await feedOf(page);
  await page.goto(`${site.fixture.address}${here}/${section}`);
  await page.getByText('Actualizado a las').first().waitFor();
  await until('the page waits for the next event', async () => feed.asked.length === 2);
  return { ...opened, feed, calls: callsOf(page) };
}

test('an event repeats exactly the queries that it concerns', async () => {
  const { page, feed, calls, close } = await openWithFeed('comprobantes');
  feed.tell({ items: [event(1)], next: event(1).id });
  await until('the list is repeated', async () => calls.includes('vouchers'));
  feed.tell({ items: [event(2, { type: 'received.created' })], next: event(2).id });
  await page.clock.fastForward(1_500);
  await until('the page asks again', async () => feed.asked.length === 4);
  expect(feed.asked).toEqual([null, 'evt_1_certification_0', event(1).id, event(2).id]);
  expect(new Set(calls)).toEqual(new Set(['vouchers']));
  await close();
});

test('while nothing happens, an open list asks for nothing in a minute and a half', async () => {
  const { page, feed, calls, close } = await openWithFeed('comprobantes');
  await page.clock.fastForward(90_000);
  // Its time was over, and the page has seen that the service is there.
  await until('the page waits anew', async () => feed.asked.length === 3);
  expect(calls).toEqual([]);
  // In case an event never came.
  await page.clock.fastForward(31_000);
  await until('the list is asked for', async () => calls.includes('vouchers'));
  await close();
});

test('twenty results in a row repeat the sums of a page each quarter of a minute, and once after the last', async () => {
  const { page, feed, calls, close } = await openWithFeed('maestro');
  const now = () => page.evaluate<number>('Date.now()');
  const began = await now();
  const sums = () => calls.filter((call) => call === 'sequences').length;
  let beforeLast = 0;
  for (let n = 1; n <= 20; n++) {
    beforeLast = sums();
    feed.tell({ items: [event(n)], next: event(n).id });
    await until('the page has the event, and asks again', async () => {
      await page.clock.runFor(500);
      return feed.asked.at(-1) === event(n).id;
    });
  }
  const during = sums();
  expect(during).toBeGreaterThanOrEqual(1);
  expect(during).toBeLessThanOrEqual(1 + ((await now()) - began) / 15_000);
  await page.clock.runFor(15_000);
  await until('the last result is shown', async () => sums() > beforeLast);
  expect(new Set(calls)).toEqual(new Set(['sequences', 'figures']));
  await close();
});

test('a page whose cursor is too old repeats everything that it shows, and follows from now on', async () => {
  const { page, feed, calls, close } = await openWithFeed('comprobantes');
  feed.tell(410);
  await until('the list is repeated', async () => calls.includes('vouchers'));
  feed.tell({ items: [], next: event(7).id });
  await page.clock.fastForward(2_000);
  await until('the page waits again', async () => feed.asked.length === 4);
  expect(feed.asked.slice(2)).toEqual([null, event(7).id]);
  await close();
});

test('a page that gets no place to wait asks more and more seldom, each half minute at last', async () => {
  const { page, feed, close } = await openWithFeed('comprobantes');
  const next = 'evt_1_certification_0';
  for (let n = 0; n < 100; n++) feed.tell({ items: [], next });
  await page.clock.pauseAt(new Date(Date.now() + 60_000));
  for (let second = 0; second < 120; second++) await page.clock.runFor(1_000);
  const asked = feed.asked.length;
  expect(asked).toBeGreaterThan(5);
  expect(asked).toBeLessThan(20);
  await close();
});

test('a page that is not on the screen asks for no events, and goes on from its cursor when it is back', async () => {
  const { page, feed, close } = await openWithFeed('comprobantes');
  feed.tell({ items: [event(1)], next: event(1).id });
  await page.clock.fastForward(1_500);
  await until('the page waits', async () => feed.asked.length === 3);
  const ended = page.waitForEvent('requestfailed', (request) => request.url().includes('events/next'));
  await show(page, false);
  await ended;
  await page.clock.fastForward(60_000);
  expect(feed.asked).toHaveLength(3);
  await show(page, true);
  await until('the page asks again', async () => feed.asked.length === 4);
  expect(feed.asked[3]).toBe(event(1).id);
  await close();
});

/** As a browser does it when a person takes another tab. */
function show(page: Page, isShown: boolean): Promise<void> {
  return page.evaluate((isHidden) => {
    Object.defineProperty(document, 'hidden', { value: isHidden, configurable: true });
    Object.defineProperty(document, 'visibilityState', {
      value: isHidden ? 'hidden' : 'visible',
      configurable: true,
    });
    document.dispatchEvent(new Event('visibilitychange', { bubbles: true }));
  }, !isShown);
}
