/**
 * What DGII's status service last said. A page never waits for DGII: it shows what this process knows, and the question goes on
 * behind it, at most once a minute for each environment.
 */
import type { Environment } from '../../../../ecf/model/environments.js';
import type { RouteDeps } from '../../route-deps.js';

export interface DgiiStanding {
  readonly available: boolean;
  /** DGII's own text, or a code for people. */
  readonly text: string;
}

const askEveryMs = 60_000;
/** Older than this, an answer says nothing about now. */
const knownForMs = 5 * 60_000;

interface Known {
  askedAtMs: number;
  answer?: { readonly standing: DgiiStanding; readonly atMs: number };
}

/** Null: not known. Never throws. */
export type DgiiWatch = (environment: Environment) => DgiiStanding | null;

export function createDgiiWatch({ processes, clock, log }: RouteDeps): DgiiWatch {
  const known = new Map<Environment, Known>();

  return (environment) => {
    const nowMs = clock().getTime();
    const last = known.get(environment) ?? { askedAtMs: -Infinity };
    if (nowMs - last.askedAtMs >= askEveryMs) {
      last.askedAtMs = nowMs;
      known.set(environment, last);
      ask(environment, last).catch((error: unknown) =>
        log.warn({ err: error, environment }, 'the state of DGII could not be asked'),
      );
    }
    const { answer } = last;
    return answer !== undefined && nowMs - answer.atMs <= knownForMs ? answer.standing : null;
  };

  async function ask(environment: Environment, last: Known): Promise<void> {
    const asked = await processes.ask('dgii-status', { environments: [environment] });
    const found = asked.outcome === 'answered' ? asked.answer.environments[0] : undefined;
    if (found === undefined) return;
    const { available, detail } = found;
    last.answer = { standing: { available, text: detail }, atMs: clock().getTime() };
  }
}
