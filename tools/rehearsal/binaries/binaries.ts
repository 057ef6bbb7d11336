/** All programs that a rehearsal needs, and a folder in which the jobs find theirs by name, as in the images of docker-compose.yml. */
import { mkdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { findMongod } from '../../stack/binaries/mongod.js';
import { findTemporal } from '../../stack/binaries/temporal.js';
import { terminalLog as log } from '../../stack/terminal-log.js';
import { findPostgres } from './postgres.js';
import { findTemporalServer } from './temporal-server.js';

export interface Binaries {
  readonly mongod: string;
  readonly temporalServer: string;
  /** A folder with `bin`, `lib` and `share`. */
  readonly postgres: string;
  /** A folder with `temporal`, `temporal-sql-tool` and `node`. */
  readonly folder: string;
}

export async function findBinaries(dataDir: string): Promise<Binaries> {
  const postgres = await findPostgres(log);
  const mongod = await findMongod(log);
  const temporal = await findTemporal(log);
  const { server, sqlTool } = await findTemporalServer(log);
  const folder = join(dataDir, 'programs');
  mkdirSync(folder, { recursive: true });
  const named = { temporal, 'temporal-sql-tool': sqlTool, node: process.execPath };
  for (const [name, path] of Object.entries(named)) symlinkSync(path, join(folder, name));
  return { mongod, postgres, temporalServer: server, folder };
}
