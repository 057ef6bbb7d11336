/** Packs each client as its registry takes it, and installs it into a folder of the test: what is missing in a package is missing here too. */
import { spawn, spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { transformSync } from '@swc/core';
import { projectFile } from '../../../src/shared/project-file.js';
import type { Program } from './player.js';

const compileLimitMs = 240_000;
/** Without a network pip tries for long. */
const fetchLimitMs = 60_000;
const programLimitMs = 90_000;

export interface PackedClient {
  /** The files of the package. */
  readonly files: readonly string[];
  readonly driver: Program;
}

/** @throws with what the program wrote, if it fails */
export function runTool(command: string, args: readonly string[], cwd: string, env = {}): string {
  const { status, stdout, stderr, error } = spawnSync(command, args, {
    cwd,
    encoding: 'utf8',
    timeout: compileLimitMs,
    env: { PATH: process.env['PATH'], HOME: process.env['HOME'], LANG: 'C.UTF-8', ...env },
  });
  if (status !== 0)
    throw new Error(`${command} ${args.join(' ')}: ${error?.message ?? ''}\n${stdout}\n${stderr}`);
  return stdout;
}

/**
 * Like runTool, but this process goes on: the service that the program asks is in it.
 * @returns what it printed. @throws with what it wrote, if it fails
 */
export function runProgram(command: string, args: readonly string[], cwd: string): Promise<string> {
  const { PATH, HOME } = process.env;
  const child = spawn(command, args, {
    cwd,
    env: { PATH, HOME, LANG: 'C.UTF-8' },
    stdio: ['ignore', 'pipe', 'pipe'],
    timeout: programLimitMs,
    killSignal: 'SIGKILL',
  });
  let output = '';
  let errors = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => (output += text));
  child.stderr.setEncoding('utf8').on('data', (text: string) => (errors += text));
  return new Promise((resolve, reject) => {
    child.once('error', reject).once('close', (code, signal) => {
      if (code === 0) resolve(output);
      else reject(new Error(`${command} ended with ${String(signal ?? code)}: ${output}\n${errors}`));
    });
  });
}

export function canRun(command: string, args: readonly string[]): boolean {
  return spawnSync(command, args, { stdio: 'ignore', timeout: 20_000 }).status === 0;
}

/** Programs in `dir` and in its folders find it as `ecf-issuer-client`. */
export function packTypescript(dir: string): PackedClient {
  const source = projectFile('clients/typescript');
  const made = join(dir, 'typescript-package');
  mkdirSync(made);
  for (const name of ['package.json', 'README.md', 'LICENSE']) cpSync(join(source, name), join(made, name));
  const tsc = projectFile('node_modules/typescript/bin/tsc');
  runTool(process.execPath, [tsc, '-p', source, '--outDir', join(made, 'dist')], dir);
  const npm = { npm_config_offline: 'true', npm_config_cache: join(dir, 'npm-cache') };
  const packed = runTool('npm', ['pack', '--json', '--pack-destination', dir], made, npm);
  const [{ filename, files }] = JSON.parse(packed) as [
    { filename: string; files: readonly { path: string }[] },
  ];
  const installed = join(dir, 'node_modules/ecf-issuer-client');
  mkdirSync(installed, { recursive: true });
  runTool('tar', ['-xzf', join(dir, filename), '--strip-components', '1', '-C', installed], dir);
  const driver = join(dir, 'driver.mjs');
  const text = readFileSync(join(source, 'driver/driver.ts'), 'utf8');
  const { code } = transformSync(text.replace("'../src/index.js'", "'ecf-issuer-client'"), {
    jsc: { target: 'es2022', parser: { syntax: 'typescript' } },
  });
  writeFileSync(driver, code);
  return {
    files: files.map(({ path }) => path),
    driver: { language: 'TypeScript', command: process.execPath, args: [driver] },
  };
}

/** @returns undefined without Python; `files` is empty if pip cannot get setuptools, and the client is then used from its folder */
export function packPython(dir: string): PackedClient | undefined {
  if (!canRun('python3', ['-c', 'import sys; assert sys.version_info >= (3, 10)'])) return undefined;
  const made = join(dir, 'python-package');
  // setuptools writes beside the sources.
  cpSync(projectFile('clients/python'), made, {
    recursive: true,
    filter: (path) => !path.includes('__pycache__'),
  });
  const site = join(dir, 'python-site');
  const files = wheelFiles(made, site);
  if (files.length === 0) cpSync(join(made, 'src'), site, { recursive: true });
  const env = { PYTHONPATH: site, PYTHONDONTWRITEBYTECODE: '1' };
  const driver = projectFile('clients/python/driver/driver.py');
  return {
    files,
    driver: { language: 'Python', command: 'python3', args: ['-X', 'utf8', driver], env },
  };
}

