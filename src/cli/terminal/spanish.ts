/** Commander in Spanish: the headings of its help, and its messages about wrongly written commands. */
import type { Argument, Command, CommanderError, Option } from 'commander';
import { CliError } from './cli-error.js';

const headings: Readonly<Record<string, string>> = {
  'Usage:': 'Uso:',
  'Arguments:': 'Argumentos:',
  'Options:': 'Opciones:',
  'Global Options:': 'Opciones generales:',
  'Commands:': 'Órdenes:',
};

export function withHelpCommand(command: Command): Command {
  return command.helpCommand('help [orden]', 'muestra la ayuda de una orden');
}

/** `help company show` becomes `company show --help`, because commander's own help command handles one level only. */
export function withHelpFlag(argv: readonly string[]): readonly string[] {
  const at = argv.indexOf('help');
  const words = [...argv.slice(0, at), ...argv.slice(at + 1)];
  const nested = at >= 0 && argv.length - at > 2 && words.every((word) => !word.startsWith('-'));
  return nested ? [...words, '--help'] : argv;
}

export function inSpanish(command: Command): Command {
  return command
    .helpOption('-h, --help', 'muestra esta ayuda')
    .configureHelp({
      showGlobalOptions: true,
      styleTitle: (title) => headings[title] ?? title,
      commandUsage: usageOf,
      subcommandTerm: (one) => [one.name(), ...one.registeredArguments.map(termOf)].join(' '),
      optionDescription,
      argumentDescription: ({ description, argChoices }) => withChoices(description, argChoices),
    })
    .showSuggestionAfterError(false)
    .exitOverride();
}

function usageOf(command: Command): string {
  const names: string[] = [];
  for (let one: Command | null = command; one !== null; one = one.parent) names.unshift(one.name());
  const rest = command.commands.length > 0 ? ['<orden>'] : command.registeredArguments.map(termOf);
  return [...names, ...rest, '[opciones]'].join(' ');
}

function termOf(argument: Argument): string {
  return argument.required ? `<${argument.name()}>` : `[${argument.name()}]`;
}

function optionDescription({ description, argChoices, defaultValue, mandatory }: Option): string {
  const extra = [
    ...(mandatory ? ['obligatoria'] : []),
    ...(defaultValue === undefined || defaultValue === false ? [] : [`por omisión: ${String(defaultValue)}`]),
  ];
  const text = withChoices(description, argChoices);
  return extra.length === 0 ? text : `${text} (${extra.join('; ')})`;
}

function withChoices(description: string, choices: readonly string[] | undefined): string {
  return choices === undefined ? description : `${description}: ${choices.join(', ')}`;
}

/** Commander's messages in Spanish, by error code. `names` holds the quoted parts of the original message. */
const sayings: Readonly<Record<string, (names: readonly string[], message: string) => string>> = {
  'commander.unknownOption': ([option = '']) => `La opción ${withoutValue(option)} no existe.`,
  'commander.unknownCommand': ([command = '']) => `La orden ${command} no existe.`,
  'commander.missingArgument': ([argument = '']) => `Falta el argumento <${argument}>.`,
  'commander.optionMissingArgument': ([option = '']) => `Falta el valor de la opción ${option}.`,
  'commander.missingMandatoryOptionValue': ([option = '']) => `Falta la opción ${option}.`,
  'commander.conflictingOption': ([one = '', other = '']) => `Las opciones ${one} y ${other} no van juntas.`,
  'commander.help': () => 'Falta la orden.',
  'commander.excessArguments': () => 'Sobran argumentos.',
  'commander.invalidArgument': (_, message) => invalidArgument(message),
};

export function usageError({ code, message }: CommanderError): CliError {
  const names = [...message.matchAll(/'([^']*)'/g)].map(([, name = '']) => name);
  const said = sayings[code]?.(names, message) ?? 'La orden no está bien escrita.';
  return new CliError('USAGE', `${said} La ayuda: --help.`);
}

/** The value given to an unknown option may be a password, so it is not repeated. */
function withoutValue(option: string): string {
  return option.split('=', 1).join('');
}

function invalidArgument(message: string): string {
  const match =
    /option '([^']+)' argument '.*?' is invalid\.(.*)/s.exec(message) ??
    /for argument '([^']+)'\.(.*)/s.exec(message);
  const [, name = '', wanted = ''] = match ?? [];
  const choices = wanted.trimStart().replace(/^Allowed choices are /, 'Valores permitidos: ');
  return `El valor de ${name} no es válido. ${choices}`.trimEnd();
}
