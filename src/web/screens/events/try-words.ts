/** What an endpoint did with one try, in words. */
import type { WebhookTry } from '../../api/answers.js';
import { count } from '../../shared/format.js';
import { events as texts } from '../../texts/events.js';

type Tried = Pick<WebhookTry, 'httpStatus' | 'code' | 'ms'>;

export function wordsOf({ httpStatus, code, ms }: Tried): string {
  const said = code === null ? texts.answered(httpStatus ?? 0) : texts.codes[code];
  return texts.took(said, count(ms));
}

/** As the service decides it: a redirection is a failure too. */
export function isTaken({ httpStatus, code }: Tried): boolean {
  return code === null && httpStatus !== null && httpStatus >= 200 && httpStatus < 300;
}
