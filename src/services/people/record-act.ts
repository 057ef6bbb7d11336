/** Writes what people and operators do into the audit log: the act before its effect, and its result after it. */
import { randomUUID } from 'node:crypto';
import type { ActResult, NewAct } from '../../ledger/people/act.js';
import type { Membership } from '../../ledger/people/person.js';
import type { Ledger } from '../deps.js';

export interface OpenAct {
  readonly done: (target?: string) => Promise<void>;
  readonly failed: (failure: ActFailure, target?: string) => Promise<void>;
}

interface ActFailure {
  readonly code: string;
  readonly outcome: 'refused' | 'failed';
}

interface ActDeps extends Ledger<'recordAct' | 'recordResult'> {
  /** The act has happened, so its answer must not be an error. In the audit log, the missing result shows that recording it failed. */
  readonly onLost: (error: unknown, lost: Omit<ActResult, 'at'> & { readonly actId: string }) => void;
}

/** Records an act before its effect. If the ledger cannot be reached, this rejects, and the act must not happen. */
export async function beginAct({ store, clock, onLost }: ActDeps, act: NewAct): Promise<OpenAct> {
  const actId = randomUUID();
  const ofPlatform = act.support === true || act.vendor === true || act.companyIds.length === 0;
  await store.recordAct({ actId, at: clock(), ...act, ...(ofPlatform && { platform: true }) });
  const close = async (result: Omit<ActResult, 'at'>) => {
    try {
      await store.recordResult(actId, { at: clock(), ...result });
    } catch (error) {
      onLost(error, { actId, ...result });
    }
  };
  const withTarget = (target: string | undefined) => (target === undefined ? {} : { target });
  return {
    done: (target) => close({ outcome: 'done', ...withTarget(target) }),
    failed: async ({ code, outcome }, target) => {
      // The act may have happened or not, and that is what an act without a result says.
      if (code !== 'CHANGE_UNCONFIRMED') await close({ outcome, code, ...withTarget(target) });
    },
  };
}

/** An act outside any company is in the audit logs of all companies of the person. */
export function companiesOf({
  memberships,
}: {
  readonly memberships: readonly Pick<Membership, 'companyId'>[];
}): readonly number[] {
  return memberships.map(({ companyId }) => companyId);
}
