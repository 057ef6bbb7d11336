/** A mongod of its own for a bench of the ledger alone, with its data in a temporary folder. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startEmbedded } from '../stack/embedded.js';
import { progress } from './bench.js';

/** @param work gets the address, and a folder for its own files */
export async function withMongod<T>(work: (mongoUri: string, dir: string) => Promise<T>): Promise<T> {
  const dir = mkdtempSync(join(tmpdir(), 'ecf-bench-'));
  const say = (_fields: unknown, message: string) => progress(message);
  const backing = await startEmbedded({
    dataDir: join(dir, 'data'),
    mongoPort: 0,
    temporalPort: 0,
    temporalUiPort: 0,
    searchAttributes: {},
    log: { info: () => undefined, warn: say, error: say },
    parts: { mongod: true, temporal: false },
  });
  try {
    return await work(backing.mongoUri, dir);
  } finally {
    await backing.stop();
    rmSync(dir, { recursive: true, force: true });
  }
}
