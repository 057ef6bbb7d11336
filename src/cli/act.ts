/** The act of one command in the audit log. It begins when the command calls `begin`, and ends with the command. */
import { beginAct, type OpenAct } from '../operator/people/acts.js';
import type { OperatorDeps } from '../operator/deps.js';
import type { Begun, Intended } from './context.js';
import type { CliError, CliErrorCode } from './terminal/cli-error.js';

interface Command {
  /** Absent if the command only reads. */
  readonly action: string | undefined;
  readonly operator: string;
  readonly say: (text: string) => void;
}

/** These are no refusals: something outside the command did not work. */
const failures: readonly CliErrorCode[] = [
  'DGII_UNAVAILABLE',
  'FILE_UNWRITABLE',
  'INTERNAL_ERROR',
  'LEDGER_ACCESS_DENIED',
  'LEDGER_UNAVAILABLE',
  'PROCESS_UNAVAILABLE',
  'WORKER_SILENT',
];

export function createAct(deps: OperatorDeps, { action, operator, say }: Command) {
  let open: OpenAct | undefined;
  let target: string | undefined;
  const onLost = () =>
    say('Advertencia AUDIT_INCOMPLETE: la auditoría no pudo anotar cómo terminó la orden.');
  return {
    begin: async (intended: Intended): Promise<Begun> => {
      if (action === undefined || open !== undefined) throw new Error('A command begins at most one act');
      open = await beginAct({ ...deps, onLost }, { action, operator, ...intended });
      return { ...deps, about: (text) => (target = text) };
    },
    done: async () => open?.done(target),
    failed: async ({ code }: CliError) =>
      open?.failed({ code, outcome: failures.includes(code) ? 'failed' : 'refused' }, target),
  };
}
