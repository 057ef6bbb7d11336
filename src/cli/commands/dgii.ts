/** `dgii status`: whether the worker can reach DGII, and which maintenance windows DGII announces. */
import type { DgiiStatusAnswer, EnvironmentStatus } from '../../ledger/inquiries/inquiries.js';
import { command, option } from '../command.js';
import { unavailableText } from '../terminal/dgii-causes.js';
import { doneOr } from '../terminal/done-or.js';
import { table, warningIf } from '../terminal/result.js';
import { yesNo } from '../terminal/text.js';
import { environmentNames } from '../terminal/values.js';

const status = command({
  name: 'status',
  does: 'si la DGII responde, por ambiente, y sus ventanas de mantenimiento',
  example: '--environment production',
  more: 'Con DGII_STATUS_API_KEY pregunta al servicio de estatus de la DGII; sin ella, al de la semilla. Necesita Temporal y un worker.',
  takes: {
    environment: option('--environment <ambiente>', 'un solo ambiente; sin ella, los tres', environmentNames),
  },
  work: async ({ processes }, { environment }) => {
    const asked = environment === undefined ? environmentNames : [environment];
    const { answer } = doneOr(await processes.ask('dgii-status', { environments: asked }));
    const { environments, windows } = answer;
    return {
      data: { environments, windows },
      text: `${table(environments, '', {
        Ambiente: (one) => one.environment,
        Disponible: (one) => yesNo(one.available),
        Detalle: detailOf,
        Según: (one) => sources[one.by],
      })}\n\n${windowsText(windows)}`,
      warnings: environments.map((one) => {
        const text = `La DGII no está disponible en ${one.environment}: ${detailOf(one)}.`;
        return warningIf(!one.available, 'DGII_UNAVAILABLE', text);
      }),
    };
  },
});

export const dgiiCommands = [status];

const sources = {
  status: 'servicio de estatus de la DGII',
  semilla: 'semilla de autenticación',
} as const satisfies Record<EnvironmentStatus['by'], string>;

function windowsText(windows: DgiiStatusAnswer['windows']): string {
  if (windows === null)
    return 'Ventanas de mantenimiento: no se consultan sin DGII_STATUS_API_KEY, o la DGII no respondió.';
  if (windows.length === 0) return 'Ventanas de mantenimiento: ninguna anunciada.';
  return `Ventanas de mantenimiento\n${table(windows, '', {
    Ambiente: ({ ambiente }) => ambiente,
    Días: ({ dias }) => dias.join(', '),
    Hora: ({ horaInicio, horaFin }) => `${horaInicio} a ${horaFin}`,
  })}`;
}

function detailOf({ detail, cause }: EnvironmentStatus): string {
  return cause === undefined ? detail : unavailableText(cause);
}
