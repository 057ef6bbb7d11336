/** A version of the workflow that there never was: today's meets its history and cannot follow it. */
import { condition } from '@temporalio/workflow';

export async function issueEcf(): Promise<void> {
  await condition(() => false, '1 hour');
}
