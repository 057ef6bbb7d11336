/** The step of the second factor that a session still needs. It is computed at each request, so a change takes effect at once. */
import type { SessionData } from 'express-session';
import type { Person } from '../../ledger/people/person.js';
import { WebError } from '../web/web-error.js';

/** `code`: so far the person has given only the password. `enrol`: the person must have a second factor and has none. */
type Stage = 'done' | 'code' | 'enrol';

/** Long enough to read a voucher, decide and confirm; short enough in case somebody leaves the desk. */
const freshMs = 5 * 60_000;

export function stageOf(person: Person, session: Partial<SessionData>, allowProduction: boolean): Stage {
  if (person.secondFactor) return session.codeAtMs === undefined ? 'code' : 'done';
  return isMandatory(person, allowProduction) ? 'enrol' : 'done';
}

/** People of the demo need no second factor, because the demo is served on loopback addresses only. */
function isMandatory({ support, demo }: Person, allowProduction: boolean): boolean {
  return allowProduction || (support && demo !== true);
}

/**
 * `code`: only the second factor will do. `code-or-password`: a person without a second factor gives the password. Throws
 * FRESH_CODE_REQUIRED, FRESH_PASSWORD_REQUIRED or SECOND_FACTOR_REQUIRED.
 */
export function checkFresh(
  wanted: FreshProof,
  person: Person,
  session: Partial<SessionData>,
  now: Date,
): void {
  const isFresh = (atMs = 0) => {
    const ageMs = now.getTime() - atMs;
    // An age below 0 means that the clock was set back.
    return ageMs >= 0 && ageMs <= freshMs;
  };
  if (person.secondFactor) {
    if (!isFresh(session.codeAtMs)) throw new WebError('FRESH_CODE_REQUIRED');
    return;
  }
  if (person.demo === true) return;
  if (wanted === 'code') throw new WebError('SECOND_FACTOR_REQUIRED');
  if (!isFresh(session.passwordAtMs)) throw new WebError('FRESH_PASSWORD_REQUIRED');
}

export type FreshProof = 'code' | 'code-or-password';
