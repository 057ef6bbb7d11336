/** The act of one command in the audit log. */
import { beginAct, type OpenAct } from '../services/people/record-act.js';
import type { OperatorDeps } from '../services/deps.js';
import type { Begun, Intended } from './context.js';
import type { CliError, CliErrorCode } from './terminal/cli-error.js';
import type { Result, Warning } from './terminal/result.js';

interface Command {
  readonly action: string | undefined;
  readonly operator: string;
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

const incomplete: Warning = {
  code: 'AUDIT_INCOMPLETE',
  mensaje: 'La auditoría no pudo anotar cómo terminó la orden.',
};

export function createAct(deps: OperatorDeps, { action, operator }: Command) {
  let open: OpenAct | undefined;
  let target: string | undefined;
  let warning: Warning | undefined;
  const onLost = () => {
    warning = incomplete;
  };
  return {
    begin: async (intended: Intended): Promise<Begun> => {
      if (action === undefined || open !== undefined) throw new Error('A command begins at most one act');
      open = await beginAct({ ...deps, onLost }, { action, operator, ...intended });
      return { ...deps, about: (text) => (target = text) };
    },
    /** @returns the result with a warning if the audit log lacks it */
    done: async (result: Result): Promise<Result> => {
      await open?.done(target);
      return { ...result, warnings: [...(result.warnings ?? []), warning] };
    },
    /** The command says what failed. In the audit log, the missing result shows that recording it failed too. */
    failed: async ({ code }: CliError): Promise<void> => {
      await open?.failed({ code, outcome: failures.includes(code) ? 'failed' : 'refused' }, target);
    },
  };
}
