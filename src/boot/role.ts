/** What the api process and the worker process have in common. */
import { startAdmin, type AdminOptions, type AdminServer } from './admin.js';
import { createChecker, type Checker } from '../documents/threads/checker.js';
import { type Config } from './config.js';
import { listening } from './start-checks.js';

export interface RunningRole {
  /** The role's public port, or its admin port when it has no other. */
  readonly port: number;
  stop(): Promise<void>;
}

export const clock = () => new Date();

export function listeningAdmin(portName: string, options: AdminOptions): Promise<AdminServer> {
  const { host, port } = options;
  return listening({ portName, port, hostName: 'ADMIN_HOST', host }, () => startAdmin(options));
}

export function xsdOptions(config: Config) {
  return config.officialXsdDir === '' ? {} : { officialXsdDir: config.officialXsdDir };
}

export function openChecker(config: Config): Checker {
  return createChecker({ xsdOptions: xsdOptions(config), ...config.checking });
}
