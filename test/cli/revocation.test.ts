/**
 * What ends a token: a new password, a disabled user, another environment. The token ends at once and for good, even for a
 * request whose body is still arriving.
 */
import { once } from 'node:events';
import { connect } from 'node:net';
import type { ApiStore } from '../../src/ledger/ledger.js';
import { addNumberedCompany } from '../harness/numbers.js';
import { cheapHash } from '../harness/samples/cheap-hash.js';
import { sampleEcf } from '../harness/samples/sample-ecf.js';
import { openCli, type Cli } from './harness.js';
import { clave, startLedgerApi } from './ledger-api.js';

let cli: Cli;
let api: Awaited<ReturnType<typeof startLedgerApi>>;
/** Called after each read of a caller from the ledger. */
let onCallerRead: () => void = () => undefined;
const passwordHash = cheapHash(clave);
beforeAll(async () => {
  cli = await openCli();
  const store: ApiStore = {
    ...cli.store,
    findUserOfCompany: async (usuario, rnc) => {
      const found = await cli.store.findUserOfCompany(usuario, rnc);
      onCallerRead();
      return found;
    },
  };
  api = await startLedgerApi(store);
});

interface Caller {
  readonly companyId: number;
  readonly rnc: string;
  readonly token: string;
}

let companies = 600;

async function addCaller(origin: 'client' | 'service'): Promise<Caller> {
  companies += 1;
  const companyId = companies;
  const rnc = `5${String(companyId).padStart(8, '0')}`;
  const now = new Date();
  await addNumberedCompany(cli.store, { companyId, rnc, origin, now });
  await cli.store.putUser({ usuario: 'integracion', rnc, companyId, passwordHash, disabled: false });
  await cli.store.addAuthorization({
    companyId,
    environment: 'pre-certification',
    ecfType: 31,
    from: 1,
    to: 1_000,
    expiresOn: '31-12-2028',
    authorizationNumber: 'PRUEBA',
    now,
  });
  return { companyId, rnc, token: (await api.login('integracion', rnc))! };
}

const command = async (...args: readonly string[]) => {
  const { code, stdout, stderr } = await cli.run(args, { stdin: 'otra clave de prueba' });
  if (code !== 0) throw new Error(`${args.join(' ')}: ${stdout}${stderr}`);
};
const changePassword = ({ rnc }: Caller) =>
  command('user', 'password', 'integracion', '--company', rnc, '--password-stdin');
const disable = ({ rnc }: Caller) => command('user', 'disable', 'integracion', '--company', rnc);
const enable = ({ rnc }: Caller) => command('user', 'enable', 'integracion', '--company', rnc);
const setEnvironment = ({ rnc }: Caller, to: string) => command('company', 'environment', 'set', rnc, to);

const endings: readonly { name: string; change: (caller: Caller) => Promise<void> }[] = [
  { name: 'a new password', change: changePassword },
  { name: 'disabling its user', change: disable },
  {
    name: 'disabling its user and enabling it again',
    change: async (caller) => {
      await disable(caller);
      await enable(caller);
    },
  },
  { name: 'another environment', change: (caller) => setEnvironment(caller, 'certification') },
  {
    name: 'another environment and back',
    change: async (caller) => {
      await setEnvironment(caller, 'certification');
      await setEnvironment(caller, 'pre-certification');
    },
  },
];

test.each(endings)('$name ends a token', async ({ change }) => {
  const caller = await addCaller('client');
  expect(await api.validate(caller.token)).toBe(200);
  await change(caller);
  expect(await api.validate(caller.token)).toBe(401);
});

test('nothing else ends a token: enabling an enabled user, setting the present environment, consenting to production', async () => {
  const caller = await addCaller('client');
  await enable(caller);
  await setEnvironment(caller, 'pre-certification');
  const consent = { environment: 'pre-certification', productionAllowed: true, force: false } as const;
  expect((await cli.store.setEnvironment(caller.companyId, consent)).outcome).toBe('changed');
  expect(await api.validate(caller.token)).toBe(200);
});

test('a new password ends only the tokens of its own user', async () => {
  const caller = await addCaller('client');
  const { rnc, companyId } = caller;
  await cli.store.putUser({ usuario: 'otro', rnc, companyId, passwordHash, disabled: false });
  const other = (await api.login('otro', rnc))!;
  await changePassword(caller);
  expect([await api.validate(caller.token), await api.validate(other)]).toEqual([401, 200]);
});

test('the ledger never returns a password hash with a caller', async () => {
  const { rnc } = await addCaller('client');
  const found = await cli.store.findUserOfCompany('integracion', rnc);
  expect(found?.user).toMatchObject({ usuario: 'integracion', rnc, tokenGeneration: 1 });
  expect(JSON.stringify(found)).not.toMatch(/scrypt|_id/);
});