/** Builds the wheel and unpacks it. */
function wheelFiles(made: string, site: string): readonly string[] {
  const args = ['-m', 'pip', 'wheel', '-q', '--no-deps', '--disable-pip-version-check', '-w', '.', '.'];
  const { status } = spawnSync('python3', args, { cwd: made, timeout: fetchLimitMs, stdio: 'ignore' });
  if (status !== 0) return [];
  const wheel = readdirSync(made).find((name) => name.endsWith('.whl')) ?? '';
  runTool('python3', ['-m', 'zipfile', '-e', wheel, site], made);
  return readdirSync(site, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(site, join(entry.parentPath, entry.name)));
}

export interface BuiltClient {
  readonly driver: Program;
  /** How a README's program is run: it lies in `dir`, and this folder may be written to. */
  readonly run: (dir: string, file: string) => readonly [string, ...string[]];
}

/** It fetches nothing: neither modules nor another version of itself. */
const goEnv = { GOFLAGS: '-mod=mod', GOPROXY: 'off', GOTOOLCHAIN: 'local' };
const goModule = 'ecf-issuer.example/clients/go';

/** Go has no package file: the module is its folder. @returns undefined without Go */
export function buildGo(dir: string): BuiltClient | undefined {
  if (!canRun('go', ['version'])) return undefined;
  const source = projectFile('clients/go');
  const driver = join(dir, 'go-driver');
  runTool('go', ['build', '-o', driver, './internal/driver'], source, goEnv);
  return {
    driver: { language: 'Go', command: driver, args: [] },
    run: (place, file) => {
      const module = `module lector\n\ngo 1.23\n\nrequire ${goModule} v0.1.0\n\nreplace ${goModule} => ${source}\n`;
      writeFileSync(join(place, 'go.mod'), module);
      const program = join(place, file.replace('.go', ''));
      runTool('go', ['build', '-o', program, file], place, goEnv);
      return [program];
    },
  };
}

/** Maven with what it has fetched before; if something is missing, it fetches it. @returns undefined without Java, Maven, or a way to fetch */
export function packJava(dir: string): BuiltClient | undefined {
  if (!canRun('javac', ['--release', '17', '--version']) || !canRun('mvn', ['--version'])) return undefined;
  const made = join(dir, 'java-package');
  cpSync(projectFile('clients/java'), made, {
    recursive: true,
    filter: (path) => !path.endsWith('/target'),
  });
  const { version, gson } = javaVersions();
  const home = process.env['HOME'] ?? '';
  const library = join(home, `.m2/repository/com/google/code/gson/gson/${gson}/gson-${gson}.jar`);
  const goals = ['-q', '-B', '-DskipTests', 'package'];
  const options = { cwd: made, timeout: compileLimitMs, encoding: 'utf8' } as const;
  const offline = spawnSync('mvn', ['-o', ...goals], options);
  const { status, stdout } = offline.status === 0 ? offline : spawnSync('mvn', goals, options);
  if (status !== 0) {
    // Without the library it could not be fetched; with it our code is wrong.
    if (!existsSync(library)) return undefined;
    throw new Error(`mvn package: ${stdout}`);
  }
  const path = [join(made, `target/ecf-issuer-client-${version}.jar`), library].join(':');
  const classes = join(dir, 'java-driver');
  runTool('javac', ['-cp', path, '-d', classes, join(made, 'driver/Driver.java')], dir);
  return {
    driver: { language: 'Java', command: 'java', args: ['-cp', `${path}:${classes}`, 'Driver'] },
    run: (place, file) => ['java', '-cp', path, join(place, file)],
  };
}

function javaVersions() {
  const pom = readFileSync(projectFile('clients/java/pom.xml'), 'utf8');
  const [version = '', gson = ''] = [...pom.matchAll(/^ {2,6}<version>([\d.]+)<\/version>/gm)].map(
    ([, one]) => one,
  );
  return { version, gson };
}
