/** The logs and metrics of Temporal's SDK, which has a runtime of its own in each process. */
import { Runtime } from '@temporalio/worker';
import type { Log } from '../shared/log.js';

const sdkMetricsMs = 2_000;

/** Reads the metrics of Temporal's SDK. We serve them with ours, so that operators scrape one address. */
export async function sdkMetrics(url: string | undefined, log: Log): Promise<string> {
  if (url === undefined) return '';
  try {
    const response = await fetch(url, { signal: AbortSignal.timeout(sdkMetricsMs) });
    return response.ok ? await response.text() : '';
  } catch (error) {
    log.warn({ err: error }, 'the metrics of the SDK cannot be read');
    return '';
  }
}

/**
 * Sends the SDK's logs to our log, from the level that operators should see. Call it once per process, before any worker.
 * @param metricsAddress where the SDK serves its metrics, `host:port`; absent: it serves none
 */
export function installTemporalLogger(log: Log, metricsAddress?: string): void {
  Runtime.install({
    ...(metricsAddress === undefined
      ? {}
      : { telemetryOptions: { metrics: { prometheus: { bindAddress: metricsAddress } } } }),
    logger: {
      log: (_level, message, meta) => log.debug(meta ?? {}, message),
      trace: (message, meta) => log.trace(meta ?? {}, message),
      debug: (message, meta) => log.debug(meta ?? {}, message),
      info: (message, meta) => log.debug(meta ?? {}, message),
      warn: (message, meta) => log.warn(meta ?? {}, message),
      error: (message, meta) => log.error(meta ?? {}, message),
    },
  });
}
