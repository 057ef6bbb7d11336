/** Questions to Temporal: whether it serves, and which runs it knows. */
import { Client, Connection, WorkflowNotFoundError } from '@temporalio/client';
import { workflowType } from '../../../src/workflows/contract/vouchers.js';
import { questionLimitMs } from './wait-until.js';

export interface TemporalRun {
  readonly workflowId: string;
  readonly runId: string;
}

export function isServing(address: string, namespace: string): Promise<boolean> {
  return askTemporal(address, async ({ workflowService }) => {
    await workflowService.describeNamespace({ namespace });
    return true;
  });
}

export function someRun(address: string): Promise<TemporalRun | undefined> {
  return askTemporal(address, async (connection) => {
    const runs = new Client({ connection }).workflow.list({ query: `WorkflowType = '${workflowType}'` });
    for await (const { workflowId, runId } of runs) return { workflowId, runId };
    return undefined;
  });
}

export function isKnown(address: string, { workflowId, runId }: TemporalRun): Promise<boolean> {
  return askTemporal(address, async (connection) => {
    try {
      await new Client({ connection }).workflow.getHandle(workflowId, runId).describe();
      return true;
    } catch (error) {
      if (error instanceof WorkflowNotFoundError) return false;
      throw error;
    }
  });
}

async function askTemporal<T>(address: string, ask: (connection: Connection) => Promise<T>): Promise<T> {
  const connection = await Connection.connect({ address, connectTimeout: questionLimitMs });
  try {
    return await connection.withDeadline(Date.now() + questionLimitMs, () => ask(connection));
  } finally {
    await connection.close();
  }
}
