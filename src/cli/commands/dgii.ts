/** `dgii status`: whether the worker can reach DGII, and which maintenance windows DGII announces. */
import type { Command } from 'commander';
import type { Environment } from '../../ecf/model/environments.js';
import type { DgiiStatusAnswer, EnvironmentStatus } from '../../ledger/vouchers/inquiries.js';
import type { CliContext, Run } from '../context.js';
import { doneOr } from '../terminal/done-or.js';
import { unavailableText } from '../terminal/dgii-causes.js';
import { table, type Result, type Warning } from '../terminal/result.js';
import { environmentOption, group, subcommand } from '../terminal/spanish.js';
import { environmentNames } from '../terminal/values.js';

export function dgiiCommands(program: Command, run: Run): void {
  const dgii = group(program, 'dgii', 'los servicios de la DGII');
  subcommand(dgii, 'status', 'si la DGII responde, por ambiente, y sus ventanas de mantenimiento')
    .addOption(environmentOption('un solo ambiente; sin ella, los tres'))
    .action((options: { environment?: Environment }) =>
      run((context) => status(context, options.environment)),
    );
}

async function status({ processes }: CliContext, one: Environment | undefined): Promise<Result> {
  const environments = one === undefined ? environmentNames : [one];
  const { answer } = doneOr(await processes.ask('dgii-status', { environments }));
  const rows = answer.environments.map((one) => [
    one.environment,
    one.available ? 'sí' : 'no',
    detailOf(one),
    sources[one.by],
  ]);
  return {
    data: { environments: answer.environments, windows: answer.windows },
    text: `${table(['Ambiente', 'Disponible', 'Detalle', 'Según'], rows)}\n\n${windowsText(answer.windows)}`,
    warnings: answer.environments.flatMap(warningOf),
  };
}

const sources = {
  status: 'servicio de estatus de la DGII',
  semilla: 'semilla de autenticación',
} as const satisfies Record<EnvironmentStatus['by'], string>;

function windowsText(windows: DgiiStatusAnswer['windows']): string {
  if (windows === null)
    return 'Ventanas de mantenimiento: no se consultan sin DGII_STATUS_API_KEY, o la DGII no respondió.';
  if (windows.length === 0) return 'Ventanas de mantenimiento: ninguna anunciada.';
  const rows = windows.map(({ ambiente, horaInicio, horaFin, dias }) => [
    ambiente,
    dias.join(', '),
    `${horaInicio} a ${horaFin}`,
  ]);
  return `Ventanas de mantenimiento\n${table(['Ambiente', 'Días', 'Hora'], rows)}`;
}

/** DGII's own text, or the reason why DGII did not answer. */
function detailOf({ detail, cause }: EnvironmentStatus): string {
  return cause === undefined ? detail : unavailableText(cause);
}

function warningOf(one: EnvironmentStatus): Warning[] {
  if (one.available) return [];
  const mensaje = `La DGII no está disponible en ${one.environment}: ${detailOf(one)}.`;
  return [{ code: 'DGII_UNAVAILABLE', mensaje }];
}
