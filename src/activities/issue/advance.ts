/**
 * advance: takes a voucher as far as it goes within one workflow task. While DGII answers at once that is the whole way:
 * signed, delivered and its result recorded; else it is signed, and the steps after it make the delivery. What was done is
 * told by the state that it answers, so a replay takes the same way.
 */
import type { Credentials } from '../../dgii/client.js';
import type { DocumentRef } from '../../workflows/contract.js';
import { expired, hostOf, mayGoOut, newDelivery } from './delivery.js';
import type { ActivityDeps } from '../deps.js';
import { prepare } from './prepare.js';
import { queryFrom } from './query.js';
import type { StepView } from './step-result.js';
import { deliver } from './submit.js';
import { suspendedFor } from '../background/suspension.js';

export interface AtOnceTimeouts {
  /** Of a delivery within a workflow task: well below half of what the task may take. */
  readonly deliveryMs: number;
  readonly queryMs: number;
}

export async function advance(
  deps: ActivityDeps,
  ref: DocumentRef,
  { deliveryMs, queryMs }: AtOnceTimeouts,
  pauseMs: number,
  cancelled: AbortSignal,
): Promise<StepView> {
  let place: { leave(): void } | undefined;
  try {
    return await prepare(deps, ref, pauseMs, {
      delivery: (document, company) => {
        if (!mayGoOut(deps, ref, company) || suspendedFor(company, ref.environment) !== null)
          return undefined;
        if (document.forced === undefined && expired(deps, document)) return undefined;
        place = deps.pace.enter(hostOf(document));
        return place === undefined ? undefined : newDelivery(deps, document, deliveryMs);
      },
      deliver: (document, certificate, delivery) => {
        const auth: Credentials = { companyId: ref.companyId, environment: ref.environment, certificate };
        return deliver(deps, auth, ref, document, delivery, {
          pauseMs,
          timeoutMs: deliveryMs,
          cancelled,
          then: async (submitted) => {
            const result = await queryFrom(deps, auth, ref, submitted, queryMs, pauseMs, cancelled);
            return result.final ? result : { ...result, asked: true };
          },
        });
      },
    });
  } finally {
    place?.leave();
  }
}
