/** The smallest durable workflow in Temporal: one regular activity that does nothing. */
import { proxyActivities } from '@temporalio/workflow';

export interface BareActivities {
  nothing(): Promise<void>;
}

const { nothing } = proxyActivities<BareActivities>({ startToCloseTimeout: '10s' });

export function bare(): Promise<void> {
  return nothing();
}
