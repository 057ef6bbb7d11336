/** The least that Temporal can do durably: a workflow with one regular activity that does nothing. */
import { proxyActivities } from '@temporalio/workflow';

const { nothing } = proxyActivities({ startToCloseTimeout: '10s' });

export async function bare() {
  return nothing();
}
