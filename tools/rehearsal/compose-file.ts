/** Reads docker-compose.yml, so that the rehearsal starts everything as production does; only addresses and folders differ. */
import { readFileSync } from 'node:fs';
import { load } from 'js-yaml';
import { projectFile } from '../../src/shared/project-file.js';

export interface ComposeService {
  readonly command: readonly string[];
  readonly environment: Readonly<Record<string, string>>;
  /** The command of the health check; empty for a job. */
  readonly health: readonly string[];
}

interface Written {
  readonly entrypoint?: readonly string[];
  readonly command?: readonly string[];
  readonly environment?: Readonly<Record<string, string>>;
  readonly healthcheck?: { readonly test?: readonly string[] };
  readonly volumes?: readonly string[];
}

interface ComposeFile {
  readonly services: Readonly<Record<string, Written | undefined>>;
}

export interface ComposeValues {
  /** A file that COMPOSE_FILE names after docker-compose.yml. */
  readonly onTop?: string;
  readonly variables: Readonly<Record<string, string>>;
  /** Each address of Compose's networks, such as `mongo:27017`, and each folder beside docker-compose.yml, with its place on this machine. */
  readonly addresses: readonly (readonly [name: string, address: string])[];
}

/** @throws when the file has no such service, or needs a variable that is not given */
export function composeService(
  name: string,
  { variables, addresses, onTop }: ComposeValues,
  more: Readonly<Record<string, string>> = {},
): ComposeService {
  const service = composeFile('docker-compose.yml').services[name];
  if (service === undefined) throw new Error(`docker-compose.yml has no service ${name}`);
  const { entrypoint = [], command = [], environment = {}, healthcheck = {} } = service;
  const added = onTop === undefined ? undefined : composeFile(onTop).services[name];
  const filled = (text: string) => fill(text, variables);
  const folders = (added?.volumes ?? []).map((volume) => {
    const [here = '', inContainer = ''] = volume.split(':');
    return [inContainer, here] as const;
  });
  const placed = (text: string) =>
    [...folders, ...addresses].reduce((result, [from, to]) => result.replaceAll(from, to), filled(text));
  const placedAll = (values: Readonly<Record<string, string>>) =>
    Object.fromEntries(Object.entries(values).map(([variable, value]) => [variable, placed(value)]));
  return {
    command: [...entrypoint, ...command].map(filled),
    environment: { ...placedAll(environment), ...placedAll(added?.environment ?? {}), ...more },
    // The first item, such as CMD, only says that a command follows.
    health: (healthcheck.test ?? []).slice(1).map(filled),
  };
}

function composeFile(path: string): ComposeFile {
  return load(readFileSync(projectFile(path), 'utf8')) as ComposeFile;
}

/** Replaces variables as Compose does: `${NAME:-default}`, `${NAME:?message}`, and `$$` for a dollar sign. */
function fill(text: string, variables: Readonly<Record<string, string>>): string {
  return text.replace(
    /\$\$|\$\{(\w+)(?::([?-])([^}]*))?\}/g,
    (found: string, name?: string, kind?: string, rest: string = '') => {
      if (name === undefined) return '$';
      const value = variables[name];
      if (value !== undefined) return value;
      if (kind === '-') return rest;
      throw new Error(`docker-compose.yml: ${rest || found}`);
    },
  );
}
