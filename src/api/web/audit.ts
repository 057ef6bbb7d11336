/** Writes what a route does into the audit log: the act before its effect, and the result after it. */
import { randomUUID } from 'node:crypto';
import type { Act, ActResult } from '../../ledger/people/act.js';
import type { Person } from '../../ledger/people/person.js';
import { errorForLog } from '../error-for-log.js';
import type { AnsweredError } from './error-answer.js';
import type { RouteDeps } from './web-route.js';

export type NewAct = Omit<Act, 'actId' | 'at'>;

/** An act under way. */
export interface OpenAct {
  readonly done: (target?: string) => Promise<void>;
  readonly failed: (error: AnsweredError, target?: string) => Promise<void>;
}

/** Records an act before its effect. If the ledger cannot be reached, this rejects, and the act must not happen. */
export async function beginAct(
  { store, clock, log }: Pick<RouteDeps, 'store' | 'clock' | 'log'>,
  act: NewAct,
): Promise<OpenAct> {
  const actId = randomUUID();
  await store.recordAct({ actId, at: clock(), ...act });
  const close = async (result: Omit<ActResult, 'at'>) => {
    try {
      await store.recordResult(actId, { at: clock(), ...result });
    } catch (error) {
      // The act has happened, so its answer must not be an error. In the audit log, the missing result shows that recording it failed.
      log.error(
        { ...errorForLog(error), action: act.action, actId, ...result },
        'the audit log lacks the result of an act',
      );
    }
  };
  const withTarget = (target: string | undefined) => (target === undefined ? {} : { target });
  return {
    done: (target) => close({ outcome: 'done', ...withTarget(target) }),
    failed: async ({ code, status }, target) => {
      // The act may have happened or not, and that is what an act without a result says.
      if (code === 'CHANGE_UNCONFIRMED') return;
      await close({ outcome: status >= 500 ? 'failed' : 'refused', code, ...withTarget(target) });
    },
  };
}

/** An act outside any company appears in the audit logs of all companies of the person. */
export function companiesOf({ memberships }: Pick<Person, 'memberships'>): readonly number[] {
  return memberships.map(({ companyId }) => companyId);
}
