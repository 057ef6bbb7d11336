/** An invented version of the workflow: today's workflow cannot replay its history. */
import { condition } from '@temporalio/workflow';

export async function issueEcf(): Promise<void> {
  await condition(() => false, '1 hour');
}
