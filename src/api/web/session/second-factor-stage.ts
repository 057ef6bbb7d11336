/** The step of the second factor that a session still needs. It is computed at each request, so a change takes effect at once. */
import type { SessionData } from 'express-session';
import type { Person } from '../../../ledger/people/person.js';
import { WebError } from '../web-error.js';

/** `code`: so far the person has given only the password. `enrol`: the person must have a second factor and has none. */
type Stage = 'done' | 'code' | 'enrol';

/** Long enough to read a voucher, decide and confirm; short enough in case somebody leaves the desk. */
const freshMs = 5 * 60_000;

/** @param allowProduction the setting ECF_ALLOW_PRODUCTION, which makes the second factor mandatory for everybody */
export function stageOf(person: Person, session: Partial<SessionData>, allowProduction: boolean): Stage {
  if (person.secondFactor) return session.codeAtMs === undefined ? 'code' : 'done';
  return isMandatory(person, allowProduction) ? 'enrol' : 'done';
}

/** People of the demo need no second factor, because the demo is served on loopback addresses only. */
function isMandatory({ support, demo }: Person, allowProduction: boolean): boolean {
  return allowProduction || (support && demo !== true);
}

/** Throws FRESH_CODE_REQUIRED or SECOND_FACTOR_REQUIRED. */
export function checkFreshCode(person: Person, session: Partial<SessionData>, now: Date): void {
  if (person.demo === true && !person.secondFactor) return;
  if (!person.secondFactor) throw new WebError('SECOND_FACTOR_REQUIRED');
  const ageMs = now.getTime() - (session.codeAtMs ?? 0);
  // An age below 0 means that the clock was set back.
  if (ageMs < 0 || ageMs > freshMs) throw new WebError('FRESH_CODE_REQUIRED');
}
