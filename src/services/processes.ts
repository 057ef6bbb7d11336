/**
 * Connects the operator's functions to Temporal. It connects at the first use, because most of the functions never need Temporal.
 */
import { randomUUID } from 'node:crypto';
import { WithStartWorkflowOperation, WorkflowNotFoundError, type Client } from '@temporalio/client';
import type { Inquiry, InquiryKind } from '../ledger/inquiries/inquiries.js';
import type { Inquiries } from '../ledger/inquiries/inquiry-store.js';
import type { Processes } from './deps.js';
import { refused } from '../shared/refused.js';
import { temporalClient, type TemporalServer } from '../shared/temporal-client.js';
import {
  inputOf,
  startOptionsOf,
  updates,
  workflowType,
  type IssueEcfWorkflow,
  type IssueEcfTimings,
  type IssueEcfState,
} from '../workflows/contract/vouchers.js';
import { inquiryStartOf, inquiryWorkflowType, type InquiryTimings } from '../workflows/contract/inquiries.js';

export interface OpenProcesses extends Processes {
  close(): Promise<void>;
}

export interface WatchingProcesses extends OpenProcesses {
  /**
   * Whether any worker has asked Temporal for tasks in the last minutes. False if Temporal does not answer within two seconds. Never
   * rejects.
   */
  areWorkersPolling(): Promise<boolean>;
}

interface ProcessesOptions extends TemporalServer {
  readonly taskQueue: string;
  readonly timings: IssueEcfTimings;
  readonly inquiryTimings: InquiryTimings;
  readonly store: Pick<Inquiries, 'putInquiry' | 'findInquiry' | 'claimInquiry'>;
  readonly clock: () => Date;
}

/** A worker changes something for these, so it claims them first. */
const changes: readonly InquiryKind[] = ['certificate-import', 'certificate-use'];

const connectTimeoutMs = 5_000;
/** Far more than needed: a running worker accepts an update within a second. */
const wakeTimeoutMs = 10_000;

const pollersTimeoutMs = 2_000;
/** Temporal ends an idle poll after a minute and the worker begins the next one. The rest is for clocks that differ. */
const pollerGoneMs = 2 * 60_000;

export function createProcesses(options: ProcessesOptions): WatchingProcesses {
  const { address, namespace, taskQueue, inquiryTimings, store } = options;
  const temporal = temporalClient(options, connectTimeoutMs);

  const connected = async () => {
    try {
      await temporal.connection.ensureConnected();
      return undefined;
    } catch {
      return refused('PROCESS_UNAVAILABLE', { address });
    }
  };

  return {
    ask: async (kind, about) => {
      const unreachable = await connected();
      if (unreachable !== undefined) return unreachable;
      const id = randomUUID();
      await store.putInquiry({ id, kind, about } as Inquiry, options.clock());
      const topic = 'companyId' in about ? { kind, companyId: about.companyId } : { kind };
      const start = inquiryStartOf(taskQueue, topic, { inquiryId: id, ...inquiryTimings });
      try {
        await temporal.withDeadline(Date.now() + connectTimeoutMs + inquiryTimings.giveUpMs, async () => {
          await temporal.workflow.start(inquiryWorkflowType, start);
          await temporal.workflow.getHandle(start.workflowId).result();
        });
      } catch {
        // Read the ledger in any case: the answer may be there even if our wait for it failed.
      }
      if (changes.includes(kind)) return claimOrReadAnswer(store, id);
      const answer = (await store.findInquiry(id))?.answer;
      return answer === undefined ? refused('WORKER_SILENT') : { outcome: 'answered', answer };
    },

    wake: async (document) => {
      const unreachable = await connected();
      if (unreachable !== undefined) return unreachable;
      const start = startOptionsOf(taskQueue, inputOf(document, options.timings));
      try {
        await temporal.withDeadline(Date.now() + wakeTimeoutMs, async () => {
          if (document.final) {
            await temporal.workflow.getHandle(start.workflowId).executeUpdate(updates.retryNow);
            return;
          }
          await temporal.workflow.executeUpdateWithStart<IssueEcfWorkflow, IssueEcfState, []>(
            updates.retryNow,
            { startWorkflowOperation: new WithStartWorkflowOperation(workflowType, start) },
          );
        });
      } catch (error) {
        // A final voucher has no open run and needs none.
        if (!document.final || !(error instanceof WorkflowNotFoundError)) return refused('WORKER_SILENT');
      }
      return { outcome: 'woken' };
    },

    areWorkersPolling: async () => {
      try {
        const asked = await lastAskedMs(temporal, namespace, taskQueue);
        const nowMs = options.clock().getTime();
        return asked.some((askedMs) => nowMs - askedMs <= pollerGoneMs);
      } catch {
        return false;
      }
    },

    close: () => temporal.connection.close(),
  };
}

/** The workflow may outlive our wait. From our claim on, no worker makes the change. */
async function claimOrReadAnswer(store: ProcessesOptions['store'], id: string) {
  const readAnswer = async () => (await store.findInquiry(id))?.answer;
  try {
    const early = await readAnswer();
    if (early === undefined && (await store.claimInquiry(id))) return refused('WORKER_SILENT');
    const answer = early ?? (await readAnswer());
    if (answer !== undefined) return { outcome: 'answered', answer } as const;
  } catch {
    // Nobody knows whether we claimed it, so a worker may still make the change.
  }
  return refused('CHANGE_UNCONFIRMED');
}

async function lastAskedMs(temporal: Client, namespace: string, name: string): Promise<number[]> {
  // Without a type, Temporal lists those that ask for workflow tasks.
  const { pollers } = await temporal.withDeadline(Date.now() + pollersTimeoutMs, () =>
    temporal.connection.workflowService.describeTaskQueue({ namespace, taskQueue: { name } }),
  );
  return pollers.map(({ lastAccessTime }) => Number(lastAccessTime?.seconds ?? 0) * 1_000);
}
