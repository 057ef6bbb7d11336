/**
 * `npm run lint`: the types of the whole project, and ESLint with its rules on types. Both ask one compiler, which so reads and
 * resolves the project once. It skips a file that passed before with the same imports (`passed-before.mjs`).
 *
 * Plain JavaScript, because it runs before anything is built.
 */
import { join, relative, sep } from 'node:path';
import { ESLint } from 'eslint';
import ts from 'typescript';
import { webTypes, writeWebTypes } from './build-web.mjs';
import { hashOf, keysWithImports, passedBefore, projectFiles, root } from './passed-before.mjs';

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
const files = new Map([...projectFiles(), [webTypes, ts.sys.readFile(join(root, webTypes)) ?? '']]);
const shared = ['tsconfig.json', 'src/web/tsconfig.json', 'eslint.config.js', 'package.json'];
const scripts = ['tools/scripts/lint.mjs', 'tools/scripts/passed-before.mjs'];
const common = hashOf([
  process.version,
  ...[...shared, ...scripts].map((path) => files.get(path) ?? ''),
  // npm's own record of the installed packages.
  ts.sys.readFile(join(root, 'node_modules/.package-lock.json')) ?? '',
]);
const keys = keysWithImports(files, common);
const passed = passedBefore('lint');
/** Each file belongs to one configuration of the compiler. */
const ofWeb = (/** @type {string} */ path) => path.startsWith('src/web/');
for (const config of ['src/web/tsconfig.json', 'tsconfig.json']) {
  const paths = [...keys.keys()].filter((path) => ofWeb(path) === ofWeb(config));
  await check(
    config,
    paths.filter((path) => !passed.has(keys.get(path) ?? '')),
  );
}

/**
 * @param {string} config of the compiler
 * @param {readonly string[]} paths the files of this configuration that did not pass before
 */
async function check(config, paths) {
  if (paths.length === 0) return;
  const program = compile(join(root, config));
  const faults = faultsOf(program, config, paths);
  process.stdout.write(ts.formatDiagnostics(faults, diagnosticsHost));
  const linted = await lint(program, paths);
  process.stdout.write(linted.report);
  if (faults.length > 0 || linted.faulty.length > 0) process.exitCode = 1;
  const faulty = new Set([...linted.faulty, ...faults.map(({ file }) => pathOf(file?.fileName ?? ''))]);
  // A fault elsewhere may be the fault of any of them.
  if ([...faulty].some((path) => !paths.includes(path))) return;
  passed.add(paths.filter((path) => !faulty.has(path)).map((path) => keys.get(path) ?? ''));
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
 * @param {string} config
 * @param {readonly string[]} paths
 */
function faultsOf(program, config, paths) {
  const asked = new Set(paths);
  // What files of the other configuration say under this one is recorded nowhere, and they are few.
  const others = (/** @type {string} */ path) => keys.has(path) && ofWeb(path) !== ofWeb(config);
  const checked = program.getSourceFiles().filter(({ fileName }) => {
    const path = pathOf(fileName);
    return asked.has(path) || others(path);
  });
  return ts.sortAndDeduplicateDiagnostics([
    ...program.getConfigFileParsingDiagnostics(),
    ...program.getOptionsDiagnostics(),
    ...program.getGlobalDiagnostics(),
    ...checked.flatMap((file) => program.getSyntacticDiagnostics(file)),
    ...checked.flatMap((file) => program.getSemanticDiagnostics(file)),
  ]);
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
  const faulty = results
    .filter(({ messages }) => messages.length > 0)
    .map(({ filePath }) => pathOf(filePath));
  return { faulty, report: await (await eslint.loadFormatter('stylish')).format(results) };
}

/** @param {string} file */
function pathOf(file) {
  return relative(root, file).split(sep).join('/');
}
