/** `registry …`: DGII's taxpayer registry, imported from its bulk file; consult-rnc answers from it. */
import { InvalidArgumentError, Option, type Command } from 'commander';
import { parseDate } from '../../ecf/model/dates.js';
import { openRegistryFile, type RegistryFile } from '../../registry/registry-file.js';
import type { RegistryInfo } from '../../ledger/taxpayers/taxpayers.js';
import {
  importRegistry,
  orFileRefusal,
  registryStatus,
  type FileRefusal,
  type ImportedRegistry,
} from '../../operator/registry.js';
import { CliError } from '../terminal/cli-error.js';
import type { CliContext, Run } from '../context.js';
import { doneOr, errorOf, type Texts } from '../terminal/done-or.js';
import { fields, type Result } from '../terminal/result.js';
import { group, subcommand } from '../terminal/spanish.js';
import { moment } from '../terminal/text.js';

interface ImportOptions {
  readonly date?: string;
  readonly acceptFewer?: boolean;
}

/** Rows between two progress lines. */
const progressEvery = 50_000;

export function registryCommands(program: Command, run: Run): void {
  const registry = group(program, 'registry', 'registro de contribuyentes de la DGII, para consult-rnc');

  subcommand(
    registry,
    'import',
    'importa el archivo de la DGII (su ZIP, TXT o CSV) y reemplaza el anterior de una vez',
  )
    .argument('<archivo>', 'RNC_CONTRIBUYENTES.zip, o la tabla que trae dentro')
    .addOption(
      new Option(
        '--date <DD-MM-AAAA>',
        'de cuándo son los datos; sin ella, lo que diga el archivo',
      ).argParser(day),
    )
    .option('--accept-fewer', 'acepta un archivo con muchos menos contribuyentes que el actual')
    .action((path: string, options: ImportOptions) => run((context) => importFile(context, path, options)));

  subcommand(
    registry,
    'status',
    'de cuándo son los datos, cuántos son y cómo terminó la última importación',
  ).action(() => run(status));
}

async function importFile(context: CliContext, path: string, options: ImportOptions): Promise<Result> {
  const opened = await readable(() => orFileRefusal(() => openRegistryFile(path)));
  if ('refusal' in opened) throw errorOf(opened, { REGISTRY_FILE_INVALID: fileText });
  try {
    return await context.interruptible((signal) => importOpened(context, opened, options, signal));
  } finally {
    await opened.close();
  }
}

async function importOpened(
  context: CliContext,
  file: RegistryFile,
  { date, acceptFewer = false }: ImportOptions,
  signal: AbortSignal,
): Promise<Result> {
  let reported = 0;
  const startedMs = context.clock().getTime();
  context.say(`Importando ${file.name}…`);
  const onProgress = (rows: number) => {
    if (rows - reported < progressEvery) return;
    reported = rows;
    context.say(`${thousands(rows)} contribuyentes…`);
  };
  const dataDate = date ?? file.dataDate;
  const outcome = await readable(() =>
    importRegistry(context, file, { dataDate, acceptFewer, signal, onProgress }),
  );
  const { registry, repeated, tally } = doneOr(outcome, importTexts);
  const ms = context.clock().getTime() - startedMs;
  const { malformed, malformedLines } = tally;
  return {
    data: { ...registryView(registry), malformed, repeated, ms },
    text: `Registro importado en ${(ms / 1000).toFixed(1)} s.\n${infoFields(registry)}`,
    warnings: [
      ...(malformed === 0
        ? []
        : [
            {
              code: 'REGISTRY_MALFORMED_ROWS',
              mensaje: `${thousands(malformed)} líneas no se pudieron leer; las primeras: ${malformedLines.join(', ')}.`,
            },
          ]),
      ...(repeated === 0
        ? []
        : [
            {
              code: 'REGISTRY_REPEATED_ROWS',
              mensaje: `${thousands(repeated)} números estaban repetidos: quedó la primera línea de cada uno.`,
            },
          ]),
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

async function status(context: CliContext): Promise<Result> {
  const { registry, running, last, oldByDays } = await registryStatus(context);
  const lines = [
    registry === undefined
      ? 'No se ha importado ningún registro: consult-rnc responde 503.'
      : infoFields(registry),
    ...(running === undefined
      ? []
      : [
          fields([
            ['Importación en curso', `${running.source}, desde ${moment(running.startedAt)}`],
            ['Escritos', thousands(running.rows)],
          ]),
        ]),
    ...(last === undefined
      ? []
      : [fields([['Última importación', `${endings[last.outcome]} (${last.source}, ${moment(last.at)})`]])]),
  ];
  return {
    data: {
      registry: registry === undefined ? null : registryView(registry),
      running: running ?? null,
      last: last ?? null,
    },
    text: lines.join('\n'),
    warnings:
      oldByDays === undefined
        ? []
        : [
            {
              code: 'REGISTRY_OLD',
              mensaje: `Los datos tienen ${oldByDays} días: importe el archivo actual de la DGII.`,
            },
          ],
  };
}

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
  return fields([
    ['Datos al', dataDate],
    ['Contribuyentes', thousands(rows)],
    ['Origen', origin.source],
    ['Importado', moment(importedAt)],
  ]);
}

/** A missing or unreadable file has its own error code. */
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

/** The Dominican number format: 788,700. */
function thousands(count: number): string {
  return count.toLocaleString('en-US');
}
