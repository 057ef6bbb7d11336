/**
 * Renews the taxpayer registry in one step, which is retried for some hours. A schedule starts it once a day. The worker knows the file's
 * URL.
 */
import { proxyActivities } from '@temporalio/workflow';
import type { RegistryActivities } from '../activities/taxpayers/refresh-registry.js';
import type { RegistryRefreshed, RegistryTimings } from './contract/taxpayers.js';

export function refreshRegistry(timings: RegistryTimings): Promise<RegistryRefreshed> {
  const { refreshRegistry: refresh } = proxyActivities<RegistryActivities>({
    startToCloseTimeout: timings.tryMs,
    scheduleToCloseTimeout: timings.giveUpMs,
    heartbeatTimeout: timings.heartbeatMs,
    retry: {
      initialInterval: timings.retryFirstMs,
      maximumInterval: timings.retryMaxMs,
      backoffCoefficient: 2,
    },
    summary: 'Descarga e importa el registro de contribuyentes',
  });
  return refresh();
}
