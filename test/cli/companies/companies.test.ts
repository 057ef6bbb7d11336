/** `company add | list | show`, and the parts that all commands share: help, exit codes, --json, an unavailable ledger. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { freePort } from '../../../src/shared/free-port.js';
import { refusedAt } from '../../harness/ledger.js';
import { openCli, type Cli } from '../harness.js';

let cli: Cli;
beforeAll(async () => {
  cli = await openCli();
});

describe('company add', () => {
  test('registers a company, and reports it as text and as JSON', async () => {
    const said = await cli.run(['company', 'add', '999999992', '--name', 'EMPRESA DE PRUEBA SRL']);
    expect(said).toMatchObject({ code: 0, stderr: '' });
    expect(said.stdout).toContain('Empresa registrada');
    const reported = await cli.json([
      'company',
      'add',
      '999999982',
      '--name',
      ' COMERCIAL Ñ ',
      '--origin',
      'service',
    ]);
    expect(reported).toMatchObject({ code: 0, warnings: [] });
    const company = {
      rnc: '999999982',
      razonSocial: 'COMERCIAL Ñ',
      origin: 'service',
      environment: 'pre-certification',
      productionAllowed: false,
    };
    expect(reported.data).toEqual({ companyId: 2, ...company });
    expect(await cli.store.findCompany(2)).toEqual({ companyId: 2, ...company });
  });

  test('accepts an id, and the next company gets the id after it', async () => {
    const given = await cli.json(['company', 'add', '999999974', '--name', 'X', '--id', '40']);
    const next = await cli.json([
      'company',
      'add',
      '00100000009',
      '--name',
      'Y',
      '--environment',
      'certification',
    ]);
    expect([given.data.companyId, next.data.companyId]).toEqual([40, 41]);
    expect(next.data.environment).toBe('certification');
  });

  test('eight companies added at the same time get eight ids', async () => {
    const added = await Promise.all(
      Array.from({ length: 8 }, (_, n) => cli.json(['company', 'add', `50000000${n}`, '--name', 'X'])),
    );
    expect(new Set(added.map(({ data }) => data.companyId)).size).toBe(8);
  });

  test('adds a company whose check digit is wrong, with a warning', async () => {
    const { code, warnings } = await cli.json(['company', 'add', '131880682', '--name', 'X']);
    expect({ code, warnings }).toEqual({ code: 0, warnings: ['RNC_CHECK_DIGIT'] });
  });

  test.each([
    { name: 'the same RNC', args: ['999999992', '--name', 'X'], error: 'COMPANY_EXISTS', code: 1 },
    {
      name: 'an id in use',
      args: ['999999911', '--name', 'X', '--id', '40'],
      error: 'COMPANY_ID_TAKEN',
      code: 1,
    },
    { name: 'an RNC of ten digits', args: ['1318806810', '--name', 'X'], error: 'RNC_INVALID', code: 2 },
    { name: 'an RNC with dashes', args: ['1-31-88068-1', '--name', 'X'], error: 'RNC_INVALID', code: 2 },
    { name: 'no name', args: ['999999911'], error: 'USAGE', code: 2 },
    { name: 'an empty name', args: ['999999911', '--name', '  '], error: 'NAME_INVALID', code: 2 },
    {
      name: 'a name that is too long',
      args: ['999999911', '--name', 'X'.repeat(151)],
      error: 'NAME_INVALID',
      code: 2,
    },
    {
      name: 'a name with control characters',
      args: ['999999911', '--name', 'a\u001b[2Jb'],
      error: 'NAME_INVALID',
      code: 2,
    },
    {
      name: 'an unknown origin',
      args: ['999999911', '--name', 'X', '--origin', 'servicio'],
      error: 'USAGE',
      code: 2,
    },
    {
      name: 'production, because it has its own command',
      args: ['999999911', '--name', 'X', '--environment', 'production'],
      error: 'USAGE',
      code: 2,
    },
    {
      name: 'an id that is an RNC',
      args: ['999999911', '--name', 'X', '--id', '999999911'],
      error: 'USAGE',
      code: 2,
    },
  ])('refuses $name', async ({ args, error, code }) => {
    const ran = await cli.json(['company', 'add', ...args]);
    expect({ error: ran.error, code: ran.code }).toEqual({ error, code });
    expect(await cli.store.findCompanyByRnc('999999911')).toBeUndefined();
  });
});

test('company name: corrects the razón social, and refuses one that no voucher can have', async () => {
  const named = await cli.json(['company', 'name', '999999992', ' EMPRESA CORREGIDA SRL ']);
  expect(named).toMatchObject({ code: 0, data: { companyId: 1, razonSocial: 'EMPRESA CORREGIDA SRL' } });
  expect((await cli.store.findCompany(1))?.razonSocial).toBe('EMPRESA CORREGIDA SRL');
  expect((await cli.json(['company', 'name', '1', 'x'.repeat(151)])).error).toBe('NAME_INVALID');
  expect((await cli.store.findCompany(1))?.razonSocial).toBe('EMPRESA CORREGIDA SRL');
  const back = await cli.run(['company', 'name', '1', 'EMPRESA DE PRUEBA SRL']);
  expect(back.stdout).toContain('EMPRESA DE PRUEBA SRL (antes: EMPRESA CORREGIDA SRL)');
});

describe('company conditional set', () => {
  test('company show reports the setting; block is the default', async () => {
    const shown = async () => (await cli.json(['company', 'show', '999999992'])).data.conditional;
    expect(await shown()).toBe('block');
    const set = await cli.json(['company', 'conditional', 'set', '999999992', 'allow']);
    expect(set).toMatchObject({ code: 0, data: { companyId: 1, conditional: 'allow' } });
    expect(await shown()).toBe('allow');
    expect((await cli.run(['company', 'show', '1'])).stdout).toContain('se envían con advertencias');
    expect((await cli.store.findCompany(1))?.conditional).toBe('allow');
    await cli.run(['company', 'conditional', 'set', '1', 'block']);
    expect(await shown()).toBe('block');
    expect((await cli.run(['company', 'show', '1'])).stdout).toContain('condicional=permitir');
  });

  test.each([
    { name: 'a value that does not exist', args: ['1', 'permitir'], error: 'USAGE', code: 2 },
    { name: 'an unknown company', args: ['999999911', 'allow'], error: 'COMPANY_NOT_FOUND', code: 1 },
  ])('refuses $name', async ({ args, error, code }) => {
    const ran = await cli.json(['company', 'conditional', 'set', ...args]);
    expect({ error: ran.error, code: ran.code }).toEqual({ error, code });
  });
});

test('company deferred-sending: the company shows whether DGII authorised it', async () => {
  const shown = async () => (await cli.run(['company', 'show', '999999992'])).stdout;
  expect(await shown()).toContain('no autorizado por la DGII');
  const set = await cli.json(['company', 'deferred-sending', '999999992', 'allow']);
  expect(set).toMatchObject({ code: 0, data: { companyId: 1, deferredSending: 'allow' } });
  expect((await cli.store.findCompany(1))?.deferredSending).toBe('allow');
  expect(await shown()).not.toContain('no autorizado por la DGII');
  await cli.run(['company', 'deferred-sending', '1', 'refuse']);
  expect(await shown()).toContain('no autorizado por la DGII');
});

describe('company list and show', () => {
  test('list pages by id', async () => {
    const first = await cli.json(['company', 'list', '--limit', '2']);
    expect(first.data.map(({ companyId }: { companyId: number }) => companyId)).toEqual([1, 2]);
    const rest = await cli.json(['company', 'list', '--after', '2', '--limit', '1']);
    expect(rest.data).toHaveLength(1);
    expect(rest.data[0]?.companyId).toBeGreaterThan(2);
    expect((await cli.run(['company', 'list'])).stdout).toContain('EMPRESA DE PRUEBA SRL');
  });

  test('show finds a company by RNC and by id, and warns about what is missing', async () => {
    const [byRnc, byId] = await Promise.all([
      cli.json(['company', 'show', '999999982']),
      cli.json(['company', 'show', '2']),
    ]);
    expect(byRnc.data).toEqual(byId.data);
    expect(byRnc).toMatchObject({ code: 0, warnings: ['CERTIFICATE_MISSING'] });
    expect(byRnc.data).toMatchObject({ users: [], certificates: [], pendingDocuments: {} });
  });

  test('show says what a company in certification does about a signer without a delegation', async () => {
    const rnc = await cli.company();
    const { companyId } = (await cli.store.findCompanyByRnc(rnc))!;
    const shown = async () => (await cli.run(['company', 'show', rnc])).stdout;
    await cli.store.suspendIssuing(companyId, 'pre-certification', refusedAt(new Date()), new Date());
    expect(await shown()).toContain('Oficina Virtual');
    const moved = { environment: 'certification', force: false } as const;
    expect(await cli.store.setEnvironment(companyId, moved)).toMatchObject({ outcome: 'changed' });
    await cli.store.suspendIssuing(companyId, 'certification', refusedAt(new Date()), new Date());
    expect(await shown()).toContain('portal de certificación');
    expect(await shown()).not.toContain('Oficina Virtual');
  });

  test('show reports a running change of origin and a suspension, and list marks the company', async () => {
    const rnc = await cli.company();
    const { companyId } = (await cli.store.findCompanyByRnc(rnc))!;
    await cli.store.beginOriginChange(companyId, { to: 'service', environment: 'pre-certification' });
    await cli.store.suspendIssuing(companyId, 'pre-certification', refusedAt(new Date()), new Date());
    const { stdout } = await cli.run(['company', 'show', rnc]);
    expect(stdout).toMatch(/en curso a service/);
    expect(stdout).toMatch(/NOT_DELEGATED en pre-certification/);
    const listed = await cli.run(['company', 'list']);
    const lineOf = (one: string) => listed.stdout.split('\n').find((line) => line.includes(one));
    expect(lineOf(rnc)).toMatch(/ service +NOT_DELEGATED$/);
    expect(lineOf('999999982')).toMatch(/ — +—$/);
  });

  test.each([
    {
      name: 'a company that does not exist',
      args: ['show', '999999911'],
      error: 'COMPANY_NOT_FOUND',
      code: 1,
    },
    { name: 'a text that cannot be a company', args: ['show', 'EMPRESA'], error: 'COMPANY_INVALID', code: 2 },
    { name: 'an extra argument', args: ['show', '1', '2'], error: 'USAGE', code: 2 },
    { name: 'a page that is too large', args: ['list', '--limit', '1001'], error: 'USAGE', code: 2 },
    { name: 'a limit that is not a number', args: ['list', '--limit', '1e2'], error: 'USAGE', code: 2 },
    { name: 'an option without its value', args: ['list', '--limit'], error: 'USAGE', code: 2 },
  ])('refuses $name', async ({ args, error, code }) => {
    const ran = await cli.json(['company', ...args]);
    expect({ error: ran.error, code: ran.code }).toEqual({ error, code });
  });
});

describe('demo company add', () => {
  const args = ['demo', 'company', 'add', '499999984', '--name', 'MI EMPRESA SRL'];

  test('is refused outside the embedded stack and adds nothing', async () => {
    const { code, error } = await cli.json(args);
    expect([code, error]).toEqual([1, 'DEMO_ONLY']);
    expect(await cli.store.findCompanyByRnc('499999984')).toBeUndefined();
  });

  test('refuses production', async () => {
    expect(await cli.json([...args, '--environment', 'production'])).toMatchObject({
      code: 2,
      error: 'USAGE',
    });
  });
});

describe('every command', () => {
  /** Words of commander and other English words that must not appear. */
  const english = /\b(Usage|Options|Commands|Arguments|display|help for|default|choices|error:|required)\b/;

  test.each([
    { words: '' },
    { words: 'company' },
    { words: 'company add' },
    { words: 'company origin set' },
    { words: 'company environment set' },
    { words: 'user add' },
    { words: 'certificate import' },
    { words: 'authorization add' },
    { words: 'sequence unused' },
    { words: 'reservation annul' },
    { words: 'document list' },
    { words: 'help company' },
  ])('helps in Spanish, without a ledger: "$words"', async ({ words }) => {
    const args = words.split(' ').filter((word) => word !== '');
    const { code, stdout, stderr } = await cli.run(args[0] === 'help' ? args : [...args, '--help'], {
      env: { MONGODB_URI: 'mongodb://127.0.0.1:1/' },
    });
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout).toMatch(/^Uso: ecf/);
    expect(stdout).not.toMatch(english);
  });

  test.each(['help company origin set', 'company help origin set'])('"%s" shows its help', async (words) => {
    const { code, stdout } = await cli.run(words.split(' '));
    expect(code).toBe(0);
    expect(stdout).toMatch(/^Uso: ecf company origin set <empresa>/);
  });

  test.each([
    { name: 'no command', args: [], said: 'Falta la orden' },
    { name: 'a noun without its verb', args: ['company'], said: 'Falta la orden' },
    { name: 'an unknown command', args: ['compañía'], said: 'La orden compañía no existe' },
    { name: 'an unknown verb', args: ['company', 'borrar'], said: 'La orden borrar no existe' },
    { name: 'an unknown option', args: ['company', 'list', '--todo'], said: 'La opción --todo no existe' },
    { name: 'a missing argument', args: ['company', 'show'], said: 'Falta el argumento <empresa>' },
  ])('says in Spanish what is wrong with $name, and ends with 2', async ({ args, said }) => {
    const { code, stderr } = await cli.run(args);
    expect(code).toBe(2);
    expect(stderr).toContain(`Error USAGE: ${said}`);
    expect(stderr).not.toMatch(english);
  });

  test('never repeats a password that was typed in the wrong place', async () => {
    const { code, stdout, stderr } = await cli.run([
      'user',
      'add',
      'x',
      '--company',
      '1',
      '--password=secreto-largo',
    ]);
    expect(code).toBe(2);
    expect(stdout + stderr).not.toContain('secreto');
  });

  test.each([
    {
      name: 'a MongoDB that does not answer',
      env: async () => ({
        MONGODB_URI: `mongodb://u:secreto@127.0.0.1:${await freePort()}/x?replicaSet=rs0`,
      }),
      error: 'LEDGER_UNAVAILABLE',
      says: /MongoDB no responde en 127\.0\.0\.1:\d+/,
    },
    {
      name: 'an embedded MongoDB that is not running',
      env: async () => ({ MONGODB_URI: undefined, MONGO_PORT: String(await freePort()) }),
      error: 'LEDGER_UNAVAILABLE',
      says: /en 127\.0\.0\.1:\d+: .*MONGO_PORT o ECF_DATA_DIR.*npm start.*MONGODB_URI/,
    },
    {
      name: 'an invalid address',
      env: async () => ({ MONGODB_URI: 'http://u:secreto@x' }),
      error: 'CONFIG_INVALID',
      says: /MONGODB_URI/,
    },
    { name: 'an invalid variable', env: async () => ({ PORT: 'x' }), error: 'CONFIG_INVALID', says: /PORT/ },
  ])('reports $name without showing a secret', async ({ env, error, says }) => {
    const ran = await cli.json(['company', 'list'], { env: await env() });
    expect({ code: ran.code, error: ran.error }).toEqual({ code: 1, error });
    expect(ran.stdout).toMatch(says);
    expect(ran.stdout + ran.stderr).not.toContain('secreto');
  });

  test('uses the embedded MongoDB with only its port and the password in the data folder', async () => {
    const { port, password } = new URL(cli.uri);
    const env = { MONGODB_URI: undefined, MONGO_PORT: port };
    const list = (dataDir: string) =>
      cli.json(['company', 'list'], { env: { ...env, ECF_DATA_DIR: join(cli.dir, dataDir) } });
    if (password !== '') {
      mkdirSync(join(cli.dir, 'embedded/secrets'), { recursive: true });
      writeFileSync(join(cli.dir, 'embedded/secrets/mongo-password'), decodeURIComponent(password));
      const other = await list('another');
      expect({ code: other.code, error: other.error }).toEqual({ code: 1, error: 'LEDGER_ACCESS_DENIED' });
      expect(other.stdout).toMatch(/en 127\.0\.0\.1:\d+ .*ECF_DATA_DIR y MONGO_PORT/);
    }
    const { code, data } = await list('embedded');
    expect(code).toBe(0);
    expect(data.length).toBeGreaterThan(2);
  });
});
