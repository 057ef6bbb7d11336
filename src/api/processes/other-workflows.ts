/** Starts or joins the workflows of receptions, annulments and certification runs, and waits no longer than the caller. */
import type { Client, WorkflowStartOptions } from '@temporalio/client';
import type { FairQueue } from '../../shared/fair-queue.js';
import type { Log } from '../../shared/log.js';
import { within } from '../../shared/within.js';
import { wakeSignal, type IssueEcfTimings } from '../../workflows/contract/vouchers.js';
import { annulRangesType, annulStartOf } from '../../workflows/contract/numbers.js';
import { certificationStartOf, certificationType } from '../../workflows/contract/certification.js';
import { receiveStartOf, receiveWorkflowType } from '../../workflows/contract/received.js';
import { errorForLog } from '../error-for-log.js';
import type { Issuing } from './processes.js';

interface OtherWorkflowsOptions {
  readonly client: Client;
  readonly taskQueue: string;
  readonly timings: IssueEcfTimings;
  readonly log: Log;
  readonly starts: FairQueue<number>;
}

/** A Temporal that is down must not delay the answer. */
export const startTimeoutMs = 3_000;
/** The sender of a voucher waits for its ARECF. Most HTTP clients give up after 30 s. */
const acknowledgeWaitMs = 10_000;

export function createOtherWorkflows({
  client,
  taskQueue,
  timings,
  log,
  starts,
}: OtherWorkflowsOptions): Pick<Issuing, 'acknowledge' | 'annul' | 'certify'> {
  return {
    acknowledge: async (receptionId, companyId) => {
      const start = receiveStartOf(taskQueue, companyId, { receptionId });
      const endsAt = Date.now() + acknowledgeWaitMs;
      try {
        await startNow(client, receiveWorkflowType, start);
        await untilItEnds(client, start, endsAt);
      } catch (error) {
        log.warn(
          { ...errorForLog(error), companyId, receptionId },
          'a reception was not acknowledged in time',
        );
      }
    },
    annul: async ({ _id: annulmentId, ...topic }, waitMs) => {
      const start = annulStartOf(taskQueue, topic, { annulmentId, timings });
      const endsAt = Date.now() + waitMs;
      const startAnnulment = async () => {
        await starts.run(topic.companyId, () => startNow(client, annulRangesType, start));
        await untilItEnds(client, start, endsAt);
      };
      try {
        // If the turn comes later, the caller is answered without it, and the start follows.
        await within(waitMs, startAnnulment(), undefined);
      } catch (error) {
        log.debug({ err: error, annulmentId }, 'the wait for an annulment ended early');
      }
    },
    certify: async (topic) => {
      try {
        const start = certificationStartOf(taskQueue, { ...topic, timings });
        await client.withDeadline(Date.now() + startTimeoutMs, () =>
          client.workflow.signalWithStart(certificationType, { ...start, signal: wakeSignal }),
        );
      } catch (error) {
        log.debug({ err: error, ...topic }, 'a certification run was not started');
      }
    },
  };
}

export async function startNow(client: Client, type: string, start: WorkflowStartOptions): Promise<void> {
  await client.withDeadline(Date.now() + startTimeoutMs, () => client.workflow.start(type, start));
}

async function untilItEnds(
  client: Client,
  { workflowId }: WorkflowStartOptions,
  endsAt: number,
): Promise<void> {
  await client.withDeadline(endsAt, () => client.workflow.getHandle(workflowId).result());
}
