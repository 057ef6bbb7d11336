/**
 * What the handlers of the web application's routes may use. Their `store` is the whole ledger; the api's own operations get only a part of
 * it.
 */
import type { OperatorDeps } from '../../operator/deps.js';
import type { ApiDeps } from '../deps.js';
import type { Shares } from '../limits/shares.js';
import type { WorkerWatch } from './worker-watch.js';
import type { WebConfig } from './web-deps.js';

export interface RouteDeps
  extends OperatorDeps, Omit<ApiDeps, 'config' | 'store' | 'web' | 'clock' | 'processes'> {
  readonly config: ApiDeps['config'] & { readonly web: WebConfig };
  readonly shares: Shares;
  readonly isProcessing: WorkerWatch;
}
