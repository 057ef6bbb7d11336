/** Writes what a route does into the audit log. */
import type { NewAct } from '../../ledger/people/act.js';
import { beginAct } from '../../services/people/record-act.js';
import { errorForLog } from '../error-for-log.js';
import type { AnsweredError } from './error-answer.js';
import type { RouteDeps } from './web-route.js';

export interface RouteAct {
  readonly done: (target?: string) => Promise<void>;
  readonly failed: (error: AnsweredError, target?: string) => Promise<void>;
}

/** Rejects if the ledger cannot be reached. Then the act must not happen. */
export async function beginRouteAct(
  { store, clock, log }: Pick<RouteDeps, 'store' | 'clock' | 'log'>,
  act: NewAct,
): Promise<RouteAct> {
  const onLost = (error: unknown, lost: object) =>
    log.error(
      { ...errorForLog(error), action: act.action, ...lost },
      'the audit log lacks the result of an act',
    );
  const { done, failed } = await beginAct({ store, clock, onLost }, act);
  return {
    done,
    failed: ({ code, status }, target) =>
      failed({ code, outcome: status >= 500 ? 'failed' : 'refused' }, target),
  };
}
