/** Where the logs of the Temporal SDK go in tests. */
import { Runtime } from '@temporalio/worker';
import { installTemporalLogger } from '../../src/boot/temporal-sdk.js';
import type { Log } from '../../src/shared/log.js';
import { own } from './own.js';

/**
 * Sends the SDK's logs to a test file's own log. The SDK has one runtime per process. An earlier test file may have left its own there,
 * because it ends only with the last worker that used it.
 */
export async function takeTemporalLog(log: Log): Promise<void> {
  await Runtime.instance().shutdown();
  installTemporalLogger(log);
  // In a file without a worker of its own nothing else ends it, and its timer keeps Jest from ending.
  own('the SDK’s runtime', () => Runtime.instance().shutdown());
}
