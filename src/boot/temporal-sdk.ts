/** The logs and metrics of Temporal's SDK, which has a runtime of its own in each process. */
import { DefaultLogger, Runtime } from '@temporalio/worker';
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
    telemetryOptions: {
      // Without this the SDK's native part writes to the console itself, in colours.
      logging: { filter: { core: 'WARN', other: 'ERROR' }, forward: {} },
      ...(metricsAddress === undefined ? {} : { metrics: { prometheus: { bindAddress: metricsAddress } } }),
    },
    // Our log has its own level, so the SDK passes on everything.
    logger: new DefaultLogger('TRACE', ({ level, message, meta = {} }) =>
      log[isExpected(message) ? 'debug' : levels[level]](meta, message),
    ),
  });
}

/** The SDK's messages of level "info" are for its developers, so they are "debug" here. */
const levels = { TRACE: 'trace', DEBUG: 'debug', INFO: 'debug', WARN: 'warn', ERROR: 'error' } as const;

/** The SDK warns of each worker of a lane, because a lane has activities only. */
function isExpected(message: string): boolean {
  return message.startsWith('No workflows registered');
}
