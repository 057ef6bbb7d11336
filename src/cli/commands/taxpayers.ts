/** `registry …`: DGII's taxpayer registry, imported from its bulk file; consult-rnc answers from it. */
import { InvalidArgumentError } from 'commander';
import { parseDate } from '../../ecf/model/dates.js';
import type { RegistryInfo } from '../../ledger/taxpayers/taxpayers.js';
import {
  importRegistry,
  orFileRefusal,
  registryStatus,
  type FileRefusal,
  type ImportedRegistry,
  type ImportOptions,
} from '../../services/taxpayers/import-registry.js';
import { openRegistryFile, type RegistryFile } from '../../documents/registry/registry-file.js';
import { argument, command, flag, option } from '../command.js';
import type { ChangingContext } from '../context.js';
import { CliError } from '../terminal/cli-error.js';
import { doneOr, errorOf, type Texts } from '../terminal/done-or.js';
import { fields, warningIf, type Result } from '../terminal/result.js';
import { moment } from '../terminal/text.js';
import { anyText } from '../terminal/values.js';

const progressEvery = 50_000;

const add = command({
  name: 'import',
  does: 'importa el archivo de la DGII (su ZIP, TXT o CSV) y reemplaza el anterior de una vez',
  example: 'RNC_CONTRIBUYENTES.zip',
  more: 'Hasta que la importación termina, y después de cualquier fallo, responden los datos anteriores. Se rehúsa un archivo con menos del 80 % de los contribuyentes actuales, salvo con --accept-fewer, o con más del 1 % de líneas ilegibles.',
  takes: {
    path: argument('<archivo>', 'RNC_CONTRIBUYENTES.zip, o la tabla que trae dentro', anyText),
    dataDate: option('--date <DD-MM-AAAA>', 'de cuándo son los datos; sin ella, lo que diga el archivo', day),
    acceptFewer: flag('--accept-fewer', 'acepta un archivo con muchos menos contribuyentes que el actual'),
  },
  changes: 'registry.import',
  work: async (context, { path, ...options }) => {
    const opened = await readable(() => orFileRefusal(() => openRegistryFile(path)));
    if ('refusal' in opened) throw errorOf(opened, { REGISTRY_FILE_INVALID: fileText });
    try {
      return await context.interruptible((signal) => importOpened(context, opened, { ...options, signal }));
    } finally {
      opened.close();
    }
  },
});

async function importOpened(
  context: ChangingContext,
  file: RegistryFile,
  options: ImportOptions,
): Promise<Result> {
  let reported = 0;
  const startedMs = context.clock().getTime();
  context.say(`Importando ${file.name}…`);
  const onProgress = (rows: number) => {
    if (rows - reported < progressEvery) return;
    reported = rows;
    context.say(`${thousands(rows)} contribuyentes…`);
  };
  const begun = await context.begin({ companyIds: [] });
  const outcome = await readable(() => importRegistry(begun, file, { ...options, onProgress }));
  const { registry, repeated, tally } = doneOr(outcome, importTexts);
  const ms = context.clock().getTime() - startedMs;
  const { malformed, malformedLines } = tally;
  return {
    data: { ...registryView(registry), malformed, repeated, ms },
    text: `Registro importado en ${(ms / 1000).toFixed(1)} s.\n${infoFields(registry)}`,
    warnings: [
      warningIf(
        malformed > 0,
        'REGISTRY_MALFORMED_ROWS',
        `${thousands(malformed)} líneas no se pudieron leer; las primeras: ${malformedLines.join(', ')}.`,
      ),
      warningIf(
        repeated > 0,
        'REGISTRY_REPEATED_ROWS',
        `${thousands(repeated)} números estaban repetidos: quedó la primera línea de cada uno.`,
      ),
    ],
  };
}

const fileText = ({ detail }: FileRefusal['facts']) => `${detail} No se cambió nada.`;

const importTexts: Texts<ImportedRegistry> = {
  REGISTRY_FILE_INVALID: fileText,
  REGISTRY_IMPORT_RUNNING: ({ source, startedAt, rows }) =>
    `Ya hay una importación en curso: ${source}, desde ${moment(startedAt)}, ${thousands(rows)} contribuyentes.`,
  REGISTRY_TOO_FEW_ROWS: ({ rows, current }) =>
    `El archivo trae ${thousands(rows)} contribuyentes y el registro tiene ${thousands(current)}: parece incompleto. ` +
    'No se cambió nada. Si es correcto: --accept-fewer.',
};

const status = command({
  name: 'status',
  does: 'de cuándo son los datos, cuántos son y cómo terminó la última importación',
  example: '',
  takes: {},
  work: async (context) => {
    const { registry, running, last, oldByDays = 0 } = await registryStatus(context);
    const imports = {
      'Importación en curso': running && `${running.source}, desde ${moment(running.startedAt)}`,
      Escritos: running && thousands(running.rows),
      'Última importación': last && `${endings[last.outcome]} (${last.source}, ${moment(last.at)})`,
    };
    return {
      data: {
        registry: registry ? registryView(registry) : null,
        running: running ?? null,
        last: last ?? null,
      },
      text: [
        registry ? infoFields(registry) : 'No se ha importado ningún registro: consult-rnc responde 503.',
        ...(running || last ? [fields(imports)] : []),
      ].join('\n'),
      warnings: [
        warningIf(
          oldByDays > 0,
          'REGISTRY_OLD',
          `Los datos tienen ${oldByDays} días: importe el archivo actual de la DGII.`,
        ),
      ],
    };
  },
});

export const registryCommands = [add, status];

const endings = {
  imported: 'terminó bien',
  'too-few': 'rehusada: traía muchos menos contribuyentes',
  superseded: 'abandonada: otra la reemplazó',
  failed: 'falló',
} as const;

function registryView({ dataDate, importedAt, rows, origin }: RegistryInfo) {
  return { dataDate, importedAt, rows, source: origin.source };
}

function infoFields({ dataDate, importedAt, rows, origin }: RegistryInfo): string {
  return fields({
    'Datos al': dataDate,
    Contribuyentes: thousands(rows),
    Origen: origin.source,
    Importado: moment(importedAt),
  });
}

async function readable<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT') throw new CliError('FILE_UNREADABLE', 'El archivo no existe.');
    if (code === 'EACCES' || code === 'EISDIR' || code === 'EIO') throw new CliError('FILE_UNREADABLE');
    throw error;
  }
}

function day(text: string): string {
  if (parseDate(text) === undefined) throw new InvalidArgumentError('Se espera una fecha DD-MM-AAAA.');
  return text;
}

function thousands(count: number): string {
  return count.toLocaleString('en-US');
}
