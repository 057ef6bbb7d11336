/** The client with which all our processes reach Temporal. */
import { Client, Connection, WorkflowNotFoundError } from '@temporalio/client';

export interface TemporalAddress {
  readonly address: string;
  readonly namespace: string;
}

/** Connects at the first use, so that a process starts and answers even while Temporal is down. */
export function temporalClient({ address, namespace }: TemporalAddress, connectTimeout: number): Client {
  return new Client({ connection: Connection.lazy({ address, connectTimeout }), namespace });
}

/** Shorter than the usual timeouts of orchestrators' probes. */
const answerMs = 2_000;

/** No workflow has this id: the ids of our workflows are longer. */
const absentWorkflowId = 'readiness';

/**
 * True if Temporal can work now. Never rejects. We ask about a workflow that does not exist: to answer that, Temporal reads one row of
 * its database. The cheaper questions are answered from the memory of the frontend, also while the database is down.
 */
export async function answersNow(client: Client): Promise<boolean> {
  try {
    await client.withDeadline(Date.now() + answerMs, () =>
      client.workflow.getHandle(absentWorkflowId).describe(),
    );
    return true;
  } catch (error) {
    // A missing namespace is another error.
    return error instanceof WorkflowNotFoundError;
  }
}
