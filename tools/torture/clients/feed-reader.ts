/**
 * Readers of the event feed that die, go back and repeat. An event must come again unchanged, and no page may skip one.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { createDice } from '../../bench/dice.js';
import type { DemoCompany } from '../../demo/demo-data.js';
import type { ShownEvent } from '../check/event-evidence.js';
import { describe, type Answer, type Answered } from './api.js';
import type { CompanyRequests } from './company-requests.js';
import { pause, pauseMaxMs } from './pause.js';

const pageMax = 20;
const waitSeconds = 5;
/** A reader that dies lives this long into its request. */
const lifeMsMax = 400;
/** At the end, a reader that is asked to come later retries this many times. */
const endTriesMax = 20;

export const readerActions = ['read', 'wait', 'twice', 'rewind', 'die'] as const;
type ReaderAction = (typeof readerActions)[number];

interface Page {
  readonly after: number;
  readonly limit: number;
  readonly wait?: number;
  readonly signal?: AbortSignal;
}

export interface FeedReaderOptions {
  readonly seed: number;
  readonly requests: CompanyRequests;
  readonly companies: readonly DemoCompany[];
}

export type FeedReaders = ReturnType<typeof createFeedReaders>;

export function createFeedReaders({ seed, requests, companies }: FeedReaderOptions) {
  const objections: string[] = [];
  const did = new Map<ReaderAction, number>();
  const readers = companies.map((company) => ({ company, ...createReader(company) }));

  return {
    objections: objections as readonly string[],
    did: did as ReadonlyMap<string, number>,
    play: async (ended: AbortSignal): Promise<void> => {
      await Promise.all(readers.map(({ play }) => play(ended)));
    },
    /** @returns each company's feed as it was read, from its beginning */
    readToEnd: async (): Promise<
      readonly { readonly companyId: number; readonly events: readonly ShownEvent[] }[]
    > =>
      Promise.all(
        readers.map(async ({ company: { companyId }, readToEnd }) => ({
          companyId,
          events: await readToEnd(),
        })),
      ),
  };

  function createReader(company: DemoCompany) {
    const dice = createDice(`${seed}:reader:${company.companyId}`);
    /** The event `seq` is at `seq - 1`. */
    const known: ShownEvent[] = [];
    const first: ReaderAction[] = dice.shuffled(readerActions);
    let cursor = 0;

    return { play, readToEnd };

    async function play(ended: AbortSignal): Promise<void> {
      while (!ended.aborted) {
        const action = first.shift() ?? dice.pick(readerActions);
        did.set(action, (did.get(action) ?? 0) + 1);
        await act(action);
        await pause(dice);
      }
    }

    async function act(action: ReaderAction): Promise<void> {
      const page = { after: cursor, limit: dice.between(1, pageMax) };
      switch (action) {
        case 'read':
          return void (cursor = (await read(page)) ?? cursor);
        case 'wait':
          return void (cursor = (await read({ ...page, wait: waitSeconds })) ?? cursor);
        case 'twice': {
          const ends = await Promise.all([read(page), read(page)]);
          return void (cursor = Math.max(cursor, ...ends.map((end) => end ?? 0)));
        }
        case 'rewind':
          cursor = dice.between(0, cursor);
          return;
        case 'die':
          // What it got is lost with it: the next one begins at the saved cursor.
          await read({ ...page, wait: waitSeconds, signal: AbortSignal.timeout(dice.between(1, lifeMsMax)) });
          return;
      }
    }

    async function readToEnd(): Promise<readonly ShownEvent[]> {
      for (let tries = 1; ;) {
        const answer = await ask({ after: cursor, limit: pageMax });
        if (answer.status === 200) {
          const before = cursor;
          cursor = take(before, answer);
          if (cursor === before) return known;
        } else if ((tries += 1) > endTriesMax) throw new Error(`events: ${describe(answer)}`);
        else await sleep(pauseMaxMs);
      }
    }

    async function read(page: Page): Promise<number | undefined> {
      const answer = await ask(page);
      if (answer.status === 200) return take(page.after, answer);
      if (page.signal?.aborted !== true || answer.status !== undefined)
        requests.noteRefusal('events', answer);
      return undefined;
    }

    function ask({ after, limit, wait = 0, signal }: Page): Promise<Answer> {
      const from = after === 0 ? '' : `&after=evt_${company.companyId}_${company.environment}_${after}`;
      const path = `/api/v2/events?limit=${limit}&wait=${wait}${from}`;
      return requests.get(company, path, signal === undefined ? {} : { signal });
    }

    function take(after: number, { body, headers }: Answered): number {
      const events = body.data as readonly ShownEvent[];
      const object = (what: string) =>
        void objections.push(`FEED: company ${company.companyId}, after ${after}: ${what}`);
      events.forEach((event, index) => {
        const seq = seqOf(event.id);
        if (seq !== after + index + 1) {
          object(`${event.id} is at place ${index + 1} of the page`);
          return;
        }
        const before = known[seq - 1];
        if (before === undefined) known[seq - 1] = event;
        else if (JSON.stringify(before) !== JSON.stringify(event)) object(`${event.id} has changed`);
      });
      const next = seqOf(String(headers['x-next-cursor']));
      if (next !== after + events.length) object(`the cursor is ${next} after ${events.length} events`);
      return after + events.length;
    }
  }
}

function seqOf(id: string): number {
  return Number(/_(\d+)$/.exec(id)?.[1]);
}
