/** Reads docker-compose.yml, so that the rehearsal starts everything as production does; only addresses differ. */
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
}

export interface ComposeValues {
  readonly variables: Readonly<Record<string, string>>;
  /** Each address of Compose's networks, such as `mongo:27017`, with its address on this machine. */
  readonly addresses: readonly (readonly [name: string, address: string])[];
}

/** @throws when the file has no such service, or needs a variable that is not given */
export function composeService(
  name: string,
  { variables, addresses }: ComposeValues,
  more: Readonly<Record<string, string>> = {},
): ComposeService {
  const { services } = load(readFileSync(projectFile('docker-compose.yml'), 'utf8')) as {
    readonly services: Readonly<Record<string, Written | undefined>>;
  };
  const service = services[name];
  if (service === undefined) throw new Error(`docker-compose.yml has no service ${name}`);
  const { entrypoint = [], command = [], environment = {}, healthcheck = {} } = service;
  const filled = (text: string) => fill(text, variables);
  const addressed = (text: string) =>
    addresses.reduce((result, [from, to]) => result.replaceAll(from, to), filled(text));
  return {
    command: [...entrypoint, ...command].map(filled),
    environment: {
      ...Object.fromEntries(
        Object.entries(environment).map(([variable, value]) => [variable, addressed(value)]),
      ),
      ...more,
    },
    // The first item, such as CMD, only says that a command follows.
    health: (healthcheck.test ?? []).slice(1).map(filled),
  };
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
