/**
 * The last answer of DGII's status service. A page never waits for DGII: it shows the answer that this process has, and a new question runs
 * in the background, at most once a minute for each environment.
 */
import type { Environment } from '../../ecf/model/environments.js';
import type { EnvironmentStatus } from '../../ledger/inquiries/inquiries.js';
import type { RouteDeps } from '../web/web-route.js';
import { errorForLog } from '../error-for-log.js';

interface DgiiStatus {
  readonly available: boolean;
  /** DGII's own text, or why DGII gave no answer. */
  readonly text: string;
  readonly at: string;
}

const askEveryMs = 60_000;
/** An older answer says nothing about the present. */
const knownForMs = 5 * 60_000;

interface Known {
  askedAtMs: number;
  answer?: { readonly status: DgiiStatus; readonly atMs: number };
}

/** Null if the state is unknown. Never throws. */
type DgiiWatch = (environment: Environment) => DgiiStatus | null;

export function createDgiiWatch({ processes, clock, log }: RouteDeps): DgiiWatch {
  const known = new Map<Environment, Known>();

  return (environment) => {
    const nowMs = clock().getTime();
    const last = known.get(environment) ?? { askedAtMs: -Infinity };
    // The clock may have been set back.
    if (Math.abs(nowMs - last.askedAtMs) >= askEveryMs) {
      last.askedAtMs = nowMs;
      known.set(environment, last);
      ask(environment, last).catch((error: unknown) =>
        log.warn({ ...errorForLog(error), environment }, 'the state of DGII could not be asked'),
      );
    }
    const { answer } = last;
    return answer !== undefined && nowMs - answer.atMs <= knownForMs ? answer.status : null;
  };

  async function ask(environment: Environment, last: Known): Promise<void> {
    const asked = await processes.ask('dgii-status', { environments: [environment] });
    const found = asked.outcome === 'answered' ? asked.answer.environments[0] : undefined;
    if (found === undefined) return;
    const at = clock();
    const status = { available: found.available, text: textOf(found), at: at.toISOString() };
    last.answer = { status, atMs: at.getTime() };
  }
}

function textOf({ available, detail, cause }: EnvironmentStatus): string {
  if (available) return detail;
  if (detail === 'not-offered') return 'La DGII no lo ofrece en este ambiente';
  // With a cause the detail is for operators, in English.
  return cause === undefined ? detail : (causes[cause] ?? 'No se pudo preguntar');
}

const causes: Readonly<Partial<Record<NonNullable<EnvironmentStatus['cause']>, string>>> = {
  timeout: 'No responde',
  broken: 'No responde',
  unreachable: 'No responde',
  'server-fault': 'Responde con un error',
  unreadable: 'Responde algo que no se entiende',
};
