/** The smallest durable workflow in Temporal: one regular activity that does nothing. */
import { proxyActivities } from '@temporalio/workflow';

const { nothing } = proxyActivities({ startToCloseTimeout: '10s' });

export async function bare() {
  return nothing();
}
