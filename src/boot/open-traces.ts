/**
 * Traces over OpenTelemetry's SDK, which is loaded only if there is a collector. We open each span ourselves: OpenTelemetry's
 * instrumentations would send our `traceparent` to DGII and to buyers, and cost several times as much (docs/develop/adr/0043-traces.md).
 */
import type { Config } from './config.js';
import type { Log } from '../shared/log.js';
import { noTraces, type Traces } from '../shared/traces.js';

export async function openTraces(
  config: Config['traces'],
  role: 'api' | 'worker',
  log: Log,
): Promise<Traces> {
  if (config.endpoint === '') return noTraces;
  const { createTraces } = await import('./otel-traces.js');
  return createTraces(config, role, log);
}
