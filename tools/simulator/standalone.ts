/** The simulator as a program of its own: options from the command line, addresses and files shown on the terminal. */
import { readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { Command, InvalidArgumentError, Option } from 'commander';
import type { Log } from '../../src/shared/log.js';
import { startSimulator, type RunningSimulator } from './start.js';
import { ensureTestIdentity, p12Password } from './test-identity.js';

interface Options {
  readonly port: number;
  readonly dataDir: string;
  readonly ca?: string;
  readonly delegations?: string;
  readonly rnc: readonly string[];
  readonly xsdDir: string;
  readonly resultDelay: number;
  readonly settings?: string;
}

const portMax = 65_535;
const delayMsMax = 3_600_000;
const rncsByDefault = ['999999992', '999999982', '999999974', '131880681'];

/**
 * @returns undefined when it only showed its help.
 * @throws Error for a person: a busy port, a file that cannot be read, invalid settings.
 */
export async function startStandalone(
  args: readonly string[],
  write: (text: string) => void,
  log?: Log,
): Promise<RunningSimulator | undefined> {
  const program = commandLine(write);
  let options: Options;
  try {
    options = program.parse(args, { from: 'user' }).opts<Options>();
  } catch (error) {
    if (isHelp(error)) return undefined;
    throw error;
  }
  const dataDir = resolve(options.dataDir);
  const own =
    options.ca === undefined || options.delegations === undefined
      ? await ensureTestIdentity(join(dataDir, 'identidad'), options.rnc, new Date())
      : undefined;
  const simulator = await startSimulator({
    port: options.port,
    dataDir,
    trustedCaPem: await readFile(options.ca ?? own?.ca ?? '', 'utf8'),
    delegations: options.delegations ?? own?.delegations ?? {},
    resultDelayMs: options.resultDelay,
    officialXsdDir: options.xsdDir,
    ...(log === undefined ? {} : { log }),
  });
  try {
    if (options.settings !== undefined) await applySettings(simulator, options.settings);
  } catch (error) {
    await simulator.close();
    throw error;
  }
  const lines = [
    `ecf.dgii.gov.do       ${simulator.ecfUrl}`,
    `fc.dgii.gov.do        ${simulator.fcUrl}`,
    `statusecf.dgii.gov.do ${simulator.statusUrl}`,
    `Control               ${simulator.url}/_simulator/counts`,
    `Datos                 ${dataDir}`,
    ...(own === undefined
      ? []
      : [
          `Certificado           ${own.p12} (clave: ${p12Password})`,
          `Delegaciones          ${options.delegations ?? own.delegations}`,
        ]),
    ...(options.xsdDir === ''
      ? ['XSD                   los del proyecto; oficiales: --xsd-dir o ECF_XSD_DIR']
      : []),
  ];
  write(`${lines.join('\n')}\n`);
  return simulator;
}

async function applySettings(simulator: RunningSimulator, file: string): Promise<void> {
  const response = await fetch(`${simulator.url}/_simulator/settings`, {
    method: 'PUT',
    body: await readFile(file, 'utf8'),
  });
  if (!response.ok) throw new Error(`${file}: ${await response.text()}`);
}

function commandLine(write: (text: string) => void): Command {
  return new Command('simulator')
    .description('Simulador de los servicios web de la DGII para facturación electrónica')
    .helpOption('-h, --help', 'muestra esta ayuda')
    .addOption(
      new Option('--port <puerto>', 'puerto en 127.0.0.1')
        .env('SIMULATOR_PORT')
        .default(8090)
        .argParser(whole(portMax)),
    )
    .addOption(
      new Option('--data-dir <carpeta>', 'registro de todo lo recibido')
        .env('SIMULATOR_DATA_DIR')
        .default('.data/simulator-alone'),
    )
    .addOption(
      new Option('--ca <archivo>', 'PEM de las autoridades en las que confía').env('SIMULATOR_CA_FILE'),
    )
    .addOption(
      new Option('--delegations <archivo>', 'JSON: SN del certificado → lista de RNC').env(
        'SIMULATOR_DELEGATIONS_FILE',
      ),
    )
    .addOption(new Option('--rnc <rnc...>', 'RNC delegados al certificado de prueba').default(rncsByDefault))
    .addOption(
      new Option('--xsd-dir <carpeta>', 'carpeta con los XSD oficiales de la DGII')
        .env('ECF_XSD_DIR')
        .default(''),
    )
    .addOption(
      new Option('--result-delay <ms>', 'tiempo En Proceso')
        .env('SIMULATOR_RESULT_DELAY_MS')
        .default(0)
        .argParser(whole(delayMsMax)),
    )
    .addOption(
      new Option('--settings <archivo>', 'JSON con ajustes y fallos (docs/develop/simulator-settings.md)'),
    )
    .exitOverride()
    .configureOutput({ writeOut: write, writeErr: write });
}

function whole(max: number): (value: string) => number {
  return (value) => {
    if (!/^\d{1,9}$/.test(value) || Number(value) > max)
      throw new InvalidArgumentError(`Se espera un entero de 0 a ${max}.`);
    return Number(value);
  };
}

function isHelp(error: unknown): boolean {
  return error instanceof Error && (error as { code?: unknown }).code === 'commander.helpDisplayed';
}
