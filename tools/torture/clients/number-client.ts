/** How companies ask for numbers: `ecf-sequences/next`, and the list of unused numbers. */
import { setTimeout as sleep } from 'node:timers/promises';
import { pause, pauseMaxMs, pauseMinMs } from './pause.js';
import type { EcfType } from '../../../src/ecf/model/ecf-types.js';
import type { Dice } from '../../bench/dice.js';
import type { DemoCompany } from '../../demo/demo-data.js';
import { issuingOf, type Downtimes } from '../outages/downtimes.js';
import {
  describe,
  faultOfAnswer,
  numberOfAnswer,
  numbersOfAnswer,
  type Answer,
  type Answered,
} from './api.js';
import type { CompanyRequests } from './company-requests.js';
import type { Journal } from './journal.js';

/** Small, so that the list has several pages. */
const unusedPage = 5;
/** At the end, a client that is asked to come later retries this many times. */
const unusedTriesMax = 20;

interface NumberRequest {
  readonly company: DemoCompany;
  readonly type: EcfType;
  readonly reference: string | undefined;
}

export type NumberClient = ReturnType<typeof createNumberClient>;

export function createNumberClient(requests: CompanyRequests, journal: Journal, downtimes: Downtimes) {
  return {
    async next(wanted: NumberRequest, dice: Dice) {
      while (!journal.isAbandoned()) {
        // Two simultaneous requests for one document must get one number.
        const times = wanted.reference !== undefined && dice.chance(0.3) ? 2 : 1;
        const answers = await Promise.all(Array.from({ length: times }, () => ask(wanted)));
        const [first] = answers.filter(isDelivered);
        if (first !== undefined) return numberOfAnswer(first);
        await pause(dice);
      }
      throw new Error('The run ended before a number was delivered');
    },
    untilSuspended: (company: DemoCompany) => askUntil(company, ({ status }) => status === 409),
    untilDelivered: (company: DemoCompany) => askUntil(company, isDelivered),
    async unused(company: DemoCompany): Promise<string[]> {
      const found: string[] = [];
      let cursor = '';
      do {
        const page = await unusedPageOf(company, cursor);
        found.push(...numbersOfAnswer(page).map(({ encf }) => encf));
        cursor = String(page.headers['x-next-cursor'] ?? '');
      } while (cursor !== '');
      return found;
    },
  };

  /** Asks for numbers, which stay unused, until it gets the expected answer. The run's watch limits it. */
  async function askUntil(company: DemoCompany, expected: (answer: Answer) => boolean): Promise<void> {
    while (!journal.isAbandoned()) {
      if (expected(await ask({ company, type: 31, reference: undefined }))) return;
      await sleep(pauseMinMs);
    }
  }

  async function ask({ company, type, reference }: NumberRequest): Promise<Answer> {
    const answer = await requests.post(company, '/api/v2/ecf-sequences/next', {
      body: { ecfType: type, ...(reference === undefined ? {} : { externalReference: reference }) },
    });
    const { companyId } = company;
    if (isDelivered(answer))
      journal.numbers.push({ companyId, encf: numberOfAnswer(answer).encf, reference });
    else if (isSuspension(company, answer)) journal.counts.suspended += 1;
    else requests.noteRefusal('next', answer);
    return answer;
  }

  function isSuspension({ companyId }: DemoCompany, answer: Answer): boolean {
    const refused = answer.status === 409 && faultOfAnswer(answer).code === 'ISSUING_SUSPENDED';
    return refused && downtimes.overlaps(issuingOf(companyId), answer.startedAt, answer.endedAt);
  }

  async function unusedPageOf(company: DemoCompany, cursor: string): Promise<Answered> {
    const from = cursor === '' ? '' : `&cursor=${encodeURIComponent(cursor)}`;
    const path = `/api/v2/ecf-sequences/unused?olderThanHours=0&limit=${unusedPage}${from}`;
    for (let tries = 1; ; tries += 1) {
      const answer = await requests.get(company, path);
      if (isDelivered(answer)) return answer;
      if (tries === unusedTriesMax) throw new Error(`unused: ${describe(answer)}`);
      requests.noteRefusal('unused', answer);
      await sleep(pauseMaxMs);
    }
  }
}

function isDelivered(answer: Answer): answer is Answered {
  return answer.status === 200;
}
