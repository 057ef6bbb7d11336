/**
 * Runs the examples that a page has in one language, in order, as one program: later ones use what earlier ones made, as a reader does.
 * A mark after each example separates what they print.
 */
import { spawn, spawnSync } from 'node:child_process';
import { mkdir, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { transformSync } from '@swc/core';
import { projectFile } from '../../../src/shared/project-file.js';
import { own } from '../own.js';
import { languages, type Example, type Language, type Page } from './page.js';

interface Runtime {
  readonly program: string;
  /** The arguments that print its version. */
  readonly version: readonly string[];
  readonly file: string;
  readonly args: readonly string[];
  readonly before: string;
  readonly mark: (number: number) => string;
  /** What the reader needs once in a file, and we put before the first example. */
  readonly opening?: RegExp;
  readonly compile?: (text: string) => string;
  readonly files?: Readonly<Record<string, string>>;
}

const markOf = (number: number) => `--- end of example ${number} ---`;

const runtimes: Readonly<Record<Language, Runtime>> = {
  bash: {
    program: 'bash',
    version: ['--version'],
    file: 'pagina.sh',
    args: ['pagina.sh'],
    before: 'set -euo pipefail\n',
    mark: (number) => `printf '\\n%s\\n' '${markOf(number)}'\n`,
  },
  ts: {
    program: process.execPath,
    version: ['--version'],
    file: 'pagina.mjs',
    args: ['pagina.mjs'],
    before: '',
    mark: (number) => `console.log('\\n${markOf(number)}');\n`,
    // Node 20 and 22 cannot run it as it is.
    compile: (text) =>
      transformSync(text, { jsc: { target: 'es2022', parser: { syntax: 'typescript' } } }).code,
  },
  python: {
    program: 'python3',
    version: ['--version'],
    file: 'pagina.py',
    args: ['-B', '-X', 'utf8', 'pagina.py'],
    before: '',
    mark: (number) => `print('\\n${markOf(number)}', flush=True)\n`,
  },
  php: {
    program: 'php',
    version: ['-r', 'exit(function_exists("curl_init") ? 0 : 1);'],
    file: 'pagina.php',
    args: ['pagina.php'],
    before: '<?php\n',
    mark: (number) => `echo "\\n${markOf(number)}\\n";\n`,
    opening: /^<\?php\n/,
  },
  csharp: {
    program: 'dotnet',
    version: ['--list-sdks'],
    file: 'Program.cs',
    args: ['run'],
    before: '',
    mark: (number) => `Console.WriteLine("\\n${markOf(number)}");\n`,
    files: {
      'pagina.csproj':
        '<Project Sdk="Microsoft.NET.Sdk"><PropertyGroup><OutputType>Exe</OutputType><ImplicitUsings>enable</ImplicitUsings>' +
        '<TargetFramework>net$(BundledNETCoreAppTargetFrameworkVersion)</TargetFramework></PropertyGroup></Project>\n',
    },
  },
};

/** The languages whose programs are on this machine. */
export function languagesHere(): readonly Language[] {
  return languages.filter((language) => {
    const { program, version } = runtimes[language];
    return spawnSync(program, version, { stdio: 'ignore', timeout: 20_000 }).status === 0;
  });
}

export interface Printed {
  readonly example: Example;
  readonly text: string;
}

/** A page waits 10 s for DGII now and then, and a machine may be several times slower than usual. */
const programLimitMs = 60_000;

/** What a reader has before the first example: the folder with the files of the page, and a project with packages. */
export async function preparePage(page: Page, dir: string): Promise<void> {
  await mkdir(dir);
  for (const { name, text } of page.files) await writeFile(join(dir, name), text);
  await writeFile(join(dir, 'package.json'), '{"type":"module"}');
  // Where `npx` and `import` look for packages.
  await symlink(projectFile('node_modules'), join(dir, 'node_modules'));
}

/**
 * @param dir made by `preparePage`
 * @param address gives an example the addresses of the service under test
 * @throws with all that the program wrote, when it fails
 */
export async function runExamples(
  page: Page,
  language: Language,
  dir: string,
  address: (text: string) => string,
): Promise<readonly Printed[]> {
  const examples = page.examples.filter((example) => example.language === language);
  const runtime = runtimes[language];
  const { before, mark, opening = /^/, compile = (text: string) => text } = runtime;
  const bodies = examples.map(({ text }, index) => address(text).replace(opening, '') + mark(index));
  const files = { ...runtime.files, [runtime.file]: compile(before + bodies.join('')) };
  for (const [name, text] of Object.entries(files)) await writeFile(join(dir, name), text);

  const { code, output, errors } = await run(runtime.program, runtime.args, dir);
  if (code !== 0) throw new Error(`${runtime.program} ended with ${String(code)}:\n${output}\n${errors}`);
  return examples.map((example, index) => {
    const start = index === 0 ? 0 : output.indexOf(markOf(index - 1)) + markOf(index - 1).length;
    return { example, text: output.slice(start, output.indexOf(markOf(index))) };
  });
}

async function run(program: string, args: readonly string[], cwd: string) {
  const { PATH, HOME } = process.env;
  const env = { PATH, HOME, LANG: 'C.UTF-8', DOTNET_CLI_TELEMETRY_OPTOUT: '1', npm_config_offline: 'true' };
  const child = spawn(program, args, {
    cwd,
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
    timeout: programLimitMs,
  });
  const ended = new Promise<number | string | null>((resolve, reject) => {
    child.once('error', reject).once('close', (code, signal) => resolve(signal ?? code));
  });
  const release = own(`${program} ${args.join(' ')}`, async () => {
    child.kill('SIGKILL');
    await ended;
  });
  let output = '';
  let errors = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => (output += text));
  child.stderr.setEncoding('utf8').on('data', (text: string) => (errors += text));
  const code = await ended;
  await release();
  return { code, output, errors };
}
