/** Builds docs/usar/comandos.md: every command of the command line, from the program itself. */
import type { Command } from 'commander';
import { notesOf, wordsOf } from '../../src/cli/command.js';
import { createProgram } from '../../src/cli/program.js';
import { cliErrors } from '../../src/cli/terminal/cli-error.js';
import { escaped, quoted, table } from './markdown.js';

const intro = `<!-- Lo genera \`npm run generate\` de src/cli y src/shared/errors. No se edita. -->

# Órdenes

Son las de quien opera el servicio. \`--help\` después de una orden muestra lo mismo que esta página.

\`\`\`
npm run --silent cli -- company list          # si el servicio corre desde su código
docker compose exec worker node dist/src/cli/main.js company list
# Si la orden cambia algo, SUDO_USER dice en la auditoría quién la dio.
docker compose exec -e SUDO_USER="$USER" worker node dist/src/cli/main.js document annul …
# Si ningún worker corre, por ejemplo porque termina al arrancar. MongoDB debe estar arriba.
docker compose run --rm --no-deps --entrypoint node worker dist/src/cli/main.js company list
\`\`\`

- **Quién puede.** Quien alcanza el registro y la máquina: las órdenes no tienen roles. Las que cambian algo lo anotan antes en la auditoría, con el usuario del sistema operativo y la máquina; cada una dice abajo su acción. En un contenedor ese usuario es siempre \`node\`: por eso \`SUDO_USER\`.
- **Archivos.** En un contenedor la orden ve los archivos del contenedor, y solo escribe en \`/tmp\`: \`docker compose exec -T worker sh -c 'cat > /tmp/f.p12' < firmante.p12\`, después \`certificate import /tmp/f.p12 …\`, y se borra el archivo. De vuelta: \`-o /tmp/x.pdf\` y \`docker compose exec -T worker cat /tmp/x.pdf > x.pdf\`.
- **Claves.** Se escriben en la pregunta, que no las muestra, o se dan con \`--password-stdin\` o \`--password-file\`; nunca en la orden.
- **Empresa y ambiente.** La empresa se nombra por su RNC o su id. Sin \`--environment\` se toma el ambiente en que está.
- **Confirmación.** Lo que no se puede deshacer se pregunta antes, salvo con \`--yes\`; sin terminal, \`--yes\` es obligatorio.
- **Todas las empresas.** Cuatro órdenes sin \`--company\` dicen dónde hace falta alguien: \`document list --waiting\`, \`document list --pending\`, \`sequence list --warned\` y \`certificate list --warned\`.
- **Registro.** Trabajan sobre \`MONGODB_URI\` y \`MONGODB_DATABASE\`, o sobre la instalación local mientras corre ([ajustes](../operate/settings.md)). La instalación local tiene además \`demo company add\`: [simulador](../integrar/simulador.md).

Con \`--json\` la salida estándar es un solo documento: \`{"ok": true, "data": …, "advertencias": [{code, mensaje}]}\` o \`{"ok": false, "code": …, "mensaje": …}\`. Sin \`--json\`, los errores y las advertencias van a la salida de errores.

| Código de salida | Significa                     |
| ---------------- | ----------------------------- |
| 0                | hecho                         |
| 1                | rehusado o fallido            |
| 2                | la orden no está bien escrita |
`;

export function commandsDoc(): string {
  const program = createProgram(() => Promise.resolve(), {
    stdout: () => undefined,
    stderr: () => undefined,
    calledAs: '',
  });
  return [
    intro,
    ...program.commands.map(nounText),
    '## Códigos de error\n\nSon permanentes. El mensaje puede decir más.\n',
    errorsTable(),
  ].join('\n');
}

function nounText(noun: Command): string {
  return [
    `## ${noun.name()}\n`,
    `${sentence(noun.description())}\n`,
    ...leavesOf(noun).map(commandText),
  ].join('\n');
}

export function leavesOf(command: Command): readonly Command[] {
  return command.commands.length === 0 ? [command] : command.commands.flatMap(leavesOf);
}

function commandText(command: Command): string {
  const { example = '', more = '', changes } = notesOf(command) ?? {};
  const words = wordsOf(command);
  const help = command.createHelp();
  const parts = [
    ...command.registeredArguments.map((one) => [`<${one.name()}>`, help.argumentDescription(one)] as const),
    ...command.options.map((one) => [one.flags, help.optionDescription(one)] as const),
  ];
  return [
    `### ${words}\n`,
    `${sentence(command.description())}\n`,
    ...more
      .split('\n')
      .filter(Boolean)
      .map((paragraph) => `${escaped(paragraph)}\n`),
    `\`\`\`\n${help.commandUsage(command).trim()}\n\`\`\`\n`,
    ...(parts.length === 0
      ? []
      : [parts.map(([name, about]) => `- ${quoted(name)}: ${escaped(about)}\n`).join('')]),
    `Ejemplo: ${quoted(`${words} ${example}`.trimEnd())}. ${changes === undefined ? 'Solo lee.' : `Auditoría: ${quoted(changes)}.`}\n`,
  ].join('\n');
}

function sentence(text: string): string {
  return `${escaped(text.charAt(0).toUpperCase() + text.slice(1))}.`;
}

function errorsTable(): string {
  const rows = Object.entries(cliErrors)
    .toSorted(([, one], [, other]) => one.exit - other.exit)
    .map(([code, { exit, mensaje }]) => [quoted(code), String(exit), mensaje]);
  return table(['Código', 'Salida', 'Mensaje'], rows);
}
