/** Questions to Temporal: whether it serves, and which runs it knows. */
import { WorkflowNotFoundError, type Client } from '@temporalio/client';
import { temporalClient, type TemporalServer } from '../../../src/shared/temporal-client.js';
import { workflowType } from '../../../src/workflows/contract/vouchers.js';
import { questionLimitMs } from './wait-until.js';

export interface TemporalRun {
  readonly workflowId: string;
  readonly runId: string;
}

export function isServing(server: TemporalServer): Promise<boolean> {
  return askTemporal(server, async ({ workflowService }) => {
    await workflowService.describeNamespace({ namespace: server.namespace });
    return true;
  });
}

export function someRun(server: TemporalServer): Promise<TemporalRun | undefined> {
  return askTemporal(server, async ({ workflow }) => {
    const runs = workflow.list({ query: `WorkflowType = '${workflowType}'` });
    for await (const { workflowId, runId } of runs) return { workflowId, runId };
    return undefined;
  });
}

export function isKnown(server: TemporalServer, { workflowId, runId }: TemporalRun): Promise<boolean> {
  return askTemporal(server, async ({ workflow }) => {
    try {
      await workflow.getHandle(workflowId, runId).describe();
      return true;
    } catch (error) {
      if (error instanceof WorkflowNotFoundError) return false;
      throw error;
    }
  });
}

async function askTemporal<T>(server: TemporalServer, ask: (client: Client) => Promise<T>): Promise<T> {
  const client = temporalClient(server, questionLimitMs);
  try {
    return await client.withDeadline(Date.now() + questionLimitMs, () => ask(client));
  } finally {
    await client.connection.close();
  }
}
