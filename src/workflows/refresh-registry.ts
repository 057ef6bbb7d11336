/** Renews the taxpayer registry in one step, retried for some hours. A Schedule starts it once a day. The worker has the URL. */
import { proxyActivities } from '@temporalio/workflow';
import type { RegistryActivities } from '../activities/registry/refresh-registry.js';
import type { RegistryRefreshed, RegistryTimings } from './contract.js';

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