/** Sends the request without its last byte, then runs `change`, then sends the last byte. */
async function heldBack(
  { token }: Caller,
  path: string,
  body: unknown,
  change: () => Promise<unknown>,
): Promise<{ status: number; code: string | undefined }> {
  const bytes = Buffer.from(JSON.stringify(body));
  const socket = connect(api.port, '127.0.0.1');
  const chunks: Buffer[] = [];
  socket.on('data', (chunk: Buffer) => chunks.push(chunk));
  const checked = new Promise<void>((resolve) => (onCallerRead = resolve));
  socket.write(
    `POST /api/v2${path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\nAuthorization: Bearer ${token}\r\n` +
      `Content-Type: application/json\r\nContent-Length: ${bytes.length}\r\n\r\n`,
  );
  socket.write(bytes.subarray(0, -1));
  await checked;
  onCallerRead = () => undefined;
  await change();
  const closed = once(socket, 'close');
  socket.write(bytes.subarray(-1));
  await closed;
  const answer = Buffer.concat(chunks).toString();
  const { data } = JSON.parse(answer.slice(answer.indexOf('\r\n\r\n'))) as { data: { code?: string } };
  return { status: Number(answer.slice(9, 12)), code: data.code };
}

const beginOriginChange = (to: 'client' | 'service') => ({
  name: 'the start of a change of origin',
  change: async ({ companyId }: Caller) => {
    await cli.store.beginOriginChange(companyId, { to, environment: 'pre-certification' });
  },
  refusal: { status: 503, code: 'ORIGIN_CHANGING' },
});
const ended = endings.map((ending) => ({ ...ending, refusal: { status: 401, code: 'TOKEN_INVALID' } }));

test.each(ended)('validate is refused when its last byte comes after $name', async ({ change, refusal }) => {
  const caller = await addCaller('client');
  const body = sampleEcf({ encf: 'E310000000001', rncEmisor: caller.rnc });
  expect(await heldBack(caller, '/dgii-ecf/validate', body, () => change(caller))).toEqual(refusal);
});

describe.each(['client', 'service'] as const)('send, with numbers from the %s', (origin) => {
  const other = origin === 'client' ? 'service' : 'client';
  test.each([...ended, beginOriginChange(other)])(
    'is refused when its last byte comes after $name',
    async ({ change, refusal }) => {
      const caller = await addCaller(origin);
      const { companyId, rnc } = caller;
      const environment = 'pre-certification';
      if (origin === 'service')
        await cli.store.nextNumber({ companyId, environment, ecfType: 31, clock: () => new Date() });
      const encf = 'E310000000001';
      const body = sampleEcf({ encf, rncEmisor: rnc });
      expect(await heldBack(caller, '/dgii-ecf/send', body, () => change(caller))).toEqual(refusal);
      expect(await cli.store.findDocument(companyId, environment, encf)).toBeUndefined();
    },
  );

  test('is admitted when its last byte comes late without any change', async () => {
    const caller = await addCaller(origin);
    const { companyId, rnc } = caller;
    const environment = 'pre-certification';
    if (origin === 'service')
      await cli.store.nextNumber({ companyId, environment, ecfType: 31, clock: () => new Date() });
    const encf = 'E310000000001';
    const body = sampleEcf({ encf, rncEmisor: rnc });
    const answer = await heldBack(caller, '/dgii-ecf/send', body, () => Promise.resolve());
    expect(answer.status).toBe(200);
    expect(await cli.store.findDocument(companyId, environment, encf)).toBeDefined();
  });
});

describe('next', () => {
  const next = { ecfType: 31 };
  const suspension = {
    name: 'a suspension of the company',
    change: async ({ companyId }: Caller) => {
      const now = new Date();
      const refusal = { reason: 'NOT_DELEGATED', askedAt: now, since: now } as const;
      await cli.store.suspendIssuing(companyId, 'pre-certification', refusal, now);
    },
    refusal: { status: 409, code: 'ISSUING_SUSPENDED' },
  };

  test.each([...ended, beginOriginChange('client'), suspension])(
    'is refused when its last byte comes after $name',
    async ({ change, refusal }) => {
      const caller = await addCaller('service');
      const got = await heldBack(caller, '/ecf-sequences/next', next, async () => {
        // So the process has cached the company as it was before the change.
        const taken = await fetch(`http://127.0.0.1:${api.port}/api/v2/ecf-sequences/next`, {
          method: 'POST',
          headers: { authorization: `Bearer ${caller.token}`, 'content-type': 'application/json' },
          body: JSON.stringify(next),
        });
        expect(taken.status).toBe(200);
        await change(caller);
      });
      expect(got).toEqual(refusal);
      const { companyId } = caller;
      const { numbers } = await cli.store.unused({
        companyId,
        environment: 'pre-certification',
        reservedBefore: new Date(),
        limit: 10,
      });
      expect(numbers.map(({ encf }) => encf)).toEqual(['E310000000001']);
    },
  );
});
