/** A call that openapi-web.yaml does not allow does not compile. */
import { dirname, join } from 'node:path';
import ts from 'typescript';
import { root } from '../tidy/project-files.js';

const config = join(root, 'src/web/tsconfig.json');
/** It exists for the compiler only. */
const file = join(dirname(config), 'api/calls.ts');
const head = `
import { addressOf, answerOf, service } from './client.js';
import { addRange } from './numbers.js';
const path = { companyId: 7, environment: 'certification' as const };
const one = '/companies/{companyId}/{environment}/vouchers/{encf}';
`;

const right = [
  `service.GET('/companies', { params: { query: { cursor: 'a' } } });`,
  `answerOf(service.GET('/seal-key')).then(({ publicKey }) => publicKey);`,
  `service.POST('/session', { body: { email: 'a@demo.example', password: 'b' } });`,
  `addRange(path, 31, { from: 1, to: 2, authorizationNumber: 'A' });`,
  `addressOf(\`\${one}/xml\`, { path: { ...path, encf: 'E' }, query: { attempt: 1 } });`,
];
const wrong = [
  { name: 'an unknown path', call: `service.GET('/companyes');` },
  { name: 'an unknown method', call: `service.PUT('/companies', { body: {} });` },
  { name: 'a path without its parts', call: `service.GET(one, { params: { path } });` },
  { name: 'an unknown question', call: `service.GET('/companies', { params: { query: { page: 1 } } });` },
  {
    name: 'a body without a member',
    call: `service.POST('/session', { body: { email: 'a@demo.example' } });`,
  },
  {
    name: 'a body with another member',
    call: `addRange(path, 31, { from: 1, to: 2, authorizationNumber: 'A', hasta: 2 });`,
  },
  {
    name: 'a body of another type',
    call: `addRange(path, 31, { from: '1', to: 2, authorizationNumber: 'A' });`,
  },
  {
    name: 'an unknown member of an answer',
    call: `answerOf(service.GET('/seal-key')).then(({ privateKey }) => privateKey);`,
  },
  { name: 'a wrong address of a file', call: `addressOf(\`\${one}/xml\`, { path, query: { attempt: 1 } });` },
];

interface Call {
  readonly name: string;
  readonly call: string;
}

/** The names of the calls that do not compile. */
function refused(calls: readonly Call[]): readonly string[] {
  const { options } = ts.parseJsonConfigFileContent(
    ts.readConfigFile(config, (path) => ts.sys.readFile(path)).config,
    ts.sys,
    dirname(config),
  );
  const text = head + calls.map(({ call }) => call).join('\n');
  const host = ts.createCompilerHost(options);
  host.fileExists = (path) => path === file || ts.sys.fileExists(path);
  host.readFile = (path) => (path === file ? text : ts.sys.readFile(path));
  const program = ts.createProgram([file], { ...options, incremental: false, noEmit: true }, host);
  const source = program.getSourceFile(file);
  const first = head.split('\n').length - 1;
  const lines = program
    .getSemanticDiagnostics(source)
    .map(({ start = 0 }) => (source?.getLineAndCharacterOfPosition(start).line ?? 0) - first);
  return calls.flatMap(({ name }, line) => (lines.includes(line) ? name : []));
}

test('the compiler accepts right calls and refuses wrong ones', () => {
  const calls = [...right.map((call) => ({ name: call, call })), ...wrong];
  expect(refused(calls)).toEqual(wrong.map(({ name }) => name));
}, 60_000);
