/** What a session still needs of the second factor. Derived at each request, so a change holds at once. */
import type { SessionData } from 'express-session';
import type { Person } from '../../../ledger/people/person.js';
import { WebError } from '../web-error.js';

/** `code`: the session has the password only. `enrol`: the person needs a second factor and has none. */
export type Stage = 'done' | 'code' | 'enrol';

/** Long enough to read a voucher, decide and confirm; short enough for a desk that someone left. */
const freshMs = 5 * 60_000;

/** @param allowProduction ECF_ALLOW_PRODUCTION: then a second factor is mandatory for everybody */
export function stageOf(person: Person, session: Partial<SessionData>, allowProduction: boolean): Stage {
  if (person.secondFactor) return session.codeAtMs === undefined ? 'code' : 'done';
  return isMandatory(person, allowProduction) ? 'enrol' : 'done';
}

/** People of the demo have no second factor: they exist on loopback addresses only. */
function isMandatory({ support, demo }: Person, allowProduction: boolean): boolean {
  return allowProduction || (support && demo !== true);
}

/** Throws FRESH_CODE_REQUIRED or SECOND_FACTOR_REQUIRED. */
export function checkFreshCode(person: Person, session: Partial<SessionData>, now: Date): void {
  if (person.demo === true && !person.secondFactor) return;
  if (!person.secondFactor) throw new WebError('SECOND_FACTOR_REQUIRED');
  const ageMs = now.getTime() - (session.codeAtMs ?? 0);
  // Less than 0: the clock was set back.
  if (ageMs < 0 || ageMs > freshMs) throw new WebError('FRESH_CODE_REQUIRED');
}
