/** The built program as a shell sees it: its exit codes, its two output streams, and that it ends by itself. */
import { once } from 'node:events';
import { relative } from 'node:path';
import { startNode } from '../harness/processes/node-process.js';
import { mainFile, openCli, type Cli } from './harness.js';

let cli: Cli;
let rnc: string;
beforeAll(async () => {
  cli = await openCli();
  rnc = await cli.company();
});

test('success: exit code 0, and only the answer on standard output', async () => {
  const said = await cli.execute(['company', 'show', rnc]);
  expect(said).toMatchObject({ code: 0, stdout: expect.stringContaining(rnc) });
  expect(said.stderr).toMatch(/^Advertencia CERTIFICATE_MISSING: .*\n$/);
  const reported = await cli.execute(['company', 'show', rnc, '--json']);
  expect(reported).toMatchObject({ code: 0, stderr: '', data: { rnc }, warnings: ['CERTIFICATE_MISSING'] });
});

test('refusal: exit code 1, and the reason on standard error, or with --json on standard output', async () => {
  const said = await cli.execute(['company', 'show', '999999911']);
  expect(said).toMatchObject({ code: 1, stdout: '' });
  expect(said.stderr).toMatch(/^Error COMPANY_NOT_FOUND: .*\n$/);
  const reported = await cli.execute(['company', 'show', '999999911', '--json']);
  expect(reported).toMatchObject({ code: 1, stderr: '', error: 'COMPANY_NOT_FOUND' });
});

test('a wrongly written command: exit code 2; help: 0; neither needs a ledger', async () => {
  const env = { MONGODB_URI: 'mongodb://127.0.0.1:1/' };
  const wrong = await cli.execute(['company', 'list', '--todo'], { env });
  expect(wrong).toMatchObject({ code: 2, stdout: '' });
  expect(wrong.stderr).toContain('Error USAGE: La opción --todo no existe');
  const help = await cli.execute(['--help'], { env });
  expect(help).toMatchObject({ code: 0, stderr: '' });
  expect(help.stdout).toContain(`Uso: node ${relative(process.cwd(), mainFile)} <orden>`);
});

test('help names the command as it is typed with npm', async () => {
  const { stdout } = await cli.execute(['company', 'add', '--help'], { env: { npm_lifecycle_event: 'cli' } });
  expect(stdout).toContain('Uso: npm run --silent cli -- company add <rnc> [opciones]');
});

test('a ledger that does not answer: exit code 1, and the program ends', async () => {
  const env = { MONGODB_URI: 'mongodb://127.0.0.1:1/' };
  expect(await cli.execute(['company', 'list', '--json'], { env })).toMatchObject({
    code: 1,
    stderr: '',
    error: 'LEDGER_UNAVAILABLE',
  });
});

test('reads a password from standard input', async () => {
  const args = ['user', 'add', 'entrada', '--company', rnc, '--password-stdin', '--json'];
  expect(await cli.execute(args, { stdin: 'una-clave-de-prueba\n' })).toMatchObject({ code: 0, stderr: '' });
  expect(await cli.store.findUser('entrada', rnc)).toBeDefined();
});

test('a reader that closes the pipe early is not a failure', async () => {
  const { child, exited } = startNode([mainFile, 'company', 'list'], { env: cli.env });
  child.stdout!.destroy();
  await once(child, 'exit');
  expect(await exited).toBe(0);
});
