/**
 * `npm run lint`: the types of the whole project, and ESLint with its rules on types. Both ask one compiler, which so reads and
 * resolves the project once.
 *
 * Plain JavaScript, because it runs before anything is built.
 */
import './node-version.mjs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ESLint } from 'eslint';
import ts from 'typescript';
import { writeWebTypes } from './build-web.mjs';

const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))));

/** @type {import('typescript').FormatDiagnosticsHost} */
const diagnosticsHost = {
  getCurrentDirectory: () => root,
  getCanonicalFileName: (name) => name,
  getNewLine: () => '\n',
};

/** @type {import('typescript').ParseConfigFileHost} */
const configHost = {
  ...ts.sys,
  onUnRecoverableConfigFileDiagnostic: (fault) => {
    throw new Error(ts.formatDiagnostic(fault, diagnosticsHost));
  },
};

await writeWebTypes();
await check('src/web/tsconfig.json', (path) => path.startsWith('src/web/'));
await check('docs/.vitepress/tsconfig.json', (path) => path.startsWith('docs/'));
await check('tsconfig.json', (path) => !/^(?:src\/web|docs)\//.test(path));

/**
 * @param {string} config of the compiler
 * @param {(path: string) => boolean} isLinted each file is linted under one configuration
 */
async function check(config, isLinted) {
  const program = compile(join(root, config));
  const faults = ts.sortAndDeduplicateDiagnostics(ts.getPreEmitDiagnostics(program));
  process.stdout.write(ts.formatDiagnostics(faults, diagnosticsHost));
  const files = program.getRootFileNames().map((file) => relative(root, file));
  const { failed, report } = await lint(program, files.filter(isLinted));
  process.stdout.write(report);
  if (faults.length > 0 || failed) process.exitCode = 1;
}

/** @param {string} config */
function compile(config) {
  const parsed = ts.getParsedCommandLineOfConfigFile(config, { incremental: false }, configHost);
  if (parsed === undefined) throw new Error(`${config} is missing`);
  const { tsBuildInfoFile: _, ...options } = parsed.options;
  return ts.createProgram({
    rootNames: parsed.fileNames,
    options,
    configFileParsingDiagnostics: parsed.errors,
    // ESLint's parser needs the parents of the nodes.
    host: ts.createCompilerHost(options, true),
  });
}

/**
 * @param {import('typescript').Program} program
 * @param {readonly string[]} paths
 */
async function lint(program, paths) {
  const eslint = new ESLint({
    cwd: root,
    warnIgnored: false,
    overrideConfig: {
      files: ['**/*.ts', '**/*.tsx', '**/*.mjs'],
      languageOptions: { parserOptions: { projectService: false, programs: [program] } },
    },
  });
  const results = await eslint.lintFiles([...paths]);
  const failed = results.some(({ messages }) => messages.length > 0);
  return { failed, report: await (await eslint.loadFormatter('stylish')).format(results) };
}
