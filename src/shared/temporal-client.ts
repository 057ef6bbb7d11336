/** The client with which all our processes reach Temporal. */
import { Client, Connection } from '@temporalio/client';

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

/** True if Temporal answers now. Never rejects. */
export async function answersNow(client: Client): Promise<boolean> {
  try {
    await client.withDeadline(Date.now() + answerMs, () =>
      client.connection.workflowService.getSystemInfo({}),
    );
    return true;
  } catch {
    return false;
  }
}
