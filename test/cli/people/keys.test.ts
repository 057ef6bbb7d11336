/** `key …`: what the commands answer, and that a key is shown once. */
import { openCli, type Cli } from '../harness.js';
import { startLedgerApi } from '../ledger-api.js';

let cli: Cli;
let rnc: string;
let api: Awaited<ReturnType<typeof startLedgerApi>>;
beforeAll(async () => {
  cli = await openCli();
  rnc = await cli.company();
  api = await startLedgerApi(cli.store);
});

interface Made {
  readonly keyId: string;
  readonly text: string;
  readonly shown: string;
}
const add = async (...more: string[]) => {
  const args = ['key', 'add', 'ERP principal', '--company', rnc, '--environment', 'pre-certification'];
  return (await cli.json([...args, ...more])).data as unknown as Made;
};
const statusWith = async (text: string) => {
  const headers = { authorization: `Bearer ${text}` };
  return (await fetch(`http://127.0.0.1:${api.port}/api/v2/dgii-ecf/documents`, { headers })).status;
};

test('key add shows a key that works, and key list shows only how to recognise it', async () => {
  const made = await add('--scope', 'numbers', '--scope', 'vouchers:read', '--role', 'consulta');
  expect(made).toMatchObject({
    scopes: ['vouchers:read', 'numbers'],
    role: 'consulta',
    environment: 'pre-certification',
  });
  expect(await statusWith(made.text)).toBe(200);
  const listed = await cli.json(['key', 'list', '--company', rnc]);
  expect(JSON.stringify(listed)).toContain(made.shown);
  expect(JSON.stringify(listed)).not.toContain(made.text.slice(13, -4));
  expect((await cli.run(['key', 'list', '--company', rnc])).stdout).toContain(made.shown);
});

test('key rotate replaces the secret, key keep ends the change, and key revoke ends the key', async () => {
  const { keyId, text } = await add('--scope', 'vouchers:read');
  const rotated = (await cli.json(['key', 'rotate', keyId])).data as unknown as Made;
  expect(rotated.keyId).toBe(keyId);
  expect((await cli.json(['key', 'rotate', keyId])).error).toBe('KEY_ROTATING');
  expect([await statusWith(text), await statusWith(rotated.text)]).toEqual([200, 200]);
  expect((await cli.json(['key', 'keep', keyId, 'new'])).code).toBe(0);
  expect([await statusWith(text), await statusWith(rotated.text)]).toEqual([401, 200]);
  expect((await cli.json(['key', 'revoke', keyId])).error).toBe('CONFIRMATION_MISSING');
  expect((await cli.json(['key', 'revoke', keyId, '--yes'])).code).toBe(0);
  expect(await statusWith(rotated.text)).toBe(401);
  expect((await cli.json(['key', 'revoke', keyId, '--yes'])).error).toBe('KEY_NOT_FOUND');
});

test('a key of the platform belongs to no company', async () => {
  const args = ['key', 'add', 'ERP del Caribe', '--platform', '--environment', 'certification'];
  expect((await cli.json([...args, '--scope', 'numbers'])).error).toBe('USAGE');
  const { text } = (await cli.json(args)).data as unknown as Made;
  expect(await statusWith(text)).toBe(403);
  const listed = await cli.json(['key', 'list', '--platform']);
  expect(listed.data).toMatchObject([{ name: 'ERP del Caribe', scopes: [], role: null }]);
});

test.each<[string, string[], string]>([
  ['neither a company nor the platform', ['key', 'list'], 'USAGE'],
  ['an unknown key', ['key', 'rotate', 'x'], 'KEY_NOT_FOUND'],
])('%s is refused', async (_, args, error) => {
  expect((await cli.json(args)).error).toBe(error);
});

test.each([
  ['nothing that it may do', [], 'KEY_EMPTY'],
  ['an unknown scope', ['--scope', 'todo'], 'USAGE'],
  ['a day that is over', ['--scope', 'numbers', '--expires', '01-01-2020'], 'KEY_EXPIRY_INVALID'],
  ['a day that does not exist', ['--scope', 'numbers', '--expires', '31-04-2030'], 'USAGE'],
])('a key with %s is not made', async (_, more, error) => {
  const args = ['key', 'add', 'x', '--company', rnc, '--environment', 'pre-certification', ...more];
  expect((await cli.json(args)).error).toBe(error);
});
